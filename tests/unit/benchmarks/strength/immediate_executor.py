"""Executor without processes."""

from concurrent.futures import Executor, Future
from typing import Any


class ImmediateExecutor(Executor):
    """Calls what is submitted at once, in this process."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future
