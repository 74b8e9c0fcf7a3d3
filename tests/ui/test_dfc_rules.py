"""What a reader sees of the rules of double-faced cards."""

from typing import Any

import discord
import pytest

from bot.cards.topics import TOPICS, Topic
from bot.game.facts import RULES_EDITION
from bot.ui import dfc_rules
from bot.ui.layout import assert_sendable
from tests.ui.shown import SELECT, menus, parts, text

EVERY = pytest.mark.parametrize("topic", TOPICS.values(), ids=TOPICS)


def options(layout: discord.ui.LayoutView) -> list[dict[str, Any]]:
    [menu] = [part for part in parts(layout) if part["type"] == SELECT]
    return list(menu["options"])


@EVERY
def test_every_topic_can_be_sent(topic: Topic) -> None:
    assert_sendable(dfc_rules.topic(topic))


def test_what_else_is_answered_can_be_sent() -> None:
    for layout in (dfc_rules.overview(), dfc_rules.unknown(), dfc_rules.gone()):
        assert_sendable(layout)


@EVERY
def test_the_answer_comes_first_then_the_cases(topic: Topic) -> None:
    lines = text(dfc_rules.topic(topic)).splitlines()
    assert lines[:2] == [f"### {topic.title}", f"**{topic.answer}**"]
    assert lines[2 : 2 + len(topic.points)] == [f"- {point}" for point in topic.points]


@EVERY
def test_the_edition_of_the_rules_is_named(topic: Topic) -> None:
    assert text(dfc_rules.topic(topic)).endswith(f"edition {RULES_EDITION}.")


MANA_VALUE_IN_2011 = """\
**In 2011 and now**
- *Then:* A back face has no mana cost, so its converted mana cost is 0 while it is up.
  **Now:** It has the front's; the back of a modal card has its own. It is called “mana value” \
today (202.3b, 712.8e, 712.8f; since Shadows over Innistrad, 2016).
"""


def test_what_has_changed_since_2011_is_told_below() -> None:
    assert MANA_VALUE_IN_2011 in text(dfc_rules.topic(TOPICS["mana_value"]))


def test_a_change_of_unknown_date_has_none() -> None:
    assert "For colour identity it always counts (903.4d).\n" in text(
        dfc_rules.topic(TOPICS["commander"])
    )


def test_what_has_not_changed_has_no_such_part() -> None:
    assert "2011" not in text(dfc_rules.topic(TOPICS["meld"]))


@EVERY
def test_from_each_topic_a_menu_leads_to_all_others(topic: Topic) -> None:
    layout = dfc_rules.topic(topic)
    assert menus(layout) == ["Another topic …"]
    assert [option["value"] for option in options(layout)] == [
        id for id in TOPICS if id != topic.id
    ]


def test_no_two_topics_have_the_same_menu_which_would_still_show_the_last_choice() -> None:
    shown = [dfc_rules.overview(), *map(dfc_rules.topic, TOPICS.values())]
    ids = [part["custom_id"] for layout in shown for part in parts(layout) if "custom_id" in part]
    assert len(ids) == len(set(ids)) == len(TOPICS) + 1


def test_the_overview_tells_what_everybody_should_know_and_names_the_topics() -> None:
    shown = text(dfc_rules.overview())
    assert "everywhere else, only the front" in shown
    for topic in TOPICS.values():
        assert topic.title in shown


def test_the_menu_tells_what_each_topic_holds() -> None:
    for option, topic in zip(options(dfc_rules.unknown()), TOPICS.values(), strict=True):
        assert (option["label"], option["description"]) == (topic.title, topic.about)
