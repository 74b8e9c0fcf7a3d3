"""The composition root: settings -> store -> tables -> panels -> cogs -> client."""

from functools import partial
from typing import Any

from discord.http import Route

from bot.cards.catalogue import Catalogue
from bot.cards.scryfall.client import Scryfall
from bot.cards.scryfall.kept import Kept
from bot.cards.scryfall.service import CardService
from bot.client.client import Parts, PodBot
from bot.game.forage.rules import FORAGE
from bot.game.rules import COMMANDER
from bot.meter import UNMETERED, Meter
from bot.operations.metered import MeteredTables, metered
from bot.panels.channels import Channels
from bot.panels.forage_look import BoardPictures, ForageLook
from bot.panels.names import NameBook
from bot.panels.panels import Panels
from bot.panels.pictures import Pictures
from bot.panels.pod_look import PodLook
from bot.panels.posted import PostedPanels
from bot.privacy.departures import Departures
from bot.privacy.membership import has_the_bot
from bot.privacy.privacy import Privacy
from bot.settings.settings import Settings
from bot.store.open import open_store
from cogs.bounty import BountyCog
from cogs.dfc.cog import DfcCog
from cogs.dungeon import DungeonCog
from cogs.forage.buttons import ForageButtons
from cogs.forage.cog import ForageCog
from cogs.forage.own import ForageOwnCog
from cogs.forage.turn import ForageTurnButtons
from cogs.help import HelpCog
from cogs.initiative import InitiativeCog
from cogs.pod.cog import PodCog
from cogs.privacy import PrivacyCog


def build(
    settings: Settings, *, meter: Meter = UNMETERED, online: bool = False, **options: Any
) -> PodBot:
    """Return the bot, unstarted, with the shards of its cluster.

    ``meter`` is told what happens, for metrics. ``online``: Scryfall is asked for cards, now and
    then for all of them; without it, nobody but Discord is. ``options`` go to the client, such as
    ``shard_count``, and ``sync_once`` for a process that is not alone.
    """
    if settings.shard_count is not None:
        options = {
            "shard_count": settings.shard_count,
            "shard_ids": settings.shard_ids,
            **options,
        }
    if settings.discord_api_url is not None:
        Route.BASE = settings.discord_api_url.rstrip("/")

    async def assemble() -> Parts:
        store = metered(await open_store(settings.database_url), meter)
        catalogue = Catalogue.load()
        cards = await _cards(settings, catalogue, meter, online=online)
        names, posted, channels = NameBook(), PostedPanels(store), Channels(store)
        pictures = Pictures()
        panels = Panels(
            MeteredTables(store, COMMANDER, meter), PodLook(pictures), names, posted, channels
        )
        boards = BoardPictures(pictures)
        forage = Panels(
            MeteredTables(store, FORAGE, meter), ForageLook(boards), names, posted, channels
        )
        tables = panels.tables, forage.tables
        privacy = Privacy(
            store,
            tables,
            names,
            posted,
            channels,
            pictures=pictures,
            has_the_bot=partial(has_the_bot, bot),
        )
        buttons, own = ForageButtons(forage), ForageOwnCog(forage)
        cogs = (
            PodCog(panels),
            BountyCog(panels, pictures),
            InitiativeCog(panels),
            DungeonCog(panels, pictures),
            HelpCog(panels),
            ForageCog(forage, buttons, own),
            ForageTurnButtons(forage),
            buttons,
            own,
            DfcCog(catalogue, panels, cards if online else None),
            PrivacyCog(privacy, Departures(store, bot, privacy.removed_from)),
        )
        return Parts(store, posted, cogs, closing=(cards.close,))

    bot = PodBot(
        assemble,
        sync_to=settings.sync_commands_to,
        flood_limit=settings.flood_limit,
        meter=meter,
        **options,
    )
    return bot


async def _cards(
    settings: Settings, catalogue: Catalogue, meter: Meter, *, online: bool
) -> CardService:
    """Return the open card service, which has put into the catalogue what it kept."""
    kept = Kept(settings.catalogue_path)
    scryfall = None
    if online:
        scryfall = Scryfall(
            settings.scryfall_url, settings.scryfall_contact, counted=meter.called_scryfall
        )
    return await CardService(catalogue, kept, scryfall).open()
