"""Checks request bodies against Discord's own description of its API, where that is at hand.

It is a file of several megabytes that is not part of this project: ``DISCORD_OPENAPI`` names it
(https://github.com/discord/discord-api-spec, ``specs/openapi.json``). The package jsonschema-rs
is needed, too.
"""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path
from typing import Any

VARIABLE = "DISCORD_OPENAPI"
PATHS = {
    "callback": ("/interactions/{interaction_id}/{interaction_token}/callback", "post"),
    "followup": ("/webhooks/{webhook_id}/{webhook_token}", "post"),
    "edit": ("/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", "patch"),
    "channel edit": ("/channels/{channel_id}/messages/{message_id}", "patch"),
    "commands": ("/applications/{application_id}/commands", "put"),
    "emoji": ("/applications/{application_id}/emojis", "post"),
}


def missing() -> str | None:
    """Return why bodies cannot be checked here, None if they can."""
    if not Path(os.environ.get(VARIABLE, "")).is_file():
        return f"{VARIABLE} does not name Discord's openapi.json"
    if importlib.util.find_spec("jsonschema_rs") is None:
        return "the package jsonschema-rs is not installed"
    return None


class Schemas:
    """Validators for the requests that the bot makes."""

    def __init__(self) -> None:
        import jsonschema_rs

        described = json.loads(Path(os.environ[VARIABLE]).read_bytes())
        self._validators: dict[str, Any] = {}
        for name, (path, method) in PATHS.items():
            body = described["paths"][path][method]["requestBody"]
            schema = body["content"]["application/json"]["schema"]
            self._validators[name] = jsonschema_rs.Draft202012Validator(
                {**schema, "components": described["components"]}
            )

    def broken(self, name: str, body: Any) -> list[str]:
        """Return a sentence for each thing that Discord would not understand."""
        found = self._validators[name].iter_errors(_as_described(body))
        return [
            f"{'/'.join(map(str, error.instance_path))}: {error.message[:300]}" for error in found
        ]


def _as_described(body: Any) -> Any:
    """Write ids as texts, as discord.py does not: Discord takes numbers, but does not say so."""
    if not isinstance(body, dict):
        return body
    changed = {name: _as_described(body[name]) for name in ("data",) if name in body}
    if "attachments" in body:
        changed["attachments"] = [{**part, "id": str(part["id"])} for part in body["attachments"]]
    if pinged := (body.get("allowed_mentions") or {}).get("users"):
        users = [str(user) for user in pinged]
        changed["allowed_mentions"] = {**body["allowed_mentions"], "users": users}
    return {**body, **changed}
