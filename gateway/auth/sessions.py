"""How does a browser stay signed in? A cookie, signed with a secret that is made of the very key it was got with.

So a key that is removed ends its sessions, on every gateway, and no gateway keeps any (INTERFACES § 7; FAULTS § 4 T12).
"""

from collections.abc import Sequence
from hashlib import blake2b
from hmac import compare_digest

from itsdangerous import BadSignature, TimestampSigner

from gateway.auth.api_keys import KeyOwner
from shared.core.clock import Clock

SESSION_COOKIE = "towow_session"
SESSION_LIFETIME_S = 12 * 3600
"""Seconds that a session lasts."""

_SIGNED_VALUE = b"1"
"""What is signed: the version of all this. Who it is, the secret tells."""


class _KeySigner(TimestampSigner):
    """One that takes the time from a clock of ours."""

    def __init__(self, owner: KeyOwner, clock: Clock) -> None:
        secret = blake2b(owner.key.encode(), key=b"towow session", digest_size=32).digest()
        super().__init__(secret, salt=b"towow.session", key_derivation="hmac")
        self._clock = clock

    def get_timestamp(self) -> int:
        """Seconds since 1970."""
        return self._clock.now() // 1000


class SessionSigner:
    """Checks keys and sessions of those who may sign in."""

    def __init__(self, key_owners: Sequence[KeyOwner], clock: Clock) -> None:
        self._signers = [(holder, _key_digest(holder.key), _KeySigner(holder, clock)) for holder in key_owners]

    def find_key_owner(self, key: str) -> KeyOwner | None:
        """Whose key it is. Takes as long for a wrong one as for a right one."""
        key_digest = _key_digest(key)
        matches = [holder for holder, known, _ in self._signers if compare_digest(known, key_digest)]
        return matches[0] if matches else None

    def create_session(self, owner: KeyOwner) -> str:
        """A new session's cookie."""
        signer = next(signer for known, _, signer in self._signers if known is owner)
        return signer.sign(_SIGNED_VALUE).decode("ascii")

    def find_session(self, cookie: str) -> tuple[KeyOwner, int] | None:
        """Whose session it is and when it ends (ms); None when it is nobody's, or over."""
        for owner, _, signer in self._signers:
            try:
                value, signed_at = signer.unsign(cookie.encode(), max_age=SESSION_LIFETIME_S, return_timestamp=True)
            except (BadSignature, UnicodeEncodeError):
                continue
            if value == _SIGNED_VALUE:
                return owner, (int(signed_at.timestamp()) + SESSION_LIFETIME_S) * 1000
        return None


def _key_digest(key: str) -> bytes:
    return blake2b(key.encode("utf-8", "surrogatepass")).digest()
