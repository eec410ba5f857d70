"""Port of the profile registry: lookup, search and maintenance of agent profiles (TWQ-03)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from typing_extensions import TypedDict, Unpack

from negotiation.contracts.candidate import NeedFit
from negotiation.contracts.demand import Need
from negotiation.registry.directory import DirectoryFilter, Facets
from negotiation.registry.profile import Profile


@dataclass(frozen=True, slots=True)
class SearchHit:
    """Profile found by a search.

    Attributes:
        profile: The active profile.
        score: Relevance, above 0; higher is better. Comparable only within one search.
        matched: Query words that the profile matches.
        near: True if a location was searched for and the agent is there or works remotely.
        language: True if a language was searched for and the profile lists it.
        fits: Needs searched for that the profile meets, with its words that meet them, best first.
        distance_km: Distance from the location searched for; None without one, or if either place is unknown.
        by_words_only: Whether needs were compared by words alone although there is an embedder: it was away, or the
            vectors were.
    """

    profile: Profile
    score: float
    matched: tuple[str, ...]
    near: bool = False
    language: bool = False
    fits: tuple[NeedFit, ...] = ()
    distance_km: int | None = None
    by_words_only: bool = False


@dataclass(frozen=True, slots=True)
class NameMatch:
    """Profile found by name. `whole`: the text is its id or whole words of its name, not just a part of one."""

    profile: Profile
    whole: bool


@dataclass(frozen=True, slots=True)
class DirectoryPage:
    """Profiles that a filter leaves, active or not, by agent_id; `count`: how many there are in all."""

    profiles: tuple[Profile, ...]
    count: int
    facets: Facets


class SearchOptions(TypedDict, total=False):
    """Keyword arguments of a search, as described in `ProfileRegistry.search`; all have a default."""

    limit: int
    exclude: Sequence[str]
    exclude_user: str | None
    near: str | None
    language: str | None
    needs: Sequence[Need]
    context: str
    not_wanted: Sequence[str]


class ProfileRegistry(Protocol):
    """All agent profiles of a system. Remote ones raise StoreUnavailable and StoreMisconfigured (shared.store.port)."""

    async def get(self, agent_id: str) -> Profile | None:
        """Return the profile of an agent, active or not; None if there is none.

        Raises StoreUnavailable or StoreMisconfigured if the registry cannot be read and no earlier copy is loaded.
        """
        ...

    async def list_by_user(self, user_id: str) -> Sequence[Profile]:
        """Return the profiles whose `user_id` is this user, active or not, by ascending agent_id; empty without any.

        Raises StoreUnavailable or StoreMisconfigured if the registry cannot be read and no earlier copy is loaded.
        """
        ...

    async def search(self, words: Sequence[str], **options: Unpack[SearchOptions]) -> Sequence[SearchHit]:
        """Return at most `limit` active profiles for a query, by descending score, then agent_id.

        A profile is a hit if it matches at least one word or a synonym of it. Rare words and those in `capabilities`
        score most; scores are above 0 and comparable only within one search. Location and language filter the hits only
        as long as at least 20 remain; with fewer, they only raise the score.

        With `needs`, and vectors of the profiles, a profile is also a hit if its meaning is near to a need; those near
        the location come first, and every need has its share of the hits. Needs that are met by people on the spot only
        are not met by remote ones. Without vectors, needs only share out the hits.

        Args:
            words: Skills, places or whole sentences, in Chinese or English; without words there are no hits.
            options: `limit`: maximum number of hits, 50 by default; below 1: none. `exclude`: agent_ids to leave out.
                `exclude_user`: user whose own agents are left out; None: nobody's. `near`: location to prefer, by any
                of its known names; None: any. `language`: language code to prefer, such as `zh` or `en-GB` (the region
                is ignored); None: any. `needs`: needs of the demand; hits say in `fits` which of them they meet.
                `context`: the text that the needs come from; its other words are evidence for what a profile meets.
                `not_wanted`: abilities that are not wanted; a profile that has nothing else to offer is no hit.

        Raises:
            StoreUnavailable, StoreMisconfigured: The registry cannot be read and no earlier copy is loaded.
        """
        ...

    async def find_by_name(self, text: str, *, limit: int = 50) -> Sequence[NameMatch]:
        """Return at most `limit` profiles, active or not, whose id is `text` or whose name contains it, ignoring case.

        Matches of the id or of whole words (in Chinese two characters or more) come before partial ones, each by
        agent_id; a single Latin letter or digit matches only as a word, a blank text nothing. To match demands, use
        `search`.

        Raises:
            StoreUnavailable, StoreMisconfigured: The registry cannot be read and no earlier copy is loaded.
        """
        ...

    async def browse(self, filters: DirectoryFilter, *, limit: int = 50) -> DirectoryPage:
        """Return at most `limit` (up to 200) profiles that a filter leaves, by ascending agent_id, and the facets.

        Raises:
            StoreUnavailable, StoreMisconfigured: The registry cannot be read and no earlier copy is loaded.
        """
        ...

    async def sample_active(
        self, count: int, seed: str, *, exclude: Sequence[str] = (), exclude_user: str | None = None
    ) -> Sequence[Profile]:
        """Return `count` pseudo-random active profiles, or all if there are fewer, in pseudo-random order, none twice.

        The same seed and registry content give the same ones.

        Args:
            count: Maximum number of profiles; below 1: none.
            seed: Text that determines the choice.
            exclude: agent_ids to leave out.
            exclude_user: User whose own agents are left out; None: nobody's.

        Raises:
            StoreUnavailable, StoreMisconfigured: The registry cannot be read and no earlier copy is loaded.
        """
        ...

    async def list_all(self, limit: int | None = None) -> Sequence[Profile]:
        """Return all profiles, active or not, by ascending agent_id; only the first `limit` of them unless it is None.

        Raises StoreUnavailable or StoreMisconfigured if the registry cannot be read and no earlier copy is loaded.
        """
        ...

    async def count(self) -> int:
        """Return the number of stored profiles, active or not.

        Raises StoreUnavailable or StoreMisconfigured if the registry cannot be read.
        """
        ...

    async def put(self, profiles: Sequence[Profile]) -> tuple[int, int]:
        """Add profiles, or replace those with the same agent_ids; return the numbers of added and of replaced ones.

        If an agent_id is given twice, the last profile is stored, and both count.

        Raises:
            StoreUnavailable: The registry does not answer, or rejects writes for now. Some of the profiles may be
                stored: repeat the call unchanged; those then count as replaced.
            StoreMisconfigured: The registry rejects the write.
        """
        ...

    async def upsert(self, profile: Profile) -> bool:
        """Add a profile, or replace the one with its agent_id; return True if it was added.

        Raises StoreUnavailable or StoreMisconfigured as `put` does: after StoreUnavailable the profile may be stored.
        """
        ...

    async def delete(self, agent_id: str) -> bool:
        """Delete the profile of an agent; return False if there was none.

        Raises StoreUnavailable if the registry does not answer (repeat the call: the profile may be deleted already),
        StoreMisconfigured if it rejects the write.
        """
        ...
