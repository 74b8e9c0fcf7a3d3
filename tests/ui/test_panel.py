"""The panel, its questions, menus and private answers, in every state a table can get into."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import discord
import pytest

from bot.cards.catalogue import Catalogue
from bot.errors import NO_RULE, Doubt, PodkeeperError, RuleViolation, who
from bot.game.battlefield import MOST_PERMANENTS
from bot.game.bounty import BountyClaimed, BountyRevealed
from bot.game.dungeon import DungeonCompleted, RoomEntered, Ventured
from bot.game.engine import Event
from bot.game.facts import BOUNTIES, DUNGEONS, UNDERCITY
from bot.game.game import (
    Bounties,
    Cause,
    Claim,
    Delve,
    Ending,
    Game,
    Into,
    Lobby,
    Mode,
    Neighbours,
    Offer,
    Order,
    ThisTurn,
    Trophy,
    UpkeepVenture,
    Venture,
)
from bot.game.initiative import TakeInitiative, VentureForInitiative
from bot.game.permanent import DayNight, Permanent
from bot.game.pod import OpenLobby, StartPod
from bot.game.rules import play
from bot.game.turns import NextTurn
from bot.table import Entry, Table, Version
from bot.ui import bounty, dungeon, initiative, more, panel, pod, refusal, table_link
from bot.ui.buttons import row
from bot.ui.layout import assert_sendable, note, view
from bot.ui.telling import give_back, tell_all
from tests.ui.shown import SELECT, buttons, everything, menus, parts, text
from tests.walks import CROWD, walk

PYTHON = re.compile(r"\bNone\b(?! yet)|\{(?!\d)|(?<!\d)\}|\w\(\w+=|<\w+\.|\bTrue\b|\bFalse\b")
BROKEN_MENTION = re.compile(r"<@(?!\d+>)")
NOW = datetime(2026, 11, 20, 22, 5, tzinfo=UTC)
LATE = Version(9_999, 99_999)
LINK = "<https://spelltable.wizards.com/game/" + "x" * 160 + ">"

ANA, BEA, CAIO, DUDA, EVA, FABIO = CROWD[:6]


def long_names(player: int) -> str | None:
    return f"{player} " + "W" * 80


def no_names(player: int) -> str | None:
    return None


def as_table(game: Game, **changes: Any) -> Table:
    return Table(LATE, game, cursor=5, redo=(7, 6), began=NOW, at=NOW, **changes)


def an_entry(events: Sequence[Event[Game]], game: Game, seq: int = 5) -> Entry:
    public = tuple(event.public() for event in events)
    return Entry(seq, CROWD[0], NOW, "next_turn", public)


def news(events: Sequence[Event[Game]], game: Game) -> list[str]:
    return [*tell_all(events), f"-# by <@{CROWD[0]}>"]


def shown(
    game: Game, events: Sequence[Event[Game]], log: Sequence[Entry] = ()
) -> Iterator[discord.ui.LayoutView]:
    """Everything that can be shown of a table after something happened."""
    table = as_table(game)
    entry = an_entry(events, game)
    told = news(events, game)
    yield panel.panel(table, no_names)
    for question in ((), panel.ask_undo(table, entry), panel.ask_redo(table, entry)):
        yield panel.panel(table, long_names, told, question)
    yield panel.panel(table, long_names, told, pod.ask_end(table))
    yield more.more(table, long_names)
    yield pod.log_page(table, [*log, entry], 0)
    yield bounty.status(table)
    yield bounty.trophies(table)
    yield initiative.status(table, long_names)
    for each in DUNGEONS.values():
        yield dungeon.dungeon_map(table, each)


def assert_readable(layout: discord.ui.LayoutView) -> None:
    """It can be sent, and reads as words do: nothing of Python's shows through."""
    assert_sendable(layout)
    words = everything(layout)
    assert not PYTHON.search(words), words
    assert not BROKEN_MENTION.search(words), words
    for line in text(layout).splitlines():
        assert line.count("**") % 2 == 0, line
        assert line.count("~~") % 2 == 0, line


