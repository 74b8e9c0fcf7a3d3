"""What requests carry, and how Discord answers them or refuses to."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web

Files = dict[int, tuple[str, bytes]]
"""Names and contents of the files of a request, by the number that its body gives them."""

INVALID_BODY = 50035


class Refused(Exception):
    """Discord refuses a request."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


def answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Return an answer whose type is exactly what discord.py looks for."""
    return web.Response(
        body=json.dumps(body).encode(),
        status=status,
        headers=headers,
        content_type="application/json",
    )


async def read(request: web.Request) -> tuple[Any, Files]:
    """Return the JSON of a request, and the files beside it.

    Raises:
        Refused: it is of another type than Discord takes.
    """
    if request.content_type == "application/json":
        return json.loads(await request.read()), {}
    if request.content_type != "multipart/form-data":
        raise Refused(400, INVALID_BODY, f"a body of type {request.content_type}")
    body: Any = None
    files: Files = {}
    for name, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            number = int(name.removeprefix("files[").removesuffix("]"))
            files[number] = (value.filename, value.file.read())
        else:
            body = json.loads(str(value))
    return body, files
