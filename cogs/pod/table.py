"""``/pod status``, ``undo``, ``redo`` and ``log``: the table as it stands, and how it came to."""

from discord.ext import commands

from bot.errors import PodkeeperError
from bot.panels.panels import PodPanels, actor_of
from bot.panels.posting import from_private_menu
from bot.table import PodTable
from bot.tables.seats import is_bystander
from bot.ui import panel as panel_ui
from bot.ui import pod as ui
from bot.ui.buttons import Press, on_press
from bot.ui.more import more
from cogs.pod.group import POD, Interaction


class TableCog(commands.Cog):
    """Shows the table, its log, and takes acts back."""

    panels: PodPanels

    @POD.command(name="status")
    async def status(self, interaction: Interaction) -> None:
        """Show the table anew, at the bottom of the channel."""
        await self.panels.show(interaction)

    @POD.command(name="undo")
    async def undo(self, interaction: Interaction) -> None:
        """Take back the last act; you see first what that undoes."""
        await self._ask_undo(interaction)

    @POD.command(name="redo")
    async def redo(self, interaction: Interaction) -> None:
        """Do again what was undone last; you see first what that does."""
        await self._ask_redo(interaction)

    @POD.command(name="log")
    async def log(self, interaction: Interaction) -> None:
        """Show who did what in this game."""
        await self._show_log(interaction, 0)

    @on_press("pod.undo")
    async def undo_pressed(self, interaction: Interaction, press: Press) -> None:
        """Ask before the last act is taken back."""
        await self._ask_undo(interaction, press)

    @on_press("pod.undone")
    async def undo_confirmed(self, interaction: Interaction, press: Press) -> None:
        """Take back the last act."""
        await self.panels.undo(interaction, press)

    @on_press("pod.redo")
    async def redo_pressed(self, interaction: Interaction, press: Press) -> None:
        """Ask before an act is done again."""
        await self._ask_redo(interaction, press)

    @on_press("pod.redone")
    async def redo_confirmed(self, interaction: Interaction, press: Press) -> None:
        """Do again what was undone last."""
        await self.panels.redo(interaction, press)

    @on_press("pod.keep")
    async def keep_pressed(self, interaction: Interaction, press: Press) -> None:
        """Close the question."""
        await self.panels.show(interaction, press)

    @on_press("pod.more")
    async def more_pressed(self, interaction: Interaction, press: Press) -> None:
        """Open the menu of rarer acts, for the presser alone."""
        table = await self.panels.table(interaction)
        looking = is_bystander(table.game, actor_of(interaction))
        layout = more(table, self.panels.known(interaction), looking=looking)
        await interaction.response.send_message(view=layout, ephemeral=True)

    @on_press("pod.log")
    async def log_pressed(self, interaction: Interaction, press: Press) -> None:
        """Open the log, or turn its page."""
        await self._show_log(interaction, press.number(0) if press.args else 0)

    async def _ask_undo(self, interaction: Interaction, press: Press | None = None) -> None:
        place = self.panels.place(interaction)

        async def ask(table: PodTable) -> list[ui.Item]:
            act = await self.panels.tables.entry(place, table, table.cursor)
            if act is None:
                raise PodkeeperError("There is nothing to undo.")
            return panel_ui.ask_undo(table, act)

        await self.panels.show(interaction, press, ask)

    async def _ask_redo(self, interaction: Interaction, press: Press | None = None) -> None:
        place = self.panels.place(interaction)

        async def ask(table: PodTable) -> list[ui.Item]:
            last = table.redo[-1] if table.redo else 0
            act = await self.panels.tables.entry(place, table, last)
            if act is None:
                raise PodkeeperError("There is nothing to redo.")
            return panel_ui.ask_redo(table, act)

        await self.panels.show(interaction, press, ask)

    async def _show_log(self, interaction: Interaction, page: int) -> None:
        table = await self.panels.table(interaction)
        entries = await self.panels.tables.log(self.panels.place(interaction), table)
        layout = ui.log_page(table, entries, page)
        if from_private_menu(interaction):
            await interaction.response.edit_message(view=layout)
        else:
            await interaction.response.send_message(view=layout, ephemeral=True)