def hidden(game: Game) -> set[str]:
    """The names of bounties that nobody may know to be in the pile or not."""
    return {BOUNTIES[card].name for card in game.bounties.pile}


def some_game(luck: Random) -> Game:
    """A table to begin a walk with: open, or with a pod of two to six players or two teams."""
    if luck.random() < 0.2:
        return Game()
    giants = luck.random() < 0.2
    count = 4 if giants else luck.randint(2, 6)
    start = StartPod(
        players=CROWD[:count],
        mode=Mode.TWO_HEADED_GIANT if giants else Mode.FREE_FOR_ALL,
        link=luck.choice([None, LINK]),
    )
    return play(Game(), start, luck)[0]


class TestWhateverHappens:
    @pytest.mark.parametrize("seed", range(8))
    def test_everything_can_be_sent_and_read(self, seed: int) -> None:
        luck = Random(seed)
        log: list[Entry] = []
        for game, events in walk(luck, some_game(luck), 100):
            log.insert(0, an_entry(events, game, seq=len(log)))
            for layout in shown(game, events, log[:9]):
                assert_readable(layout)

    @pytest.mark.parametrize("seed", range(100, 104))
    def test_the_pile_is_never_shown(self, seed: int) -> None:
        luck = Random(seed)
        for game, _ in walk(luck, some_game(luck), 150):
            table = as_table(game)
            for layout in (
                panel.panel(table, no_names),
                bounty.trophies(table),
                more.more(table, no_names),
            ):
                assert not [name for name in hidden(game) if name in everything(layout)]

    @pytest.mark.parametrize("seed", range(200, 204))
    def test_news_and_log_name_no_bounty_before_it_is_revealed(self, seed: int) -> None:
        luck = Random(seed)
        known: set[str] = set()
        for game, events in walk(luck, some_game(luck), 150):
            revealed = [e.card for e in events if isinstance(e, BountyRevealed)]
            known |= {BOUNTIES[card].name for card in revealed}
            told = "\n".join(news(events, game))
            log = text(pod.log_page(as_table(game), [an_entry(events, game)], 0))
            for card in BOUNTIES.values():
                if card.name not in known:
                    assert card.name not in told
                    assert card.name not in log


# The worst that can be

LAST_ROOM = ("throne-of-the-dead-three",)
"""Its effect takes the most words of all."""


def crowded(**changes: Any) -> Game:
    """Six players at once in the wordiest rooms, with everything queued, noted and counted."""
    game, _ = play(Game(), StartPod(players=CROWD[:6], link=LINK, order=Order.LISTED), Random(1))
    wordiest = max(BOUNTIES.values(), key=lambda card: len(card.condition))
    completed = dict.fromkeys(CROWD[:6], tuple(DUNGEONS) * 4)
    return game.but(
        turns=game.turns.but(
            number=9_999, extra=(0, 1, 2, 3, 4) * 4, skips=(0, 1, 2, 3, 4) * 4, left=(FABIO,)
        ),
        bounties=Bounties(deck=tuple(BOUNTIES), offer=Offer(card=wordiest.id, level=3)),
        initiative=ANA,
        monarch=BEA,
        delves=dict.fromkeys(CROWD[:6], Delve(dungeon=UNDERCITY.id, path=LAST_ROOM)),
        completed=completed,
        this_turn=ThisTurn(
            upkeep=UpkeepVenture(player=ANA, delve=None, completed=()),
            neighbours=(Neighbours(player=ANA, left=BEA, right=EVA),),
        ),
    ).but(**changes)


def all_choosing(path: tuple[str, ...] | None, of: str = UNDERCITY.id) -> Game:
    """All six have a choice open: among rooms, or, with no path, among dungeons."""
    into = Into.UNDERCITY if path else Into.ANY_OTHER
    return crowded(
        delves={p: Delve(dungeon=of, path=path) for p in CROWD[:6]} if path else {},
        ventures=tuple(Venture(player=p, into=into, cause=Cause.EFFECT) for p in CROWD[:6]),
    )


