"""``/dfc rules``: how double-faced cards work today, by topic."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cards.topics import TOPICS, find
from bot.i18n import of_locale, say, speaking
from bot.ui import dfc_rules as ui
from bot.ui.buttons import Press, on_press
from cogs.dfc.group import DFC

Interaction = discord.Interaction[Any]
Choice = app_commands.Choice[str]

MOST_CHOICES = 25


class RulesCog(commands.Cog):
    """Tells the rules of double-faced cards; it stores nothing."""

    @DFC.command(name="rules", description="How double-faced cards work today")
    @app_commands.describe(topic="A topic, or a word for it: clone, mana value, werewolf, sleeves")
    async def rules(
        self, interaction: Interaction, topic: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Answer in public, since the table wants to read it. A miss is yours alone."""
        found = find(topic) if topic else ()
        if topic and not found:
            await interaction.response.send_message(view=ui.unknown(), ephemeral=True)
            return
        layout = ui.topic(found[0]) if found else ui.overview()
        await interaction.response.send_message(view=layout)

    @rules.autocomplete("topic")
    async def topics(self, interaction: Interaction, current: str) -> list[Choice]:
        """Offer the topics that the text so far may mean."""
        found = find(current)[:MOST_CHOICES]
        return [Choice(name=say(topic.title)[:100], value=topic.id) for topic in found]

    @on_press(ui.SWITCH)
    async def topic_chosen(self, interaction: Interaction, press: Press) -> None:
        """Put another topic in the place of the one shown, in its language. Anybody may."""
        chosen = TOPICS.get(press.values[0] if press.values else "")
        if chosen is None:
            await interaction.response.send_message(view=ui.gone(), ephemeral=True)
            return
        with speaking(of_locale(press.word(1))):
            layout = ui.topic(chosen)
        await interaction.response.edit_message(view=layout)

    @on_press(ui.READ)
    async def topic_asked(self, interaction: Interaction, press: Press) -> None:
        """Show a topic to whoever asked, beside what the table is looking at."""
        asked = TOPICS.get(press.word(0))
        layout = ui.gone() if asked is None else ui.topic(asked)
        await interaction.response.send_message(view=layout, ephemeral=True)
