"""Who hears which language: the table its own, everybody their own, and cards what is printed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cards.catalogue import Catalogue
from bot.game.facts import DUNGEONS, UNDERCITY
from bot.i18n import Language, in_every_language, of_locale, say, speaking
from cogs.dungeon import offer_rooms, room_named
from tests.i18n.stage import Stage
from tests.i18n.tongues import speak
from tests.pods import BYSTANDER, POD

PORTUGUESE, SPANISH, ENGLISH = "pt-BR", "es-ES", "en-US"
NEVER_TRANSLATED = "Krark's Thumb"


def said(locale: str, sentence: str, **details: object) -> str:
    with speaking(of_locale(locale)):
        return say(sentence, **details)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A Portuguese server. Ana reads Spanish, Bruno Portuguese, Carla English, Diego Polish."""
    async with Stage.open(tmp_path, PORTUGUESE) as stage:
        speak(
            stage.pod, server=PORTUGUESE, Ana="es-419", Bruno=PORTUGUESE, Carla="en-GB", Diego="pl"
        )
        await stage.pod.slash(
            "Ana",
            "pod start",
            order="listed",
            player1="Ana",
            player2="Bruno",
            player3="Carla",
            player4="Diego",
        )
        yield stage


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("pt-BR", Language.PORTUGUESE),
        ("es-ES", Language.SPANISH),
        ("es-419", Language.SPANISH),
        ("en-US", Language.ENGLISH),
        ("en-GB", Language.ENGLISH),
        ("pl", Language.ENGLISH),
        ("zh-CN", Language.ENGLISH),
        (None, Language.ENGLISH),
    ],
)
def test_a_locale_of_discords_is_served_by_a_language(
    locale: str | None, language: Language
) -> None:
    assert of_locale(locale) is language


class TestThePanel:
    @pytest.mark.parametrize("who", POD)
    async def test_speaks_the_servers_language_whoever_acts(self, stage: Stage, who: str) -> None:
        await stage.press(who, "pod.next")
        assert said(PORTUGUESE, "Next turn") in stage.pod.labels()
        assert "Começa o turno de" in stage.pod.panel_text()

    async def test_speaks_what_the_pod_has_chosen(self, stage: Stage) -> None:
        await stage.slash("Carla", "pod language", language="Español")
        assert said(SPANISH, "Next turn") in stage.pod.labels()
        await stage.press("Bruno", "pod.next")
        assert said(SPANISH, "Next turn") in stage.pod.labels()
        await stage.slash("Carla", "pod language", language="the server's")
        assert said(PORTUGUESE, "Next turn") in stage.pod.labels()

    async def test_keeps_that_language_after_a_restart(self, stage: Stage) -> None:
        await stage.slash("Carla", "pod language", language="English")
        heard = list(stage.pod.env.backend.subscribers)
        await stage.pod.restart()
        assert set(stage.pod.env.backend.subscribers) & set(heard)
        await stage.press("Bruno", "pod.next")
        assert "Next turn" in stage.pod.labels()

    async def test_asks_its_questions_in_it(self, stage: Stage) -> None:
        await stage.press("Carla", "pod.undo")
        assert said(PORTUGUESE, "Undo this?") in stage.pod.panel_text()
        await stage.slash("Carla", "pod undo")
        assert said(PORTUGUESE, "Undo this?") in stage.pod.panel_text()

    async def test_points_from_an_old_message_in_it(self, stage: Stage) -> None:
        old = stage.pod.panel
        await stage.slash("Carla", "pod status")
        assert "A mesa continuou" in stage.pod.read(stage.pod.messages[0])
        await stage.press_late("Carla", "pod.next", on=old)
        assert "A mesa continuou" in stage.pod.read(stage.pod.messages[0])

    async def test_goes_on_below_in_it_when_it_was_buried(self, stage: Stage) -> None:
        await stage.wait(20)
        await stage.press("Carla", "pod.next")
        assert said(PORTUGUESE, "-# The table goes on below.") in stage.told.text()

    async def test_is_told_of_a_server_whose_language_the_bot_does_not_speak_in_english(
        self, stage: Stage
    ) -> None:
        speak(stage.pod, server="pl", everybody="es-ES")
        await stage.press("Ana", "pod.next")
        assert "Next turn" in stage.pod.labels()

    async def test_of_the_squirrels_speaks_it_too(self, stage: Stage) -> None:
        await stage.slash("Carla", "forage start")
        assert said(PORTUGUESE, "Join") in stage.pod.labels()
        await stage.slash("Carla", "pod language", language="Español")
        await stage.slash("Carla", "forage status")
        assert said(SPANISH, "Join") in stage.pod.labels()


