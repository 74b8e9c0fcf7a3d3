"""The languages of the bot, and which one is spoken just now."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum


class Language(StrEnum):
    """A language that the bot speaks, and that card names are known in."""

    ENGLISH = "en"
    PORTUGUESE = "pt"
    SPANISH = "es"

    @property
    def locale(self) -> str:
        """The name of its catalogue: Portuguese is that of Brazil."""
        return {"en": "en", "pt": "pt_BR", "es": "es"}[self.value]


_BY_CODE = {language.value: language for language in Language}
_SPOKEN: ContextVar[Language] = ContextVar("podkeeper_language", default=Language.ENGLISH)


def spoken() -> Language:
    """Return the language that is spoken just now."""
    return _SPOKEN.get()


def speak(language: Language) -> None:
    """Speak ``language`` from now on, in the task that runs."""
    _SPOKEN.set(language)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Speak ``language`` inside, also in what is awaited there."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def of_locale(locale: object) -> Language:
    """Return the language for a locale of Discord's, such as ``pt-BR`` or ``es-419``.

    Spanish serves both of Discord's kinds of it. What the bot does not speak, and None, is English.
    """
    code = str(getattr(locale, "value", locale) or "").partition("-")[0]
    return _BY_CODE.get(code, Language.ENGLISH)
