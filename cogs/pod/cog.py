"""``/pod`` as a whole: the parts of the group, added to the bot as one cog."""

from bot.panels.panels import PodPanels
from cogs.pod.group import POD
from cogs.pod.seating import SeatingCog
from cogs.pod.settings import SettingsCog
from cogs.pod.table import TableCog
from cogs.pod.turns import TurnsCog


class PodCog(SeatingCog, TurnsCog, TableCog, SettingsCog):
    """A pod from sitting down to the recap."""

    pod = POD

    def __init__(self, panels: PodPanels) -> None:
        """Act through ``panels``."""
        self.panels = panels
