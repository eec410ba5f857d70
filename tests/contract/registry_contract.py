"""What every registry of profiles must do. A subclass of RegistrySuite runs it over memory or a real server."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from io import StringIO
from pathlib import Path
from typing import Any, TypeVar

import pytest

import negotiation.search.index as searched
import negotiation.search.index_store as kept
from negotiation.registry.directory import DirectoryFilter, FacetCount
from negotiation.registry.port import ProfileRegistry, SearchHit
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import (
    ParsedProfiles,
    import_profiles,
    parse_profiles,
    read_profiles,
    shipped_profiles_folder,
)
from tests.support.async_tests import OpenedInTest
from tests.support.unavailable_index_store import UnavailableIndexStore
from towow.config.demand_logger import build_logger

T = TypeVar("T")

SOON = 2.0
"""Seconds within which what one client wrote is found by another (it looks once a second)."""

SHIPPED = read_profiles([shipped_profiles_folder()]).profiles

QUERIES = (
    ("场地", "北京"),
    ("venue", "Beijing"),
    ("演讲嘉宾", "AI"),
    ("photography",),
    ("我想在北京办一场AI主题聚会，需要场地和嘉宾",),
    ("We are looking for somebody who can take photos and a workshop host in Shanghai",),
    ("养蜂",),
    ("",),
)

Open = Callable[[], Awaitable[ProfileRegistry]]
"""Makes another client of one and the same registry."""


def person(agent_id: str, **fields: object) -> Profile:
    return Profile.model_validate({"agent_id": agent_id, "display_name": agent_id.upper(), **fields})


DIRECTORY = [
    person("a", location="北京朝阳", capabilities=["场地"], languages=["zh"], price=3000),
    person("b", location="Beijing", capabilities=["venue", "会场"], languages=["zh-CN"], active=False),
    person("c", location="London", capabilities=["venue hire"], languages=["en-GB"], price=80, currency="GBP"),
    person("d", location="London", capabilities=["摄影"], languages=["en"], price=500, currency="GBP"),
    person("e", capabilities=["yodelling at dawn"]),
]


def counts(values: Sequence[FacetCount]) -> dict[str, int]:
    return {one.value: one.count for one in values}


def crowd(size: int) -> list[Profile]:
    """Profiles with as many words as usual."""
    return [
        SHIPPED[number % len(SHIPPED)].model_copy(update={"agent_id": f"agent_{number:05}"}) for number in range(size)
    ]


def ids(hits: Sequence[SearchHit]) -> list[str]:
    return [hit.profile.agent_id for hit in hits]


class UnindexedRegistry:
    """Reference registry without a disk segment: every registry must return the same hits."""

    def __init__(self, people: Sequence[Profile]) -> None:
        self._index = searched.ProfileIndex(UnavailableIndexStore(), build_logger("error", "json", StringIO()))
        for profile in people:
            self._index.put(profile)

    def search(self, words: Sequence[str], **options: Any) -> Sequence[SearchHit]:
        with asyncio.Runner() as runner:
            return runner.run(self._index.search(words, **options))

    def random_active(self, count: int, seed: str, **options: Any) -> Sequence[Profile]:
        return self._index.profiles.sample_active(count, seed, **options)


async def eventually(ask: Callable[[], Awaitable[T]], expected: T, within: float = SOON) -> None:
    """Asks until the answer is as expected; then, or when the time is over, the last answer must be."""
    end = time.monotonic() + within
    while (answer := await ask()) != expected and time.monotonic() < end:  # noqa: ASYNC110 - nothing tells us
        await asyncio.sleep(0.02)
    assert answer == expected


class RegistrySuite:
    """Tests of a registry; subclasses say which."""

    def open_registry(self) -> AbstractAsyncContextManager[Open]:
        """A registry that is empty at first."""
        raise NotImplementedError

    @pytest.fixture
    def connect(self) -> OpenedInTest:
        return OpenedInTest(lambda _: self.open_registry())


class RegistryContract(RegistrySuite):
    """Profiles, searches and counts."""

    @pytest.fixture(autouse=True)
    def own_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Built indexes lie where nobody else looks for theirs."""

        def among_the_tests(namespace: str) -> Path:
            return tmp_path / "indexes" / namespace

        monkeypatch.setattr(kept, "default_folder", among_the_tests)

    @pytest.fixture
    def few_are_many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Have an index built for as many people as are shipped, and again after a few changes."""
        monkeypatch.setattr(searched, "MAX_UNINDEXED_PROFILES", 100)
        monkeypatch.setattr(searched, "REBUILD_THRESHOLD", 10)

    async def test_the_directory_is_filtered_and_its_choices_are_counted(self, connect: Open) -> None:
        profiles = await connect()
        await profiles.put(DIRECTORY)
        everybody = await profiles.browse(DirectoryFilter())
        assert [one.agent_id for one in everybody.profiles] == [one.agent_id for one in DIRECTORY]
        assert everybody.count == 5
        assert counts(everybody.facets.locations) == {"Beijing": 2, "London": 2}
        assert [one.zh for one in everybody.facets.locations] == ["北京", "伦敦"]
        assert next((one.zh, one.en) for one in everybody.facets.capabilities) == ("会场", "venue")
        assert counts(everybody.facets.capabilities) == {"venue": 3, "photography": 1, "yodelling at dawn": 1}
        assert counts(everybody.facets.languages) == {"en": 2, "zh": 2}
        bands = {(one.currency, one.max_price): one.count for one in everybody.facets.prices}
        assert bands == {("GBP", 100): 1, ("GBP", 500): 2, ("GBP", 1000): 2, ("GBP", 5000): 2, ("CNY", 5000): 1}

    @pytest.mark.parametrize(
        ("filters", "found"),
        [
            (DirectoryFilter(location="伦敦"), ["c", "d"]),
            (DirectoryFilter(location="Beijing", capability="场地"), ["a", "b"]),
            (DirectoryFilter(capability="YODELLING  at dawn"), ["e"]),
            (DirectoryFilter(language="EN-us"), ["c", "d"]),
            (DirectoryFilter(max_price=100, currency="GBP"), ["c"]),
            (DirectoryFilter(max_price=499, currency="GBP"), ["c"]),
            (DirectoryFilter(max_price=500, currency="GBP"), ["c", "d"]),
            (DirectoryFilter(max_price=10**9), ["a"]),
            (DirectoryFilter(max_price=0), []),
            (DirectoryFilter(location="Atlantis"), []),
            (DirectoryFilter(location="London", capability="photographer", max_price=1000, currency="GBP"), ["d"]),
        ],
    )
    async def test_a_filter_leaves_only_who_fits(
        self, filters: DirectoryFilter, found: list[str], connect: Open
    ) -> None:
        profiles = await connect()
        await profiles.put(DIRECTORY)
        page = await profiles.browse(filters)
        assert ([one.agent_id for one in page.profiles], page.count) == (found, len(found))

    async def test_a_facet_counts_with_the_filters_of_the_others_and_a_change_counts_at_once(
        self, connect: Open
    ) -> None:
        profiles = await connect()
        await profiles.put(DIRECTORY)
        page = await profiles.browse(DirectoryFilter(location="London", capability="venue"), limit=1)
        assert counts(page.facets.locations) == {"Beijing": 2, "London": 1}
        assert counts(page.facets.capabilities) == {"venue": 1, "photography": 1}
        assert await profiles.browse(DirectoryFilter(location="London", capability="venue"), limit=1) == page
        await profiles.upsert(DIRECTORY[2].model_copy(update={"agent_id": "f"}))
        page = await profiles.browse(DirectoryFilter(location="London", capability="venue"), limit=1)
        assert ([one.agent_id for one in page.profiles], page.count) == (["c"], 2)
        assert (await profiles.browse(DirectoryFilter(), limit=0)).profiles == ()

    async def test_an_empty_registry_returns_no_profiles(self, connect: Open) -> None:
        profiles = await connect()
        assert await profiles.count() == 0
        assert await profiles.list_all() == []
        assert await profiles.get("a") is None
        assert await profiles.list_by_user("user_alice") == []
        assert await profiles.search(["场地"]) == []
        assert await profiles.sample_active(3, "seed") == []
        assert await profiles.put([]) == (0, 0)

    async def test_stored_profiles_are_read_back_unchanged(self, connect: Open) -> None:
        writer, reader = await connect(), await connect()
        assert await writer.put(SHIPPED) == (len(SHIPPED), 0)
        assert await reader.list_all() == sorted(SHIPPED, key=lambda profile: profile.agent_id)
        assert await reader.list_all(3) == (await reader.list_all())[:3]
        assert await reader.list_all(0) == []
        assert await reader.count() == len(SHIPPED)

    async def test_a_write_returns_the_counts_of_added_and_replaced_profiles(self, connect: Open) -> None:
        profiles = await connect()
        assert await profiles.put([person("a"), person("b")]) == (2, 0)
        assert await profiles.put([person("b"), person("c")]) == (1, 1)
        assert await profiles.put([person("d"), person("d", summary="again"), person("a")]) == (1, 2)
        assert (await profiles.upsert(person("d")), await profiles.upsert(person("e"))) == (False, True)
        assert await profiles.count() == 5

    async def test_the_last_of_two_profiles_of_one_id_is_kept(self, connect: Open) -> None:
        profiles = await connect()
        await profiles.put([person("d", capabilities=["摄影"]), person("d", capabilities=["钢琴"])])
        assert (ids(await profiles.search(["摄影"])), ids(await profiles.search(["钢琴"]))) == ([], ["d"])

    async def test_an_import_counts_imported_updated_and_rejected_lines(self, connect: Open) -> None:
        profiles = await connect()
        await profiles.upsert(person("a"))
        lines = parse_profiles("f", b'{"agent_id":"a","display_name":"A"}\n{"agent_id":"b","display_name":"B"}\n{')
        done = await import_profiles(profiles, lines)
        assert (done.imported, done.updated, done.rejected) == (1, 1, 1)
        assert (await import_profiles(profiles, ParsedProfiles((), ()))).imported == 0

    async def test_a_client_reads_its_own_writes_at_once(self, connect: Open) -> None:
        profiles = await connect()
        assert await profiles.list_all() == []
        for number in range(5):
            await profiles.upsert(person("a", summary=str(number)))
            assert await profiles.get("a") == person("a", summary=str(number))
        await profiles.upsert(person("a", active=False))
        assert await profiles.sample_active(1, "seed") == []
        await profiles.delete("a")
        assert await profiles.get("a") is None

    async def test_a_write_of_one_client_becomes_visible_to_another(self, connect: Open) -> None:
        writer, reader = await connect(), await connect()
        assert await reader.search(["摄影"]) == []

        async def photographers() -> list[str]:
            return ids(await reader.search(["摄影"]))

        await writer.put([person("a", capabilities=["摄影"]), person("b", capabilities=["摄影"], active=False)])
        await eventually(photographers, ["a"])
        await writer.upsert(person("a", capabilities=["钢琴"]))
        await eventually(photographers, [])
        assert ids(await reader.search(["钢琴"])) == ["a"]

    async def test_a_deactivated_profile_is_not_found_but_readable(self, connect: Open) -> None:
        writer, reader = await connect(), await connect()
        await writer.put([person("a", user_id="user_bob", tags=["摄影"]), person("b", tags=["摄影"])])
        assert ids(await reader.search(["摄影"])) == ["a", "b"]
        asleep = person("a", user_id="user_bob", tags=["摄影"], active=False)
        assert not await writer.upsert(asleep)

        async def photographers() -> list[str]:
            return ids(await reader.search(["摄影"]))

        await eventually(photographers, ["b"])
        assert (await reader.get("a"), await reader.list_by_user("user_bob")) == (asleep, [asleep])
        assert await reader.sample_active(5, "seed") == [person("b", tags=["摄影"])]
        assert await writer.count() == 2

    async def test_a_deleted_profile_is_neither_listed_nor_found(self, connect: Open) -> None:
        writer, reader = await connect(), await connect()
        await writer.put([person("a", tags=["摄影"]), person("b", tags=["摄影"])])
        assert ids(await reader.search(["摄影"])) == ["a", "b"]
        assert (await writer.delete("a"), await writer.delete("a")) == (True, False)

        async def everybody() -> list[str]:
            return [profile.agent_id for profile in await reader.list_all()]

        await eventually(everybody, ["b"])
        assert (await reader.get("a"), ids(await reader.search(["摄影"]))) == (None, ["b"])
        assert await writer.upsert(person("a")) is True
        await eventually(everybody, ["a", "b"])

    @pytest.mark.parametrize("words", QUERIES, ids=lambda words: words[0][:20] or "nothing")
    def test_a_search_returns_the_same_hits_as_the_reference_index(self, words: Sequence[str]) -> None:
        self._finds_as_everywhere(words)

    @pytest.mark.usefixtures("few_are_many")
    @pytest.mark.parametrize("words", QUERIES, ids=lambda words: words[0][:20] or "nothing")
    def test_a_search_of_a_built_index_returns_the_same_hits(self, words: Sequence[str]) -> None:
        self._finds_as_everywhere(words)

    def _finds_as_everywhere(self, words: Sequence[str]) -> None:
        """Whatever the order in which they were put."""
        alone = UnindexedRegistry(SHIPPED[::-1])
        barred, user = ids(alone.search(words))[:2], SHIPPED[0].user_id
        asked: list[dict[str, Any]] = [
            {},
            {"limit": 3, "exclude": barred, "exclude_user": user},
            {"near": "北京", "language": "zh"},
            {"near": "Edinburgh", "language": "en", "exclude": barred},
            {"near": "Ushuaia"},
        ]

        async def compared() -> None:
            async with self.open_registry() as connect:
                await (await connect()).put(random.Random(1).sample(SHIPPED, len(SHIPPED)))
                reader = await connect()
                assert [await reader.search(words, **options) for options in asked] == expected
                assert await reader.sample_active(7, words[0], exclude=barred, exclude_user=user) == chosen

        expected = [alone.search(words, **options) for options in asked]
        chosen = alone.random_active(7, words[0], exclude=barred, exclude_user=user)
        asyncio.run(compared())

    async def test_enough_matches_of_place_and_language_exclude_all_others(self, connect: Open) -> None:
        profiles = await connect()
        here = [person(f"here_{n:02}", tags=["摄影"], location="Beijing", languages=["zh"]) for n in range(20)]
        far = [person("far", capabilities=["摄影"], location="上海", languages=["zh"])]
        mute = [person("mute", capabilities=["摄影"], location="北京", languages=["en"])]
        await profiles.put([*here, *far, *mute])
        everybody = await profiles.search(["摄影"])
        assert len(everybody) == 22
        assert not any(hit.near or hit.language for hit in everybody)
        asked = await profiles.search(["摄影"], near="北京", language="zh")
        assert ids(asked) == [profile.agent_id for profile in here]
        assert all(hit.near and hit.language and hit.matched == ("摄影",) for hit in asked)

    async def test_too_few_local_matches_exclude_nobody_and_each_hit_has_its_flags(self, connect: Open) -> None:
        profiles = await connect()
        far = person("far", capabilities=["摄影"], location="上海", languages=["zh"])
        remote = person("remote", capabilities=["摄影"], location="上海", languages=["en"], remote=True)
        await profiles.put([person("here", tags=["摄影"], location="北京", languages=["zh"]), far, remote])
        hits = await profiles.search(["摄影", "北京"], near="北京", language="zh")
        assert [(hit.profile.agent_id, hit.near, hit.language) for hit in hits] == [
            ("here", True, True),
            ("remote", True, False),
            ("far", False, True),
        ]
        assert [hit.matched for hit in hits] == [("摄影", "北京"), ("摄影",), ("摄影",)]

    @pytest.mark.usefixtures("few_are_many")
    async def test_a_change_after_the_index_build_is_found_by_its_new_words_only(self, connect: Open) -> None:
        writer, reader = await connect(), await connect()
        await writer.put(SHIPPED)
        able = ids(await reader.search(["摄影"], limit=500))
        await reader.search(["养蜂"])
        changed, gone, asleep = able[:3]

        async def both() -> tuple[list[str], set[str]]:
            return ids(await reader.search(["养蜂"])), set(ids(await reader.search(["摄影"], limit=500)))

        await writer.put([person(changed, capabilities=["养蜂"]), person("new", tags=["养蜂"])])
        await writer.delete(gone)
        await writer.upsert(person(asleep, capabilities=["摄影"], active=False))
        await eventually(both, ([changed, "new"], set(able[3:])))

    @pytest.mark.usefixtures("few_are_many")
    async def test_many_changes_are_found_before_and_after_the_next_index_build(self, connect: Open) -> None:
        writer, reader = await connect(), await connect()
        await writer.put(SHIPPED)
        await reader.search(["摄影"])
        bees = [profile.model_copy(update={"capabilities": ("养蜂",)}) for profile in SHIPPED]

        async def keepers() -> set[str]:
            return set(ids(await reader.search(["养蜂"], limit=500)))

        for upto in (15, 30, 200, len(bees)):
            await writer.put(bees[:upto])
            await eventually(keepers, {profile.agent_id for profile in bees[:upto]}, within=5)

    @pytest.mark.alone
    async def test_two_thousand_profiles_are_written_within_three_seconds(self, connect: Open) -> None:
        people = crowd(2000)
        writer, reader = await connect(), await connect()
        began = time.monotonic()
        assert await writer.put(people) == (2000, 0)
        assert time.monotonic() - began < 3
        assert await reader.list_all() == people
        assert await writer.put(people[:1200]) == (0, 1200)

    async def test_concurrent_writers_lose_no_profile(self, connect: Open) -> None:
        writers = [await connect() for _ in range(4)]
        people = crowd(40)
        await asyncio.gather(*(writers[n % 4].put(people[n : n + 10]) for n in range(0, 40, 10)))
        await asyncio.gather(*(writers[n % 4].delete(people[n].agent_id) for n in range(20)))
        for writer in writers:

            async def everybody(client: ProfileRegistry = writer) -> Sequence[Profile]:
                return await client.list_all()

            await eventually(everybody, people[20:])
