import asyncio
from collections.abc import Sequence

import pytest

from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.port import SearchHit
from negotiation.registry.profile import Profile


def person(agent_id: str, **fields: object) -> Profile:
    return Profile.model_validate({"agent_id": agent_id, "display_name": agent_id.upper(), **fields})


def search(people: Sequence[Profile], *words: str, **options: object) -> Sequence[SearchHit]:
    return asyncio.run(MemoryProfileRegistry(people).search(words, **options))  # pyright: ignore[reportArgumentType]


def ids(hits: Sequence[SearchHit]) -> list[str]:
    return [hit.profile.agent_id for hit in hits]


@pytest.mark.parametrize("wording", ["场地", "场地提供", "venue", "Venues", "会场", "event space"])
def test_a_skill_is_found_by_all_its_synonyms(wording: str) -> None:
    people = [
        person("zh", capabilities=["场地提供"]),
        person("en", capabilities=["venue"]),
        person("no", capabilities=["钢琴"]),
    ]
    assert ids(search(people, wording)) == ["en", "zh"]


def test_capabilities_weigh_more_than_tags_and_tags_more_than_the_summary() -> None:
    people = [
        person("a", summary="爱好摄影"),
        person("b", tags=["摄影"]),
        person("c", capabilities=["摄影"]),
    ]
    hits = search(people, "摄影")
    assert ids(hits) == ["c", "b", "a"]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_a_location_matches_in_both_languages() -> None:
    people = [
        person("far", capabilities=["场地"], location="上海"),
        person("near", capabilities=["venue"], location="Beijing"),
    ]
    assert ids(search(people, "场地", "北京")) == ["near", "far"]


def test_a_hit_names_its_matched_words() -> None:
    hit = search([person("a", capabilities=["venue"], location="Beijing")], "场地", "北京", "钢琴")[0]
    assert hit.matched == ("场地", "北京")


def test_a_sentence_is_searched_by_its_known_words() -> None:
    people = [person("a", capabilities=["photography"]), person("b", capabilities=["yoga"])]
    assert ids(search(people, "我们下个月想办一次校友返校日，想找人来拍照留念，也欢迎志愿者")) == ["a"]


def test_words_unknown_to_the_synonyms_are_still_found() -> None:
    assert ids(search([person("a", capabilities=["养蜂"]), person("b", tags=["falconry"])], "养蜂")) == ["a"]
    assert ids(search([person("a", capabilities=["养蜂"]), person("b", tags=["falconry"])], "Falconry")) == ["b"]


def test_inactive_excluded_and_own_agents_are_not_found() -> None:
    people = [
        person("asleep", capabilities=["摄影"], active=False),
        person("barred", capabilities=["摄影"]),
        person("own", capabilities=["摄影"], user_id="user_alice"),
        person("there", capabilities=["摄影"], user_id="user_bob"),
    ]
    assert ids(search(people, "摄影", exclude=["barred"], exclude_user="user_alice")) == ["there"]


def test_equal_scores_are_ordered_by_id_whatever_the_order_of_insertion() -> None:
    people = [person(agent_id, capabilities=["摄影"]) for agent_id in ("c", "a", "b")]
    assert ids(search(people, "摄影")) == ids(search(people[::-1], "摄影")) == ["a", "b", "c"]
    assert ids(search(people, "摄影", limit=2)) == ["a", "b"]


async def test_a_replaced_profile_is_found_by_its_new_words_only() -> None:
    profiles = MemoryProfileRegistry([person("a", capabilities=["摄影"])])
    assert await profiles.upsert(person("a", capabilities=["钢琴"])) is False
    assert ids(await profiles.search(["摄影"])) == []
    assert ids(await profiles.search(["钢琴"])) == ["a"]


def test_an_empty_query_finds_no_agents() -> None:
    people = [person("a", capabilities=["摄影"])]
    assert search(people) == []
    assert search(people, "", "  ", "！？") == []


def test_all_synonyms_of_a_skill_have_the_same_weight() -> None:
    people = [person("a", capabilities=["司仪"]), *(person(f"b{n}", capabilities=["主持人"]) for n in range(5))]
    assert len({hit.score for hit in search(people, "MC")}) == 1


def test_a_rare_skill_weighs_more_than_a_common_one() -> None:
    people = [person("rare", capabilities=["钢琴"]), *(person(f"b{n}", capabilities=["摄影"]) for n in range(5))]
    assert ids(search(people, "摄影", "钢琴"))[0] == "rare"


def test_the_number_of_an_agents_skills_does_not_lower_its_score() -> None:
    people = [person("many", capabilities=["摄影", "钢琴", "园艺", "翻译"]), person("one", capabilities=["摄影"])]
    assert len({hit.score for hit in search(people, "摄影")}) == 1
