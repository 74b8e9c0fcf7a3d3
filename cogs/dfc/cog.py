"""``/dfc`` as a whole: the parts of the group, added to the bot as one cog."""

from bot.cards.catalogue import Catalogue
from cogs.dfc.group import DFC
from cogs.dfc.show import ShowCog


class DfcCog(ShowCog):
    """Double-faced cards: what they are, how they work, and which face is up."""

    dfc = DFC

    def __init__(self, catalogue: Catalogue) -> None:
        """Look cards up in ``catalogue``."""
        self.catalogue = catalogue
