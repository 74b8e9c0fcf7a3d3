"""``/dfc show`` with a card service behind it: unknown names, rulings, and readers' languages."""

from collections.abc import AsyncIterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from bot.cards.card import Card, Printed
from bot.cards.catalogue import Catalogue
from bot.cards.lookalikes import Lookalikes
from bot.cards.online import CardsUnavailable, OneFaced, Ruling
from bot.i18n import Language, say, speaking
from tests.capitals import in_capitals
from tests.pods import Pod

SHIPPED = Catalogue.load()
DELVER = SHIPPED.find("Delver of Secrets")[0].card
SHEPHERD = SHIPPED.find("Gatstaf Shepherd")[0].card
MESSAGE, DEFERRED, DEFERRED_EDIT = 4, 5, 6  # ways to answer, by Discord's numbers
PRINTED = {
    Language.PORTUGUESE: Printed(name="Pastor", type="Criatura", text="Texto."),
    Language.SPANISH: Printed(name="Pastor español", type="Criatura", text="Un texto."),
}


class Service:
    """A card service that knows what a test gives it, and notes what it is asked."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.cards: dict[str, Card | OneFaced] = {}
        self.found: list[Ruling] = []
        self.trouble: Exception | None = None
        self.asked: list[str] = []

    async def named(self, text: str) -> Card | OneFaced | None:
        self.asked.append(text)
        if self.trouble:
            raise self.trouble
        card = self.cards.get(text)
        if isinstance(card, Card):
            self.catalogue.refresh([card], None)
        return card

    async def rulings(self, card: Card) -> Sequence[Ruling]:
        self.asked.append(card.name)
        if self.trouble:
            raise self.trouble
        return self.found


@pytest.fixture
async def pod(tmp_path: Path) -> AsyncIterator[Pod]:
    async with Pod.open(tmp_path) as pod:
        cog: Any = pod.bot.get_cog("DfcCog")
        front, back = SHEPHERD.faces
        shepherd = SHEPHERD.but(
            faces=(front.but(text="A text.", printed=PRINTED), back.but(text="Another."))
        )
        cog.catalogue = Catalogue([shepherd], Lookalikes({}))
        cog.online = Service(cog.catalogue)
        yield pod


@pytest.fixture
def service(pod: Pod) -> Service:
    cog: Any = pod.bot.get_cog("DfcCog")
    found: Service = cog.online
    return found


def speak(pod: Pod, locale: str) -> None:
    """Have everybody use Discord in a language: simcord itself knows only English."""
    hear = pod.env.backend.subscribers[0]

    def told(event: str, payload: Any) -> Any:
        if event == "INTERACTION_CREATE":
            payload = {**payload, "locale": locale}
        return hear(event, payload)

    pod.env.backend.subscribers[0] = told


def first_answers(pod: Pod) -> list[int]:
    """How each interaction was first answered."""
    sent = [r for r in pod.env.http_requests if r.path.endswith("/callback")]
    return [request.json["type"] for request in sent]


def heading(pod: Pod) -> str:
    return pod.panel_text().splitlines()[0].removeprefix("## ")


# Cards outside the catalogue


async def test_a_new_card_is_looked_up_and_shown_to_the_table(pod: Pod, service: Service) -> None:
    service.cards["Delver of Secrets"] = DELVER
    answer = await pod.slash("Ana", "dfc show", card="Delver of Secrets")
    assert first_answers(pod) == [DEFERRED]
    assert answer.private == "Shown below."
    assert heading(pod) == "Delver of Secrets"
    await pod.press("Bruno", "Transform")
    assert heading(pod) == "Insectile Aberration"


@pytest.mark.parametrize("asked", ["Insectile Aberration", "insectile abberation"])
async def test_the_face_that_was_named_leads(pod: Pod, service: Service, asked: str) -> None:
    service.cards[asked] = DELVER
    await pod.slash("Ana", "dfc show", card=asked)
    assert heading(pod) == "Insectile Aberration"
    service.cards[f"{asked}!"] = DELVER
    await pod.slash("Ana", "dfc show", card=f"{asked}!", face="front")
    assert heading(pod) == "Delver of Secrets"


async def test_a_card_with_one_face_is_named_to_the_asker_alone(pod: Pod, service: Service) -> None:
    service.cards["fire"] = OneFaced(name="Fire // Ice", layout="split")
    answer = await pod.slash("Ana", "dfc show", card="fire")
    assert "**Fire // Ice** is not a double-faced card." in answer.private
    assert "CR 709" in answer.private
    assert not pod.messages


async def test_a_name_that_nobody_knows_is_told_to_the_asker_alone(
    pod: Pod, service: Service
) -> None:
    answer = await pod.slash("Ana", "dfc show", card="gatstaf shepard")
    assert "no double-faced card called “gatstaf shepard”" in answer.private
    assert "newer than my list" not in answer.private
    assert not pod.messages
    await pod.press("Ana", "Gatstaf Shepherd", on=answer.message)
    assert heading(pod) == "Gatstaf Shepherd"


async def test_a_service_that_is_away_is_told_with_what_is_known(
    pod: Pod, service: Service
) -> None:
    service.trouble = CardsUnavailable("The service is away.")
    answer = await pod.slash("Ana", "dfc show", card="gatstaf shepard")
    assert "newer than my list. The service is away." in answer.private
    assert "Gatstaf Shepherd" in pod.labels(answer.message)
    assert not pod.messages


async def test_a_mistake_of_ours_is_told_to_the_asker_alone(
    pod: Pod, service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    service.trouble = ZeroDivisionError("ours")
    answer = await pod.slash("Ana", "dfc show", card="nothing")
    assert "tell whoever runs the bot this number" in answer.private
    assert "ZeroDivisionError" in caplog.text
    assert not pod.messages


async def test_what_the_catalogue_knows_is_not_asked_for(pod: Pod, service: Service) -> None:
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd")
    assert first_answers(pod) == [MESSAGE]
    assert service.asked == []


async def test_the_service_is_never_asked_while_somebody_types(pod: Pod, service: Service) -> None:
    assert await pod.type("Ana", "dfc show", "card", "gatst")
    assert await pod.type("Ana", "dfc show", "card", "something new") == []
    assert service.asked == []


async def test_it_is_looked_up_in_direct_messages_too(pod: Pod, service: Service) -> None:
    service.cards["Delver of Secrets"] = DELVER
    result = await pod.stranger("Zoe").slash("dfc show", card="Delver of Secrets")
    [shown] = result.followups
    assert not shown.ephemeral
    assert pod.read(shown).startswith("## Delver of Secrets")


# Rulings


def ruling(number: int) -> Ruling:
    said = f"Ruling {number}. {'Some words. ' * 40}"
    return Ruling(source="wotc", published=date(2011, 9, 22), text=said)


async def test_rulings_are_for_the_one_who_asks(pod: Pod, service: Service) -> None:
    service.found = [ruling(1)]
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd")
    before = pod.panel_text()
    answer = await pod.press("Bruno", "Rulings")
    assert first_answers(pod) == [MESSAGE, DEFERRED]
    assert "**2011-09-22** · Wizards of the Coast\n> Ruling 1." in answer.private
    assert len(pod.messages) == 1
    assert pod.panel_text() == before


async def test_rulings_are_read_page_by_page(pod: Pod, service: Service) -> None:
    service.found = [ruling(number) for number in range(9)]
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd")
    first = (await pod.press("Ana", "Rulings")).message
    later = await pod.press("Ana", "Later", on=first)
    assert first_answers(pod) == [MESSAGE, DEFERRED, DEFERRED_EDIT]
    assert later.message.id == first.id
    assert "Page 2 of" in pod.read(later.message)
    earlier = await pod.press("Ana", "Earlier", on=later.message)
    assert "Page 1 of" in pod.read(earlier.message)


async def test_that_there_are_no_rulings_is_said(pod: Pod, service: Service) -> None:
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd")
    assert "There are no rulings on it." in (await pod.press("Ana", "Rulings")).private


async def test_rulings_that_cannot_be_had_leave_the_card_as_it_is(
    pod: Pod, service: Service
) -> None:
    service.trouble = CardsUnavailable("The service is away.")
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd")
    before = pod.panel_text()
    answer = await pod.press("Ana", "Rulings")
    assert answer.private == "The service is away."
    assert pod.panel_text() == before


async def test_a_page_that_cannot_be_had_leaves_the_one_that_is_read(
    pod: Pod, service: Service
) -> None:
    service.found = [ruling(number) for number in range(9)]
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd")
    first = (await pod.press("Ana", "Rulings")).message
    service.trouble = CardsUnavailable("The service is away.")
    answer = await pod.press("Ana", "Later", on=first)
    assert "The service is away." in answer.private
    assert "Page 1 of" in pod.read(first)


async def test_without_a_service_scryfalls_page_is_named(pod: Pod) -> None:
    cog: Any = pod.bot.get_cog("DfcCog")
    cog.online = None
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd")
    answer = await pod.press("Ana", "Rulings")
    assert "I cannot look up the rulings on Gatstaf Shepherd" in answer.private
    assert pod.labels(answer.message) == ["Scryfall"]


@pytest.mark.parametrize("verb", ["dfc.rulings", "dfc.rulings.page"])
@pytest.mark.parametrize("args", ["", "x", "x|y", f"{SHEPHERD.id}|x", f"{SHEPHERD.id}|99"])
async def test_a_forged_button_gets_a_sentence(
    pod: Pod, service: Service, verb: str, args: str
) -> None:
    service.found = [ruling(1)]
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd")
    before = pod.panel_text()
    answer = await pod.forge("Ana", f"pk:{verb}:0.0:{args}")
    assert answer.answered
    assert "tell whoever runs the bot" not in answer.private
    assert pod.panel_text() == before or "Ruling 1." in pod.panel_text()


# Topics


async def test_a_topic_is_read_privately_beside_the_card(pod: Pod) -> None:
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd")
    before = pod.panel_text()
    answer = await pod.press("Bruno", "Mana value")
    assert "Mana value" in answer.private
    assert pod.panel_text() == before


# The reader's language


@pytest.mark.parametrize(
    ("locale", "first"),
    [
        ("pt-BR", "Pastor"),
        ("es-ES", "Pastor español"),
        ("es-419", "Pastor español"),
        ("en-GB", "Gatstaf Shepherd"),
        ("de", "Gatstaf Shepherd"),
    ],
)
async def test_a_card_is_shown_in_the_readers_own_language(
    pod: Pod, locale: str, first: str
) -> None:
    speak(pod, locale)
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd")
    assert heading(pod) == first


async def test_another_language_may_be_asked_for(pod: Pod) -> None:
    speak(pod, "pt-BR")
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd", language="es")
    assert heading(pod) == "Pastor español"
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd", language="en")
    assert heading(pod) == "Gatstaf Shepherd"


async def test_a_message_keeps_its_language_whoever_turns_the_card(pod: Pod) -> None:
    with speaking(Language.PORTUGUESE):
        transform = say("Transform")
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd", language="pt")
    await pod.press("Bruno", transform)
    await pod.press("Bruno", transform)
    assert heading(pod) == "Pastor"
    await pod.press("Bruno", "English")
    assert heading(pod) == "Gatstaf Shepherd"
    assert "> A text." in pod.panel_text()


async def test_all_of_a_message_is_in_the_language_that_was_asked_for(pod: Pod) -> None:
    with in_capitals():
        await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd", language="pt")
        assert "*FRONT FACE* · Criatura" in pod.panel_text()
        await pod.press("Bruno", "TRANSFORM")
        assert "*FRONT FACE* · Criatura" in pod.panel_text()
        assert "RULINGS" in pod.labels()
        await pod.press("Bruno", "English")
        assert "*Front face* · Creature" in pod.panel_text()
        assert "Rulings" in pod.labels()


async def test_a_miss_and_its_reason_are_in_the_askers_language(pod: Pod, service: Service) -> None:
    speak(pod, "es-ES")
    service.trouble = CardsUnavailable("The service is away for {days} days.", days=3)
    with in_capitals():
        answer = await pod.slash("Ana", "dfc show", card="gatstaf shepard")
        assert "NO DOUBLE-FACED CARD CALLED “gatstaf shepard”" in answer.private
        assert "NEWER THAN MY LIST. THE SERVICE IS AWAY FOR 3 DAYS." in answer.private


async def test_a_button_of_an_earlier_version_shows_english(pod: Pod) -> None:
    await pod.slash("Ana", "dfc show", card="Gatstaf Shepherd", language="pt")
    await pod.forge("Ana", f"pk:dfc.show:0.0:{SHEPHERD.id}|front")
    assert heading(pod) == "Gatstaf Shepherd"


async def test_a_misspelt_name_keeps_the_language(pod: Pod) -> None:
    answer = await pod.slash("Ana", "dfc show", card="gatstaf shepard", language="pt")
    await pod.press("Ana", "Gatstaf Shepherd", on=answer.message)
    assert heading(pod) == "Pastor"
