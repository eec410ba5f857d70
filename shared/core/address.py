"""To whom a message goes: `channel/collab-abc12345` is the kind of actor, a slash, and which one of them."""

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Address:
    """The address of one actor. `kind` names its role's table row, `id` the one meant."""

    kind: str
    id: str

    def __str__(self) -> str:
        return f"{self.kind}/{self.id}"


@lru_cache(maxsize=4096)
def parse_address(text: str) -> Address:
    """Read `kind/id`. Raises ValueError when either part is missing."""
    kind, slash, identifier = text.partition("/")
    if not (kind and slash and identifier):
        raise ValueError(f"no address: {text!r}")
    return Address(kind, identifier)
