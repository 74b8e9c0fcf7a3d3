"""Discord's limits for messages and forms: each check yields a sentence for what breaks one.

https://discord.com/developers/docs/components/reference
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.e2e.loopback.messages import COMPONENTS_V2, media_of, parts
from tests.e2e.loopback.world import Json

Broken = Iterator[str]

(ROW, BUTTON, MENU, TEXT_INPUT, USER_MENU, ROLE_MENU, ANY_MENU, CHANNEL_MENU) = range(1, 9)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL = 17, 18
MENUS = {MENU, USER_MENU, ROLE_MENU, ANY_MENU, CHANNEL_MENU}
TOP = {ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER}
INSIDE: dict[int, set[int]] = {
    ROW: {BUTTON, *MENUS},
    SECTION: {TEXT},
    CONTAINER: TOP - {CONTAINER},
}
LINK, PREMIUM = 5, 6
EPHEMERAL, QUIET, NO_EMBEDS = 1 << 6, 1 << 12, 1 << 2
POSSIBLE_FLAGS = EPHEMERAL | QUIET | NO_EMBEDS | COMPONENTS_V2


def message(body: Json, files: Mapping[int, tuple[str, bytes]], flags: int = 0) -> Broken:
    """Check a message to be sent, or an edit of one that has these ``flags``."""
    given = body.get("flags") or 0
    if given & ~POSSIBLE_FLAGS:
        yield f"flags {given} cannot be set"
    shown = body.get("components") or []
    yield from components(shown)
    yield from _attachments(body, shown, files)
    yield from _mentions(body.get("allowed_mentions"))
    if (given | flags) & COMPONENTS_V2:
        beside = [name for name in ("content", "embeds", "poll", "sticker_ids") if body.get(name)]
        if beside:
            yield f"{beside} beside Components V2"
        if not shown and "components" in body:
            yield "an empty message"
    else:
        yield from _classic(body, shown)


def _classic(body: Json, shown: list[Json]) -> Broken:
    if any(part["type"] != ROW for part in shown):
        yield "Components V2 without their flag"
    if len(shown) > 5:
        yield f"{len(shown)} rows, 5 are possible"
    if len(body.get("content") or "") > 2000:
        yield "content of more than 2000 characters"
    if len(body.get("embeds") or ()) > 10:
        yield "more than 10 embeds"


def _attachments(body: Json, shown: list[Json], files: Mapping[int, tuple[str, bytes]]) -> Broken:
    if len(files) > 10:
        yield f"{len(files)} files, 10 are possible"
    listed = {int(part["id"]) for part in body.get("attachments") or ()}
    if missing := set(files) - listed:
        yield f"files {sorted(missing)} are not among the attachments"
    names = {name for name, _ in files.values()}
    for part in parts(shown):
        for media in media_of(part):
            scheme, _, rest = str(media.get("url")).partition("://")
            if scheme not in {"http", "https", "attachment"}:
                yield f"a picture at {media.get('url')!r}"
            elif scheme == "attachment" and rest not in names:
                yield f"a picture {rest!r} that did not come along"


def _mentions(allowed: Any) -> Broken:
    if allowed is None:
        return
    unknown = set(allowed) - {"parse", "users", "roles", "replied_user"}
    if unknown or not set(allowed.get("parse", ())) <= {"users", "roles", "everyone"}:
        yield f"allowed_mentions {allowed}"


def components(shown: list[Json], *, top: Iterable[int] = TOP) -> Broken:
    """Check the components of a message, or of a form."""
    everything = list(parts(shown))
    if len(everything) > 40:
        yield f"{len(everything)} components, 40 are possible"
    written = sum(len(p.get("content") or "") for p in everything if p["type"] == TEXT)
    if written > 4000:
        yield f"{written} characters of text, 4000 are possible"
    for name in ("custom_id", "id"):
        given = Counter(part[name] for part in everything if part.get(name))
        if twice := [value for value, count in given.items() if count > 1]:
            yield f"{name} given twice: {twice}"
    for part in shown:
        if part["type"] not in top:
            yield f"component type {part['type']} at the top"
    for part in everything:
        yield from _one(part)


def _one(part: Json) -> Broken:
    kind = part["type"]
    for child in part.get("components") or ():
        if child["type"] not in INSIDE.get(kind, set()):
            yield f"component type {child['type']} inside type {kind}"
    if kind == ROW:
        yield from _row(part)
    elif kind == BUTTON:
        yield from _button(part)
    elif kind in MENUS:
        yield from _menu(part)
    elif kind == TEXT_INPUT:
        yield from _text_input(part)
    elif kind == SECTION:
        yield from _between(len(part["components"]), 1, 3, "texts in a section")
        if (part.get("accessory") or {}).get("type") not in {BUTTON, THUMBNAIL}:
            yield "a section without a button or a picture"
    elif kind == TEXT:
        yield from _length(part, "content", 1, 4000)
    elif kind == GALLERY:
        yield from _between(len(part["items"]), 1, 10, "pictures in a gallery")
        for item in part["items"]:
            yield from _length(item, "description", 0, 1024)
    elif kind == THUMBNAIL:
        yield from _length(part, "description", 0, 1024)
    elif kind == CONTAINER:
        yield from _between(len(part["components"]), 1, 40, "components in a container")
        yield from _between(part.get("accent_color") or 0, 0, 0xFFFFFF, "as a container's colour")
    elif kind == LABEL:
        yield from _length(part, "label", 1, 45)
        yield from _length(part, "description", 0, 100)


def _row(part: Json) -> Broken:
    kinds = [child["type"] for child in part["components"]]
    if kinds != [kind for kind in kinds if kind in MENUS][:1]:
        yield from _between(len(kinds), 1, 5, "buttons in a row")
        if set(kinds) - {BUTTON}:
            yield f"a row of {kinds}"


def _button(part: Json) -> Broken:
    yield from _length(part, "label", 0, 80)
    if not part.get("label") and not part.get("emoji"):
        yield "a button without a label"
    if part.get("style") == LINK:
        yield from _length(part, "url", 1, 512, needed=True)
        if not str(part.get("url")).startswith(("http://", "https://", "discord://")):
            yield f"a link to {part.get('url')!r}"
    elif part.get("style") in range(1, LINK):
        yield from _length(part, "custom_id", 1, 100, needed=True)
    elif part.get("style") != PREMIUM:
        yield f"a button of style {part.get('style')}"


def _menu(part: Json) -> Broken:
    yield from _length(part, "custom_id", 1, 100, needed=True)
    yield from _length(part, "placeholder", 0, 150)
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    yield from _between(least, 0, 25, "values at least")
    yield from _between(most, max(1, least), 25, "values at most")
    if part["type"] != MENU:
        return
    options = part.get("options") or []
    yield from _between(len(options), 1, 25, "options in a menu")
    yield from _between(most, 1, max(1, len(options)), "values of the options at most")
    if len({option["value"] for option in options}) < len(options):
        yield "an option's value given twice"
    if sum(bool(option.get("default")) for option in options) > most:
        yield "more options chosen at first than may be chosen"
    for option in options:
        yield from _length(option, "label", 1, 100, needed=True)
        yield from _length(option, "value", 1, 100, needed=True)
        yield from _length(option, "description", 0, 100)


def _text_input(part: Json) -> Broken:
    yield from _length(part, "custom_id", 1, 100, needed=True)
    yield from _length(part, "placeholder", 0, 100)
    yield from _length(part, "value", 0, part.get("max_length", 4000))
    yield from _between(part.get("max_length", 4000), 1, 4000, "characters at most in a field")


def modal(data: Json) -> Broken:
    """Check a form."""
    yield from _length(data, "title", 1, 45, needed=True)
    yield from _length(data, "custom_id", 1, 100, needed=True)
    shown = data.get("components") or []
    yield from _between(len(shown), 1, 5, "fields in a form")
    yield from components(shown, top={ROW, TEXT, LABEL})


def _length(part: Json, name: str, least: int, most: int, *, needed: bool = False) -> Broken:
    value = part.get(name)
    if value is None:
        if needed:
            yield f"no {name}"
        return
    if not least <= len(value) <= most:
        yield f"{name} of {len(value)} characters, {least} to {most} are possible: {value[:60]!r}"


def _between(count: int, least: int, most: int, what: str) -> Broken:
    if not least <= count <= most:
        yield f"{count} {what}, {least} to {most} are possible"
