"""What Discord offers a choice for: only what is offered is taken, whatever comes."""

from pathlib import Path
from typing import Any

import pytest

from bot.errors import StoreUnavailable
from bot.game.game import Mode, Order
from tests.cogs.test_fuzz import USER, Act, carry_out, tree
from tests.pods import POD, Pod

UNREADABLE = "I cannot read one of these options."


async def test_each_is_refused_in_a_sentence_and_changes_nothing(tmp_path: Path) -> None:
    async with Pod.open(tmp_path) as pod:
        await pod.seat(*POD)
        before = (await pod.table()).version
        chosen = [
            (name, options, option["name"])
            for name, options in tree(pod)
            for option in options
            if option.get("choices") and not option.get("autocomplete")
        ]
        assert len(chosen) >= 9
        for name, options, wrong in chosen:
            if name in {"dfc show", "dungeon venture"} and wrong != "face":
                continue  # an unknown language is English; the rules say which dungeons there are
            filled = {o["name"]: needed(o) for o in options if o.get("required")}
            answer = await carry_out(pod, Act("Ana", name, {**filled, wrong: "@everyone"}))
            assert UNREADABLE in answer.private, (name, wrong)
        assert (await pod.table()).version == before


def needed(option: dict[str, Any]) -> Any:
    """Return something for an option that must be there."""
    return "Ana" if option["type"] == USER else "1"


@pytest.mark.parametrize(
    ("mode", "order"), [("two-headed giant", "listed"), ("free-for-all", None)]
)
async def test_what_is_offered_is_what_the_rules_know(
    tmp_path: Path, mode: str, order: str | None
) -> None:
    async with Pod.open(tmp_path) as pod:
        players = {f"player{at}": name for at, name in enumerate(POD, start=1)}
        options = {"mode": mode, **({"order": order} if order else {})}
        await pod.slash("Ana", "pod start", **players, **options)
        game = (await pod.table()).game
        assert game.mode is Mode(mode)
        if order == Order.LISTED:
            assert [pod.name(player) for player in game.players] == list(POD)


@pytest.mark.parametrize(
    ("command", "option"),
    [
        *((f"dfc {what}", "permanent") for what in ("transform", "copy", "control", "leave")),
        ("dfc meld", "second"),
        ("forage move", "colour"),
        ("forage dig", "card"),
    ],
)
async def test_nothing_is_offered_where_the_game_cannot_be_read(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    command: str,
    option: str,
) -> None:
    async def away(*_: object) -> None:
        raise StoreUnavailable("Out of reach.")

    async with Pod.open(tmp_path) as pod:
        monkeypatch.setattr(pod.store, "latest", away)
        assert await pod.type("Ana", command, option, "x") == []
        assert not caplog.records
