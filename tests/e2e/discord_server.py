"""A Discord on 127.0.0.1, with faults on demand, for the unmodified program over real sockets.

    async with DiscordServer(World(POD)) as discord:
        async with Program.started(discord, folder):
            await discord.gateway.until("IDENTIFY")
            shown = await discord.slash("Ana", "pod start", player1="Ana", player2="Bruno")
            await discord.press("Ana", "Next turn")

What breaks a limit of Discord's is answered with an error as there, and stays in ``violations``.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Self

from aiohttp import web

from tests.e2e.loopback import interactions
from tests.e2e.loopback.command_limits import AUTOCOMPLETE, COMMAND, COMPONENT, FORM, MODAL
from tests.e2e.loopback.faults import Faults
from tests.e2e.loopback.gateway import Gateway
from tests.e2e.loopback.interactions import Interaction
from tests.e2e.loopback.messages import MOST_REMEMBERED, Message
from tests.e2e.loopback.rest import API, Rest
from tests.e2e.loopback.world import Channel, World
from tests.samples import TOKEN

HOST = "127.0.0.1"


class DiscordServer:
    """Discord, with the people and places of ``world``.

    ``patience`` is how many seconds an interaction waits for its answer; Discord's are three, but
    a test must not hang on how busy a machine is. ``checking`` off saves time in measurements.
    """

    def __init__(
        self,
        world: World,
        *,
        token: str = TOKEN,
        shards: int = 1,
        patience: float = float("inf"),
        checking: bool = True,
    ) -> None:
        self.world = world
        self.faults = Faults()
        self.gateway = Gateway(world, token, shards, lambda: self._socket("/gateway/resume"))
        self.rest = Rest(world, self.gateway, self.faults, token, checking=checking)
        self.commands = self.rest.application.commands
        self.patience = patience
        self.token = token
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application(middlewares=[self.rest.middleware], client_max_size=2**25)
        app.add_routes(self.rest.routes())
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.world.base = f"http://{HOST}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.faults.mend()
        await self.gateway.close_all()
        assert self._runner is not None
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        """What DISCORD_API_URL has to be."""
        return self.world.base + API

    @property
    def violations(self) -> list[str]:
        """What broke a limit so far."""
        return [*self.rest.violations, *self.gateway.violations]

    # What people do. Each returns once the bot has answered.

    async def slash(
        self, who: str, command: str, /, where: str = "", **options: Any
    ) -> Interaction:
        """Have somebody use a command such as "pod start"; a name stands for that person."""
        return await (await self.send_slash(who, command, where, options)).answer()

    async def type(
        self, who: str, command: str, option: str, text: str, where: str = "", **others: Any
    ) -> list[str]:
        """Have somebody type into an option; returns the names that are offered."""
        sent = await self.send_typing(who, command, option, text, where, others)
        return (await sent.answer()).choices

    async def press(
        self, who: str, name: str, *chosen: str, on: Message | None = None, where: str = ""
    ) -> Interaction:
        """Have somebody press a button, or choose in the menu that begins with ``name``."""
        message = on or self.panel(where)
        return await (await self.send_press(who, name, *chosen, on=message)).answer()

    async def submit(self, who: str, form: Interaction, text: str) -> Interaction:
        """Have somebody fill in the form that answered ``form``, and send it off."""
        assert form.kind == FORM, f"it was answered by type {form.kind}"
        data = interactions.typed(form.data, text)
        return await (await self._send(MODAL, who, form.channel, data, form.source)).answer()

    # The same, not waiting for the answer

    async def send_slash(
        self, who: str, command: str, where: str = "", options: Mapping[str, Any] | None = None
    ) -> Interaction:
        """Have somebody use a command."""
        data = self.commands.data(command, options or {})
        return await self._send(COMMAND, who, self.channel(where), data)

    async def send_typing(
        self,
        who: str,
        command: str,
        option: str,
        text: str,
        where: str = "",
        others: Mapping[str, Any] | None = None,
    ) -> Interaction:
        """Have somebody type into an option."""
        filled = {**(others or {}), option: text}
        data = self.commands.data(command, filled, focused=option)
        return await self._send(AUTOCOMPLETE, who, self.channel(where), data)

    async def send_press(self, who: str, name: str, *chosen: str, on: Message) -> Interaction:
        """Have somebody press a button of a message, or choose in a menu."""
        data = interactions.pressed(on.component(name), chosen or None, self.world)
        return await self._send(COMPONENT, who, on.channel, data, on)

    async def resend(self, interaction: Interaction) -> None:
        """Deliver an interaction once more, as Discord may."""
        interaction.sent = await self.gateway.dispatch(
            interaction.channel.guild or None, "INTERACTION_CREATE", interaction.payload
        )

    async def _send(
        self, type_: int, who: str, channel: Channel, data: Any, source: Message | None = None
    ) -> Interaction:
        person = self.world.people[who]
        known = self.rest.interactions
        interaction = interactions.begin(self.world, type_, person, channel, data, source)
        known[interaction.token] = interaction
        if len(known) > MOST_REMEMBERED:
            known.popitem(last=False)
        interaction.due = time.perf_counter() + self.patience
        await self.resend(interaction)
        return interaction

    # What can be seen

    def channel(self, name: str = "") -> Channel:
        """Return a channel by its name, the first one if none is named."""
        return self.world.channels[name] if name else next(iter(self.world.channels.values()))

    def panel(self, where: str = "") -> Message:
        """Return the newest message that everybody sees."""
        return self.rest.board.newest[self.channel(where).id]

    def _socket(self, path: str) -> str:
        return self.world.base.replace("http", "ws", 1) + path