def some_choosing_some_done() -> Game:
    last = Delve(dungeon=UNDERCITY.id, path=LAST_ROOM)
    game = all_choosing(None)
    return game.but(ventures=game.ventures[:2], delves=dict.fromkeys(CROWD[2:6], last))


def all_kinds_of_choices() -> Game:
    """Three ways and then two are open, as many as are asked at once; others are done."""
    wilderness = DUNGEONS["baldurs-gate-wilderness"]
    wordy = "circus-of-the-last-days"
    last = Delve(dungeon=UNDERCITY.id, path=LAST_ROOM)
    choosing = {
        CAIO: Delve(dungeon=wilderness.id, path=("crash-landing",)),
        DUDA: Delve(dungeon=wilderness.id, path=(wordy,)),
        EVA: Delve(dungeon=wilderness.id, path=(wordy,)),
    }
    return crowded(
        delves={ANA: last, BEA: last} | choosing,
        ventures=tuple(
            Venture(player=p, into=Into.ANY_OTHER, cause=Cause.EFFECT) for p in choosing
        ),
        bounties=Bounties(deck=tuple(BOUNTIES), offer=Offer(card="frankie", level=3)),
    )


def reading(card: str) -> Game:
    return crowded(
        bounties=Bounties(deck=tuple(BOUNTIES), offer=Offer(card=card, level=3)),
    )


def a_long_open_table() -> Game:
    """No pod, and a hundred people who all collected, delved and completed."""
    people = [CROWD[0] + number for number in range(100)]
    return Game(
        turns=Game().turns.but(number=300),
        bounties=Bounties(
            deck=tuple(BOUNTIES),
            offer=Offer(card="rissa", level=4),
            under_way=True,
            trophies=tuple(Trophy(card="eriana", player=p) for p in people),
            claims=tuple(
                Claim(card="eriana", player=p, level=4, treasures=2, cards=1, turn=9)
                for p in people
            ),
        ),
        initiative=people[0],
        monarch=people[0],
        delves=dict.fromkeys(people[20:], Delve(dungeon=UNDERCITY.id, path=LAST_ROOM)),
        completed=dict.fromkeys(people, tuple(DUNGEONS) * 3),
        ventures=tuple(
            Venture(player=p, into=Into.ANY_OTHER, cause=Cause.EFFECT) for p in people[:20]
        ),
    )


def gathering(game: Game) -> Game:
    """The open table with a full lobby over it, and all that can be there at once."""
    last = Delve(dungeon=UNDERCITY.id, path=LAST_ROOM)
    people = [CROWD[0] + number for number in range(10)]
    waiting = tuple(v for v in game.ventures if v.player not in (ANA, BEA))
    return game.but(
        turns=Game().turns.but(number=300),
        ventures=waiting,
        lobby=Lobby(players=CROWD[:6], order=Order.LISTED, link=LINK),
        delves=game.delves | {ANA: last, BEA: last},
        this_turn=game.this_turn.but(
            upkeep=UpkeepVenture(player=ANA, delve=None, completed=()), neighbours=()
        ),
        completed=dict.fromkeys(people, tuple(DUNGEONS) * 4),
    )


WORST = {
    "six in last rooms": crowded(),
    "six choose a dungeon": all_choosing(None),
    "some choose, some are done": some_choosing_some_done(),
    "most life is asked for": reading("frankie"),
    "neighbours are named": reading("miron"),
    "a hundred people at an open table": a_long_open_table(),
    "a hundred people, ended": a_long_open_table().but(ending=Ending()),
    "six players, ended": crowded(ending=Ending(winners=CROWD[:2])),
} | {
    f"six choose from {room.name}": all_choosing((room.id,), place.id)
    for place in DUNGEONS.values()
    for room in place.rooms
    if len(room.exits) > 1
}
WORST["all kinds of choices"] = all_kinds_of_choices()
WORST |= {
    f"a lobby over: {name}": gathering(game) for name, game in WORST.items() if not game.over
} | {
    "nobody is in a dungeon": crowded(delves={}),
}


