"""``/dfc rules`` as a player meets it, through the real command tree and real menus."""

import pytest

from bot.cards.topics import TOPICS
from bot.ui.buttons import NO_TABLE, button, custom_id, row
from bot.ui.dfc_rules import READ, SWITCH
from bot.ui.layout import view
from tests.capitals import in_capitals
from tests.pods import Pod


async def test_a_topic_is_told_to_the_table(pod: Pod) -> None:
    answer = await pod.slash("Ana", "dfc rules", topic="copies")
    assert not answer.message.ephemeral
    assert pod.read(answer.message).startswith("### Copies: Clones and tokens\n")


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("clone", "Copies: Clones and tokens"),
        ("CMC", "Mana value"),
        ("sleevs", "Sleeves and substitute cards"),
        ("Can I cast the back with disturb?", "Casting and playing"),
    ],
)
async def test_it_is_asked_for_in_the_players_own_words(pod: Pod, asked: str, title: str) -> None:
    answer = await pod.slash("Ana", "dfc rules", topic=asked)
    assert pod.read(answer.message).startswith(f"### {title}\n")


async def test_without_a_topic_all_are_told_of(pod: Pod) -> None:
    answer = await pod.slash("Ana", "dfc rules")
    assert not answer.message.ephemeral
    assert pod.options("Choose a topic", answer.message) == [t.title for t in TOPICS.values()]


async def test_words_that_mean_no_topic_are_answered_to_the_asker_alone(pod: Pod) -> None:
    answer = await pod.slash("Ana", "dfc rules", topic="Sol Ring")
    assert "I have no topic by that name" in answer.private
    chosen = await pod.pick("Ana", "Choose a topic", "Melding", on=answer.message)
    assert "### Melding" in chosen.private


async def test_what_is_typed_is_completed(pod: Pod) -> None:
    assert await pod.type("Ana", "dfc rules", "topic", "clon") == ["Copies: Clones and tokens"]
    assert (await pod.type("Ana", "dfc rules", "topic", "werew"))[:2] == [
        "Werewolves of the first Innistrad",
        "Daybound and nightbound",
    ]
    assert len(await pod.type("Ana", "dfc rules", "topic", "")) == len(TOPICS)


async def test_what_is_offered_is_understood(pod: Pod) -> None:
    offered = await pod.people["Ana"].autocomplete(pod.channel, "dfc rules", "topic", "")
    for offer in offered:
        answer = await pod.slash("Ana", "dfc rules", topic=offer["value"])
        assert pod.read(answer.message).startswith(f"### {offer['name']}\n")


async def test_anybody_puts_another_topic_in_its_place(pod: Pod) -> None:
    shown = (await pod.slash("Ana", "dfc rules", topic="copies")).message
    answer = await pod.pick("Bruno", "Another topic", "Mana value", on=shown)
    assert answer.message.id == shown.id
    assert pod.read(answer.message).startswith("### Mana value\n")
    again = await pod.pick("Ana", "Another topic", "Battles", on=answer.message)
    assert again.message.id == shown.id
    assert pod.read(again.message).startswith("### Battles\n")


async def test_a_topic_stays_in_its_language_whoever_chooses_another(pod: Pod) -> None:
    shown = (await pod.slash("Ana", "dfc rules")).message
    with in_capitals():
        await pod.forge("Bruno", custom_id(SWITCH, ("kinds", "pt"), NO_TABLE), ["meld"], on=shown)
        assert pod.panel_text().startswith("### MELDING\n")
        answer = await pod.pick("Bruno", "ANOTHER TOPIC", "MANA VALUE")
        assert pod.read(answer.message).startswith("### MANA VALUE\n")


async def test_the_menu_works_after_a_restart(pod: Pod) -> None:
    shown = (await pod.slash("Ana", "dfc rules")).message
    await pod.restart()
    answer = await pod.pick("Ana", "Choose a topic", "Drafting", on=shown)
    assert pod.read(answer.message).startswith("### Drafting\n")


async def test_a_button_tells_a_topic_to_the_presser_alone(pod: Pod) -> None:
    channel = pod.bot.get_channel(pod.channel.id)
    posted = await channel.send(view=view(row(button(READ, "meld", label="Melding"))))
    answer = await pod.press("Bruno", "Melding", on=posted)
    assert answer.private.startswith("### Melding\n")
    assert pod.labels(pod.panel) == ["Melding"]


@pytest.mark.parametrize("args", [(), ("",), ("banding",), ("banding", "meld")])
async def test_a_button_whose_topic_is_not_known_gets_a_sentence(
    pod: Pod, args: tuple[str, ...]
) -> None:
    shown = (await pod.slash("Ana", "dfc rules")).message
    answer = await pod.forge("Ana", custom_id(READ, args, NO_TABLE), on=shown)
    assert "I do not know its topic" in answer.private


@pytest.mark.parametrize("values", [[], [""], ["banding"]])
async def test_a_choice_that_is_not_known_gets_a_sentence(pod: Pod, values: list[str]) -> None:
    shown = (await pod.slash("Ana", "dfc rules")).message
    answer = await pod.forge("Ana", custom_id(SWITCH, (), NO_TABLE), values, on=shown)
    assert "I do not know its topic" in answer.private


async def test_it_works_in_a_direct_message(pod: Pod) -> None:
    result = await pod.stranger("Gil").slash("dfc rules", topic="werewolf")
    assert pod.read(result.response).startswith("### Werewolves of the first Innistrad\n")


async def test_its_buttons_have_a_handler(pod: Pod) -> None:
    assert {READ, SWITCH} <= pod.verbs()
