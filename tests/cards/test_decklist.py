"""Reading deck lists: what players type, and what deck builders export."""

from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.cards.deckline import Line, Part, parse
from bot.cards.decklist import (
    LONGEST_LINE,
    MOST_BYTES,
    MOST_CARDS,
    MOST_LINES,
    Decklist,
    NotAList,
    decoded,
    read,
)

LISTS = Path(__file__).parent / "decklists"


def cards(decklist: Decklist) -> dict[str, int]:
    counted: Counter[str] = Counter()
    for entry in decklist.entries:
        counted[entry.name] += entry.copies
    return dict(counted)


def only(text: str) -> tuple[int, str, Part]:
    (entry,) = read(text).entries
    return entry.copies, entry.name, entry.part


class TestALine:
    @pytest.mark.parametrize(
        ("line", "copies"),
        [
            ("Delver of Secrets", None),
            ("4 Delver of Secrets", 4),
            ("4x Delver of Secrets", 4),
            ("4X Delver of Secrets", 4),
            ("4 x Delver of Secrets", 4),
            ("4× Delver of Secrets", 4),  # noqa: RUF001
            ("4xDelver of Secrets", 4),
            ("4\tDelver of Secrets\tISD", 4),
            ("4\N{NO-BREAK SPACE}Delver\N{NO-BREAK SPACE}of Secrets", 4),
            ("Delver of Secrets x4", 4),
            ("Delver of Secrets 4x", 4),
            ("Delver of Secrets (4)", 4),
            ("* 4 Delver of Secrets", 4),
            ("- 4x Delver of Secrets", 4),
            ("1. Delver of Secrets", None),
            ("7) 4 Delver of Secrets", 4),
            ("**4 Delver of Secrets**", 4),
            ("4 Delver of Secrets (ISD)", 4),
            ("4 Delver of Secrets (ISD) 51", 4),
            ("4 Delver of Secrets (isd) 51 *F*", 4),
            ("4 Delver of Secrets (PLST) ISD-51", 4),
            ("4 Delver of Secrets (SLD) 1473★", 4),
            ("4 Delver of Secrets () 51", 4),
            ("4 Delver of Secrets (ISD:51) *f-etch*", 4),
            ("4 Delver of Secrets [ISD]", 4),
            ("4 [ISD#51] Delver of Secrets", 4),
            ("4 Delver of Secrets <showcase> [ISD] (F)", 4),
            ("4 Delver of Secrets|ISD|1", 4),
            ("4x Delver of Secrets (isd) 51 [Creature,Draw] ^Keeper,#4aab08^", 4),
            ("4 Delver of Secrets (ISD) 51 #tempo #card advantage", 4),
            ("4 Delver of Secrets $1.50", 4),
            ("4 Delver of Secrets R$ 3,20", 4),
            ("4 Delver of Secrets,", 4),
        ],
    )
    def test_is_a_number_and_a_name_whatever_stands_around(
        self, line: str, copies: int | None
    ) -> None:
        assert parse(line) == Line(copies, "Delver of Secrets", None)

    @pytest.mark.parametrize(
        "name",
        [
            "Erase (Not the Urza's Legacy One)",
            "B.F.M. (Big Furry Monster)",
            "Circle of Protection: Red",
            "Xantid Swarm",
            "+2 Mace",
            "Delver of Secrets // Insectile Aberration",
            "Wear/Tear",
        ],
    )
    def test_keeps_names_that_look_like_more(self, name: str) -> None:
        assert parse(f"1 {name}") == Line(1, name, None)

    @pytest.mark.parametrize(
        ("line", "part"),
        [
            ("1 Tovolar *CMDR*", Part.COMMANDER),
            ("1 Tovolar # !Commander", Part.COMMANDER),
            ("1 Tovolar #!Commander", Part.COMMANDER),
            ("1x Tovolar (mid) 246 [Commander{top}]", Part.COMMANDER),
            ("CMDR: 1 Tovolar", Part.COMMANDER),
            ("Commander: Tovolar", Part.COMMANDER),
            ("Comandante: Tovolar", Part.COMMANDER),
            ("SB: 1 Tovolar", Part.SIDEBOARD),
            ("1x Tovolar [Sideboard]", Part.SIDEBOARD),
            ("1x Tovolar [Maybeboard{noDeck}{noPrice},Creature]", Part.MAYBEBOARD),
            ("1x Tovolar [Ideas{noDeck}]", Part.MAYBEBOARD),
            ("1x Tovolar [Land,Maybe (New){noDeck}]", None),  # the first category decides
        ],
    )
    def test_may_say_where_the_card_is(self, line: str, part: Part | None) -> None:
        assert parse(line)[1:] == ("Tovolar", part)


