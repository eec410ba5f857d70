"""Redis Function library: its source, names that end with the hash of the source, and its loading into a server."""

import re
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any

from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.store.redis.errors import FunctionMissing, FunctionsAlreadyLoaded
from shared.store.redis.pipeline import CommandArgument, PipelinedClient, StoreAccessRevoked

SOURCE_FILES = ("common", "outbox", "correlation_index", "commits", "memos", "values", "dead_letters")
"""Files of shared/store/lua, each after those whose functions it uses."""

DIRECT_COMMANDS = frozenset({"zrange", "xrange", "xrevrange", "hmget", "lrange"})
"""Commands that the adapter sends outside the functions."""


@dataclass(frozen=True)
class FunctionLibrary:
    """Library by its source. Another source is another library: a server can hold both."""

    source: str

    @property
    def hash(self) -> str:
        """Hash of the source (16 hexadecimal digits), which ends the names of the library and of its functions."""
        return blake2b(self.source.encode(), digest_size=8).hexdigest()

    @property
    def code(self) -> str:
        """Text to send with FUNCTION LOAD: the header with the library's name, then the source."""
        return f"#!lua name=towow_{self.hash}\n" + self.source.replace("@SOURCE@", self.hash)

    @property
    def functions(self) -> dict[str, str]:
        """Name on the server, which ends with the hash, by the plain name of each function."""
        return {name: f"{name}_{self.hash}" for name in re.findall(r"^register\('(\w+)'", self.source, re.MULTILINE)}

    @property
    def commands(self) -> list[str]:
        """Sorted lower-case names of the commands that the store's user must be allowed to run, besides FCALL."""
        called = re.findall(r"redis\.call\(\s*'(\w+)'", self.source)
        return sorted({command.lower() for command in called} | DIRECT_COMMANDS)


@cache
def load_function_library() -> FunctionLibrary:
    """Read the Function library of this version from shared/store/lua; repeated calls return the same object."""
    folder = files("shared.store") / "lua"
    return FunctionLibrary("\n".join((folder / f"{part}.lua").read_text(encoding="utf-8") for part in SOURCE_FILES))


class FunctionCaller:
    """Calls functions of a library on a server; loads them again when the server has lost them."""

    def __init__(self, client: PipelinedClient, library: FunctionLibrary) -> None:
        self._client = client
        self._library = library
        self._names = {name: full_name.encode() for name, full_name in library.functions.items()}

    async def call(self, name: str, keys: tuple[str, ...], *arguments: CommandArgument) -> Any:
        """Call a function and return its reply as the server sent it: integers, bytes, None or nested lists.

        When the library is missing, nothing was executed; it is loaded, and the call is repeated once.

        Args:
            name: Plain name of a function of the library, without the hash.
            keys: KEYS of the function.
            arguments: ARGV of the function.

        Raises:
            KeyError: The library has no function `name`.
            StoreUnavailable: The server did not answer (the call may have been executed), rejects calls for now, or
                loses the library again at once.
            StoreMisconfigured: The server rejects the call, or the user may not load the library.
        """
        command = (b"FCALL", self._names[name], len(keys), *keys, *arguments)
        try:
            return await self._client.call(*command)
        except FunctionMissing:
            await self.load()
        try:
            return await self._client.call(*command)
        except FunctionMissing as error:
            raise StoreUnavailable(f"the store at {self._client.redacted_url} keeps losing its functions") from error

    async def load(self) -> None:
        """Load the library into the server; do nothing if it is loaded already.

        Raises:
            StoreUnavailable: The server did not answer, or (StoreAccessRevoked) rejects the user after start-up.
            StoreMisconfigured: The user may not run FUNCTION LOAD; the message tells to run `towow init`.
        """
        try:
            await self._client.call("FUNCTION", "LOAD", self._library.code)
        except FunctionsAlreadyLoaded:
            return
        except (StoreMisconfigured, StoreAccessRevoked) as error:
            hint = "run `towow init` as a user who may run FUNCTION LOAD"
            raise type(error)(f"{error}; the functions of this version are not loaded: {hint}") from error
