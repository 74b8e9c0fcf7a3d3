"""Who hears which language: the table its own, everybody their own, and cards what is printed."""

from __future__ import annotations

import pytest

from bot.cards.catalogue import Catalogue
from bot.i18n import Language, of_locale
from tests.i18n.stage import Stage
from tests.i18n.tongues import ENGLISH, PORTUGUESE, SPANISH, said, speak
from tests.pods import BYSTANDER, POD

NEVER_TRANSLATED = "Krark's Thumb"


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
        await stage.pod.restart()
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
        assert said(locale, "Initiative: nobody") in status
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
