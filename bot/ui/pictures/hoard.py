"""What was made and may be wanted again, kept in so many bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from PIL import Image

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Hoard(Generic[K, V]):
    """Values by their keys. Those that nobody wanted for longest are dropped when it gets too much.

    It may be used from several threads at once.
    """

    def __init__(self, most: int, size: Callable[[V], int]) -> None:
        """Keep at most ``most`` bytes, by what ``size`` says of a value."""
        self._most = most
        self._size_of = size
        self._values: OrderedDict[K, V] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: K) -> bool:
        return key in self._values

    @property
    def size(self) -> int:
        """How many bytes are kept."""
        return self._size

    def get(self, key: K) -> V | None:
        """Return a value, if it is kept; from now on it is the newest."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key]

    def keep(self, key: K, value: V) -> None:
        """Keep a value, in place of one with the same key."""
        with self._lock:
            if key in self._values:
                self._size -= self._size_of(self._values.pop(key))
            self._values[key] = value
            self._size += self._size_of(value)
            while self._size > self._most:
                _, dropped = self._values.popitem(last=False)
                self._size -= self._size_of(dropped)

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """Return a value; if it is not kept, have it made. Two threads at once may make two."""
        kept = self.get(key)
        if kept is None:
            kept = make()
            self.keep(key, kept)
        return kept

    def clear(self) -> None:
        """Keep nothing any more."""
        with self._lock:
            self._values.clear()
            self._size = 0


def pixels(picture: Image.Image) -> int:
    """Return how many bytes a picture of mode P or L takes: one for each pixel."""
    return picture.width * picture.height