class TestHeadings:
    @pytest.mark.parametrize(
        ("heading", "part"),
        [
            ("Commander", Part.COMMANDER),
            ("// Commander", Part.COMMANDER),
            ("### Commanders (2)", Part.COMMANDER),
            ("**Commander (1):**", Part.COMMANDER),
            ("Comandante", Part.COMMANDER),
            ("Companion", Part.COMPANION),
            ("SIDEBOARD:", Part.SIDEBOARD),
            ("//Sideboard", Part.SIDEBOARD),
            ("Sideboard (15)", Part.SIDEBOARD),
            ("[sideboard]", Part.SIDEBOARD),
            ("Banquillo", Part.SIDEBOARD),
            ("Maybeboard", Part.MAYBEBOARD),
            ("(New) Maybeboard", Part.MAYBEBOARD),
            ("Considering", Part.MAYBEBOARD),
            ("Tokens", Part.BESIDE),
            ("== Deck ==", Part.DECK),
            ("Creatures (25)", Part.DECK),
            ("Criaturas:", Part.DECK),
            ("Mana rocks:", Part.DECK),
        ],
    )
    def test_say_where_the_cards_below_are(self, heading: str, part: Part) -> None:
        assert only(f"{heading}\n1 Forest") == (1, "Forest", part)

    def test_the_commanders_part_ends_with_an_empty_line(self) -> None:
        parts = [entry.part for entry in read("Commander\n1 Tovolar\n\n1 Forest").entries]
        assert parts == [Part.COMMANDER, Part.DECK]

    def test_a_category_after_the_maybeboard_is_in_the_deck_again(self) -> None:
        text = "Maybeboard\n1 Opt\n\nRamp\n1 Sol Ring"
        parts = [entry.part for entry in read(text).entries]
        assert parts == [Part.MAYBEBOARD, Part.DECK]

    def test_an_uncounted_line_above_counted_ones_is_taken_for_one_and_told(self) -> None:
        decklist = read("Ramp\n1 Sol Ring\n\nFlash Enabler\n1x Opt")
        assert cards(decklist) == {"Sol Ring": 1, "Opt": 1}
        assert decklist.guessed == ("Ramp", "Flash Enabler")

    def test_unless_its_name_is_known(self) -> None:
        decklist = read("Delver of Secrets\n1 Sol Ring", lambda name: name.startswith("Delver"))
        assert cards(decklist) == {"Delver of Secrets": 1, "Sol Ring": 1}

    def test_among_uncounted_lines_it_is_a_card(self) -> None:
        decklist = read("Sol Ring\nOpt\n\nForest")
        assert cards(decklist) == {"Sol Ring": 1, "Opt": 1, "Forest": 1}
        assert decklist.guessed == ()

    def test_remarks_and_rulers_are_no_cards(self) -> None:
        text = "# 1 Opt\n// my pet deck\n-----\nName: Pets\nLAYOUT MAIN:(1,2)\n***\n1 Forest"
        assert cards(read(text)) == {"Forest": 1}


class TestExports:
    @pytest.mark.parametrize("path", sorted(LISTS.iterdir()), ids=lambda path: path.name)
    def test_are_read_to_the_last_line(self, path: Path) -> None:
        decklist = read(decoded(path.read_bytes()))
        assert decklist.unread == ()
        assert decklist.entries

    def test_arenas_title_is_no_card(self) -> None:
        decklist = read((LISTS / "arena.txt").read_text())
        assert "Name Moonlit // Pack" not in cards(decklist)
        assert sum(cards(decklist).values()) == 9

    def test_mtgos_and_cockatrices_xml(self) -> None:
        dek, cod = (read((LISTS / name).read_text()) for name in ("mtgo.dek", "cockatrice.cod"))
        wanted = {"Delver of Secrets": 4, "Island": 20, "Malakir Rebirth": 2}
        assert cards(dek) == {**wanted, "Jace, Vryn's Prodigy": 1}
        assert cards(cod) == wanted
        assert [dek.entries[-1].part, cod.entries[-1].part] == [Part.SIDEBOARD] * 2

    def test_xml_on_one_line(self) -> None:
        text = '<Deck><Cards Quantity="2" Name="Opt"/><Cards Quantity="1" Name="Duress"/></Deck>'
        assert cards(read(text)) == {"Opt": 2, "Duress": 1}

    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    def test_tables_with_their_columns_in_any_order(self, delimiter: str) -> None:
        rows = ["sep=,", "Edition,Name,Collector Number,Qty,Board", "ISD,Opt,51,3,sideboard"]
        text = "\n".join(rows).replace(",", delimiter)
        assert only(text) == (3, "Opt", Part.SIDEBOARD)

    def test_a_table_without_numbers_has_one_copy_a_row(self) -> None:
        assert only("Name,Set\nOpt,XLN") == (1, "Opt", Part.DECK)

    def test_the_number_of_a_set_is_no_number_of_copies(self) -> None:
        assert only("Name,Number\nOpt,65") == (1, "Opt", Part.DECK)


