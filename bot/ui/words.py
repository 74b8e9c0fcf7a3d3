"""Small words that many messages share: names, lists, counts, times."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from unicodedata import category

from bot import i18n
from bot.game.facts import BOUNTIES, DUNGEONS, REWARDS
from bot.game.game import Game, Player
from bot.i18n import listed, mark, say, say_many

NUMBERS = ("no", "a", "two", "three", "four", "five", "six")

Names = Callable[[Player], str | None]
"""Gives the name of a player where it is known. Names are kept in memory only."""

LOOKING = mark("**More.** You do not play here, so this is only to look at.")
"""What a bystander reads above a menu from which all that acts is left out."""


def mention(player: Player) -> str:
    """Return a player's name as Discord shows it, "Somebody" for one who was erased.

    Messages are sent without pings.
    """
    return i18n.mention(player)


def mentions(players: Iterable[Player]) -> str:
    """Return several players' names: "A", "A and B", "A, B and C"."""
    return listed([mention(player) for player in players])


def few(words: Sequence[str], most: int) -> str:
    """Join words as `listed` does, but count those after the first ``most``: "a, b and 3 more"."""
    rest = len(words) - most
    return listed([*words[:most], say("{n} more", n=rest)] if rest > 0 else words)


def within(
    parts: Sequence[str], limit: int, *, between: str = "\n", more: str = mark("… and {n} more.")
) -> str:
    """Join parts that fit into ``limit`` characters, and count those that do not.

    Nothing is cut in the middle, where a mention or a bold name would fall apart. ``more`` is the
    sentence that counts, to be said.
    """
    room = limit - len(say(more, n=len(parts)))
    kept: list[str] = []
    for number, part in enumerate(parts):
        room -= len(part) + len(between)
        if room < 0:
            kept.append(say(more, n=len(parts) - number))
            break
        kept.append(part)
    return between.join(kept)


def cut(words: str, most: int) -> str:
    """Return words that fit where Discord takes so many characters: no longer in any language."""
    return words if len(words) <= most else f"{words[: most - 1]}…"


def ordinal(number: int) -> str:
    """Return a place in an order, for English: "1st", "2nd", "3rd", "4th", …, "11th"."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def in_words(number: int) -> str:
    """Return a small number in words, for English: "two", "12"."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def treasures(number: int) -> str:
    """Return "a Treasure", "two Treasures"."""
    return say_many("a Treasure", "{number} Treasures", number, number=in_words(number))


def cards(number: int) -> str:
    """Return "a card", "two cards"."""
    return say_many("a card", "{number} cards", number, number=in_words(number))


def pay(paid_treasures: int, paid_cards: int) -> str:
    """Return what was paid: "two Treasures and a card"."""
    parts = [treasures(paid_treasures)] if paid_treasures else []
    return listed([*parts, *([cards(paid_cards)] if paid_cards else [])])


def reward(level: int) -> str:
    """Return what a level pays."""
    paid = REWARDS[level]
    if paid.or_cards:
        return say("{one} or {other}", one=pay(paid.treasures, 0), other=pay(0, paid.or_cards))
    return pay(paid.treasures, paid.cards)


def bounty_name(card: str) -> str:
    """Return the name of a bounty."""
    return say(BOUNTIES[card].name)


def dungeon_name(dungeon: str) -> str:
    """Return the name of a dungeon."""
    return say(DUNGEONS[dungeon].name)


def printed(name: str) -> str:
    """Return a name, and in another language the English one too: most cards have that on them."""
    said = say(name)
    return said if said == name else f"{said} ({name})"


def seat_name(game: Game, names: Names, player: Player) -> str:
    """Return a player's name for a button or menu, where a mention is not possible."""
    name = names(player)
    if name is None:
        seats = game.players or (game.lobby.players if game.lobby else ())
        if player in seats:
            name = say("Seat {seat}", seat=seats.index(player) + 1)
        else:
            name = say("A player")
    return name[:60]


def plain(text: str) -> str:
    """Return text on one line, without control and format characters.

    They are not seen, and make what is seen read otherwise: from right to left, for example.
    """
    spaced = "".join(" " if letter.isspace() else letter for letter in text)
    shown = "".join(letter for letter in spaced if category(letter) not in {"Cc", "Cf"})
    return " ".join(shown.split())


def moment(at: datetime) -> str:
    """Return a time that every reader sees in their own time zone, as "5 minutes ago"."""
    return f"<t:{int(at.timestamp())}:R>"


def since(seconds: int) -> str:
    """Return a time in seconds since 1970 as "5 minutes ago", which Discord keeps up to date."""
    return f"<t:{seconds}:R>"


def duration(seconds: float) -> str:
    """Return a length of time in hours and minutes."""
    hours, minutes = divmod(round(seconds / 60), 60)
    if not hours:
        return say("{minutes} min", minutes=minutes)
    return say("{hours} h {minutes} min", hours=hours, minutes=f"{minutes:02}")
