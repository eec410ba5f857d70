"""Placeholder of a port whose adapter is not connected yet."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")


class Deferred(Generic[T]):
    """Placeholder of a port with asynchronous methods: every call fails until the real one is there.

    It lets a process begin to serve before it has reached a server that it needs.
    """

    def __init__(self, error: Callable[[], Exception]) -> None:
        """Create the placeholder; until `resolve`, each call raises the exception that `error()` returns."""
        self._error = error
        self._real: T | None = None

    def resolve(self, real: T) -> None:
        """Set the object that all later calls are delegated to, also calls of methods that were looked up before.

        Until then each awaited call raises the exception that the constructor's `error` builds; calls that have failed
        are not repeated. A second `resolve` replaces the object.
        """
        self._real = real

    @property
    def port(self) -> T:
        """This placeholder, typed as the port that it stands for; the same object before and after `resolve`.

        It can be passed on at once, but until `resolve` its calls fail. Only coroutine methods of the port can be
        called, no properties or synchronous methods.
        """
        return cast("T", self)

    def __getattr__(self, name: str) -> Any:
        """Return the port's method `name`. Raises AttributeError for private names, which no port has."""
        if name.startswith("_"):
            raise AttributeError(name)

        async def call(*args: Any, **kwargs: Any) -> Any:
            if self._real is None:
                raise self._error()
            return await getattr(self._real, name)(*args, **kwargs)

        return call
