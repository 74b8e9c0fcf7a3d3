"""``/dfc show`` as a player meets it, through the real command tree and real buttons."""

import logging
from dataclasses import dataclass
from typing import Any, cast

import discord
import pytest
import simcord
from discord.ext import commands

from bot.cards.card import Printed
from bot.cards.catalogue import Catalogue
from bot.cards.lookalikes import Lookalikes
from bot.i18n import Language
from bot.panels.panels import PodPanels
from bot.ui.buttons import button, pressed, row
from bot.ui.dfc import MEANT, SHOW
from bot.ui.layout import view
from bot.ui.mana import Symbols
from cogs.dfc.cog import DfcCog

CATALOGUE = Catalogue.load()
NO_TABLES = cast("PodPanels", None)  # showing a card needs none
NOWHERE = "00000000-0000-0000-0000-000000000000"


class OneCog(commands.AutoShardedBot):
    """Just enough of a client for one cog."""

    async def setup_hook(self) -> None:
        await self.add_cog(DfcCog(CATALOGUE, NO_TABLES))
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        press = pressed(cast("dict[str, Any]", interaction.data))
        if press is None:
            return
        for cog in self.cogs.values():
            for name in dir(cog):
                handler = getattr(cog, name)
                if press.verb in getattr(handler, "__podkeeper_verbs__", ()):
                    await handler(interaction, press)


@dataclass
class Table:
    env: Any
    channel: Any
    ana: Any
    bob: Any

    async def show(self, card: str, **options: str) -> Any:
        return await self.ana.slash(self.channel, "dfc show", card=card, **options)

    async def type(self, text: str) -> list[dict[str, Any]]:
        offered = await self.ana.autocomplete(self.channel, "dfc show", "card", text)
        return cast("list[dict[str, Any]]", offered)


def start() -> OneCog:
    return OneCog(command_prefix=[], intents=discord.Intents(guilds=True), shard_count=1)


@pytest.fixture
def simcord_bot() -> OneCog:
    return start()


@pytest.fixture
def table(simcord_env: simcord.Env) -> Table:
    guild = simcord_env.create_guild()
    members = [guild.add_member(simcord_env.create_user(name)) for name in ("ana", "bob")]
    return Table(simcord_env, guild.create_text_channel("pod"), *members)


def text(message: Any) -> str:
    found: list[str] = []
    waiting = list(message.components)
    while waiting:
        part = waiting.pop(0)
        found.append(part.get("content", ""))
        waiting[:0] = part.get("components") or []
    return "\n".join(filter(None, found))


def heading(message: Any) -> str:
    return text(message).splitlines()[0].removeprefix("## ")


async def test_it_shows_the_card_to_the_table(table: Table) -> None:
    result = await table.show("Gatstaf Shepherd")
    assert not result.response.ephemeral
    assert result.response.flags.components_v2
    assert heading(result.response) == "Gatstaf Shepherd"


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("Gatstaf Howler", "Gatstaf Howler"),
        ("uivador de gatstaf", "Gatstaf Howler"),
        ("Aullador de Gatstaf", "Gatstaf Howler"),
        ("gatstaf shepherd // gatstaf howler", "Gatstaf Shepherd"),
        ("Brisela, Voice of Nightmares", "Brisela, Voice of Nightmares"),
        ("Bastião Cospe-fogo", "Vance's Blasting Cannons"),
    ],
)
async def test_the_face_that_was_asked_for_leads(table: Table, asked: str, first: str) -> None:
    assert heading((await table.show(asked)).response) == first


async def test_a_face_may_be_chosen(table: Table) -> None:
    result = await table.show("Gatstaf Shepherd", face="back")
    assert heading(result.response) == "Gatstaf Howler"
    result = await table.show("Gatstaf Howler", face="front")
    assert heading(result.response) == "Gatstaf Shepherd"


async def test_an_offered_name_shows_its_face(table: Table) -> None:
    offered = await table.type("gatst")
    howler = next(offer for offer in offered if offer["name"] == "Gatstaf Howler")
    assert heading((await table.show(howler["value"])).response) == "Gatstaf Howler"
    result = await table.show(howler["value"], face="front")
    assert heading(result.response) == "Gatstaf Shepherd"


async def test_offers_keep_discords_limits(table: Table) -> None:
    for typed in ("", "a", "invasion of", "gatsaf", "?!", "x" * 100):
        offered = await table.type(typed)
        assert len(offered) <= 25
        assert len({offer["name"] for offer in offered}) == len(offered)
        assert all(1 <= len(offer["name"]) <= 100 for offer in offered)
        assert all(1 <= len(offer["value"]) <= 100 for offer in offered)


async def test_a_late_offer_is_no_fault(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="cogs.dfc.show")
    late = {"status": 404, "code": 10062, "message": "Unknown interaction"}
    table.env.inject_error("POST", "/interactions/*/*/callback", times=None, **late)
    await table.type("gatst")
    assert "too late" in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_transform_turns_the_card_in_place_for_anybody(table: Table) -> None:
    message = (await table.show("Gatstaf Shepherd")).response
    turned = await table.bob.click(message, label="Transform")
    assert turned.response.id == message.id
    assert heading(turned.response) == "Gatstaf Howler"
    back = await table.ana.click(turned.response, label="Transform")
    assert heading(back.response) == "Gatstaf Shepherd"


async def test_the_button_works_after_a_restart(table: Table) -> None:
    message = (await table.show("Gatstaf Shepherd")).response
    await table.env.restart_bot(start())
    turned = await table.ana.click(message, label="Transform")
    assert heading(turned.response) == "Gatstaf Howler"


