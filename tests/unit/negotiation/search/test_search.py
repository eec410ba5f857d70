"""Who stays and who is best, by place and language: the rules, over the recent part alone."""

from collections.abc import Sequence

import pytest

from negotiation.registry.profile import Profile
from negotiation.search.memory_segment import MemorySegment
from negotiation.search.search import MIN_FILTERED_HITS, build_query, top_matches
from negotiation.search.segment import Match


def person(agent_id: str, **fields: object) -> Profile:
    return Profile.model_validate({"agent_id": agent_id, "display_name": agent_id.upper(), **fields})


def several(count: int, name: str, **fields: object) -> list[Profile]:
    return [person(f"{name}_{number:02}", **fields) for number in range(count)]


def found(
    people: Sequence[Profile], *words: str, near: str | None = None, language: str | None = None, barred: str = ""
) -> Sequence[Match]:
    part = MemorySegment()
    for profile in people:
        part.put(profile)
    return top_matches([part], build_query(words, near, language, frozenset(barred.split())), len(people), 50)


def names(hits: Sequence[Match]) -> set[str]:
    """Which kinds of people are among them."""
    return {hit.agent_id.split("_")[0] for hit in hits}


@pytest.mark.parametrize("near", ["北京", "Beijing", "帝都"])
def test_enough_local_matches_exclude_all_others(near: str) -> None:
    people = [
        *several(MIN_FILTERED_HITS, "here", capabilities=["摄影"], location="北京"),
        *several(5, "there", capabilities=["摄影"], location="上海"),
    ]
    assert names(found(people, "摄影", near=near)) == {"here"}
    assert names(found(people, "摄影")) == {"here", "there"}


def test_too_few_local_matches_come_first() -> None:
    people = [
        *several(MIN_FILTERED_HITS - 1, "here", tags=["摄影"], location="北京"),
        *several(5, "there", capabilities=["摄影"], location="上海"),
    ]
    hits = found(people, "摄影", near="北京")
    assert [hit.at_location for hit in hits] == [True] * (MIN_FILTERED_HITS - 1) + [False] * 5


def test_remote_or_unlocated_agents_match_any_location_after_local_ones() -> None:
    people = [
        *several(MIN_FILTERED_HITS - 2, "here", capabilities=["摄影"], location="北京"),
        person("remote", capabilities=["摄影"], location="上海", remote=True),
        person("untold", capabilities=["摄影"]),
        person("there", capabilities=["摄影"], location="上海"),
    ]
    hits = found(people, "摄影", near="北京")
    assert [hit.agent_id for hit in hits[MIN_FILTERED_HITS - 2 :]] == ["remote", "untold"]


def test_the_language_filters_and_agents_without_language_pass() -> None:
    people = [
        *several(MIN_FILTERED_HITS - 1, "zh", capabilities=["摄影"], languages=["zh", "ja"]),
        person("untold", capabilities=["摄影"]),
        person("en", capabilities=["摄影"], languages=["en"]),
    ]
    assert names(found(people, "摄影", language="zh")) == {"zh", "untold"}
    assert names(found(people, "摄影", language="en")) == {"zh", "untold", "en"}
    assert found(people, "摄影", language="en")[0].agent_id == "en"


def test_agents_that_only_match_the_location_do_not_fill_the_result() -> None:
    people = [
        *several(MIN_FILTERED_HITS, "idle", location="北京"),
        person("here", capabilities=["摄影"], location="北京"),
        person("there", capabilities=["摄影"], location="上海"),
    ]
    assert [hit.agent_id for hit in found(people, "摄影", "北京", near="北京")[:2]] == ["here", "there"]


def test_a_skill_missing_at_the_location_is_found_elsewhere() -> None:
    people = [
        *several(MIN_FILTERED_HITS, "here", capabilities=["摄影"], location="北京"),
        person("there", capabilities=["摄影"], location="上海"),
        person("far", capabilities=["钢琴"], location="上海"),
    ]
    assert names(found(people, "摄影", "钢琴", near="北京")) == {"here", "far"}


def test_excluded_agents_are_not_returned_and_do_not_count() -> None:
    people = [
        *several(MIN_FILTERED_HITS, "here", capabilities=["摄影"], location="北京"),
        person("there", capabilities=["摄影"], location="上海"),
    ]
    hits = found(people, "摄影", near="北京", barred="here_00")
    assert names(hits) == {"here", "there"}
    assert "here_00" not in {hit.agent_id for hit in hits}


def test_excluding_an_agent_does_not_change_the_scores_of_others() -> None:
    people = [person("a", capabilities=["摄影"]), person("b", capabilities=["摄影"]), person("c")]
    everybody, without = found(people, "摄影"), found(people, "摄影", barred="a")
    assert without == everybody[1:]


def test_an_unknown_location_is_compared_verbatim() -> None:
    people = [
        person("a", capabilities=["yoga"], location="Ushuaia"),
        person("b", capabilities=["yoga"], location="Oslo"),
    ]
    assert [hit.at_location for hit in found(people, "yoga", near=" ushuaia ")] == [True, False]


@pytest.mark.parametrize("nothing", [None, "", "  "])
def test_an_empty_location_does_not_filter(nothing: str | None) -> None:
    people = several(MIN_FILTERED_HITS + 5, "any", capabilities=["摄影"], location="北京")
    assert not any(hit.at_location for hit in found(people, "摄影", near=nothing))
    assert len(found(people, "摄影", near=nothing)) == MIN_FILTERED_HITS + 5


def test_a_language_matches_every_regional_variant() -> None:
    people = [
        person("a", capabilities=["摄影"], languages=["zh-CN"]),
        person("b", capabilities=["摄影"], languages=["en"]),
    ]
    assert [hit.speaks_language for hit in found(people, "摄影", language="zh")] == [True, False]
