"""The sentences in the data files: conditions, effects and topics, which are said as they are."""

from collections.abc import Iterator

from bot.cards.topics import TOPICS
from bot.game.facts import BOUNTIES, DUNGEONS


def of_data() -> Iterator[tuple[str, str]]:
    """Yield each file of ``data`` with each sentence in it that `bot.i18n.say` is given."""
    for bounty in BOUNTIES.values():
        yield "bounties.json", bounty.name
        yield "bounties.json", bounty.condition
    for dungeon in DUNGEONS.values():
        yield "dungeons.json", dungeon.name
        if dungeon.note:
            yield "dungeons.json", dungeon.note
        for room in dungeon.rooms:
            yield "dungeons.json", room.name
            yield "dungeons.json", room.effect
    for topic in TOPICS.values():
        for sentence in topic.sentences():
            yield "dfc_topics.json", sentence
