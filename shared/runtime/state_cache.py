"""In-process cache of entity states, so that a step need not read its entity's record from the store."""

from collections import OrderedDict
from dataclasses import dataclass

from pydantic import BaseModel

MAX_ENTRIES = 4096


@dataclass(frozen=True, slots=True)
class CachedState:
    """State of an entity at a version; version 0 and None if nothing is cached."""

    version: int
    state: BaseModel | None


_NO_STATE = CachedState(0, None)


class StateCache:
    """Least recently written cache of entity states by address; a stale entry only costs a commit conflict."""

    def __init__(self) -> None:
        self._states: OrderedDict[str, CachedState] = OrderedDict()

    def get(self, address: str) -> CachedState:
        """Return the cached version and state of the entity at `address` (`kind/id`); 0 and None if not cached.

        The state is the cached object, not a copy: do not change it.
        """
        return self._states.get(address, _NO_STATE)

    def put(self, address: str, version: int, state: BaseModel) -> None:
        """Cache the state that was committed as `version`, in place of an earlier one of the entity.

        Above MAX_ENTRIES (4096) the entry that was written least recently is dropped.

        Args:
            address: Address of the entity, as `kind/id`.
            version: Version of the entity's record in the store after the commit.
            state: New state; it is kept without a copy and must not be changed.
        """
        self._states[address] = CachedState(version, state)
        self._states.move_to_end(address)
        if len(self._states) > MAX_ENTRIES:
            self._states.popitem(last=False)

    def remove(self, address: str) -> None:
        """Remove the entry of the entity at `address` (`kind/id`), for example a stale one; no effect without one."""
        self._states.pop(address, None)
