"""Searches by words and meaning over real vectors: who is found, in what order, and why others are not."""

import random
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import negotiation.search.index as searched
import negotiation.search.need_ranking as need_ranking
from negotiation.contracts.demand import Need
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.memory_vector_store import MemoryVectorStore
from negotiation.registry.port import SearchHit
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from negotiation.registry.vector_backfill import backfill_vectors
from shared.embedding.model import EmbeddingModel, EmbeddingUnavailable
from shared.embedding.port import Vectors
from shared.telemetry.log import build_logger
from tests.support.caching_embedder import CachingEmbedder

SHIPPED = read_profiles([shipped_profiles_folder()]).profiles
WORDLESS = ("somebody to snap portraits of the guests",)
"""A need without a known word."""


def person(agent_id: str, *capabilities: str, **fields: object) -> Profile:
    return Profile.model_validate(
        {"agent_id": agent_id, "display_name": agent_id.upper(), "capabilities": capabilities, **fields}
    )


async def shipped_vectors() -> MemoryVectorStore:
    store = MemoryVectorStore()
    assert (await backfill_vectors(SHIPPED, CachingEmbedder(), store)).missing == 0
    return store


async def registry(
    people: Sequence[Profile], store: MemoryVectorStore | None = None, folder: Path | None = None
) -> MemoryProfileRegistry:
    """Return a registry whose vectors are loaded."""
    embedder = CachingEmbedder()
    if store is None:
        store = MemoryVectorStore()
        await backfill_vectors(people, embedder, store)
    profiles = MemoryProfileRegistry(people, embedder=embedder, vectors=store, folder=folder)
    await profiles.load_vectors()
    return profiles


async def find(people: Sequence[Profile], *needs: str, **options: Any) -> Sequence[SearchHit]:
    return await (await registry(people)).search(needs, needs=[Need(need=need) for need in needs], **options)


def ids(hits: Sequence[SearchHit]) -> list[str]:
    return [hit.profile.agent_id for hit in hits]


PEOPLE = (
    person("camera", "photographer"),
    person("lens", "拍照"),
    person("oven", "baking"),
    person("tuner", "piano tuning"),
    person("wheel", "driver"),
)


async def test_a_need_in_words_that_no_profile_has_finds_those_who_mean_it_first() -> None:
    hits = await find(PEOPLE, *WORDLESS)
    assert set(ids(hits)[:2]) == {"camera", "lens"}
    assert await MemoryProfileRegistry(PEOPLE).search(WORDLESS, needs=[Need(need=WORDLESS[0])]) == []


async def test_hits_compared_by_meaning_do_not_say_by_words_only() -> None:
    assert not any(hit.by_words_only for hit in await find(PEOPLE, *WORDLESS))


async def test_a_need_that_is_known_by_words_fits_surely_and_a_neighbour_does_not() -> None:
    hits = {hit.profile.agent_id: hit.fits for hit in await find(PEOPLE, "piano lessons", "a photographer")}
    assert [(fit.need, fit.matched, fit.score > 0.75) for fit in hits["camera"]] == [("n2", "photographer", True)]
    assert [(fit.need, fit.matched, fit.score > 0.75) for fit in hits["lens"]] == [("n2", "拍照", True)]
    assert hits.get("tuner", ()) == ()


