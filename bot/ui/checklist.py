"""What of a deck list is double-faced, as a private answer with the page of substitutes."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import discord

from bot.cards.checklist import Checklist, Doubtful, Found
from bot.cards.deckline import Part
from bot.game.faces import Kind
from bot.game.facts import RULES_EDITION
from bot.i18n import listed, mark, say, say_many
from bot.ui.dfc.answers import quoted
from bot.ui.layout import card, rule, text, view
from bot.ui.modals import MOST_TYPED, form
from bot.ui.substitutes import Paper, Printed
from bot.ui.words import few, within

PASTED: Final = "dfc.decklist"
REPORT: Final = "checklist.md"
PICTURE: Final = "substitutes.png"

Item = discord.ui.Item[Any]

_KINDS = {
    Kind.TRANSFORMING: (500, mark("**Transforming: {n}**")),
    Kind.MODAL: (350, mark("**Modal: {n}**")),
    Kind.MELD: (250, mark("**Meld: {n}**")),
    Kind.REVERSIBLE: (80, mark("**Reversible: {n}**")),
}
"""How the kinds are called, and how many characters of each are shown."""

_PARTS = {
    Part.DECK: mark("{n} in the deck"),
    Part.COMMANDER: mark("{n} as commander"),
    Part.COMPANION: mark("{n} as companion"),
    Part.SIDEBOARD: mark("{n} in the sideboard"),
    Part.MAYBEBOARD: mark("{n} in the maybeboard"),
    Part.BESIDE: mark("{n} tokens and the like"),
}
_HIDE = mark(
    "**In hand and library nobody may tell them from your other cards** (CR 712.7). Either all "
    "your cards wear completely opaque sleeves, or substitute cards stand in for these (CR 713)."
)
_PRINT = mark(
    "**To use the page:** print it at 100 %, cut along the lines, and put each substitute into a "
    "sleeve, before an ordinary card with a Magic back. The real card stays beside your deck "
    "(CR 713.3), and takes its place wherever it is face up for all to see (CR 713.5)."
)
_CUSTOM = mark(
    "-# Home-made substitutes are a custom among friends: ask your pod. Tournaments take official "
    "ones only, and for all copies of a card or for none (Tournament Rules 3.5)."
)
_SAVE = mark(
    "-# Only you see this. Save the file: this message goes when you reload Discord. Comprehensive "
    "Rules of {edition}."
)
_ALONE = mark("-# Only you see this. Comprehensive Rules of {edition}.")
_EITHER = mark(
    "**Printed on both sides in one printing only.** For that one, list its name twice, with //:"
)
_PAIRED = mark(
    "**Two names, but no double-faced card that I know** (split, Adventure, or very new):"
)


class Section(NamedTuple):
    """Lines under a title, of which so many characters are shown in a message."""

    room: int
    title: str
    lines: Sequence[str]

    @property
    def shown(self) -> str:
        """What a message has of it."""
        return f"{self.title}\n{within(self.lines, self.room)}"

    @property
    def whole(self) -> str:
        """All of it."""
        return "\n".join([self.title, *self.lines])


def paste(paper: Paper) -> discord.ui.Modal:
    """Return the form to paste a deck list into."""
    return form(
        PASTED,
        paper,
        title=say("Which of your cards are double-faced?"),
        label=say("Your deck list"),
        hint=say(
            "At most {most} characters. Send a longer one as a file.",
            most=MOST_TYPED,
        ),
        example="Commander\n1 Tovolar, Dire Overlord\n\nDeck\n1 Delver of Secrets (ISD) 51",
    )


def pdf_name(paper: Paper) -> str:
    """Return the name of the file with the pages."""
    return f"substitutes-{paper}.pdf"


def answer(
    checked: Checklist, pages: Printed | None, paper: Paper
) -> tuple[discord.ui.LayoutView, str | None]:
    """Return the answer, and all of it as a text if not everything fits into a message.

    The pages, `PICTURE` and `pdf_name`, and the text, as `REPORT`, are to be attached.
    """
    kinds, questions = ([section for section in told(checked) if section.lines] for told in _TOLD)
    sections = [*kinds, *questions]
    whole = [section.whole for section in sections]
    complete = whole == [section.shown for section in sections]
    report = None if complete else "\n\n".join([_heading(checked), _parts(checked), *whole])
    head = [f"## {_heading(checked)}", *(f"-# {line}" for line in [_parts(checked)] if line)]
    items: list[Item] = [text("\n".join(head)), *(text(section.shown) for section in kinds)]
    if checked.found:
        items += [rule(), text("\n".join(_advice(checked, pages)))]
    if questions:
        items += [rule(), *(text(section.shown) for section in questions)]
    last = say(_SAVE if pages else _ALONE, edition=RULES_EDITION)
    return view(card(*items), *_files(pages, paper, report), text(last)), report


def _heading(checked: Checklist) -> str:
    count, of = checked.double_faced, checked.played
    if not of:
        return say("I found no card in this list")
    if not count:
        if of == 1:
            return say("It is not double-faced")
        return say("None of your {of} cards is double-faced", of=of)
    if count == of:
        if of == 1:
            return say("It is double-faced")
        return say("All of your {of} cards are double-faced", of=of)
    return say_many(
        "{n} of your {of} cards is double-faced",
        "{n} of your {of} cards are double-faced",
        count,
        of=of,
    )


def _parts(checked: Checklist) -> str:
    told = {part: say(_PARTS[part], n=checked.cards[part]) for part in Part if checked.cards[part]}
    sentences = [listed([words for part, words in told.items() if part.is_played])]
    if aside := listed([words for part, words in told.items() if not part.is_played]):
        sentences.append(say("Not looked at: {cards}", cards=aside))
    return " ".join(f"{sentence}." for sentence in sentences if sentence)


def _advice(checked: Checklist, pages: Printed | None) -> Iterator[str]:
    yield say(_HIDE)
    if pages is None:
        return
    yield say(_PRINT)
    if pages.cards < checked.double_faced:
        yield say("The pages hold the first {n} of {all}.", n=pages.cards, all=checked.double_faced)
    yield say(_CUSTOM)


def _questions(checked: Checklist) -> Iterator[Section]:
    """Yield what to ask about, the most important first."""
    doubtful = [*map(_meant, checked.doubtful)]
    yield Section(380, say("**Did you mean these?** They are not counted:"), doubtful)
    unread = [
        say("- line {line}: “{text}”", line=line.line, text=quoted(line.text))
        for line in checked.unread
    ]
    yield Section(280, say("**Not read:**"), unread)
    yield Section(170, say(_PAIRED), [f"- {quoted(entry.name)}" for entry in checked.paired])
    yield Section(110, say(_EITHER), [f"- {found.card.faces[0].name}" for found in checked.either])
    melded = [f"- {quoted(entry.name)}" for entry in checked.melded]
    yield Section(90, say("**Not a card of a deck:** two others meld into it. List those:"), melded)
    alike = {alike.name: alike for _, alike in checked.lookalikes}
    like = [f"- {name} ({say(found.layout.called)})" for name, found in alike.items()]
    yield Section(150, say("**They look double-faced, but are not:**"), like)
    yield Section(
        90, say("-# Taken for headings:"), [f"-# {quoted(line)}" for line in checked.guessed]
    )


def _kinds(checked: Checklist) -> Iterator[Section]:
    """Yield the double-faced cards, a section a kind."""
    for kind, (room, title) in _KINDS.items():
        found = list(checked.of_kind(kind))
        total = sum(card.total for card in found)
        yield Section(room, say(title, n=total), [*map(_copies, found)])


def _copies(found: Found) -> str:
    parts = [part for part in Part if found.copies[part]]
    told = f"- {found.total} × {found.card.name}"  # noqa: RUF001
    if len(parts) > 1:
        told += f", {listed([say(_PARTS[part], n=found.copies[part]) for part in parts])}"
    elif parts != [Part.DECK]:
        told += f", {say(_PARTS[parts[0]], n=found.total)}"
    if found.partner_is_missing and found.card.meld is not None:
        partner = found.card.meld.partner
        told += "; " + say("{card}, its other half, is not in the list", card=partner)
    return told


def _meant(doubtful: Doubtful) -> str:
    names = few([f"**{card.name}**" for card in doubtful.meant], 3)
    return say(
        "- line {line}: “{text}” → {names}",
        line=doubtful.entry.line,
        text=quoted(doubtful.entry.name),
        names=names,
    )


_TOLD = (_kinds, _questions)


def _files(pages: Printed | None, paper: Paper, report: str | None) -> Iterator[Item]:
    if pages is not None:
        alt = say("The first page of the substitute cards to cut out")
        whole = discord.MediaGalleryItem(f"attachment://{PICTURE}", description=alt)
        yield discord.ui.MediaGallery(whole)
        yield discord.ui.File(f"attachment://{pdf_name(paper)}")
    if report is not None:
        yield text(say("Not all of it fits into a message. The whole of it:"))
        yield discord.ui.File(f"attachment://{REPORT}")
