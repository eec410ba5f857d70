"""Memoized model answers, the leases to pay for them, and the budget of a correlation, in memory (DESIGN § 3, § 6)."""

from dataclasses import dataclass

from shared.core.usage import Usage
from shared.store.memo_claim import BudgetUsage, MemoClaim


class BudgetAccount:
    """Model usage and budget of one correlation, in tokens; a budget of 0 is unlimited."""

    def __init__(self) -> None:
        self.usage = Usage()
        self.budget_tokens = 0
        self.spent_field = _encode_spent(self.usage)

    def allows(self, tokens: int, headroom: float) -> bool:
        """Return whether a call fits into the budget; always True without a budget.

        Args:
            tokens: Tokens to reserve for the call, plus all other current reservations.
            headroom: Share of the budget (0 to 1) that must stay unused after them.
        """
        if self.budget_tokens == 0:
            return True
        unused = int(self.budget_tokens * headroom + 0.5)
        return self.usage.tokens + tokens <= self.budget_tokens - unused

    @property
    def is_exhausted(self) -> bool:
        """Whether the paid tokens have reached the budget, reservations not counted; False without a budget."""
        return 0 < self.budget_tokens <= self.usage.tokens

    def add_usage(self, usage: Usage) -> None:
        """Add the usage of paid model calls to the sum `usage`."""
        self.usage += usage
        self.spent_field = _encode_spent(self.usage)


@dataclass(slots=True)
class _Lease:
    owner: str
    until: int
    reserved_tokens: int


class Memos:
    """Memos of one correlation, paid from its account. A lapsed lease has no effect and reserves nothing."""

    def __init__(self, account: BudgetAccount) -> None:
        self._account = account
        self._values: dict[str, bytes] = {}
        self._leases: dict[str, _Lease] = {}
        self._payers: set[tuple[str, str]] = set()

    def claim(
        self, key: str, owner: str, *, now: int, lease_ms: int, reserve_tokens: int, budget_headroom: float
    ) -> MemoClaim:
        """Claim or renew the right of `owner` to pay for the answer to `key`.

        Args:
            key: Digest of the question (`Prompt.identity`).
            owner: Id of the claiming caller, not of the correlation's owner. The same owner renews its current lease.
            now: Current instant (ms since the epoch).
            lease_ms: Duration of the lease, from `now`.
            reserve_tokens: Tokens to reserve while the lease is current; ignored on renewal.
            budget_headroom: Share of the budget (0 to 1) that must stay unused; ignored on renewal.

        Returns:
            `hit`, `go`, `busy` or `refused`; never `stop`, since this class does not know whether the correlation is
            closed.
        """
        if key in self._values:
            return MemoClaim("hit", self._values[key])
        lease = self._current_lease(key, now)
        if lease and lease.owner != owner:
            return MemoClaim("busy", until=lease.until)
        if lease:
            is_refused = self._account.is_exhausted
        else:
            is_refused = not self._account.allows(self._reserved_tokens(now) + reserve_tokens, budget_headroom)
        if is_refused:
            return MemoClaim("refused")
        self._leases[key] = _Lease(owner, now + lease_ms, lease.reserved_tokens if lease else reserve_tokens)
        return MemoClaim("go", until=now + lease_ms)

    def finish(self, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        """Store the answer `value` to `key` and return the stored one: an earlier one if there is one, else `value`.

        Ends the lease on `key`, whoever holds it. `usage` is added to the account, once per key and owner: the same
        call again adds nothing.
        """
        if (key, owner) not in self._payers:
            self._payers.add((key, owner))
            self._account.add_usage(usage)
        self._leases.pop(key, None)
        return self._values.setdefault(key, value)

    def release(self, key: str, owner: str) -> None:
        """End the lease of `owner` on `key` without an answer; do nothing if `owner` does not hold it."""
        lease = self._leases.get(key)
        if lease and lease.owner == owner:
            del self._leases[key]

    def budget_usage(self, now: int) -> BudgetUsage:
        """Usage paid so far, tokens reserved by the leases that are current at `now` (ms), and the budget."""
        return BudgetUsage(self._account.usage, self._reserved_tokens(now), self._account.budget_tokens)

    def _current_lease(self, key: str, now: int) -> _Lease | None:
        lease = self._leases.get(key)
        return lease if lease and lease.until > now else None

    def _reserved_tokens(self, now: int) -> int:
        return sum(lease.reserved_tokens for lease in self._leases.values() if lease.until > now)


def _encode_spent(usage: Usage) -> bytes:
    """Encode the last field of every event's payload (INTERFACES § 6)."""
    return b'"spent":{"calls":%d,"tokens":%d,"usd":%.9g}' % (usage.calls, usage.tokens, usage.cost_usd)
