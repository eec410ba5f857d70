"""The Function library: its source, the names that carry the source's hash, and how it gets into a server."""

import re
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any

from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.store.redis.errors import FunctionMissing, FunctionsAlreadyLoaded
from shared.store.redis.pipeline import CommandArgument, PipelinedClient, StoreAccessRevoked

SOURCE_FILES = ("clock", "outgoing", "index", "steps", "memos", "cells")
"""The files of shared/store/lua, in the order in which they stand on each other."""

DIRECT_COMMANDS = frozenset({"zrange", "xrange", "xrevrange", "hmget", "lrange"})
"""Commands that the store sends itself."""


@dataclass(frozen=True)
class FunctionLibrary:
    """A library by its source. Another source is another library: both can be in one server."""

    source: str

    @property
    def hash(self) -> str:
        """Ends the name of the library and of each of its functions."""
        return blake2b(self.source.encode(), digest_size=8).hexdigest()

    @property
    def code(self) -> str:
        """What the server loads."""
        return f"#!lua name=towow_{self.hash}\n" + self.source.replace("@SOURCE@", self.hash)

    @property
    def functions(self) -> dict[str, str]:
        """Plain name to name on the server."""
        return {name: f"{name}_{self.hash}" for name in re.findall(r"^register\('(\w+)'", self.source, re.MULTILINE)}

    @property
    def commands(self) -> list[str]:
        """What a user must be allowed to run, the functions aside."""
        called = re.findall(r"redis\.call\(\s*'(\w+)'", self.source)
        return sorted({command.lower() for command in called} | DIRECT_COMMANDS)


@cache
def load_function_library() -> FunctionLibrary:
    """Ours."""
    folder = files("shared.store") / "lua"
    return FunctionLibrary("\n".join((folder / f"{part}.lua").read_text(encoding="utf-8") for part in SOURCE_FILES))


class FunctionCaller:
    """The functions of a library on a server. A server that lost them gets them again."""

    def __init__(self, pipelines: PipelinedClient, library: FunctionLibrary) -> None:
        self._pipelines = pipelines
        self._library = library
        self._names = {name: full.encode() for name, full in library.functions.items()}

    async def call(self, name: str, keys: tuple[str, ...], *arguments: CommandArgument) -> Any:
        """Call the function `name`. Sent again when the library was missing: then nothing was executed."""
        words = (b"FCALL", self._names[name], len(keys), *keys, *arguments)
        try:
            return await self._pipelines.call(*words)
        except FunctionMissing:
            await self.load()
        try:
            return await self._pipelines.call(*words)
        except FunctionMissing as error:
            raise StoreUnavailable(f"the store at {self._pipelines.redacted_url} loses its functions") from error

    async def load(self) -> None:
        """Put the library into the server; whoever did so before us did the same."""
        try:
            await self._pipelines.call("FUNCTION", "LOAD", self._library.code)
        except FunctionsAlreadyLoaded:
            return
        except (StoreMisconfigured, StoreAccessRevoked) as error:
            hint = "`towow init`, as a user who may run FUNCTION LOAD, puts them there"
            raise type(error)(f"{error}; the functions of this version are missing: {hint}") from error
