"""Commands in a reader's language: names of leaves, descriptions, options and choices.

Groups keep their English names: Discord hides the commands of a group whose name is translated.
"""

from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as At

from bot.i18n.catalogues import catalogue
from bot.i18n.language import Language, of_locale

COMMAND, OPTION, CHOICE = "command", "option", "choice"
_CONTEXTS = {
    At.command_name: COMMAND,
    At.parameter_name: OPTION,
    At.choice_name: CHOICE,
    At.command_description: None,
    At.group_description: None,
    At.parameter_description: None,
}


class CommandTranslator(app_commands.Translator):
    """Translates the commands as they are sent to Discord."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a text in a locale of Discord's, None where it stays as it is."""
        language = of_locale(locale)
        if language is Language.ENGLISH or context.location not in _CONTEXTS:
            return None
        return translated(string.message, language, _CONTEXTS[context.location])


def translated(text: str, language: Language, context: str | None) -> str | None:
    """Return a command's text in a language, None where its catalogue has none."""
    words = catalogue(language)
    said = words.pgettext(context, text) if context else words.gettext(text)
    return said if said != text else None


def of_commands(modules: Iterable[ModuleType]) -> Iterator[tuple[str, str | None, str]]:
    """Yield module, context and text of everything in the commands that is translated."""
    seen: set[int] = set()
    for module in modules:
        for value in vars(module).values():
            for command in getattr(value, "__cog_app_commands__", ()):
                if id(command) not in seen:
                    seen.add(id(command))
                    yield from _of(command)


def _of(command: Any) -> Iterator[tuple[str, str | None, str]]:
    module = (command.module or "").replace(".", "/") + ".py"
    yield module, None, command.description
    if isinstance(command, app_commands.Group):
        for child in command.commands:
            yield from _of(child)
        return
    yield module, COMMAND, command.name
    for parameter in command.parameters:
        yield module, OPTION, str(parameter.display_name)
        yield module, None, str(parameter.description)
        for choice in parameter.choices:
            yield module, CHOICE, choice.name
