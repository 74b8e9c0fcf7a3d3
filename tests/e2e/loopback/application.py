"""What the bot asks Discord about itself: who and where it is, its gateway, commands and emojis.

https://discord.com/developers/docs/resources/application
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from aiohttp import web

from tests.e2e.loopback import bodies, command_limits
from tests.e2e.loopback.bodies import Refused, answer
from tests.e2e.loopback.command_book import CommandBook
from tests.e2e.loopback.gateway import Gateway
from tests.e2e.loopback.world import Json, World

Check = Callable[[str, Any, Iterable[str]], None]
"""Takes what a body is, the body, and what it breaks."""

STARTS = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
UNKNOWN_GUILD = 10004
EMOJI_NAME = re.compile(r"\w{2,32}")
LARGEST_EMOJI = 256 * 1024
MOST_EMOJIS = 2000


class Application:
    """The bot as Discord knows it."""

    def __init__(self, world: World, gateway: Gateway, token: str, check: Check) -> None:
        self.commands = CommandBook(world)
        self.emojis: dict[str, Json] = {}
        self._world = world
        self._gateway = gateway
        self._token = token
        self._check = check

    def routes(self, api: str) -> list[web.RouteDef]:
        """Return what is answered."""
        own = api + "/applications/{application}"
        return [
            web.get(api + "/gateway/bot", self._get_gateway),
            web.get(api + "/users/@me", self._get_user),
            web.get(api + "/oauth2/applications/@me", self._get_application),
            web.get(api + "/guilds/{guild}", self._get_guild),
            web.put(own + "/commands", self._put_commands),
            web.put(own + "/guilds/{guild}/commands", self._put_commands),
            web.get(own + "/emojis", self._get_emojis),
            web.post(own + "/emojis", self._post_emoji),
        ]

    def authorise(self, request: web.Request) -> None:
        """Refuse a request without the bot's token.

        Raises:
            Refused: it has another one, or none.
        """
        if request.headers.get("Authorization") != f"Bot {self._token}":
            raise Refused(401, 0, "401: Unauthorized")

    async def _get_gateway(self, request: web.Request) -> web.Response:
        self.authorise(request)
        url = self._world.base.replace("http", "ws", 1) + "/gateway"
        shards = self._gateway.shards
        return answer({"url": url, "shards": shards, "session_start_limit": STARTS})

    async def _get_user(self, request: web.Request) -> web.Response:
        self.authorise(request)
        return answer(self._world.bot.user())

    async def _get_application(self, request: web.Request) -> web.Response:
        self.authorise(request)
        described = {
            "id": str(self._world.application),
            "name": self._world.bot.name,
            "description": "",
            "icon": None,
            "bot_public": True,
            "bot_require_code_grant": False,
            "flags": 0,
            "summary": "",
            "verify_key": "0" * 64,
            "team": None,
            "owner": self._world.bot.user(),
        }
        return answer(described)

    async def _get_guild(self, request: web.Request) -> web.Response:
        self.authorise(request)
        id_ = int(request.match_info["guild"])
        found = next((guild for guild in self._world.guilds if guild.id == id_), None)
        if found is None:
            raise Refused(404, UNKNOWN_GUILD, "Unknown Guild")
        return answer(found.payload(self._world.bot))

    async def _put_commands(self, request: web.Request) -> web.Response:
        self.authorise(request)
        body, _ = await bodies.read(request)
        self._check("commands", body, command_limits.commands(body))
        return answer(self.commands.replace(body))

    async def _get_emojis(self, request: web.Request) -> web.Response:
        self.authorise(request)
        return answer({"items": list(self.emojis.values())})

    async def _post_emoji(self, request: web.Request) -> web.Response:
        self.authorise(request)
        body, _ = await bodies.read(request)
        self._check("emoji", body, self._broken_emoji(body))
        emoji = {
            "id": str(self._world.ids.next()),
            "name": body["name"],
            "animated": False,
            "available": True,
            "managed": False,
            "require_colons": True,
            "roles": [],
            "user": self._world.bot.user(),
        }
        self.emojis[body["name"]] = emoji
        return answer(emoji, 201)

    def _broken_emoji(self, body: Json) -> Iterator[str]:
        if not EMOJI_NAME.fullmatch(body["name"]) or body["name"] in self.emojis:
            yield f"an emoji named {body['name']!r}"
        kind, _, picture = body["image"].partition(";base64,")
        if kind not in {"data:image/png", "data:image/jpeg", "data:image/gif", "data:image/webp"}:
            yield f"an emoji of type {kind[:40]!r}"
        elif len(base64.b64decode(picture)) > LARGEST_EMOJI:
            yield "an emoji of more than 256 KiB"
        if len(self.emojis) >= MOST_EMOJIS:
            yield f"more than {MOST_EMOJIS} emojis"