def with_a_full_board(game: Game) -> Game:
    """The same, with as many double-faced permanents as a table keeps, and four howling ones."""
    cards = sorted(Catalogue.load(), key=lambda card: -len(max(f.name for f in card.faces)))
    permanents = tuple(
        Permanent(
            number=900 + at, cards=(cards[at].facts(),), owner=CROWD[at % 6], control=(CROWD[0],)
        )
        for at in range(MOST_PERMANENTS)
    )
    howling = tuple(permanent.number for permanent in permanents[:4])
    return game.but(
        battlefield=permanents,
        day=DayNight.NIGHT,
        this_turn=game.this_turn.but(turning=howling),
    )


@pytest.mark.parametrize("board", [False, True], ids=["no board", "a full board"])
@pytest.mark.parametrize("game", WORST.values(), ids=WORST.keys())
def test_the_worst_can_still_be_sent(game: Game, board: bool) -> None:
    if board:
        game = with_a_full_board(game)
    everything_that_happened = [
        DungeonCompleted(player=player, dungeon=UNDERCITY.id) for player in CROWD[:6]
    ] + [
        RoomEntered(player=player, dungeon=UNDERCITY.id, room=LAST_ROOM[0]) for player in CROWD[:6]
    ]
    for layout in shown(game, everything_that_happened):
        assert_readable(layout)


def test_what_does_not_fit_is_counted_not_cut() -> None:
    table = as_table(crowded())
    layout = panel.panel(table, no_names, [f"Line {number} of the news." for number in range(200)])
    assert re.search(r"of the news\.\n… and \d+ more: `/pod log` has them\.", text(layout))


def test_the_longest_waiting_choose_first() -> None:
    game = all_choosing(None)
    layout = panel.panel(as_table(game), no_names)
    assert f"<@{ANA}> chooses where to venture" in text(layout)
    assert f"Then <@{BEA}>, <@{CAIO}>, <@{DUDA}>, <@{EVA}> and <@{FABIO}> will choose." in text(
        layout
    )


def test_several_last_rooms_are_one_menu() -> None:
    layout = panel.panel(as_table(crowded()), no_names)
    assert "Last room done, for…" in menus(layout)
    one = crowded(delves={BEA: Delve(dungeon=UNDERCITY.id, path=LAST_ROOM)})
    assert "Last room done: Seat 2" in buttons(panel.panel(as_table(one), no_names))


# What the panel shows


