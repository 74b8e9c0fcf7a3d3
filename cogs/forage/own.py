"""Playing Foraging Squirrels with the boosters that the pod opened: pasting, asking, going on."""

import secrets
from collections import OrderedDict
from typing import Any, NamedTuple

import aiohttp
import discord
from discord.ext import commands

from bot.cards.boosters import MOST_LINES, own_cards
from bot.errors import PodkeeperError
from bot.game.forage.cards import Food
from bot.game.forage.game import Forage
from bot.game.forage.lobby import (
    OpenForageLobby,
    StartForage,
    refuse_second_game,
    refuse_wrong_cards,
    refuse_wrong_number,
)
from bot.i18n import mark, say
from bot.panels.panels import Panels
from bot.panels.posting import from_private_menu
from bot.ui.buttons import Press, on_press
from bot.ui.forage import own as ui
from bot.ui.layout import note
from bot.ui.modals import MOST_TYPED, on_submit
from bot.ui.refusal import sentence_of

Interaction = discord.Interaction[Any]

MOST_BYTES = 20_000
MOST_KEPT = 300
"""How many texts are kept in memory: each is at most `MOST_BYTES`."""

_NAMED = "n"
LOST = mark(
    "I was restarted and no longer know the players or the seed you named: "
    "your cards wait in a lobby."
)
NO_FILE = mark(
    "The cards are a text file of at most 20 kB, UTF-8, one card a line. {name} is not one."
)


class Wish(NamedTuple):
    """A game that somebody wants to begin with their own cards, and the text they gave for them."""

    user: int
    players: tuple[int, ...] = ()
    seed: str | None = None
    typed: str = ""
    lost: bool = False
    """Players or a seed were named with it, and are no longer known."""

    @property
    def named(self) -> bool:
        """Something was named besides the cards."""
        return bool(self.players or self.seed) or self.lost


class Wishes:
    """What was typed, in memory only; the oldest is forgotten."""

    def __init__(self) -> None:
        """Start empty."""
        self._kept: OrderedDict[str, Wish] = OrderedDict()

    def keep(self, wish: Wish) -> str:
        """Return the key to get it back with. Its end tells whether there is more than cards."""
        key = secrets.token_hex(6) + (_NAMED if wish.named else "")
        self._kept[key] = wish
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return key

    def get(self, key: str, user: int) -> Wish | None:
        """Return what this person typed, or None if it is no longer known."""
        wish = self._kept.get(key)
        return wish if wish is not None and wish.user == user else None

    @staticmethod
    def forgotten(key: str, user: int) -> Wish:
        """Return what is left of a wish that is no longer known."""
        return Wish(user, lost=key.endswith(_NAMED))


def start_command(wish: Wish, own: tuple[Food, ...] = ()) -> StartForage | OpenForageLobby:
    """Return the command for a wish: it starts with players, and opens a lobby without."""
    if wish.players:
        return StartForage(players=wish.players, seed=wish.seed, own=own)
    return OpenForageLobby(player=wish.user, seed=wish.seed, own=own)


