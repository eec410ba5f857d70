"""Results of the store's calls about memos and budgets. All instants are milliseconds since the Unix epoch."""

from dataclasses import dataclass
from typing import Literal

from shared.core.usage import Usage


@dataclass(frozen=True, slots=True)
class MemoClaim:
    """Result of claiming a memo.

    `hit`: `value` is the memoized answer. `go`: the caller holds the lease and may call the model. `busy`: another one
    holds it. Both leases end at `until` (an instant). `refused`: the budget does not allow the call; on renewal, all of
    it is spent. `stop`: the correlation is closed.
    """

    status: Literal["hit", "go", "busy", "refused", "stop"]
    value: bytes | None = None
    until: int = 0


@dataclass(frozen=True, slots=True)
class BudgetUsage:
    """Usage that a correlation has paid for, tokens that its leases reserve now, and its budget (0: unlimited)."""

    usage: Usage
    reserved_tokens: int
    budget_tokens: int
