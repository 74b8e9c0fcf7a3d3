"""How double-faced cards work, by topic: an overview, and each topic with a menu of the others."""

from collections.abc import Iterator
from typing import Any, Final

import discord

from bot.cards.topics import TOPICS, Change, Topic
from bot.game.facts import RULES_EDITION
from bot.i18n import say, spoken
from bot.ui.buttons import Menu, menu, row
from bot.ui.layout import card, note, rule, text, view
from bot.ui.words import cut

READ: Final = "dfc.topic"
"""Shows a topic to the presser alone. Its argument is the topic's id."""

SWITCH: Final = "dfc.topics"
"""Puts the topic that is chosen in the place of the one shown, in the same language.

Its arguments are the id of the one shown, "" for none, and the language.
"""

FIRST: Final = "kinds"
"""The topic whose answer is what everybody should know."""

Item = discord.ui.Item[Any]


def topic(shown: Topic) -> discord.ui.LayoutView:
    """Return a topic: its answer, its cases, and what was said otherwise in 2011."""
    points = [f"- {say(point)}" for point in shown.points]
    lines = [f"### {say(shown.title)}", f"**{say(shown.answer)}**", *points]
    return view(
        card(
            text("\n".join(lines)),
            *_changed(shown),
            _edition(),
            row(_menu(say("Another topic …"), shown)),
        )
    )


def overview() -> discord.ui.LayoutView:
    """Return what can be asked, with a menu of all topics."""
    basics, others = say(TOPICS[FIRST].answer), say("For all else, choose a topic:")
    lines = [
        say("### How double-faced cards work"),
        f"**{basics}** {others}",
        " · ".join(say(each.title) for each in TOPICS.values()),
        say("-# Both faces of a card: `/dfc show`."),
    ]
    return view(card(text("\n".join(lines)), _edition(), row(_menu(say("Choose a topic …")))))


def unknown() -> discord.ui.LayoutView:
    """Return the answer to words that mean no topic, with the menu of all topics."""
    return view(
        text(
            say(
                "I have no topic by that name. Is it one of these? For a card, there is "
                "`/dfc show`."
            )
        ),
        row(_menu(say("Choose a topic …"))),
    )


def gone() -> discord.ui.LayoutView:
    """Return the answer to a button whose topic there no longer is."""
    return note(
        say("This button is from another time: I do not know its topic. Ask `/dfc rules` anew.")
    )


def _edition() -> Item:
    return text(say("-# Comprehensive Rules, edition {edition}.", edition=RULES_EDITION))


def _changed(shown: Topic) -> Iterator[Item]:
    if shown.changed:
        yield rule()
        yield text("\n".join([say("**In 2011 and now**"), *map(_change, shown.changed)]))


def _change(change: Change) -> str:
    then, now = say(change.then), say(change.now).removesuffix(".")
    if change.since is None:
        return say(
            "- *Then:* {then}\n  **Now:** {now} ({rule}).", then=then, now=now, rule=change.rule
        )
    return say(
        "- *Then:* {then}\n  **Now:** {now} ({rule}; since {set}).",
        then=then,
        now=now,
        rule=change.rule,
        set=say(change.since),
    )


def _menu(placeholder: str, shown: Topic | None = None) -> Menu:
    options = [
        discord.SelectOption(
            label=cut(say(each.title), 100),
            value=each.id,
            description=cut(say(each.about), 100),
        )
        for each in TOPICS.values()
        if each != shown
    ]
    # Its id differs from topic to topic: in a menu that stays the same, Discord goes on showing
    # what was chosen before.
    at = shown.id if shown else ""
    return menu(SWITCH, at, spoken(), options=options, placeholder=placeholder)
