"""`python -m bot preview` in a process of its own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parents[2]
LAST_LINE = "Ctrl+C"


class Preview:
    """A preview under way. ``said`` is what it printed when it was ready."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.said = ""
        assert process.stdout is not None
        for line in process.stdout:
            self.said += line
            if LAST_LINE in line:
                break

    @classmethod
    @contextmanager
    def started(cls, directory: Path) -> Iterator[Self]:
        """Start one on a free port, its database in ``directory``. It never outlives this."""
        with subprocess.Popen(
            command_line("--port=0"),
            cwd=ROOT,
            env=environment(directory),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as process:
            try:
                yield cls(process)
            finally:
                process.kill()

    @property
    def url(self) -> str:
        """The address of the page, with the key to it."""
        found = re.search(r"http://\S+", self.said)
        assert found is not None, f"it did not start: {self.ended()}"
        return found[0]

    def ended(self) -> tuple[int, str, str]:
        """Wait for its end. Return its exit code and what it still printed, and complained of."""
        out, err = self.process.communicate(timeout=20)
        return self.process.returncode, out, err


def command_line(*arguments: str) -> list[str]:
    """Return the words that start a preview without opening a browser window."""
    return [sys.executable, "-m", "bot", "preview", "--no-browser", *arguments]


def environment(directory: Path) -> dict[str, str]:
    """Return the environment of a bot whose database is in ``directory``."""
    kept = {key: os.environ[key] for key in ("PATH", "SYSTEMROOT") if key in os.environ}
    database = (directory / "podkeeper.db").as_posix()
    return {**kept, "PYTHONUTF8": "1", "DATABASE_URL": f"sqlite:///{database}"}
