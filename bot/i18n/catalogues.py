"""The catalogues: every sentence of the bot in its other languages, in ``data/locales``.

They are gettext files (``.po``), read once, when first needed.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.i18n.language import Language

DOMAIN = "podkeeper"


@cache
def catalogue(language: Language) -> NullTranslations:
    """Return the catalogue of a language; that of English returns sentences as they are."""
    if language is Language.ENGLISH:
        return NullTranslations()
    file = files("data").joinpath("locales", language.locale, "LC_MESSAGES", f"{DOMAIN}.po")
    compiled = BytesIO()
    with file.open("rb") as lines:
        write_mo(compiled, read_po(lines, locale=language.locale))
    compiled.seek(0)
    return GNUTranslations(compiled)
