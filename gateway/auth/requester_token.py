"""Requester token: the secret that proves, without an account, whose a correlation is (INTERFACES § 7).

It is in the response to the submission and in a cookie of the browser that sent it. The store has a digest only.
"""

from hashlib import sha256
from hmac import compare_digest

from shared.store.port import CorrelationInfo

REQUESTER_HEADER = "X-Requester-Token"
"""Request header with the token."""


def digest_token(token: str) -> str:
    """Return the digest of a token, as the store has it: 64 hexadecimal digits.

    A plain SHA-256 is enough, since a token is random: nobody can try 2^256 of them, however fast the hash is.
    """
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def is_token_of(correlation: CorrelationInfo, token: str | None) -> bool:
    """Return whether `token` is the correlation's; takes the same time for every wrong one. False without a token."""
    if token is None or correlation.owner_token_digest is None:
        return False
    return compare_digest(digest_token(token), correlation.owner_token_digest)
