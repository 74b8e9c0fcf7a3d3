"""The answer to a deck list: what is told, and that it is sendable whatever was in the list."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cards.catalogue import Catalogue
from bot.cards.checklist import Checklist, checklist
from bot.cards.decklist import NotAList
from bot.game.faces import Kind
from bot.ui import checklist as ui
from bot.ui.layout import assert_sendable
from bot.ui.modals import MOST_TYPED
from bot.ui.substitutes import Paper, Printed
from tests.ui import shown

CATALOGUE = Catalogue.load()
FILE = 13
GALLERY = 12


def look(text: str) -> Checklist:
    return checklist(text, CATALOGUE)


def pages(checked: Checklist) -> Printed | None:
    """Pages without anything on them."""
    count = min(checked.double_faced, 108)
    return Printed(b"", b"", -(-count // 9), count) if count else None


def told(text: str) -> str:
    checked = look(text)
    layout, _ = ui.answer(checked, pages(checked), Paper.A4)
    assert_sendable(layout)
    return shown.text(layout)


def attached(text: str, paper: Paper = Paper.A4) -> list[str]:
    checked = look(text)
    layout, _ = ui.answer(checked, pages(checked), paper)
    found = [part["file"]["url"] for part in shown.parts(layout) if part["type"] == FILE]
    for part in shown.parts(layout):
        if part["type"] == GALLERY:
            found += [item["media"]["url"] for item in part["items"]]
    return [address.removeprefix("attachment://") for address in found]


class TestTheHeading:
    @pytest.mark.parametrize(
        ("text", "heading"),
        [
            ("1 Delver of Secrets\n9 Forest", "## 1 of your 10 cards is double-faced"),
            ("2 Delver of Secrets\n8 Forest", "## 2 of your 10 cards are double-faced"),
            ("2 Delver of Secrets", "## All of your 2 cards are double-faced"),
            ("1 Delver of Secrets", "## It is double-faced"),
            ("1 Forest", "## It is not double-faced"),
            ("9 Forest", "## None of your 9 cards is double-faced"),
            ("", "## I found no card in this list"),
            ("Maybeboard\n1 Forest", "## I found no card in this list"),
        ],
    )
    def test_counts(self, text: str, heading: str) -> None:
        assert told(text).splitlines()[0] == heading

    def test_tells_the_parts_of_the_list(self) -> None:
        text = (
            "Commander\n1 Opt\n\nDeck\n9 Forest\nSideboard\n2 Opt\nMaybeboard\n3 Opt\nTokens\n1 Cat"
        )
        line = told(text).splitlines()[1]
        assert line == (
            "-# 9 in the deck, 1 as commander and 2 in the sideboard. "
            "Not looked at: 3 in the maybeboard and 1 tokens and the like."
        )


class TestTheCards:
    def test_are_told_by_kind_with_their_copies(self) -> None:
        answer = told("4 Delver of Secrets\n1 Malakir Rebirth\n2 Gatstaf Shepherd")
        assert "**Transforming: 6**\n- 4 × Delver of Secrets // Insectile Aberration" in answer  # noqa: RUF001
        assert "**Modal: 1**\n- 1 × Malakir Rebirth // Malakir Mire" in answer  # noqa: RUF001

    def test_are_told_by_part_where_they_are_not_all_in_the_deck(self) -> None:
        answer = told("2 Delver of Secrets\nSideboard\n1 Delver of Secrets")
        assert "3 × Delver of Secrets // Insectile Aberration, 2 in the deck and 1 in the" in answer  # noqa: RUF001

    def test_that_are_all_elsewhere_are_told_so(self) -> None:
        answer = told("SB: 2 Delver of Secrets\nCommander: Tovolar, Dire Overlord")
        assert "- 2 × Delver of Secrets // Insectile Aberration, 2 in the sideboard" in answer  # noqa: RUF001
        assert "Tovolar, the Midnight Scourge, 1 as commander" in answer

    def test_a_lonely_meld_half_is_told(self) -> None:
        assert "Graf Rats; Midnight Scavengers, its other half, is not in the list" in told(
            "Graf Rats"
        )
        assert "its other half" not in told("Graf Rats\nMidnight Scavengers")


class TestTheAdvice:
    def test_is_the_rules_and_what_is_a_custom(self) -> None:
        answer = told("1 Delver of Secrets\n1 Forest")
        for rule in ("CR 712.7", "CR 713)", "CR 713.3", "CR 713.5", "Tournament Rules 3.5"):
            assert rule in answer
        assert "a custom among friends" in answer

    def test_is_left_out_where_nothing_is_double_faced(self) -> None:
        answer = told("9 Forest")
        assert "sleeve" not in answer
        assert "Save the file" not in answer

    def test_says_when_not_all_are_on_the_pages(self) -> None:
        assert "The pages hold the first 108 of 120." in told("120 Delver of Secrets")
        assert "The pages hold" not in told("108 Delver of Secrets")


class TestWhatIsAskedAbout:
    def test_names_that_may_be_misspelt(self) -> None:
        answer = told("9 Forest\n1 Delvr of Secrets")
        assert "Did you mean these?" in answer
        assert "line 2: “Delvr of Secrets” → **Delver of Secrets // Insectile" in answer

    def test_lines_that_were_not_read(self) -> None:
        assert "**Not read:**\n- line 2: “4x”" in told("9 Forest\n4x")

    def test_two_unknown_names(self) -> None:
        assert "- Xyzzy // Plugh" in told("1 Xyzzy // Plugh")

    def test_lookalikes(self) -> None:
        answer = told("1 Fire // Ice\n1 Ice")
        assert answer.count("- Fire // Ice (split card)") == 1

    def test_reversible_cards(self) -> None:
        assert "one printing only" in told("1 Propaganda")

    def test_what_two_cards_meld_into(self) -> None:
        assert "two others meld into it. List those:\n- Chittering Host" in told("Chittering Host")

    def test_what_was_taken_for_headings(self) -> None:
        assert "-# Taken for headings:\n-# Ramp" in told("Ramp\n1 Sol Ring")


class TestLongLists:
    def test_what_does_not_fit_goes_into_a_file(self) -> None:
        names = [card.name for card in CATALOGUE][:90]
        text = "\n".join([*(f"1 {name}" for name in names), *(f"{at}x" for at in range(90))])
        checked = look(text)
        layout, report = ui.answer(checked, pages(checked), Paper.A4)
        assert_sendable(layout)
        assert "… and " in shown.text(layout)
        assert report is not None
        assert all(each.card.name in report for each in checked.found)
        assert all(f"line {line.line}:" in report for line in checked.unread)
        assert ui.REPORT in attached(text)

    def test_that_asks_as_much_as_can_be_can_still_be_sent(self) -> None:
        names = [card.name for card in CATALOGUE]
        asked = ["1 Xyzzy // Plugh {0}", "1 Delvr of Secrets (ISD) {0}", "0 " + "W" * 70]
        lines = [line.format(at) for at in range(60) for line in asked]
        lines += [f"1 {name}" for name in (*names, "Chittering Host", "Hoste Chiadora")]
        lines += [f"1 {card.faces[0].name}" for card in CATALOGUE if card.kind is Kind.REVERSIBLE]
        lines += ["1 Bottomless Pool // Locker Room", "1 Central Elevator", "1 Bonecrusher Giant"]
        lines += [f"\nSome category number {at}\n1 Opt" for at in range(40)]
        checked = look("\n".join(lines))
        layout, report = ui.answer(checked, pages(checked), Paper.LETTER)
        assert_sendable(layout)
        assert shown.text(layout).count("… and ") >= 7
        assert report is not None

    def test_a_short_one_needs_none(self) -> None:
        assert attached("1 Delver of Secrets") == ["substitutes-A4.pdf", ui.PICTURE]
        assert attached("1 Delver of Secrets", Paper.LETTER)[0] == "substitutes-Letter.pdf"
        assert attached("1 Forest") == []


class TestHostileLists:
    def test_are_quoted(self) -> None:
        answer = told("0 @everyone [x](http://e.vil) `code` <@1>\n1 **Delvr of Secrets")
        assert "@everyone" not in answer
        assert "<@1>" not in answer.replace("\\<", "")
        assert "http://" not in answer
        assert "\\[x\\]" in answer
        assert "\\`code\\`" in answer

    @settings(max_examples=60, deadline=None)
    @given(
        st.lists(
            st.one_of(
                st.text(max_size=80),
                st.sampled_from([card.name for card in CATALOGUE]),
                st.sampled_from(["Delvr of Secrets", "Fire // Ice", "A // B", "4x", "Propaganda"]),
            ),
            max_size=120,
        )
    )
    def test_get_an_answer_that_can_be_sent(self, lines: list[str]) -> None:
        try:
            checked = look("\n".join(lines))
        except NotAList:
            return
        layout, report = ui.answer(checked, pages(checked), Paper.A4)
        assert_sendable(layout)
        assert report is None or checked.played or checked.unread


class TestTheForm:
    def test_says_how_much_fits(self) -> None:
        (label,) = ui.paste(Paper.LETTER).to_dict()["components"]
        assert f"{MOST_TYPED} characters" in label["description"]
        assert len(label["description"]) <= 100
        assert len(label["component"]["placeholder"]) <= 100
