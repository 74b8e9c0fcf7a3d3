"""The command group ``/dfc``: for everybody and everywhere, with or without a table."""

from discord import app_commands

DFC = app_commands.Group(
    name="dfc",
    description="Double-faced cards",
    allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=True, private_channel=True
    ),
)