class TestThePanel:
    def test_of_an_open_table_says_how_to_begin(self) -> None:
        layout = panel.panel(Table(Version(0, 0), Game()), no_names)
        assert "An open table" in text(layout)
        assert "whoever speaks is a player" in text(layout)
        assert buttons(layout) == ["I take the initiative", "Next turn", "Seat a pod", "More…"]

    def test_names_players_where_names_are_known(self) -> None:
        game = crowded()
        assert "Anna" in everything(more.more(as_table(game), {ANA: "Anna"}.get))
        assert "Seat 1" in everything(more.more(as_table(game), no_names))

    def test_numbers_seats_and_strikes_out_who_left(self) -> None:
        shown = text(panel.panel(as_table(crowded()), no_names))
        assert f"-# 1 <@{ANA}> → 2 <@{BEA}> → 3 <@{CAIO}>" in shown
        assert f" → 6 ~~<@{FABIO}>~~\n" in shown

    def test_numbers_the_seats_of_giants_team_by_team(self) -> None:
        start = StartPod(
            players=(DUDA, ANA, BEA, CAIO), mode=Mode.TWO_HEADED_GIANT, order=Order.LISTED
        )
        game, _ = play(Game(), start, Random(1))
        shown = text(panel.panel(as_table(game), no_names))
        assert f"-# 1 <@{DUDA}> and 2 <@{ANA}> → 3 <@{BEA}> and 4 <@{CAIO}>" in shown
        [seats, *_] = [
            part["options"]
            for part in parts(more.more(as_table(game), no_names))
            if part["type"] == SELECT
        ]
        assert [seat["description"] for seat in seats] == [f"Seat {n}" for n in (1, 2, 3, 4)]

    def test_tells_what_was_completed_by_players_in_no_dungeon_now(self) -> None:
        mine = "lost-mine-of-phandelver"
        done = {DUDA: (UNDERCITY.id,), ANA: (UNDERCITY.id, mine, UNDERCITY.id)}
        over = {BEA: (mine,), FABIO: (mine,)}  # one is in a dungeon, one left the game
        inside = {BEA: Delve(dungeon=UNDERCITY.id, path=LAST_ROOM)}
        game = crowded(delves=inside, completed=done | over)
        both = "Undercity (2) and Lost Mine of Phandelver"
        told = f"-# Completed: <@{DUDA}>: Undercity, <@{ANA}>: {both}"
        assert told in text(panel.panel(as_table(game), no_names)).splitlines()
        assert told in text(initiative.status(as_table(game), no_names)).splitlines()
        assert "Completed" not in text(panel.panel(as_table(crowded(completed={})), no_names))

    def test_asks_also_about_who_left_this_turn(self) -> None:
        game = reading("frankie")
        for leavers, count in (((), 5), ((FABIO,), 6)):
            left = game.but(this_turn=game.this_turn.but(leavers=leavers))
            [asked] = [
                part
                for part in parts(panel.panel(as_table(left), no_names))
                if part.get("placeholder", "") == "Who began with the most life?"
            ]
            assert len(asked["options"]) == asked["max_values"] == count

    def test_shows_the_level_as_a_gauge(self) -> None:
        shown = text(panel.panel(as_table(crowded()), no_names))
        assert "▰▰▰▱ level 3 of 4: **two Treasures or a card**" in shown

    def test_says_why_nothing_is_on_offer(self) -> None:
        game, _ = play(Game(), StartPod(players=CROWD[:4], order=Order.LISTED), Random(1))
        starting = game.turns.teams[game.turns.starting].players[0]
        assert f"third turn of <@{starting}> begins" in bounty.waiting(game)
        assert "turns up the first" in bounty.waiting(Game())
        without = game.but(bounties=game.bounties.but(on=False))
        assert "without bounties" in bounty.waiting(without)
        between = game.but(bounties=game.bounties.but(under_way=True))
        assert bounty.waiting(between) == "The next one is revealed as the next turn begins."
        collected = between.but(this_turn=ThisTurn(claimed=True))
        assert bounty.waiting(collected).startswith("Collected.")

    def test_two_buttons_where_the_claimer_chooses(self) -> None:
        labels = [buttons(view_of(level)) for level in (1, 2, 3, 4)]
        assert labels == [
            ["Collect (end step): a Treasure"],
            ["Collect (end step): two Treasures"],
            ["Collect (end step): two Treasures", "Collect (end step): a card"],
            ["Collect (end step): two Treasures and a card"],
        ]

    def test_a_question_is_on_top_with_its_own_buttons(self) -> None:
        game, events = play(crowded(delves={}), NextTurn(), Random(1))
        table = as_table(game)
        layout = panel.panel(
            table, no_names, question=panel.ask_undo(table, an_entry(events, game))
        )
        assert text(layout).startswith("**Undo this?**\n- ")
        assert buttons(layout)[:2] == ["Yes, undo", "Keep it"]

    def test_an_undo_says_what_hands_must_put_right(self) -> None:
        game, events = play(crowded(delves={}), TakeInitiative(player=BEA), Random(1))
        asked = panel.panel(
            as_table(game),
            no_names,
            question=panel.ask_undo(as_table(game), an_entry(events, game)),
        )
        assert f"By hand: what **Secret Entrance** did for <@{BEA}> is put right." in text(asked)

    def test_a_lobby_cannot_start_too_small(self) -> None:
        game, _ = play(Game(), OpenLobby(player=ANA), Random(1))
        assert "Start" not in buttons(panel.panel(as_table(game), no_names))
        giants, _ = play(Game(), OpenLobby(player=ANA, mode=Mode.TWO_HEADED_GIANT), Random(1))
        layout = panel.panel(as_table(giants), no_names)
        assert "A pod gathers: 1 of 4" in text(layout)
        assert "Two-Headed Giant" in text(layout)

    @pytest.mark.parametrize(
        "changes",
        [
            {"bounties": Bounties(under_way=True)},
            {"initiative": ANA},
            {"delves": {ANA: Delve(dungeon=UNDERCITY.id, path=LAST_ROOM)}},
            {"ventures": (Venture(player=ANA, into=Into.ANY_OTHER, cause=Cause.EFFECT),)},
        ],
    )
    def test_a_lobby_hides_no_table_in_play(self, changes: dict[str, Any]) -> None:
        game = Game(lobby=Lobby(players=(ANA, BEA)), **changes)
        layout = panel.panel(as_table(game), no_names)
        shown = text(layout)
        assert "Starting begins a new game and puts this table's away." in shown.splitlines()
        heads = [shown.index(head) for head in ("A pod gathers", "### Bounty", "### Initiative")]
        assert heads == sorted(heads)
        assert buttons(layout)[:4] == ["Join", "Leave", "Start", "Undo"]
        assert buttons(layout)[-3:] == ["Next turn", "Redo", "More…"]
        assert "Play Foraging Squirrels meanwhile" not in buttons(layout)

    def test_a_lobby_over_an_untouched_table_is_all_there_is(self) -> None:
        layout = panel.panel(as_table(Game(lobby=Lobby(players=(ANA, BEA)))), no_names)
        assert "puts this table's away" not in text(layout)
        assert buttons(layout)[4:] == ["Play Foraging Squirrels meanwhile"]

    def test_an_old_one_says_where_the_table_is(self) -> None:
        layout = panel.moved("https://discord.com/channels/1/2/3")
        assert_sendable(layout)
        assert buttons(layout) == []
        assert text(layout) == "-# [The table went on ↓](https://discord.com/channels/1/2/3)"


