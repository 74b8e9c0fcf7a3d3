"""``/dfc`` as a whole: the parts of the group, added to the bot as one cog."""

from bot.cards.catalogue import Catalogue
from bot.cards.online import Online
from bot.panels.panels import PodPanels
from cogs.dfc.battlefield import BattlefieldCog
from cogs.dfc.checklist import ChecklistCog
from cogs.dfc.entering import EnteringCog
from cogs.dfc.group import DFC
from cogs.dfc.rules import RulesCog
from cogs.dfc.rulings import RulingsCog
from cogs.dfc.show import ShowCog


class DfcCog(ShowCog, RulingsCog, RulesCog, ChecklistCog, EnteringCog, BattlefieldCog):
    """Double-faced cards: what they are, how they work, and which face is up."""

    dfc = DFC

    def __init__(
        self, catalogue: Catalogue, panels: PodPanels, online: Online | None = None
    ) -> None:
        """Look cards up in ``catalogue``, keep faces through ``panels``.

        ``online`` is asked for what the catalogue does not have.
        """
        super().__init__(catalogue, online)
        self.panels = panels
