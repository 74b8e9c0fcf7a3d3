"""The composition root: settings -> store -> tables -> panels -> cogs -> client."""

from typing import Any

from discord.http import Route

from bot.cards.catalogue import Catalogue
from bot.client import Parts, PodBot
from bot.forage_look import ForageLook
from bot.game.forage.rules import FORAGE
from bot.game.rules import COMMANDER
from bot.names import NameBook
from bot.panels import Panels, PodLook
from bot.posted import PostedPanels
from bot.settings import Settings
from bot.store.sqlite import SqliteStore
from bot.tables import Tables
from cogs.bounty import BountyCog
from cogs.dfc.cog import DfcCog
from cogs.dungeon import DungeonCog
from cogs.forage.buttons import ForageButtons
from cogs.forage.cog import ForageCog
from cogs.forage.own import ForageOwnCog
from cogs.forage.turn import ForageTurnButtons
from cogs.initiative import InitiativeCog
from cogs.pod import PodCog


def build(settings: Settings, **options: Any) -> PodBot:
    """Return the bot, unstarted. ``options`` go to discord.py's client, such as ``shard_count``."""
    if settings.discord_api_url is not None:
        Route.BASE = settings.discord_api_url.rstrip("/")

    async def assemble() -> Parts:
        store = await SqliteStore.open(settings.database_path)
        names, posted = NameBook(), PostedPanels(store)
        panels = Panels(Tables(store, COMMANDER), PodLook(), names, posted)
        forage = Panels(Tables(store, FORAGE), ForageLook(), names, posted)
        buttons, own = ForageButtons(forage), ForageOwnCog(forage)
        cogs = (
            PodCog(panels),
            BountyCog(panels),
            InitiativeCog(panels),
            DungeonCog(panels),
            ForageCog(forage, buttons, own),
            ForageTurnButtons(forage),
            buttons,
            own,
            DfcCog(Catalogue.load()),
        )
        return Parts(store, posted, cogs)

    return PodBot(assemble, sync_to=settings.sync_commands_to, **options)
