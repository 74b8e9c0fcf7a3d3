"""Gathering every sentence of the bot into its catalogues: `make messages`.

For developers only; a running bot reads the catalogues and never comes here. Sentences are in three
places: in the code (`KEYWORDS`), in the data, and in the names and descriptions of the commands.
"""

import ast
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot import __version__
from bot.i18n.catalogues import DOMAIN
from bot.i18n.commands import of_commands
from bot.i18n.language import Language
from bot.i18n.texts import of_data

ROOT = Path(__file__).parents[2]
KEYWORDS = {
    "say": (0,),
    "say_many": (0, 1),
    "mark": (0,),
    "PodkeeperError": (0,),
    "CardsUnavailable": (0,),
    "NotAList": (0,),
    "NotSeated": (0,),
    "TableMovedOn": (0,),
    "UnreadableTable": (0,),
    "StoreUnavailable": (0,),
    "RuleViolation": (1,),
    "SpellsNotCounted": (1,),
    "Doubt": (1,),
    "ManaValue": (1,),
}
"""What a sentence is said with, and which of the arguments it is, counted from 0."""

WIDTH = 100
WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)


class Found(NamedTuple):
    """A sentence, its plural if it has one, what it is (``command``, …), and where it stands."""

    sentence: str | tuple[str, ...]
    context: str | None
    where: str


def template() -> Catalog:
    """Return a catalogue of every sentence, translated into nothing."""
    whole = Catalog(project="Podkeeper", version=__version__, charset="utf-8")
    for found in (*_of_code(), *_of_data(), *_of_commands()):
        whole.add(found.sentence, context=found.context, locations=[(found.where, 0)])
    return whole


def _of_code() -> Iterator[Found]:
    for folder in ("bot", "cogs"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for sentence in _said(tree):
                yield Found(sentence, None, path.relative_to(ROOT).as_posix())


def _said(tree: ast.AST) -> Iterator[str | tuple[str, ...]]:
    """Yield what is said in a module, in f-strings too, which Babel does not look into."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        given = [call.args[at] for at in KEYWORDS.get(name, ()) if at < len(call.args)]
        texts = tuple(str(arg.value) for arg in given if isinstance(arg, ast.Constant))
        if texts and len(texts) == len(given):
            yield texts[0] if len(texts) == 1 else texts


def _of_data() -> Iterator[Found]:
    for file, sentence in of_data():
        yield Found(sentence, None, f"data/{file}")


def _of_commands() -> Iterator[Found]:
    for module, context, sentence in of_commands(_cogs()):
        yield Found(sentence, context, module)


def _cogs() -> Iterator[Any]:
    """Yield the modules of the commands."""
    for path in sorted((ROOT / "cogs").rglob("*.py")):
        yield import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def catalogue_file(language: Language) -> Path:
    """Return the file of a language's catalogue in this checkout."""
    return ROOT / "data" / "locales" / language.locale / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: Language) -> Catalog:
    """Return a language's catalogue as it lies there, an empty one if there is none."""
    path = catalogue_file(language)
    if not path.exists():
        return Catalog(locale=language.locale, project="Podkeeper", charset="utf-8")
    with path.open("rb") as lines:
        return read_po(lines, locale=language.locale)


def update(language: Language, whole: Catalog) -> Catalog:
    """Bring a language's catalogue up to date with ``whole``; what nobody says now is left out."""
    catalogue = updated(language, whole)
    path = catalogue_file(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(written(catalogue))
    return catalogue


def updated(language: Language, whole: Catalog) -> Catalog:
    """Return a language's catalogue as `update` leaves it."""
    catalogue = read(language)
    catalogue.update(whole, no_fuzzy_matching=True)
    _sign(catalogue)
    catalogue.obsolete.clear()
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """Return a catalogue as it stands in its file."""
    lines = BytesIO()
    write_po(lines, catalogue, width=WIDTH, include_lineno=False, sort_output=True)
    return lines.getvalue()


def _sign(catalogue: Catalog) -> None:
    """Say what the file is. No date: nothing changes in it where no sentence does."""
    catalogue.fuzzy = False
    catalogue.header_comment = (
        "# Podkeeper in another language. `make messages` brings it up to date with the English;\n"
        "# data/glossary.json has the words to use."
    )
    catalogue.project, catalogue.version = "Podkeeper", __version__
    catalogue.last_translator = catalogue.language_team = "Podkeeper"
    catalogue.msgid_bugs_address = ""
    catalogue.creation_date = catalogue.revision_date = WRITTEN


def main() -> int:
    """Update all catalogues. Return 0, or 1 if a sentence is not translated."""
    assert files("data").is_dir()
    whole = template()
    missing = 0
    for language in Language:
        if language is Language.ENGLISH:
            continue
        catalogue = update(language, whole)
        todo = sum(1 for message in catalogue if message.id and not _translated(message.string))
        missing += todo
        print(f"{language.locale}: {len(catalogue)} sentences, {todo} to translate")
    return 1 if missing else 0


def _translated(said: Any) -> bool:
    return all(said) if isinstance(said, tuple | list) else bool(said)


if __name__ == "__main__":
    sys.exit(main())
