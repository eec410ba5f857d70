"""How does a browser stay signed in? A cookie, signed with a secret that is made of the very key it was got with.

So a key that is removed ends its sessions, on every gateway, and no gateway keeps any (INTERFACES § 7; FAULTS § 4 T12).
"""

from collections.abc import Sequence
from hashlib import blake2b
from hmac import compare_digest

from itsdangerous import BadSignature, TimestampSigner

from gateway.auth.api_keys import KeyOwner
from shared.core.clock import Clock

COOKIE = "towow_session"
LIFE = 12 * 3600
"""Seconds that a session lasts."""

_CONTENT = b"1"
"""What is signed: the version of all this. Who it is, the secret tells."""


class _Signer(TimestampSigner):
    """One that takes the time from a clock of ours."""

    def __init__(self, holder: KeyOwner, clock: Clock) -> None:
        secret = blake2b(holder.key.encode(), key=b"towow session", digest_size=32).digest()
        super().__init__(secret, salt=b"towow.session", key_derivation="hmac")
        self._clock = clock

    def get_timestamp(self) -> int:
        """Seconds since 1970."""
        return self._clock.now() // 1000


class SessionSigner:
    """Checks keys and sessions of those who may sign in."""

    def __init__(self, holders: Sequence[KeyOwner], clock: Clock) -> None:
        self._signers = [(holder, _digest(holder.key), _Signer(holder, clock)) for holder in holders]

    def by_key(self, key: str) -> KeyOwner | None:
        """Whose key it is. Takes as long for a wrong one as for a right one."""
        asked = _digest(key)
        found = [holder for holder, known, _ in self._signers if compare_digest(known, asked)]
        return found[0] if found else None

    def session(self, holder: KeyOwner) -> str:
        """A new session's cookie."""
        signer = next(signer for known, _, signer in self._signers if known is holder)
        return signer.sign(_CONTENT).decode("ascii")

    def by_session(self, cookie: str) -> tuple[KeyOwner, int] | None:
        """Whose session it is and when it ends (ms); None when it is nobody's, or over."""
        for holder, _, signer in self._signers:
            try:
                content, since = signer.unsign(cookie.encode(), max_age=LIFE, return_timestamp=True)
            except (BadSignature, UnicodeEncodeError):
                continue
            if content == _CONTENT:
                return holder, (int(since.timestamp()) + LIFE) * 1000
        return None


def _digest(key: str) -> bytes:
    return blake2b(key.encode("utf-8", "surrogatepass")).digest()