async def test_a_need_without_a_known_word_is_searched_by_the_words_of_the_skill_it_means(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = person("said", summary="weekends I do 跟拍 for friends, nothing else is on offer")

    async def score() -> float:
        (hit,) = (hit for hit in await find([*PEOPLE, said], *WORDLESS) if ids([hit]) == ["said"])
        return hit.score

    with_words = await score()
    monkeypatch.setattr(need_ranking, "NEAREST_SKILL_WEIGHT", 1e-6)
    assert with_words > await score()


async def test_every_need_has_its_share_of_the_hits() -> None:
    crowd = [person(f"bake_{number:02}", "baking", "cakes") for number in range(60)]
    people = [*crowd, person("fiddle", "violin lessons"), person("snow", "ski instructor")]
    hits = ids(await find(people, "a birthday cake", "someone to teach the violin", "lessons on the slopes", limit=10))
    assert len(hits) == 10
    assert {"fiddle", "snow"} <= set(hits)
    words = await MemoryProfileRegistry(people).search(
        ["baking", "violin", "skiing"], needs=[Need(need=need) for need in ("baking", "violin", "skiing")], limit=10
    )
    assert {"fiddle", "snow"} <= set(ids(words))


async def test_those_who_are_near_come_first_and_the_remote_only_if_they_need_not_be_there() -> None:
    people = [
        person("here", "photographer", location="Shanghai"),
        person("near", "photographer", location="苏州"),
        person("remote", "photographer", location="London", remote=True),
        person("far", "photographer", location="London"),
        person("online", "translation", location="London", remote=True),
    ]
    hits = await find(people, "a photographer", "translation of a letter", near="上海")
    by_id = {hit.profile.agent_id: hit for hit in hits}
    assert [agent_id for agent_id in ids(hits) if agent_id != "online"][:2] == ["here", "near"]
    assert by_id["online"].score > by_id["remote"].score
    assert [by_id[agent_id].distance_km for agent_id in ("here", "near")] == [0, 84]


async def test_an_unknown_place_filters_nobody() -> None:
    people = [person("a", "photographer", location="Ushuaia"), person("b", "photographer", location="Shanghai")]
    assert set(ids(await find(people, "a photographer", near="Atlantis"))) == {"a", "b"}
    assert set(ids(await find(people, "a photographer", near="Shanghai"))) == {"a", "b"}


async def test_an_ability_whose_vector_is_missing_is_compared_by_words() -> None:
    profiles = await registry(PEOPLE)
    await profiles.put([person("new", "wedding photographer")])
    hits = await profiles.search(["a photographer"], needs=[Need(need="a photographer")])
    fits = {hit.profile.agent_id: hit.fits for hit in hits}
    assert [(fit.matched, fit.score) for fit in fits["new"]] == [("wedding photographer", 1.0)]


async def test_a_kind_that_is_not_wanted_does_not_refuse_the_ability_that_is() -> None:
    people = [person("band", "band", "violinist"), person("strings", "string quartet")]
    hits = await find(people, "a band", not_wanted=["string quartet"])
    assert [hit.profile.agent_id for hit in hits if hit.fits] == ["band"]


async def test_an_ability_that_is_not_wanted_is_no_hit_on_its_own() -> None:
    people = [person("camera", "photographer"), person("hall", "venue"), person("both", "photographer", "venue")]
    options: dict[str, Any] = {"needs": [Need(need="a venue")], "not_wanted": ["a photographer"]}
    demand = ["I don't need a photographer, only a venue"]
    for profiles in (MemoryProfileRegistry(people), await registry(people)):
        hits = await profiles.search(demand, **options)
        assert set(ids(hits)) == {"hall", "both"}
        assert all([fit.matched for fit in hit.fits] == ["venue"] for hit in hits)


@pytest.mark.parametrize("seed", range(3))
async def test_hits_do_not_depend_on_the_segment_of_a_profile(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(seed)
    asked: list[tuple[list[str], dict[str, Any]]] = [
        (["a camera person for the wedding", "somebody who bakes"], {"near": "Edinburgh", "language": "en"}),
        (["帮忙照看老人"], {"near": "上海", "language": "zh", "exclude": [SHIPPED[3].agent_id]}),
        (["a quiet room for twenty people"], {}),
    ]

    async def answers(profiles: MemoryProfileRegistry) -> list[Sequence[SearchHit]]:
        return [
            await profiles.search(texts, needs=[Need(need=text) for text in texts], **options)
            for texts, options in asked
        ]

    expected = await answers(await registry(SHIPPED, await shipped_vectors()))
    monkeypatch.setattr(searched, "MAX_UNINDEXED_PROFILES", 100)
    changed = dice.sample(SHIPPED, 40)
    before = [
        each if each not in changed else each.model_copy(update={"capabilities": ("beekeeping",)}) for each in SHIPPED
    ]
    split = await registry(dice.sample(before, len(before)), await shipped_vectors(), tmp_path)
    await split.put(changed)
    await split.load_vectors()
    assert await answers(split) == expected
    assert list(tmp_path.glob("*/vectors-*.npy"))  # noqa: ASYNC240 - a small folder


async def test_a_vector_file_that_is_cut_off_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searched, "MAX_UNINDEXED_PROFILES", 100)
    needs = [Need(need=WORDLESS[0])]
    expected = await (await registry(SHIPPED, await shipped_vectors(), tmp_path)).search(WORDLESS, needs=needs)
    (file,) = tmp_path.glob("*/vectors-*.npy")  # noqa: ASYNC240 - a small folder
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])
    assert await (await registry(SHIPPED, await shipped_vectors(), tmp_path)).search(WORDLESS, needs=needs) == expected
    assert file.read_bytes() == content


class SilentEmbedder:
    """Embedder whose endpoint does not answer."""

    model = EmbeddingModel("silent", 512)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        raise EmbeddingUnavailable("the embedder did not answer")

    async def close(self) -> None:
        """Nothing."""


async def test_without_an_answer_of_the_embedder_the_search_goes_by_words_and_says_so_once() -> None:
    output = StringIO()
    profiles = MemoryProfileRegistry(
        PEOPLE, embedder=SilentEmbedder(), vectors=MemoryVectorStore(), log=build_logger("warning", "json", output)
    )
    needs = [Need(need="photographer")]
    for _ in range(3):
        await profiles.load_vectors()
        hits = await profiles.search(["photographer"], needs=needs)
        expected = await MemoryProfileRegistry(PEOPLE).search(["photographer"], needs=needs)
        assert [replace(hit, by_words_only=False) for hit in hits] == expected
        assert [hit.by_words_only for hit in hits] == [True] * len(expected)
        assert not any(hit.by_words_only for hit in expected)
    assert output.getvalue().count("search_by_words_only") == 1


async def test_vectors_of_another_model_are_not_used() -> None:
    store, embedder = MemoryVectorStore(), CachingEmbedder()
    await backfill_vectors(PEOPLE, embedder, store)
    rows = store._rows[embedder.model]  # pyright: ignore[reportPrivateUsage]
    other = MemoryVectorStore()
    other._rows[EmbeddingModel("other", embedder.model.dimension)] = rows  # pyright: ignore[reportPrivateUsage]
    assert await (await registry(PEOPLE, other)).search(WORDLESS, needs=[Need(need=WORDLESS[0])]) == []
    assert await (await registry(PEOPLE, store)).search(WORDLESS, needs=[Need(need=WORDLESS[0])])