def view_of(level: int) -> discord.ui.LayoutView:
    return view(row(*bounty.collect_buttons(level, LATE)))


class TestTheLog:
    def test_strikes_out_what_was_undone(self) -> None:
        game, events = play(crowded(delves={}), NextTurn(), Random(1))
        entry = an_entry(events, game)
        undone = replace(entry, undone=True)
        lines = text(pod.log_page(as_table(game), [undone, entry], 0)).splitlines()
        assert "~~" in lines[1]
        assert "~~" not in lines[2]

    def test_has_pages(self) -> None:
        game, events = play(crowded(delves={}), NextTurn(), Random(1))
        entries = [an_entry(events, game, seq) for seq in range(25, 0, -1)]
        first, last = (pod.log_page(as_table(game), entries, page) for page in (0, 99))
        assert "page 1 of 3" in text(first)
        assert buttons(first) == ["Older"]
        assert "page 3 of 3" in text(last)
        assert buttons(last) == ["Newer"]

    def test_may_be_empty(self) -> None:
        layout = pod.log_page(Table(Version(0, 0), Game()), [], 0)
        assert "Nothing has happened yet." in text(layout)
        assert buttons(layout) == []
        assert_sendable(layout)

    def test_an_undone_pod_still_has_its_seats(self) -> None:
        """The table of now need not have them: it is open again."""
        start = StartPod(players=CROWD[:2], order=Order.LISTED)
        _, events = play(Game(), start, Random(1))
        layout = pod.log_page(as_table(Game()), [an_entry(events, Game())], 0)
        assert f"The pod sits down: <@{ANA}> → <@{BEA}>" in text(layout)
        assert_readable(layout)


