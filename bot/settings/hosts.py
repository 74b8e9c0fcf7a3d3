"""Which texts name a machine: a name as the network knows them, or an address."""

import re
from ipaddress import ip_address

_LONGEST = 253
# Without a hyphen at either end. Underscores are in names of containers.
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.I | re.A)


def names_a_machine(text: str) -> bool:
    """Tell whether ``text`` is a host name or an IP address, in the shape of one. None is asked."""
    try:
        ip_address(text)
    except ValueError:
        return _is_name(text)
    return True


def _is_name(text: str) -> bool:
    try:
        name = text.encode("idna").decode("ascii").removesuffix(".")
    except UnicodeError:  # such as an empty label, or one of more than 63 letters
        return False
    labels = name.split(".")
    # What ends in a number is an address, and it was none.
    return (
        len(name) <= _LONGEST and all(map(_LABEL.fullmatch, labels)) and not labels[-1].isdecimal()
    )
