"""Fault injection for the Store port: lost calls and lost replies (FAULTS § 2, F8–F10)."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from functools import cache
from inspect import Signature, signature
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from shared.store.port import Store, StoreUnavailable

R = TypeVar("R")

if TYPE_CHECKING:
    from shared.store.memory.store import MemoryStore

    _StoreMethods = MemoryStore
else:
    _StoreMethods = object
"""Signatures of the port for type checkers, which do not see methods that `__getattr__` provides."""


class StoreFaults(Protocol):
    """Fault injector, consulted before and after every call. It may wait, or raise StoreUnavailable.

    `call` is the name of the port's method, `subject` the correlation, role or name that it is about. An error raised
    before means that the call had no effect; one raised after, that it had its effect and the reply was lost.
    """

    async def before(self, call: str, subject: str) -> None:
        """Run before the call reaches the store."""
        ...

    async def after(self, call: str, subject: str) -> None:
        """Run when the store has executed the call, before its result is returned."""
        ...


@dataclass
class ScriptedStoreFaults:
    """Lost calls: those named `calls` for which `fails(call)` is true, while `active`.

    They are lost at `moment`, "before" or "after" they had their effect; `hangs`: without an answer for an hour first.
    All calls take `pause` seconds before and after, and are remembered in `seen` with their subject.
    """

    calls: Collection[str] | None = None
    fails: Callable[[str], bool] = lambda _: True
    moment: str = "before"
    active: bool = True
    hangs: bool = False
    pause: float = 0.0
    error: Callable[[str], Exception] = StoreUnavailable
    seen: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    lost: list[str] = field(default_factory=list[str])

    async def before(self, call: str, subject: str) -> None:
        self.seen.append((call, subject))
        await self._fail("before", call)

    async def after(self, call: str, subject: str) -> None:
        await self._fail("after", call)

    def count(self, call: str) -> int:
        """Return how often the method was called."""
        return sum(name == call for name, _ in self.seen)

    async def _fail(self, moment: str, call: str) -> None:
        if self.pause:
            await asyncio.sleep(self.pause)
        concerned = self.active and moment == self.moment and (self.calls is None or call in self.calls)
        if concerned and self.fails(call):
            self.lost.append(call)
            if self.hangs:
                await asyncio.sleep(3600)
            raise self.error(call)


def no_faults() -> ScriptedStoreFaults:
    """Return faults that lose nothing: to see the calls, or to be switched on later."""
    return ScriptedStoreFaults(active=False)


class FaultyStore(_StoreMethods):
    """Store port over another store; every call but `close` passes through `faults`.

    A subclass that overrides a method of the port calls the wrapped store by `forward`.
    """

    def __init__(self, store: Store, faults: StoreFaults) -> None:
        self._store = store
        self._faults = faults

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
            if name.startswith("_") or not hasattr(Store, name):
                raise AttributeError(name)

            async def call(*args: Any, **kwargs: Any) -> Any:
                return await self.forward(name, *args, **kwargs)

            return call

    async def forward(self, call: str, *args: Any, **kwargs: Any) -> Any:
        """Run the port's method `call` on the wrapped store, with faults."""
        method: Callable[..., Awaitable[Any]] = getattr(self._store, call)
        return await self.execute(call, _subject(call, *args, **kwargs), lambda: method(*args, **kwargs))

    async def execute(self, call: str, subject: str, effect: Callable[[], Awaitable[R]]) -> R:
        """Run `effect` between the faults of one call."""
        await self._faults.before(call, subject)
        result = await effect()
        await self._faults.after(call, subject)
        return result

    async def close(self) -> None:
        """Close the wrapped store, without faults."""
        await self._store.close()


@cache
def _signature(call: str) -> Signature:
    return signature(getattr(Store, call))


def _subject(call: str, *args: Any, **kwargs: Any) -> str:
    arguments = _signature(call).bind(None, *args, **kwargs).arguments
    for name in ("commit", "entry"):
        if name in arguments:
            return arguments[name].correlation_id
    if "dead_letter" in arguments:
        return arguments["dead_letter"].id
    if "roles" in arguments:
        return " ".join(arguments["roles"])
    names = ("correlation_id", "role", "name", "identifier", "owner")
    return next((arguments[name] for name in names if arguments.get(name)), "")
