"""Who may pay for which model answer, and the answers already paid for: the memo (DESIGN § 3)."""

from dataclasses import dataclass

from shared.core.usage import Usage
from shared.store.memory.budget import BudgetAccount
from shared.store.port import BudgetUsage, MemoClaim


@dataclass(slots=True)
class _Lease:
    owner: str
    until: int
    reserved: int


class Memos:
    """The memos of one correlation, paid from its account. A lease that has lapsed is none: it reserves nothing."""

    def __init__(self, account: BudgetAccount) -> None:
        self._account = account
        self._values: dict[str, bytes] = {}
        self._leases: dict[str, _Lease] = {}
        self._payers: set[tuple[str, str]] = set()

    def claim(self, key: str, owner: str, *, now: int, lease: int, reserve: int, keep: float) -> MemoClaim:
        """Ask to pay for `key` until `now + lease` (ms), or to go on doing so."""
        if key in self._values:
            return MemoClaim("hit", self._values[key])
        held = self._held(key, now)
        if held and held.owner != owner:
            return MemoClaim("busy", until=held.until)
        refused = self._account.is_exhausted if held else not self._account.allows(self._reserved(now) + reserve, keep)
        if refused:
            return MemoClaim("refused")
        self._leases[key] = _Lease(owner, now + lease, held.reserved if held else reserve)
        return MemoClaim("go", until=now + lease)

    def finish(self, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        """The first answer wins, nobody else's is wanted; whoever paid is counted, once, also when he is late."""
        if (key, owner) not in self._payers:
            self._payers.add((key, owner))
            self._account.add_usage(usage)
        self._leases.pop(key, None)
        return self._values.setdefault(key, value)

    def release(self, key: str, owner: str) -> None:
        """No answer came: somebody else may ask at once."""
        held = self._leases.get(key)
        if held and held.owner == owner:
            del self._leases[key]

    def budget_usage(self, now: int) -> BudgetUsage:
        """What was paid, and what the leases of this instant reserve."""
        return BudgetUsage(self._account.usage, self._reserved(now), self._account.budget_tokens)

    def _held(self, key: str, now: int) -> _Lease | None:
        held = self._leases.get(key)
        return held if held and held.until > now else None

    def _reserved(self, now: int) -> int:
        return sum(lease.reserved for lease in self._leases.values() if lease.until > now)