class TestPrivateAnswers:
    @pytest.mark.parametrize(
        "layout",
        [
            bounty.deck_menu(LATE),
            bounty.rules(),
            initiative.rules(),
            refusal.unexpected("0123abcd"),
            note("The table had moved on before your press, so nothing was done."),
            refusal.refusal(RuleViolation("CR 726.1", "{player} cannot.", player=who(*CROWD[:6]))),
            refusal.refusal(PodkeeperError("No.")),
        ],
    )
    def test_can_be_sent_and_read(self, layout: discord.ui.LayoutView) -> None:
        assert_readable(layout)

    def test_the_deck_menu_offers_all_twelve(self) -> None:
        [menu] = [part for part in parts(bounty.deck_menu(LATE)) if part["type"] == SELECT]
        assert (menu["min_values"], menu["max_values"], len(menu["options"])) == (6, 12, 12)

    def test_a_refusal_names_the_rule_and_its_edition(self) -> None:
        layout = refusal.refusal(RuleViolation("CR 726.1", "Nobody has the initiative yet."))
        assert text(layout) == ("Nobody has the initiative yet.\n-# CR 726.1, edition 2026-09-25")
        house = refusal.refusal(RuleViolation("House rule", "Move first."))
        assert text(house).endswith("\n-# House rule")

    def test_has_none_where_it_takes_no_rule(self) -> None:
        plain = refusal.refusal(RuleViolation(NO_RULE, "You have joined already."))
        assert text(plain) == "You have joined already."

    @pytest.mark.parametrize(
        ("command", "label"),
        [
            (TakeInitiative(player=ANA, room="throne-of-the-dead-three"), "Yes, take it"),
            (
                VentureForInitiative(player=BEA, room="throne-of-the-dead-three"),
                "Yes, venture",
            ),
            (VentureForInitiative(player=BEA), "Yes, venture"),
        ],
    )
    def test_a_doubt_can_be_answered(self, command: Any, label: str) -> None:
        doubt = Doubt("CR 726.4", "Was there another reason?", sure=command.but(sure=True))
        layout = refusal.doubt(doubt, LATE)
        assert_readable(layout)
        assert buttons(layout) == [label]


def test_what_an_undo_gives_back_is_told_for_each_claim() -> None:
    claim = BountyClaimed(player=ANA, card="rissa", level=4, treasures=2, cards=1)
    assert give_back([claim]) == [f"By hand: <@{ANA}> gives back two Treasures and a card."]


def test_the_maps_leave_no_room_out() -> None:
    for place in DUNGEONS.values():
        told = text(dungeon.dungeon_map(as_table(Game()), place))
        for each in place.rooms:
            assert f"**{each.name}**" in told
            assert each.effect in told
        assert told.count("(last room)") == sum(not each.exits for each in place.rooms)


def test_the_map_marks_who_is_where_and_which_ways_are_open() -> None:
    game, _ = play(Game(), TakeInitiative(player=ANA), Random(1))
    game, _ = play(game, TakeInitiative(player=ANA), Random(1))
    told = text(dungeon.dungeon_map(as_table(game), UNDERCITY))
    assert f"**Secret Entrance** → Forge · Lost Well — **<@{ANA}> here**" in told
    assert "▸ **Forge**" in told
    assert "▸ **Lost Well**" in told
    assert "▸ **Arena**" not in told
    assert told.endswith("-# Completed: by nobody yet. ▸ marks an open way.")


def test_the_map_explains_the_marks_that_it_has_and_no_others() -> None:
    assert text(dungeon.dungeon_map(as_table(Game()), UNDERCITY)).endswith("by nobody yet.")
    inside = Delve(dungeon=UNDERCITY.id, path=("secret-entrance", "forge"))
    told = text(dungeon.dungeon_map(as_table(Game(delves={ANA: inside})), UNDERCITY))
    assert "✓ **Secret Entrance**" in told
    assert told.endswith("yet. ✓ visited by somebody now in this dungeon.")


@pytest.mark.parametrize("seed", range(300, 304))
def test_every_step_tells_something(seed: int) -> None:
    luck = Random(seed)
    for _, events in walk(luck, some_game(luck), 150):
        assert tell_all(events), events