class TestAPrivateAnswer:
    """Is in the language of whoever asked, whatever the table speaks."""

    @pytest.mark.parametrize(
        ("who", "locale"),
        [("Ana", SPANISH), ("Bruno", PORTUGUESE), ("Carla", ENGLISH), ("Diego", ENGLISH)],
    )
    async def test_of_every_kind(self, stage: Stage, who: str, locale: str) -> None:
        help_ = (await stage.slash(who, "help")).private
        assert said(locale, "What you can do now") in help_
        refused = (await stage.slash(who, "pod redo")).private
        assert said(locale, "There is nothing to redo.") in refused
        log = (await stage.slash(who, "pod log")).private
        assert said(locale, "### Log, page {page} of {pages}", page=1, pages=1) in log
        menu = (await stage.press(who, "pod.more")).message
        assert said(locale, "The game is over, won by…") in stage.pod.menus(menu)
        status = (await stage.slash(who, "initiative status")).private
        assert said(locale, "Initiative: nobody yet") in status
        privacy = (await stage.slash(who, "privacy erase")).private
        assert said(locale, "What you do with me afterwards is stored anew.") in privacy

    async def test_to_a_late_press(self, stage: Stage) -> None:
        old = stage.pod.button_id(said(PORTUGUESE, "Next turn"))
        await stage.press("Bruno", "pod.next")
        late = await stage.pod.forge("Carla", old)
        assert "The table had moved on before your press, so nothing was done." in late.private
        assert said(PORTUGUESE, "Next turn") in stage.pod.labels()

    async def test_to_a_bystander(self, stage: Stage) -> None:
        speak(stage.pod, server=PORTUGUESE, Eva="es-ES")
        refused = (await stage.press(BYSTANDER, "pod.next")).private
        belongs = "This table belongs to {players}. Only they, or a moderator, can act for it."
        players = "Ana, Bruno, Carla y Diego"
        assert said(SPANISH, belongs, players=players) == refused

    async def test_after_an_act_in_a_private_menu(self, stage: Stage) -> None:
        menu = (await stage.press("Carla", "pod.more")).message
        done = await stage.pick("Carla", "pod.extra", "Ana", on=menu)
        assert "Done: see the table below." in stage.told.text()
        assert done.answered
        assert said(PORTUGUESE, "Next turn") in stage.pod.labels()

    async def test_that_names_rooms_names_them_in_it(self, stage: Stage) -> None:
        await stage.slash("Ana", "initiative take")
        refused = (await stage.slash("Ana", "initiative take", room="Arena")).private
        ways = [f"{said(SPANISH, name)} ({name})" for name in ("Forge", "Lost Well")]
        assert " o ".join(ways) in refused


class TestAForm:
    @pytest.mark.parametrize(("who", "locale"), [("Ana", SPANISH), ("Carla", ENGLISH)])
    async def test_is_in_the_language_of_whoever_fills_it_in(
        self, stage: Stage, who: str, locale: str
    ) -> None:
        form = await stage.slash(who, "dfc checklist")
        assert form.result.modal is not None
        assert form.result.modal["title"] == said(locale, "Which of your cards are double-faced?")
        told = (await stage.fill(who, form, "36 Forest")).private
        assert told
        form = await stage.slash(who, "forage start", boosters="own")
        assert form.result.modal is not None
        assert form.result.modal["title"] == said(locale, "What did your two boosters hold?")


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


class TestACard:
    async def test_is_shown_in_the_readers_language_with_its_english_name(
        self, stage: Stage, catalogue: Catalogue
    ) -> None:
        [match, *_] = catalogue.find("Delver of Secrets")
        printed = match.card.faces[0].names()
        for who, language in (("Ana", Language.SPANISH), ("Bruno", Language.PORTUGUESE)):
            told = stage.pod.read(
                (await stage.slash(who, "dfc show", card="Delver of Secrets")).message
            )
            assert printed[language] in told
            assert "Delver of Secrets" in told

    @pytest.mark.parametrize(
        ("who", "told"),
        [
            ("Ana", said(SPANISH, "I know no Spanish printing of it, so this is English.")),
            ("Bruno", said(PORTUGUESE, "I know no Portuguese printing of it, so this is English.")),
        ],
    )
    async def test_that_was_never_printed_in_it_is_said_to_be_so(
        self, stage: Stage, who: str, told: str
    ) -> None:
        shown = await stage.slash(who, "dfc show", card=NEVER_TRANSLATED)
        assert told in stage.pod.read(shown.message)
        assert told not in stage.pod.read(
            (await stage.slash("Carla", "dfc show", card=NEVER_TRANSLATED)).message
        )

    async def test_keeps_its_language_when_somebody_else_turns_it_over(self, stage: Stage) -> None:
        await stage.slash("Ana", "dfc show", card="Delver of Secrets")
        before = stage.pod.labels()
        await stage.press("Carla", "dfc.show")
        await stage.press("Carla", "dfc.show")
        assert stage.pod.labels() == before


async def test_a_direct_message_is_in_the_readers_language(stage: Stage) -> None:
    speak(stage.pod, server=PORTUGUESE, everybody=SPANISH)
    stranger = stage.pod.stranger("Zoe")
    helped = await stranger.slash("help")
    assert said(SPANISH, "What you can do now") in stage.pod.read(helped.response)
    shown = await stranger.slash("dfc show", card="Delver of Secrets")
    assert "Indagador de secretos" in stage.pod.read(shown.response)
