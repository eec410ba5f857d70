"""Port of the store of invitation links: secret addresses under which one person answers for one agent without a key.

The store has a digest of each link's token only, so nobody who reads it can open a link.
"""

import secrets
from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest
from typing import Protocol

from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.timestamps import Instant

DAY_MS = 24 * 3600 * 1000

DEFAULT_LINK_DAYS = 14
"""Days that a link is valid for unless its maker says otherwise."""

MAX_LINK_DAYS = 90
"""Maximum number of days that a link is valid for."""

TOKEN_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""The 32 characters of tokens: none is mistaken for another, and programs that find links in texts keep all."""

TOKEN_LENGTH = 32
"""Number of characters of a token: 160 bits."""


class InvitationLink(FrozenModel):
    """Invitation link of an agent's person, without its token; valid before `until`.

    `created_by`: user that made it; absent if nobody was signed in.
    """

    link_id: str
    agent_id: str
    token_digest: str
    created_at: Instant
    until: Instant
    created_by: Maybe[str] = None


class InvitationLinkStore(Protocol):
    """Invitation links of one system. Remote stores raise StoreUnavailable (shared.store.port)."""

    async def now(self) -> int:
        """Return the time of the store's clock, in ms since the epoch; `until` of a link is compared with it.

        Raises StoreUnavailable if the store does not answer, StoreMisconfigured if it rejects the call.
        """
        ...

    async def add_link(self, link: InvitationLink) -> None:
        """Store a link until its `until`. Repeating the call with the same link has no further effect.

        Raises StoreUnavailable if the store does not answer (the call may be repeated), StoreMisconfigured if it
        rejects the call.
        """
        ...

    async def get_link(self, link_id: str) -> InvitationLink | None:
        """Return a link; None if there is none with this id, it was revoked or its `until` has passed.

        Raises StoreUnavailable if the store does not answer, StoreMisconfigured if it rejects the call.
        """
        ...

    async def list_links(self, agent_id: str | None = None) -> Sequence[InvitationLink]:
        """Return the valid links of an agent, or without `agent_id` of all agents, the earliest `until` first.

        Raises StoreUnavailable if the store does not answer, StoreMisconfigured if it rejects the call.
        """
        ...

    async def revoke_link(self, link_id: str) -> bool:
        """Remove a link at once; return whether there was one.

        Raises StoreUnavailable if the store does not answer (the call may be repeated), StoreMisconfigured if it
        rejects the call.
        """
        ...


def make_token() -> str:
    """Return a new random token: TOKEN_LENGTH characters of TOKEN_ALPHABET."""
    return "".join(secrets.choice(TOKEN_ALPHABET) for _ in range(TOKEN_LENGTH))


def digest_token(token: str) -> str:
    """Return the SHA-256 of a token as the store has it: 64 hexadecimal digits.

    It needs no salt and no slow function, since a token is random: nobody can try 2^160 of them.
    """
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def link_id_of(token: str) -> str:
    """Return the id of the link with this token, `link_` and 16 digits of its digest; the token cannot be told from it.

    The id alone opens nothing: whoever reads a link compares the whole digest (`is_token_of_link`).
    """
    return f"link_{digest_token(token)[:16]}"


def is_token_of_link(link: InvitationLink, token: str) -> bool:
    """Return whether `token` is that of the link; takes the same time for every wrong one."""
    return compare_digest(link.token_digest, digest_token(token))