def test_a_venture_by_an_effect_is_told() -> None:
    told = [
        tell_all([Ventured(player=ANA, into=into, cause=Cause.EFFECT)])
        for into in (Into.ANY_OTHER, Into.UNDERCITY)
    ]
    assert told == [
        [f"<@{ANA}> ventures into the dungeon."],
        [f"<@{ANA}> ventures into Undercity."],
    ]


def test_a_step_that_tells_nothing_shows_no_name_of_the_programs() -> None:
    entry = Entry(5, ANA, NOW, "venture_into_the_dungeon", ())
    assert f"<@{ANA}> acted." in text(pod.log_page(as_table(Game()), [entry], 0))


@pytest.mark.parametrize(
    ("link", "shown"),
    [
        (None, None),
        (" https://a.example/Game?x=1&y=2#Z ", "<https://a.example/Game?x=1&y=2#Z>"),
        ("HTTPS://SpellTable.Wizards.com/Game/A", "<https://spelltable.wizards.com/Game/A>"),
        ("https://a.example?x=1", "<https://a.example?x=1>"),
        ("https://a.example:8443", "<https://a.example:8443>"),
    ],
)
def test_a_link_is_an_address_without_an_embed(link: str | None, shown: str | None) -> None:
    assert table_link.table_link(link) == shown


@pytest.mark.parametrize(
    "address",
    [
        "https://spelltable.wizards.com/game/x",
        *("https://convoke.games/en/play/1", "https://www.convoke.games/en/play/1"),
        "https://table-stream.com/game?id=1",
    ],
)
def test_a_link_to_a_table_on_webcams_can_be_clicked(address: str) -> None:
    assert table_link.shown_link(table_link.table_link(address) or "") == f"<{address}>"


@pytest.mark.parametrize(
    "address",
    [
        *("https://a.example", "https://wizards.com/", "https://convoke.games.a.example/"),
        *("https://evilspelltable.wizards.com/", "https://a.example/?spelltable.wizards.com"),
        *("https://spelltable.wizards.com:8443/x", "https://spelltable.wizards.com.a.example/"),
        *("https://a.example/[b](https://spelltable.wizards.com)", "https://a.example/@everyone"),
    ],
)
def test_any_other_link_is_shown_as_code(address: str) -> None:
    assert table_link.shown_link(table_link.table_link(address) or "") == f"`{address}`"


def test_links_are_shown_so_at_the_table_and_in_the_lobby() -> None:
    elsewhere = "<https://a.example/1>"
    waiting = Game(lobby=Lobby(players=(ANA,), link=elsewhere))
    seated, _ = play(Game(), StartPod(players=(ANA, BEA), link=elsewhere), Random(1))
    for game in (waiting, seated):
        shown = text(panel.panel(as_table(game), no_names))
        assert "`https://a.example/1`" in shown
        assert elsewhere not in shown


@pytest.mark.parametrize(
    "link",
    [
        *("", "https://", "https:///a", "https:a.example", "//a.example", "a.example"),
        *("http://a.example", "javascript:alert(1)", "ftp://a.example"),
        *("https://a.example:0", "https://a.example:65536", "https://a.example:", "https://a:x/"),
        *("https://-a.example", "https://a-.example", "https://a..b", "https://.", "https://a_b.c"),
        *("https://1.2.3.4", "https://[::1]/", "https://[::1", "https://münchen.example"),
        *("https://\u212a.example", "https://\uff41.example", f"https://{'a' * 64}.example"),
        *("https://good.example@evil.example", "https://good.example:1@evil.example"),
        *("https://a.example/b c", "https://a.example/\u3000b", "https://a.example/\u00a0b"),
        *(f"https://a.example/b{mark}c" for mark in "<>|`\\\x00\u202e\u200b\n"),
        *("https://a\\.example", "https://a.example\\@evil.example", "https://a\u200b.example"),
    ],
)
def test_what_is_no_address_is_no_link(link: str) -> None:
    with pytest.raises(PodkeeperError, match="A link begins with https://"):
        table_link.table_link(link)
