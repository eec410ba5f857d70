"""Where profiles are looked up: the port (TWQ-03)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from negotiation.registry.profile import Profile


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A profile that a search found, how well it fits (any positive number, higher is better), by which words.

    `near`: it is at the place asked for, or can be; `language`: it speaks the one asked for. False when nothing was
    asked, and of what a profile does not say.
    """

    profile: Profile
    score: float
    matched: tuple[str, ...]
    near: bool = False
    language: bool = False


@dataclass(frozen=True, slots=True)
class NameMatch:
    """Somebody who is called as was asked. `whole`: by the id, or by whole words of the name, not by a part of one."""

    profile: Profile
    whole: bool


class ProfileRegistry(Protocol):
    """All agents of a system. One that lies on a server raises StoreLost and StoreMisconfigured (shared.store.port)."""

    async def get(self, agent_id: str) -> Profile | None:
        """One profile, active or not; None when there is none."""
        ...

    async def of_user(self, user_id: str) -> Sequence[Profile]:
        """The profiles of one person's own agents, by agent_id; none is usual."""
        ...

    async def search(
        self,
        words: Sequence[str],
        *,
        limit: int = 50,
        exclude: Sequence[str] = (),
        exclude_user: str | None = None,
        near: str | None = None,
        language: str | None = None,
    ) -> Sequence[SearchHit]:
        """The best `limit` active profiles for `words`, best first; none of `exclude`, none of that user's own.

        Who cannot be `near` (a place, in any of its names) or says not to speak `language` (its code) is left out,
        unless fewer than 20 would be left: then the others only stand higher (searching.py).
        """
        ...

    async def find_by_name(self, text: str, *, limit: int = 50) -> Sequence[NameMatch]:
        """Who is called `text`, active or not, whatever its case: whole names before parts, each by agent_id.

        Who looks for somebody asks this; a demand never does.
        """
        ...

    async def random_active(
        self, count: int, seed: str, *, exclude: Sequence[str] = (), exclude_user: str | None = None
    ) -> Sequence[Profile]:
        """`count` active profiles picked by `seed`; fewer when there are fewer."""
        ...

    async def all(self, limit: int | None = None) -> Sequence[Profile]:
        """Every profile, by agent_id; with `limit` the first ones only."""
        ...

    async def count(self) -> int:
        """How many are kept."""
        ...

    async def put(self, profiles: Sequence[Profile]) -> tuple[int, int]:
        """Add or replace; how many were new, how many were not. Of an id given twice the last holds and both count."""
        ...

    async def upsert(self, profile: Profile) -> bool:
        """Add or replace; True when it was new."""
        ...

    async def delete(self, agent_id: str) -> bool:
        """Forget one; True when it was there."""
        ...

    async def deactivate(self, agent_id: str) -> bool:
        """Let it be found no more, without forgetting it; False when there is none."""
        ...