async def test_a_card_that_was_shown_is_shown_anew_once_more_is_known(table: Table) -> None:
    cog = table.env.bot.get_cog("DfcCog")
    cog.catalogue = Catalogue.load()
    shepherd = CATALOGUE.find("Gatstaf Shepherd")[0].card
    front, back = shepherd.faces
    await table.show("Gatstaf Shepherd")
    cog.catalogue.refresh([shepherd.but(faces=(front.but(text="A text."), back))], None)
    for _ in range(2):
        shown = (await table.show("Gatstaf Shepherd")).response
        assert "> A text." in text(shown)
    turned = await table.ana.click(shown, label="Transform")
    assert heading(turned.response) == "Gatstaf Howler"


async def test_mana_is_shown_by_emojis_as_soon_as_there_are_any(table: Table) -> None:
    assert "Cost {1}{G}" in text((await table.show("Gatstaf Shepherd")).response)
    emojis = Symbols({"G": "<:forest:1234567890123456789>"})
    await table.env.bot.get_cog("DfcCog").on_symbols(emojis)
    shown = text((await table.show("Gatstaf Shepherd")).response)
    assert "Cost {1}<:forest:1234567890123456789>" in shown


async def test_a_meld_card_leads_to_its_partner(table: Table) -> None:
    message = (await table.show("Bruna, the Fading Light")).response
    result = await table.ana.click(message, label="Gisela, the Broken Blade")
    assert heading(result.response) == "Gisela, the Broken Blade"
    result = await table.ana.click(result.response, label="Brisela, Voice of Nightmares")
    assert heading(result.response) == "Brisela, Voice of Nightmares"


async def test_namesakes_of_other_cards_are_offered(table: Table) -> None:
    """No two cards of the catalogue share a name but meld pairs; a later one may."""
    delver, shepherd = (CATALOGUE.find(n)[0] for n in ("Delver of Secrets", "Gatstaf Shepherd"))
    twin = shepherd.card.faces[0].model_copy(
        update={"printed": {Language.PORTUGUESE: Printed(name="Investigador de Segredos")}}
    )
    other = shepherd.card.but(faces=(twin, shepherd.card.faces[1]))
    cog = table.env.bot.get_cog("DfcCog")
    cog.catalogue = Catalogue([delver.card, other], Lookalikes({}))
    message = (await table.show("investigador de segredos")).response
    assert "2 faces are called" in text(message)
    label = "Investigador de Segredos · Gatstaf Shepherd"
    result = await table.ana.click(message, label=label)
    assert heading(result.response) == "Gatstaf Shepherd"


async def test_an_unknown_name_leads_to_the_card_that_was_meant(table: Table) -> None:
    message = (await table.show("gatstaf shepard")).response
    assert message.ephemeral
    assert "no double-faced card called “gatstaf shepard”" in text(message)
    result = await table.ana.click(message, label="Gatstaf Shepherd")
    assert result.response.id == message.id
    assert text(result.response) == "Shown below."
    [card] = result.followups
    assert not card.ephemeral
    assert heading(card) == "Gatstaf Shepherd"
    turned = await table.bob.click(card, label="Transform")
    assert turned.response.id == card.id
    assert heading(turned.response) == "Gatstaf Howler"


async def test_a_meant_card_on_a_public_message_takes_its_place(table: Table) -> None:
    shepherd = CATALOGUE.find("Gatstaf Shepherd")[0].card
    channel = table.env.bot.get_channel(table.channel.id)
    meant = button(MEANT, shepherd.id, "front", label="Gatstaf Shepherd")
    message = await channel.send(view=view(row(meant)))
    result = await table.ana.click(message, label="Gatstaf Shepherd")
    assert result.response.id == message.id
    assert heading(result.response) == "Gatstaf Shepherd"
    assert not result.followups


async def test_an_unknown_name_pings_nobody(table: Table) -> None:
    message = (await table.show("@everyone <@1>")).response
    assert "@everyone" not in text(message)
    assert not message.message.mention_everyone


async def test_a_card_with_one_face(table: Table) -> None:
    message = (await table.show("petty theft")).response
    assert message.ephemeral
    assert "not a double-faced card" in text(message)
    assert "CR 715" in text(message)


@pytest.mark.parametrize("verb", [SHOW, MEANT])
@pytest.mark.parametrize(
    "args", [(NOWHERE, "front"), ("", ""), ("x",), (), ("a", "b", "c"), (NOWHERE, "inside")]
)
async def test_a_forged_button_gets_a_sentence(
    table: Table, args: tuple[str, ...], verb: str
) -> None:
    channel = table.env.bot.get_channel(table.channel.id)
    message = await channel.send(view=view(row(button(verb, *args, label="Forged"))))
    result = await table.ana.click(message, label="Forged")
    assert result.response.ephemeral
    assert "another time" in text(result.response)


async def test_it_works_in_a_direct_message(table: Table) -> None:
    carol = table.env.create_user("carol")
    message = (await carol.slash("dfc show", card="Gatstaf Shepherd")).response
    assert heading(message) == "Gatstaf Shepherd"


async def test_it_is_offered_everywhere(table: Table) -> None:
    command = table.env.bot.tree.get_command("dfc").to_dict(table.env.bot.tree)
    assert command["integration_types"] == [0, 1]  # installed by a server, or by a user
    assert command["contexts"] == [0, 1, 2]  # servers, direct messages, group messages
