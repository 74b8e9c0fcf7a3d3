"""People and servers that use Discord in other languages than English, which simcord cannot do.

    speak(pod, server="pt-BR", Ana="es-419")

From then on, Discord tells the bot so with each interaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.pods import Pod

ENGLISH = "en-US"


class Locales:
    """What Discord tells of languages: that of the server, and that of each person."""

    def __init__(self, pod: Pod, server: str, everybody: str) -> None:
        self._pod = pod
        self.server = server
        self.everybody = everybody
        self.own: dict[int, str] = {}

    def told(self, event: str, payload: Any) -> None:
        """Put the languages into an interaction before the bot hears of it."""
        if event == "INTERACTION_CREATE":
            user = (payload.get("member") or payload)["user"]["id"]
            payload["locale"] = self.own.get(int(user), self.everybody)
            if "guild_locale" in payload:
                payload["guild_locale"] = self.server


def speak(
    pod: Pod, *, server: str = ENGLISH, everybody: str = ENGLISH, **own: str
) -> Mapping[int, str]:
    """Have the server, everybody, and those named use Discord in these languages."""
    heard = pod.env.backend.subscribers
    locales = next((each.__self__ for each in heard if _is_ours(each)), None)  # type: ignore[attr-defined]
    if locales is None:
        locales = Locales(pod, server, everybody)
        heard.insert(0, locales.told)
    locales.server, locales.everybody = server, everybody
    locales.own = {pod.id(name): locale for name, locale in own.items()}
    return locales.own


def _is_ours(listener: Any) -> bool:
    return isinstance(getattr(listener, "__self__", None), Locales)
