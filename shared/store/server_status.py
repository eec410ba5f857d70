"""Status of a store's server, as operators see it: version, latency, durability, schema, memory."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoreMemory:
    """Memory of a store's server in bytes; `limit` is 0 without a limit."""

    used: int
    limit: int

    @property
    def share(self) -> float:
        """Used share of the limit, 0.0 without a limit; above 1.0 writes are refused."""
        return self.used / self.limit if self.limit else 0.0


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """State of a server and a namespace.

    Attributes:
        url: URL without user and password.
        version: Product and version.
        latency_ms: Duration (ms) of one call.
        schema: Version of the key layout, None when the namespace was never initialized.
        functions: Whether the functions of this version are loaded; None without the right to know.
        fsync: `always`, `everysec`, `no`, `off` without an append-only file, or `memory` for a store in memory; None
            without the right to know.
        memory: Memory of the server; None without the right to know.
        dead_letters: Number of dead letters.
    """

    url: str
    version: str
    latency_ms: float
    schema: str | None
    functions: bool | None
    fsync: str | None
    memory: StoreMemory | None
    dead_letters: int
