"""Small words that many messages share: names, lists, counts, times."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from unicodedata import category

from bot.game.facts import BOUNTIES, REWARDS
from bot.game.game import Game, Player

NUMBERS = ("no", "a", "two", "three", "four", "five", "six")

Names = Callable[[Player], str | None]
"""Gives the name of a player where it is known. Names are kept in memory only."""


def mention(player: Player) -> str:
    """Return a player's name as Discord shows it. Messages are sent without pings."""
    return f"<@{player}>"


def mentions(players: Iterable[Player]) -> str:
    """Return several players' names: "A", "A and B", "A, B and C"."""
    return listed([mention(player) for player in players])


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does: "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def few(words: Sequence[str], most: int) -> str:
    """Join words as `listed` does, but count those after the first ``most``: "a, b and 3 more"."""
    rest = len(words) - most
    return listed([*words[:most], f"{rest} more"] if rest > 0 else words)


def within(
    parts: Sequence[str], limit: int, *, between: str = "\n", more: str = "… and {} more."
) -> str:
    """Join parts that fit into ``limit`` characters, and count those that do not.

    Nothing is cut in the middle, where a mention or a bold name would fall apart.
    """
    room = limit - len(more) - len(str(len(parts)))
    kept: list[str] = []
    for number, part in enumerate(parts):
        room -= len(part) + len(between)
        if room < 0:
            kept.append(more.format(len(parts) - number))
            break
        kept.append(part)
    return between.join(kept)


def ordinal(number: int) -> str:
    """Return "1st", "2nd", "3rd", "4th", …, "11th"."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def counted(number: int, one: str) -> str:
    """Return "a Treasure", "two Treasures", "12 Treasures"."""
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} {one}{'' if number == 1 else 's'}"


def numbered(number: int, one: str) -> str:
    """Return "1 turn", "12 turns": for numbers that stand below each other."""
    return f"{number} {one}{'' if number == 1 else 's'}"


def pay(treasures: int, cards: int) -> str:
    """Return what was paid: "two Treasures and a card"."""
    parts = [counted(n, what) for n, what in ((treasures, "Treasure"), (cards, "card")) if n]
    return listed(parts)


def reward(level: int) -> str:
    """Return what a level pays."""
    paid = REWARDS[level]
    if paid.or_cards:
        return f"{pay(paid.treasures, 0)} or {pay(0, paid.or_cards)}"
    return pay(paid.treasures, paid.cards)


def bounty_name(card: str) -> str:
    """Return the printed name of a bounty."""
    return BOUNTIES[card].name


def seat_name(game: Game, names: Names, player: Player) -> str:
    """Return a player's name for a button or menu, where a mention is not possible."""
    name = names(player)
    if name is None:
        seats = game.players or (game.lobby.players if game.lobby else ())
        name = f"Seat {seats.index(player) + 1}" if player in seats else "A player"
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


def duration(seconds: float) -> str:
    """Return a length of time in hours and minutes."""
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"
