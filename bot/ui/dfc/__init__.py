"""Double-faced cards as messages. What the commands show is to be had from here."""

from bot.ui.dfc.answers import (
    MEANT,
    QUOTED_LENGTH,
    gone,
    namesakes,
    one_faced,
    quoted,
    shown_below,
    unknown,
)
from bot.ui.dfc.drawn import Drawn
from bot.ui.dfc.language import NAMES as LANGUAGE_NAMES
from bot.ui.dfc.rulings import RULINGS, RULINGS_PAGE, no_rulings, rulings
from bot.ui.dfc.show import SHOW, show

__all__ = [
    "LANGUAGE_NAMES",
    "MEANT",
    "QUOTED_LENGTH",
    "RULINGS",
    "RULINGS_PAGE",
    "SHOW",
    "Drawn",
    "gone",
    "namesakes",
    "no_rulings",
    "one_faced",
    "quoted",
    "rulings",
    "show",
    "shown_below",
    "unknown",
]
