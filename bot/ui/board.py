"""The board of faces: every double-faced permanent, its facts, and what may happen to it."""

from collections.abc import Iterator
from typing import Any

import discord

from bot.game.game import Game
from bot.game.permanent import Permanent, melded_pair
from bot.game.transforming import may_turn
from bot.i18n import say
from bot.table import PodTable
from bot.ui.battlefield import TIMES, face_up, listed_marks, option_label, permanent_options
from bot.ui.buttons import button, menu, row
from bot.ui.dfc.facts import numbers, reason
from bot.ui.entering import FORM
from bot.ui.layout import card, rule, text, view
from bot.ui.words import Names, mention, seat_name, within

Item = discord.ui.Item[Any]
BLUE = discord.ButtonStyle.primary
PER_PAGE = 10
MOST_TOLD = 3_800
MOST_OPTIONS = 25


def board(
    table: PodTable, names: Names, page: int = 0, *, looking: bool = False
) -> discord.ui.LayoutView:
    """Return a page of the board, with a menu to pick a permanent, and one for those that leave.

    ``looking``: of somebody who does not play here, and may see everything, but do nothing.
    """
    game = table.game
    acting = not game.over and not looking
    pages = max(1, -(-len(game.battlefield) // PER_PAGE))
    page = min(max(page, 0), pages - 1)
    shown = game.battlefield[page * PER_PAGE : (page + 1) * PER_PAGE]
    items: list[Item] = [text("\n".join([say("## The board"), _time(game)]))]
    if not shown:
        items.append(
            text(say("Nothing is on it. `/dfc enter` puts a double-faced permanent there."))
        )
        return view(card(*items, *([_enters()] if acting else [])))
    items.append(text(within(["\n".join(_told(permanent)) for permanent in shown], MOST_TOLD)))
    if acting:
        options = permanent_options(game, names, shown)
        items += [
            row(menu("dfc.pick", options=options, placeholder=say("Pick one to act on…"))),
            row(
                menu(
                    "dfc.leave",
                    options=options,
                    placeholder=say("Off the battlefield, one or several…"),
                    most=len(options),
                    seen=table.version,
                )
            ),
        ]
        items.append(_enters())
    if pages > 1:
        items.append(
            row(
                button("dfc.board", page - 1, label=say("Back"), disabled=page == 0),
                button("dfc.board", page + 1, label=say("More"), disabled=page == pages - 1),
            )
        )
    return view(card(*items))


def _enters() -> Item:
    return row(button(FORM, label=say("A card enters…")))


def _time(game: Game) -> str:
    return say(TIMES[game.day]) if game.day else say("It is neither day nor night.")


def _told(permanent: Permanent) -> Iterator[str]:
    """Yield a permanent in two or three lines: what it is, whose, and its facts now."""
    yield f"`{permanent.number}` **{permanent.name}** · {', '.join(_kinds(permanent))}"
    value = permanent.value
    facts = [permanent.face.type, *numbers(permanent.face), say("mana value {n}", n=value.value)]
    whose = mention(permanent.controller)
    if permanent.owner != permanent.controller:
        whose = say("{player}, owned by {owner}", player=whose, owner=mention(permanent.owner))
    yield f"-# {whose} · {' · '.join(facts)}"


def _kinds(permanent: Permanent) -> Iterator[str]:
    yield listed_marks(permanent)
    if may_turn(permanent):
        yield say("turns into {name}", name=permanent.turned().name)


def one(table: PodTable, names: Names, permanent: Permanent) -> discord.ui.LayoutView:
    """Return one permanent with everything that may happen to it."""
    game, seen, number = table.game, table.version, permanent.number
    value = permanent.value
    counted = say(
        "-# Mana value {n}: {reason} ({rule}).",
        n=value.value,
        reason=reason(value),
        rule=value.rule,
    )
    lines = [*_told(permanent), counted]
    buttons = [
        button(
            "dfc.turn",
            number,
            label=say("Turn over to {name}", name=permanent.turned().name)[:80],
            style=BLUE,
            seen=seen,
        )
        if may_turn(permanent)
        else None,
        button("dfc.siege", number, label=say("Defeated: cast its back face"), seen=seen)
        if permanent.double_faced and permanent.face.has_type("Battle")
        else None,
        button("dfc.clone", number, label=say("I have a Clone of it"), seen=seen),
        button("dfc.token", number, label=say("I make a token copy"), seen=seen),
        button("dfc.own", number, label=say("No copy any more"), seen=seen)
        if permanent.copied is not None and permanent.cards
        else None,
        button("dfc.leave", number, label=say("Off the battlefield"), seen=seen),
    ]
    return view(
        card(
            text("\n".join(lines)),
            row(*(item for item in buttons if item is not None)),
            *_menus(table, names, permanent),
            rule(),
            row(button("dfc.board", _page_of(game, permanent), label=say("The whole board"))),
        )
    )


def _menus(table: PodTable, names: Names, permanent: Permanent) -> Iterator[Item]:
    game, seen, number = table.game, table.version, permanent.number
    takers = [player for player in game.living if player != permanent.controller]
    if takers:
        options = [
            discord.SelectOption(label=seat_name(game, names, player), value=str(player))
            for player in takers
        ]
        yield row(
            menu("dfc.give", number, options=options, placeholder=say("Control to…"), seen=seen)
        )
    others = [other for other in game.battlefield if other.number != number]
    partners = [other for other in others if melded_pair(permanent, other)]
    if partners:
        yield row(
            menu(
                "dfc.meld",
                number,
                options=permanent_options(game, names, partners),
                placeholder=say("Melds with…"),
                seen=seen,
            )
        )
    if others:
        yield row(
            menu(
                "dfc.becomes",
                number,
                options=permanent_options(game, names, others),
                placeholder=say("Becomes a copy of…"),
                seen=seen,
            )
        )


def _page_of(game: Game, permanent: Permanent) -> int:
    return [p.number for p in game.battlefield].index(permanent.number) // PER_PAGE


def offered(game: Game, typed: str) -> list[tuple[str, int]]:
    """Return the labels and numbers of the permanents that a text so far may mean.

    A permanent is found by its number and by the name of either face.
    """
    words = typed.casefold().split()
    exact = [p for p in game.battlefield if p.name.casefold() == typed.strip().casefold()]
    return [
        (f"{option_label(permanent)} ({face_up(permanent)})"[:100], permanent.number)
        for permanent in exact or game.battlefield
        if all(word in _findable(permanent) for word in words)
    ][:MOST_OPTIONS]


def _findable(permanent: Permanent) -> str:
    faces = [face.name for cardboard in permanent.cards for face in cardboard.faces]
    return " ".join([str(permanent.number), permanent.name, *faces]).casefold()
