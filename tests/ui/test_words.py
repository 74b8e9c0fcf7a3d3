"""Small words: lists, counts, and what fits."""

import pytest

from bot.ui import words


@pytest.mark.parametrize(
    ("parts", "told"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_a_list_reads_as_in_a_sentence(parts: list[str], told: str) -> None:
    assert words.listed(parts) == told


def test_few_counts_the_rest() -> None:
    assert words.few(list("abc"), 3) == "a, b and c"
    assert words.few(list("abcde"), 3) == "a, b, c and 2 more"


@pytest.mark.parametrize(
    ("number", "told"),
    [
        *((1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th")),
        *((21, "21st"), (101, "101st"), (111, "111th"), (112, "112th")),
    ],
)
def test_ordinals(number: int, told: str) -> None:
    assert words.ordinal(number) == told


def test_counts() -> None:
    assert [words.cards(n) for n in (0, 1, 2, 6, 7)] == [
        "no cards",
        "a card",
        "two cards",
        "six cards",
        "7 cards",
    ]
    assert words.pay(2, 1) == "two Treasures and a card"
    assert words.pay(0, 1) == "a card"


def test_durations() -> None:
    assert [words.duration(s) for s in (0, 59 * 60, 3_600, 9_000)] == [
        "0 min",
        "59 min",
        "1 h 00 min",
        "2 h 30 min",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Delver of Secrets", "Delver of Secrets"),
        (" a \n\t b\u2028c\u3000", "a b c"),
        ("gnp\u202e\u2066.exe\x00\x1b", "gnp.exe"),
        ("a\u200b \u200d\ufeff b", "a b"),
        ("\u200b", ""),
        ("Bastião Ünïcode 漢字", "Bastião Ünïcode 漢字"),
    ],
)
def test_plain_text_has_nothing_unseen(text: str, told: str) -> None:
    assert words.plain(text) == told


class TestWithin:
    def test_everything_where_it_fits(self) -> None:
        assert words.within(["one", "two"], 100) == "one\ntwo"
        assert words.within([], 100) == ""

    def test_whole_parts_only_and_a_count_of_the_rest(self) -> None:
        parts = [f"**part {number}**" for number in range(20)]
        told = words.within(parts, 60)
        assert told == "**part 0**\n**part 1**\n**part 2**\n**part 3**\n… and 16 more."

    @pytest.mark.parametrize("limit", range(20, 400, 7))
    def test_never_more_than_the_limit(self, limit: int) -> None:
        parts = ["x" * (number % 13 + 1) for number in range(60)]
        assert len(words.within(parts, limit)) <= limit

    def test_between_and_more_are_as_asked(self) -> None:
        told = words.within(["a" * 30, "b" * 30], 60, between=" ", more="and {n} more")
        assert told == f"{'a' * 30} and 1 more"
