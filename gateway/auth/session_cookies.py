"""Session cookies: signed with a secret derived from the API key that was used to sign in; nothing is stored.

Removing a key therefore ends its sessions on every gateway, and no gateway stores sessions (INTERFACES § 7; FAULTS § 4
T12).
"""

from collections.abc import Sequence
from hashlib import blake2b
from hmac import compare_digest

from itsdangerous import BadSignature, TimestampSigner

from gateway.auth.api_keys import KeyOwner
from shared.core.clock import Clock

SESSION_COOKIE = "towow_session"
SESSION_LIFETIME_S = 12 * 3600
"""Lifetime of a session."""

_SIGNED_VALUE = b"1"
"""Signed content: the version of the cookie's format. The signing secret identifies the user."""


class _KeySigner(TimestampSigner):
    """Signer of one key's sessions that reads the given clock."""

    def __init__(self, owner: KeyOwner, clock: Clock) -> None:
        secret = blake2b(owner.key.encode(), key=b"towow session", digest_size=32).digest()
        super().__init__(secret, salt=b"towow.session", key_derivation="hmac")
        self._clock = clock

    def get_timestamp(self) -> int:
        """Return the seconds since the epoch."""
        return self._clock.now() // 1000


class SessionSigner:
    """Verifies API keys, and creates and verifies session cookies."""

    def __init__(self, key_owners: Sequence[KeyOwner], clock: Clock) -> None:
        self._signers = [(holder, _key_digest(holder.key), _KeySigner(holder, clock)) for holder in key_owners]

    def find_key_owner(self, key: str) -> KeyOwner | None:
        """Return the owner of an API key, or None if no user has it. Takes the same time for valid and invalid keys."""
        key_digest = _key_digest(key)
        matches = [holder for holder, known, _ in self._signers if compare_digest(known, key_digest)]
        return matches[0] if matches else None

    def create_session(self, owner: KeyOwner) -> str:
        """Return the value of a new session's cookie SESSION_COOKIE, valid for SESSION_LIFETIME_S seconds.

        Args:
            owner: The signed-in owner: the object that `find_key_owner` of this signer returned, not an equal one.

        Raises:
            StopIteration: If `owner` is another object.
        """
        signer = next(signer for known, _, signer in self._signers if known is owner)
        return signer.sign(_SIGNED_VALUE).decode("ascii")

    def find_session(self, cookie: str) -> tuple[KeyOwner, int] | None:
        """Verify a session cookie.

        Args:
            cookie: Value of the cookie SESSION_COOKIE.

        Returns:
            The owner of the session and its end (ms since the epoch); None if the cookie is invalid or expired.
        """
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