class TestWhatCannotBeRead:
    @pytest.mark.parametrize("line", ["4x", "4", "0 Opt", "1 ()", "1 [Ramp]", "Opt x0"])
    def test_is_kept_with_its_line(self, line: str) -> None:
        decklist = read(f"1 Forest\n{line}\n1 Island")
        assert cards(decklist) == {"Forest": 1, "Island": 1}
        assert [(unread.line, unread.text) for unread in decklist.unread] == [(2, line)]

    def test_rows_and_elements_too(self) -> None:
        assert [row.line for row in read("Count,Name\n1,\nmany,Opt\n1,Opt").unread] == [2, 3]
        assert [line.line for line in read('<Deck>\n<Cards Quantity="1"/>\n<Cards').unread] == [
            2,
            3,
        ]

    def test_a_line_that_is_too_long(self) -> None:
        assert len(read("1 " + "x" * LONGEST_LINE).unread) == 1

    def test_too_many_lines_are_refused(self) -> None:
        read("Opt\n" * MOST_LINES + "\n" * 50)
        with pytest.raises(NotAList, match="more than 1000 lines"):
            read("Opt\n" * (MOST_LINES + 1))

    def test_too_many_cards_are_refused(self) -> None:
        read(f"{MOST_CARDS} Forest")
        with pytest.raises(NotAList, match=r"1001 cards; I read lists of up to 1000\."):
            read(f"{MOST_CARDS} Forest\n1 Island")


class TestFiles:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
    def test_in_every_usual_encoding(self, encoding: str) -> None:
        text = "1 Aberração Insetídea\r\n1 Señor"
        assert decoded(text.encode(encoding)) == text

    @pytest.mark.parametrize(
        "content",
        [
            b"\x89PNG\r\n\x1a\n\x00\x00",
            b"PK\x03\x04\x14\x00",
            b"\xff\xfe1\xd8",
            b"1 Forest\0",
            "1 Forest".encode("utf-16-le"),
            "1 Forest".encode("utf-32"),
            b"\x81\x8d",
        ],
    )
    def test_that_are_no_text(self, content: bytes) -> None:
        with pytest.raises(NotAList, match="no text"):
            decoded(content)

    @pytest.mark.parametrize(
        "content", ['{"cards": []}', "{\\rtf1", " <!DOCTYPE html>", "%PDF-1.4"]
    )
    def test_of_another_kind(self, content: str) -> None:
        with pytest.raises(NotAList, match="Export the deck as text or CSV"):
            decoded(content.encode())

    def test_that_are_too_large(self) -> None:
        decoded(b" " * MOST_BYTES)
        with pytest.raises(NotAList, match="at most 200 kB"):
            decoded(b" " * (MOST_BYTES + 1))


PIECES = st.sampled_from(
    [
        *("1 ", "4x ", "0 ", "x2", "(4)", "Delver of Secrets", "Opt", " // ", "/", ":", "SB: "),
        *("(ISD) 51", "()", "[Ramp{noDeck}]", "[", "]", "^a,#fff^", "^", "#tag", "*CMDR*", "**"),
        *("*F*", "Sideboard", "Commander", "Maybeboard", "About", "Name ", "<Cards ", "/>", "<"),
        *('Quantity="2" ', 'Name="Opt"', "Count,Name", ",", ";", "\t", '"', "sep=,", "-- ", "="),
        *("\ufeff", "\u200b", "\N{NO-BREAK SPACE}", "|", "$1.50", "٣", "🐿️"),
    ]
)
LINES = st.one_of(st.text(max_size=30), st.lists(PIECES, max_size=6).map("".join))


@settings(deadline=None)
@given(st.lists(LINES, max_size=25).map("\n".join))
@example("Count,Name\n\x85\n1,Opt")
@example("<3\n<Cards\n\n\x1f")
def test_no_line_of_any_text_is_dropped(text: str) -> None:
    try:
        decklist = read(text)
    except NotAList:
        return
    seen = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\ufe0f"
    lines = text.translate(dict.fromkeys(map(ord, seen))).splitlines()
    written = {number for number, line in enumerate(lines, start=1) if line.strip()}
    as_cards = {entry.line for entry in decklist.entries}
    as_unread = {unread.line for unread in decklist.unread}
    assert as_cards | as_unread | decklist.structure == written
    assert not (as_cards | as_unread) & decklist.structure
    assert all(entry.copies > 0 and entry.name.strip() for entry in decklist.entries)


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_file_is_text_or_refused(content: bytes) -> None:
    with suppress(NotAList):
        read(decoded(content))


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(1, 20), st.sampled_from(["Opt", "Sol Ring", "Wear/Tear", "Jace, Vryn's"])
        ),
        max_size=40,
    )
)
def test_totals_add_up(listed: list[tuple[int, str]]) -> None:
    decklist = read("\n".join(f"{copies} {name}" for copies, name in listed))
    assert sum(cards(decklist).values()) == sum(copies for copies, _ in listed)
