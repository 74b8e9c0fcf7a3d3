"""A component's id is a command in disguise; what comes back need not make sense."""

import discord
import pytest

from bot.table import Version
from bot.ui import buttons
from bot.ui.buttons import Press, UnreadablePress, custom_id, pressed
from bot.ui.layout import assert_sendable, text, view

SEEN = Version(3, 17)


@pytest.mark.parametrize(
    "args", [(), ("forge",), (1_400_000_000_000_000_001, "forge", "sure"), ("", "sure"), (-1,)]
)
def test_what_is_written_is_read_again(args: tuple[object, ...]) -> None:
    press = pressed({"custom_id": custom_id("pod.next", args, SEEN)})
    assert press == Press("pod.next", tuple(map(str, args)), SEEN)


def test_an_id_that_discord_would_refuse_is_not_written() -> None:
    with pytest.raises(ValueError, match="not a possible component id"):
        custom_id("pod.next", ["x" * 90], SEEN)
    with pytest.raises(ValueError, match="not a possible component id"):
        custom_id("pod.next", ["a|b"], SEEN)


@pytest.mark.parametrize("foreign", ["", "pk", "other:1", " pk:pod.next:1.1:"])
def test_other_ids_are_not_ours(foreign: str) -> None:
    assert pressed({"custom_id": foreign}) is None


@pytest.mark.parametrize("old", ["pk:", "pk:pod.next", "pk:pod.next:1:", "pk:A:1.1:"])
def test_what_only_looks_like_ours_has_no_verb(old: str) -> None:
    assert pressed({"custom_id": old}) == Press("", (), Version(0, 0))


def test_what_was_chosen_or_typed_comes_along() -> None:
    chosen = {"custom_id": custom_id("pod.join", (), SEEN), "values": ["7", "8"]}
    assert pressed(chosen) == Press("pod.join", (), SEEN, ("7", "8"))
    assert pressed({**chosen, "values": None}) == Press("pod.join", (), SEEN)
    assert pressed(chosen, ["A line\n"]) == Press("pod.join", (), SEEN, ("A line\n",))


class TestAPress:
    def test_is_read_by_its_kind(self) -> None:
        press = Press("x", ("12", "forge", "-3"), SEEN, values=("7", "8"))
        assert press.player(0) == 12
        assert press.word(1) == "forge"
        assert press.number(2) == -3
        assert press.players == (7, 8)

    def test_may_name_somebody_who_was_erased(self) -> None:
        press = Press("x", ("-4",), SEEN, values=("-4", "8"))
        assert (press.player(0), press.players) == (-4, (-4, 8))

    def test_says_so_where_it_makes_no_sense(self) -> None:
        for word in ("", "x", "1.5", "0", str(-(2**63)), str(2**63), "9" * 80):
            with pytest.raises(UnreadablePress):
                Press("x", (word,), SEEN).player(0)
            with pytest.raises(UnreadablePress):
                _ = Press("x", (), SEEN, values=("5", word)).players
        with pytest.raises(UnreadablePress, match="another version"):
            Press("x", (), SEEN).number(0)
        with pytest.raises(UnreadablePress):
            _ = Press("x", (), SEEN).players
        assert Press("x", (), SEEN).word(5) == ""


class TestAssertSendable:
    """What discord.py lets through and Discord does not."""

    def test_takes_a_good_message(self) -> None:
        assert_sendable(view(text("x" * 4_000), buttons.row(buttons.button("a", label="x" * 80))))

    @pytest.mark.parametrize(
        ("layout", "problem"),
        [
            (view(text("x" * 2_001), text("y" * 2_000)), "4001 characters"),
            (view(text(" ")), "an empty text"),
            (view(), "0 components"),
            (view(buttons.row(buttons.button("a"), buttons.button("a"))), "id twice"),
            (view(buttons.row(buttons.button("a", label="x" * 81))), "label longer than 80"),
            (
                view(
                    buttons.row(
                        buttons.menu(
                            "a", options=[discord.SelectOption(label="x" * 101)], placeholder="?"
                        )
                    )
                ),
                "more than 100 characters",
            ),
            (
                view(buttons.row(buttons.player_menu("a", placeholder="x" * 151))),
                "placeholder longer than 150",
            ),
        ],
    )
    def test_refuses_a_bad_one(self, layout: discord.ui.LayoutView, problem: str) -> None:
        with pytest.raises(ValueError, match=problem):
            assert_sendable(layout)
