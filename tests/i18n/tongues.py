"""People and servers that use Discord in other languages than English, which simcord cannot do.

    speak(pod, server="pt-BR", Ana="es-419")

From then on, Discord tells the bot so with each interaction, also after a restart.
"""

from __future__ import annotations

from typing import Any

from bot.i18n import of_locale, say, speaking
from tests.pods import Pod

ENGLISH, PORTUGUESE, SPANISH = "en-US", "pt-BR", "es-ES"


class Locales:
    """What Discord tells of languages: that of the server, and that of each person."""

    def __init__(self) -> None:
        self.server = self.everybody = ENGLISH
        self.own: dict[int, str] = {}

    def tell(self, event: str, payload: Any) -> None:
        """Put the languages into an interaction before the bot hears of it."""
        if event == "INTERACTION_CREATE":
            user = (payload.get("member") or payload)["user"]["id"]
            payload["locale"] = self.own.get(int(user), self.everybody)
            if "guild_locale" in payload:
                payload["guild_locale"] = self.server


def speak(pod: Pod, *, server: str = ENGLISH, everybody: str = ENGLISH, **own: str) -> None:
    """Have the server, everybody, and those named use Discord in these languages."""
    heard = pod.env.backend.subscribers
    speakers = (getattr(listener, "__self__", None) for listener in heard)
    locales = next((each for each in speakers if isinstance(each, Locales)), None)
    if locales is None:
        locales = Locales()
        heard.insert(0, locales.tell)
    locales.server, locales.everybody = server, everybody
    locales.own = {pod.id(name): locale for name, locale in own.items()}


def said(locale: str, sentence: str, **details: object) -> str:
    """A sentence as a reader hears it."""
    with speaking(of_locale(locale)):
        return say(sentence, **details)
