"""Addresses of actors: the kind of actor, a slash, and the id of one of them."""

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Address:
    """Address of one actor: its kind, by which it is routed, and its id within the kind."""

    kind: str
    id: str

    def __str__(self) -> str:
        return f"{self.kind}/{self.id}"


@lru_cache(maxsize=4096)
def parse_address(text: str) -> Address:
    """Return the address that `kind/id` denotes; the id is everything after the first slash.

    Raises:
        ValueError: The slash, the kind or the id is missing.
    """
    kind, slash, identifier = text.partition("/")
    if not (kind and slash and identifier):
        raise ValueError(f"no address: {text!r}; expected kind/id")
    return Address(kind, identifier)
