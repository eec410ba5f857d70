"""A built index finds the very same people, with the same scores, as the few that are kept by word."""

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from negotiation.search.build_index import write_index
from negotiation.search.disk_segment import DiskSegment
from negotiation.search.memory_segment import MemorySegment
from negotiation.search.search import build_query, top_matches
from negotiation.search.segment import IndexSegment, Match

SHIPPED = read_profiles([shipped_profiles_folder()]).profiles
WORDS = (
    ("场地提供", "演讲嘉宾", "北京", "我想在北京办一场AI主题聚会，需要场地和嘉宾"),
    ("venue", "photography", "live music", "A small wedding in Edinburgh, with somebody who plays and takes pictures"),
    ("event planning", "master of ceremonies"),
    ("养蜂", "陶艺"),
    ("nobody says this",),
    ("北京",),
    (),
)
NEAR = (None, "北京", "Edinburgh", "Ushuaia")


def recent(people: Sequence[Profile]) -> MemorySegment:
    part = MemorySegment()
    for profile in people:
        part.put(profile)
    return part


def all_answers(parts: Sequence[IndexSegment], active: int, barred: frozenset[str]) -> list[Sequence[Match]]:
    return [
        top_matches(parts, build_query(words, near, language, barred), active, limit)
        for words in WORDS
        for near in NEAR
        for language in (None, "zh", "en", "fi")
        for limit in (0, 1, 7, 50, 500)
    ]


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 6))])
def test_search_results_do_not_depend_on_the_segment_of_a_profile(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    people = dice.sample(SHIPPED, dice.randrange(30, len(SHIPPED)))
    twins = [one.model_copy(update={"agent_id": f"{one.agent_id}_twin"}) for one in people[::3]]
    before, changed, gone = [*people, *twins], dice.sample(people, 20), dice.sample(twins, 5)
    others = dice.sample(SHIPPED, len(changed))
    new = [other.model_copy(update={"agent_id": one.agent_id}) for one, other in zip(changed, others, strict=True)]
    write_index(tmp_path, dice.sample(before, len(before)))
    built = DiskSegment(tmp_path)
    for one in (*changed, *gone):
        built.mask(one.agent_id)
    after = {one.agent_id: one for one in (*before, *new) if one not in gone}
    barred = frozenset((*dice.sample(sorted(after), 3), "nobody_at_all", "a" * 64))
    parts = (built, recent(new))
    assert all_answers(parts, len(after), barred) == all_answers([recent(list(after.values()))], len(after), barred)


def test_disk_and_memory_segments_have_equal_weights(tmp_path: Path) -> None:
    """However often it stands there: no float of bm25s is left in it."""
    people = [
        Profile(agent_id=f"a{number:03}", display_name="A", capabilities=("w",) * (number % 2), summary="w " * number)
        for number in range(200)
    ]
    write_index(tmp_path, people)
    query = build_query(["w"], None, None, frozenset())
    assert top_matches([DiskSegment(tmp_path)], query, 200, 200) == top_matches([recent(people)], query, 200, 200)


def test_a_disk_segment_maps_agent_ids_to_rows(tmp_path: Path) -> None:
    write_index(tmp_path, SHIPPED[::-1])
    built, ids = DiskSegment(tmp_path), sorted(profile.agent_id for profile in SHIPPED)
    assert len(built) == len(ids)
    assert [built.agent_id_at(place) for place in built.rows_of(ids)] == ids
    assert built.rows_of(["nobody", "z" * 64, ""]) == []


def test_a_folder_without_an_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="params"):
        DiskSegment(tmp_path)


def test_an_index_of_one_profile_is_built(tmp_path: Path) -> None:
    write_index(tmp_path, SHIPPED[:1])
    assert len(DiskSegment(tmp_path)) == 1