class ForageOwnCog(commands.Cog):
    """From what a pod opened to the food on the floor. Nothing that was typed gets lost."""

    def __init__(self, panels: Panels[Forage]) -> None:
        """Act through ``panels``."""
        self.panels = panels
        self.wishes = Wishes()

    async def begin(
        self, interaction: Interaction, wish: Wish, file: discord.Attachment | None
    ) -> None:
        """Read the cards from a file, or ask for them."""
        table = await self.panels.table(interaction)
        refuse_second_game(table.game)
        refuse_wrong_cards(wish.seed, ())
        if wish.players:
            refuse_wrong_number(wish.players)
        if file is None:
            await interaction.response.send_modal(ui.paste(self.wishes.keep(wish)))
            return
        _refuse_file(file)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._read(interaction, wish._replace(typed=await _text_of(file)))

    @on_submit("forage.cards")
    async def pasted(self, interaction: Interaction, press: Press) -> None:
        """Read what was pasted."""
        user = interaction.user.id
        # After a restart the players are no longer known: then a lobby opens with these cards.
        key = press.word(0)
        wish = self.wishes.get(key, user) or self.wishes.forgotten(key, user)
        await self._read(interaction, wish._replace(typed="\n".join(press.values)))

    @on_press("forage.fix")
    async def fix_pressed(self, interaction: Interaction, press: Press) -> None:
        """Open the form again, with the text in it."""
        wish = self.wishes.get(press.word(0), interaction.user.id)
        if wish is None:
            forgotten = self.wishes.forgotten(press.word(0), interaction.user.id)
            key = self.wishes.keep(forgotten)
            await interaction.response.send_modal(ui.paste(key, forgotten=True))
            return
        modal = ui.paste(press.word(0), wish.typed[:MOST_TYPED])
        await interaction.response.send_modal(modal)

    @on_press("forage.without")
    async def without_pressed(self, interaction: Interaction, press: Press) -> None:
        """Go on without the lines that name no card."""
        wish = self.wishes.get(press.word(0), interaction.user.id)
        if wish is None:
            raise PodkeeperError(
                "I was restarted and no longer have your text. `/forage start` takes it anew."
            )
        await self._start(interaction, wish, own_cards(wish.typed.splitlines()).food)

    async def _read(self, interaction: Interaction, wish: Wish) -> None:
        lines = wish.typed.splitlines()
        read = own_cards(lines)
        if len([line for line in lines if line.strip()]) > MOST_LINES:
            wrong = say("Those are more than {most} lines.", most=MOST_LINES)
            await self._say_wrong(interaction, wish, wrong)
        elif read.unknown:
            layout = ui.ask_unknown(self.wishes.keep(wish), wish.typed, read)
            await _answer_privately(interaction, layout)
        elif not read.food:
            await self._say_wrong(interaction, wish, say("There is no card in it."))
        else:
            await self._start(interaction, wish, read.food)

    async def _start(self, interaction: Interaction, wish: Wish, own: tuple[Food, ...]) -> None:
        try:
            await self.panels.act(interaction, start_command(wish, own))
        except PodkeeperError as error:
            await self._say_wrong(interaction, wish, sentence_of(error))
        else:
            if wish.lost:
                await interaction.followup.send(view=note(say(LOST)), ephemeral=True)

    async def _say_wrong(self, interaction: Interaction, wish: Wish, sentence: str) -> None:
        layout = ui.say_wrong(self.wishes.keep(wish), wish.typed, sentence)
        await _answer_privately(interaction, layout)


async def _answer_privately(interaction: Interaction, layout: discord.ui.LayoutView) -> None:
    if interaction.response.is_done():
        await interaction.edit_original_response(view=layout)
    elif from_private_menu(interaction):
        await interaction.response.edit_message(view=layout)
    else:
        await interaction.response.send_message(view=layout, ephemeral=True)


def _refuse_file(file: discord.Attachment) -> None:
    """Refuse what is too large for two boosters, or no text, before it is fetched."""
    kind = (file.content_type or "text/plain").partition(";")[0]
    is_text = kind.startswith("text/") or kind == "application/octet-stream"
    if file.size > MOST_BYTES or not is_text:
        raise PodkeeperError(NO_FILE, name=_quoted(file.filename))


async def _text_of(file: discord.Attachment) -> str:
    try:
        text = (await file.read()).decode("utf-8-sig")
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        raise PodkeeperError(
            "Discord did not give me the file. Send it again, or leave it out and paste the cards."
        ) from error
    except UnicodeDecodeError as error:
        raise PodkeeperError(NO_FILE, name=_quoted(file.filename)) from error
    if "\0" in text:
        raise PodkeeperError(NO_FILE, name=_quoted(file.filename))
    return text


def _quoted(name: str) -> str:
    return f"`{name[:80].replace('`', '')}`"
