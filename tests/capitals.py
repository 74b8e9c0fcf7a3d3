"""A language to test with: all that is said in it is in capitals, and what is not said is not.

It can be a long-winded one, too: translations are longer than the English.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from importlib import import_module
from unittest.mock import patch

from bot.i18n import Language

FILLER = "Ω"
_LETTERS = re.compile(r"[^{}]+(?![^{]*\})")


class _Capitals(NullTranslations):
    def __init__(self, longer: float) -> None:
        super().__init__()
        self._longer = longer
        self.asked: set[str] = set()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        said = _LETTERS.sub(lambda letters: letters[0].upper(), message)
        said = said.replace("{nth}", "{n}")  # "1st" is for English alone, and so is "two" below
        return said + FILLER * round(self._longer * len(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2).replace("{number}", "{n}")

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


@contextmanager
def in_capitals(*, longer: float = 0.0) -> Iterator[set[str]]:
    """Have every language but English said in capitals, whatever its catalogue has.

    Each sentence is ``longer`` by so much of its length: 0.4 for two fifths. Gives the set in
    which every sentence is that has been said.
    """
    english, capitals = NullTranslations(), _Capitals(longer)
    say = import_module("bot.i18n.say")
    say._said.cache_clear()
    try:
        with patch.object(
            say, "catalogue", lambda language: english if language is Language.ENGLISH else capitals
        ):
            yield capitals.asked
    finally:
        say._said.cache_clear()
