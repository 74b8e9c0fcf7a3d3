"""``/dfc checklist``: which cards of a deck are double-faced, and substitutes to print for them."""

import asyncio
from functools import cached_property
from io import BytesIO
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.cards.catalogue import Catalogue
from bot.cards.checklist import Checklist, checklist
from bot.cards.decklist import decoded, refuse_size
from bot.errors import PodkeeperError
from bot.ui import checklist as ui
from bot.ui.buttons import Press
from bot.ui.modals import on_submit
from bot.ui.substitutes import Paper, Printed, printed
from cogs.dfc.group import DFC
from cogs.options import OneOf

Interaction = discord.Interaction[Any]


class ChecklistCog(commands.Cog):
    """Looks through deck lists, for the asker alone: a deck is nobody else's business."""

    catalogue: Catalogue

    @cached_property
    def _one_press(self) -> asyncio.Semaphore:
        # A page takes much memory while it is drawn: one deck at a time.
        return asyncio.Semaphore(1)

    @DFC.command(
        name="checklist", description="Which cards of a deck are double-faced; prints substitutes"
    )
    @app_commands.describe(
        file="The deck list as a text, CSV or .dek file; without it, a form to paste it into",
        paper="The paper you print on; A4 if you do not say",
    )
    async def checklist(
        self,
        interaction: Interaction,
        file: discord.Attachment | None = None,
        paper: app_commands.Transform[Paper, OneOf(Paper)] = Paper.A4,
    ) -> None:
        """Read the list from a file, or ask for it."""
        if file is None:
            await interaction.response.send_modal(ui.paste(paper))
            return
        refuse_size(file.size)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self._tell_checklist(interaction, decoded(await _content(file)), paper)

    @on_submit(ui.PASTED)
    async def decklist_pasted(self, interaction: Interaction, press: Press) -> None:
        """Read the list that was pasted."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        paper = Paper.LETTER if press.args == (Paper.LETTER,) else Paper.A4
        await self._tell_checklist(interaction, "\n".join(press.values), paper)

    async def _tell_checklist(self, interaction: Interaction, text: str, paper: Paper) -> None:
        checked = await asyncio.to_thread(checklist, text, self.catalogue)
        pages = await self._substitutes(checked, paper)
        layout, report = ui.answer(checked, pages, paper)
        files = []
        if pages is not None:
            files += [_file(ui.PICTURE, pages.png), _file(ui.pdf_name(paper), pages.pdf)]
        if report is not None:
            files.append(_file(ui.REPORT, report.encode()))
        await interaction.edit_original_response(view=layout, attachments=files)

    async def _substitutes(self, checked: Checklist, paper: Paper) -> Printed | None:
        cards = [found.card for found in checked.in_order() for _ in range(found.total)]
        if not cards:
            return None
        async with self._one_press:
            return await asyncio.to_thread(printed, cards, paper)


async def _content(file: discord.Attachment) -> bytes:
    try:
        return await file.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        raise PodkeeperError(
            "Discord did not give me the file. Send it again, or leave it out and paste the list."
        ) from error


def _file(name: str, content: bytes) -> discord.File:
    return discord.File(BytesIO(content), name)
