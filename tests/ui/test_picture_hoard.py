"""What is kept, in so many bytes."""

from concurrent.futures import ThreadPoolExecutor

from bot.ui.pictures.hoard import Hoard


def hoard(most: int = 10) -> Hoard[str, bytes]:
    return Hoard(most, len)


def test_it_has_what_it_was_given() -> None:
    kept = hoard()
    kept.keep("a", b"123")
    assert kept.get("a") == b"123"
    assert "a" in kept
    assert kept.get("b") is None
    assert (len(kept), kept.size) == (1, 3)


def test_what_nobody_wanted_for_longest_goes_when_it_is_too_much() -> None:
    kept = hoard()
    for key in "abc":
        kept.keep(key, b"123")
    assert kept.get("a")
    kept.keep("d", b"123")
    assert [key for key in "abcd" if key in kept] == ["a", "c", "d"]
    assert kept.size == 9


def test_it_never_has_more_than_it_may() -> None:
    kept = hoard()
    for number in range(100):
        kept.keep(str(number), b"1" * (number % 14))
        assert kept.size <= 10
    kept.keep("too large", b"1" * 11)
    assert (len(kept), kept.size) == (0, 0)


def test_a_new_value_takes_the_place_of_the_old_one() -> None:
    kept = hoard()
    kept.keep("a", b"12345678")
    kept.keep("a", b"1234")
    assert (kept.get("a"), kept.size) == (b"1234", 4)


def test_something_is_made_once() -> None:
    made: list[int] = []

    def make() -> bytes:
        made.append(1)
        return b"1"

    kept = hoard()
    assert {kept.get_or_make("a", make) for _ in range(3)} == {b"1"}
    assert len(made) == 1
    kept.clear()
    assert kept.size == 0
    kept.get_or_make("a", make)
    assert len(made) == 2


def test_several_threads_may_use_it() -> None:
    kept = hoard(50)

    def use(number: int) -> None:
        kept.get_or_make(str(number % 30), lambda: b"1" * (number % 7))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(use, range(5_000)))
    values = [kept.get(str(key)) for key in range(30)]
    assert kept.size == sum(len(value) for value in values if value is not None) <= 50
