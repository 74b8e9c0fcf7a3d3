"""A language to test with: all that is said in it is in capitals, and what is not said is not."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations
from importlib import import_module
from unittest.mock import patch

from bot.i18n import Language

_LETTERS = re.compile(r"[^{}]+(?![^{]*\})")


class _Capitals(NullTranslations):
    def gettext(self, message: str) -> str:
        return _LETTERS.sub(lambda letters: letters[0].upper(), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def _catalogue(language: Language) -> NullTranslations:
    return NullTranslations() if language is Language.ENGLISH else _Capitals()


@contextmanager
def in_capitals() -> Iterator[None]:
    """Have every language but English said in capitals, whatever its catalogue has."""
    with patch.object(import_module("bot.i18n.say"), "catalogue", _catalogue):
        yield
