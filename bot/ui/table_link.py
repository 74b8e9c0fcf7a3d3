"""The address of a game: what is taken for one, and how it is shown."""

import re
from typing import Any
from urllib.parse import urlsplit

import discord

from bot.errors import PodkeeperError
from bot.ui.words import (
    plain,
)

Item = discord.ui.Item[Any]

LABEL = r"[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?"
HOST = re.compile(rf"(?=.{{1,253}}$)(?:{LABEL}\.)*(?!\d+$){LABEL}", re.ASCII)
WEBCAM_TABLES = frozenset(
    {"spelltable.wizards.com", "convoke.games", "www.convoke.games", "table-stream.com"}
)
"""Where Commander is played on webcams: addresses there can be clicked."""
UNSAFE = re.compile(r"[\s<>|`*\\]")


def table_link(link: str | None) -> str | None:
    """Return the address of a game as it is shown: without an embed, and nothing but an address.

    Raises:
        PodkeeperError: it is not the address of a web page.
    """
    if link is None:
        return None
    address = _address(link.strip())
    if address is None:
        raise PodkeeperError("A link begins with https:// and has no spaces.")
    return f"<{address}>"


def shown_link(link: str) -> str:
    """Return the address that `table_link` returned: to be clicked if it leads to a known host.

    Any other one is shown as code. Whoever plays elsewhere still finds it here, and copies it
    knowing where it leads; nobody gets there by a careless click.
    """
    address = link.removeprefix("<").removesuffix(">")
    return link if urlsplit(address).netloc in WEBCAM_TABLES else f"`{address}`"


def _address(link: str) -> str | None:
    if plain(link) != link or UNSAFE.search(link):
        return None
    try:
        parts = urlsplit(link)
        host, port = parts.hostname or "", parts.port
    except ValueError:  # a port that is none, or half an IPv6 address
        return None
    server = host if port is None else f"{host}:{port}"
    # The server is all there is: no user name before it, which would pass for one.
    whole = parts.netloc.isascii() and parts.netloc.lower() == server
    if parts.scheme != "https" or port == 0 or not whole or not HOST.fullmatch(host):
        return None
    return parts._replace(netloc=server).geturl()
