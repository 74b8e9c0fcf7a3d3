"""What is offered as somebody types, and the names that may be typed: in any language."""

from __future__ import annotations

import pytest

from bot.game.facts import DUNGEONS, UNDERCITY
from bot.i18n import Language, in_every_language, speaking
from cogs.dungeon import offer_rooms, room_named
from tests.i18n.stage import Stage
from tests.i18n.tongues import ENGLISH, SPANISH, said
from tests.pods import POD


class TestWhatIsOffered:
    async def test_rooms_are_in_the_readers_language_with_the_name_on_most_cards(
        self, stage: Stage
    ) -> None:
        offered = await stage.type("Ana", "initiative take", "room", "")
        assert f"{said(SPANISH, 'Forge')} (Forge)" in offered
        assert "Forge" in await stage.type("Carla", "initiative take", "room", "")

    async def test_topics_are_in_the_readers_language(self, stage: Stage) -> None:
        spanish = await stage.type("Ana", "dfc rules", "topic", "")
        english = await stage.type("Carla", "dfc rules", "topic", "")
        assert len(spanish) == len(english)
        assert not set(spanish) & set(english)

    async def test_colours_are_in_the_readers_language(self, stage: Stage) -> None:
        await stage.slash("Ana", "forage start", player1="Ana", player2="Carla", seed="hello")
        for who, locale in (("Ana", SPANISH), ("Carla", ENGLISH)):
            offered = await stage.type(who, "forage move", "colour", "")
            colours = {
                said(locale, name)
                for name in ("White", "Blue", "Black", "Red", "Green", "Colourless")
            }
            assert {name.partition(":")[0] for name in offered} <= colours


class TestANameThatIsTyped:
    """Is understood in each of the languages, whatever the player reads."""

    @pytest.mark.parametrize("reader", list(Language))
    def test_of_every_room(self, reader: Language) -> None:
        with speaking(reader):
            for dungeon in DUNGEONS.values():
                for room in dungeon.rooms:
                    for name in in_every_language(room.name):
                        assert dungeon.room(room_named(name, [dungeon]) or "") == room
                        assert room.id in {c.value for c in offer_rooms(name, dungeon)}

    def test_of_a_room_without_its_accents(self) -> None:
        throne = in_every_language("Throne of the Dead Three")
        assert room_named("trono dos tres mortos") == room_named(throne[1])
        assert room_named("TRONO DOS TRÊS MORTOS") == room_named(throne[0])

    @pytest.mark.parametrize("who", ["Ana", "Bruno", "Carla"])
    async def test_of_a_room_at_the_table(self, stage: Stage, who: str) -> None:
        await stage.slash("Ana", "initiative take")
        for at, (taker, name) in enumerate([("Bruno", "Forge"), ("Carla", "Lost Well")]):
            typed = in_every_language(name)[(POD.index(who) + at) % 3]
            await stage.slash(who, "initiative take", player=taker)
            await stage.slash(who, "initiative take", player=taker, room=typed)
            game = await stage.pod.game()
            [room] = [room for room in UNDERCITY.rooms if room.name == name]
            assert game.delves[stage.pod.id(taker)].room == room.id

    def test_no_two_rooms_of_a_dungeon_have_the_same_name(self) -> None:
        for dungeon in DUNGEONS.values():
            names = [n for room in dungeon.rooms for n in {*in_every_language(room.name)}]
            assert len(set(names)) == len(names), dungeon.name

    @pytest.mark.parametrize(
        "typed", ["Delver of Secrets", "Investigador de Segredos", "indagador de secretos"]
    )
    async def test_of_a_card(self, stage: Stage, typed: str) -> None:
        for who in ("Ana", "Bruno", "Carla"):
            shown = await stage.slash(who, "dfc show", card=typed)
            assert "Delver of Secrets" in stage.pod.read(shown.message)
        await stage.slash("Carla", "dfc enter", card=typed)
        assert await self.board(stage) == ["Delver of Secrets"]
        assert await stage.type("Ana", "dfc transform", "permanent", typed[:12])
        await stage.slash("Ana", "dfc transform", permanent=typed)
        assert await self.board(stage) == ["Insectile Aberration"]

    async def board(self, stage: Stage) -> list[str]:
        return [permanent.name for permanent in (await stage.pod.game()).battlefield]

    async def test_of_a_card_of_the_squirrels(self, stage: Stage) -> None:
        form = await stage.slash("Carla", "forage start", boosters="own")
        answer = await stage.fill("Carla", form, "Bosque\nFloresta\nForest")
        assert "names none" not in answer.private
