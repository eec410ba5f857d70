"""Who may pay for which model answer, and the answers already paid for: the memo (DESIGN § 3)."""

from dataclasses import dataclass, field

from shared.core.usage import Usage
from shared.store.accounts import Account
from shared.store.port import Claim


@dataclass(slots=True)
class _Memo:
    value: bytes | None = None
    owner: str | None = None
    until: int = 0
    reserved: int = 0
    payers: dict[str, None] = field(default_factory=dict[str, None])


class Memos:
    """The memos of one correlation, paid from its account."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._memos: dict[str, _Memo] = {}

    def claim(self, key: str, owner: str, *, now: int, lease: int, reserve: int, keep: float) -> Claim:
        """Ask to pay for `key` until `now + lease` (ms), or to go on doing so."""
        memo = self._memos.setdefault(key, _Memo())
        if memo.value is not None:
            return Claim("hit", memo.value)
        if memo.owner == owner:
            return self._renew(memo, now + lease)
        if memo.owner is not None and memo.until > now:
            return Claim("busy", until=memo.until)
        self._free(memo)
        if not self._account.allows(reserve, keep):
            return Claim("refused")
        memo.owner, memo.until, memo.reserved = owner, now + lease, reserve
        self._account.reserved += reserve
        return Claim("go", until=memo.until)

    def finish(self, key: str, owner: str, value: bytes, usage: Usage) -> bytes:
        """The first answer wins; whoever paid is counted, once, also when he is late."""
        memo = self._memos.setdefault(key, _Memo())
        if owner not in memo.payers:
            memo.payers[owner] = None
            self._account.pay(usage)
        self._free_if_of(memo, owner)
        if memo.value is None:
            memo.value = value
        return memo.value

    def release(self, key: str, owner: str) -> None:
        """No answer came: somebody else may ask at once."""
        if memo := self._memos.get(key):
            self._free_if_of(memo, owner)

    def _renew(self, memo: _Memo, until: int) -> Claim:
        if self._account.exhausted:
            return Claim("stop")
        memo.until = until
        return Claim("go", until=until)

    def _free_if_of(self, memo: _Memo, owner: str) -> None:
        if memo.owner == owner:
            self._free(memo)

    def _free(self, memo: _Memo) -> None:
        self._account.reserved -= memo.reserved
        memo.owner, memo.until, memo.reserved = None, 0, 0
