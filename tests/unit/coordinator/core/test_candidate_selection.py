from coordinator.core.candidate_selection import (
    FilterReply,
    RelatedAgent,
    ShownAgent,
    search_query,
    select_candidates,
    select_fallback_candidates,
)
from tests.support.task_fixtures import demand

SHOWN = [ShownAgent(agent_id=f"a{number}", display_name=f"A{number}", matched=("场地",)) for number in range(4)]


def related(agent_id: str, score: float | None = None, reason: str = "适合") -> RelatedAgent:
    return RelatedAgent(agent_id=agent_id, reason=reason, relevance_score=score)


def test_both_lists_are_merged_best_first() -> None:
    reply = FilterReply(
        definitely_related=(related("a0", 70), related("a1", 90)), possibly_related=(related("a2", 80),)
    )
    chosen = select_candidates(reply, SHOWN, 10, "zh")
    assert [(one.agent_id, one.relevance_score, one.display_name) for one in chosen] == [
        ("a1", 90, "A1"),
        ("a2", 80, "A2"),
        ("a0", 70, "A0"),
    ]


def test_a_candidate_named_twice_is_invited_once() -> None:
    reply = FilterReply(definitely_related=(related("a0", 60),), possibly_related=(related("a0", 99),))
    assert [one.relevance_score for one in select_candidates(reply, SHOWN, 10, "zh")] == [60]


def test_unknown_candidate_ids_are_dropped() -> None:
    reply = FilterReply(definitely_related=(related("agent_ghost", 99), related("a3", 10)))
    assert [one.agent_id for one in select_candidates(reply, SHOWN, 10, "zh")] == ["a3"]


def test_at_most_the_limit_is_invited() -> None:
    reply = FilterReply(definitely_related=tuple(related(f"a{number}", number) for number in range(4)))
    assert [one.agent_id for one in select_candidates(reply, SHOWN, 2, "zh")] == ["a3", "a2"]


def test_missing_and_impossible_scores_and_empty_reasons_are_filled() -> None:
    reply = FilterReply(
        definitely_related=(related("a0"), related("a1", 400)), possibly_related=(related("a2", None, " "),)
    )
    chosen = {one.agent_id: one for one in select_candidates(reply, SHOWN, 10, "en")}
    assert (chosen["a0"].relevance_score, chosen["a1"].relevance_score) == (80, 100)
    assert chosen["a2"].relevance_score == 50
    assert chosen["a2"].reason


def test_equal_scores_keep_the_order_of_the_answer() -> None:
    reply = FilterReply(definitely_related=(related("a2", 50), related("a0", 50)))
    assert [one.agent_id for one in select_candidates(reply, SHOWN, 10, "zh")] == ["a2", "a0"]


def test_the_fallback_candidates_are_the_best_search_hits_and_marked() -> None:
    shown = [*SHOWN[:1], ShownAgent(agent_id="r1", display_name="R1"), ShownAgent(agent_id="r2", display_name="R2")]
    chosen = select_fallback_candidates(shown, 3, "zh")
    assert [one.agent_id for one in chosen] == ["a0", "r1", "r2"]
    assert all(one.is_fallback for one in chosen)
    assert "场地" in chosen[0].reason
    assert all(one.reason.startswith("系统繁忙") for one in chosen)
    assert chosen[1].relevance_score < chosen[0].relevance_score


def test_the_fallback_takes_fewer_when_there_are_fewer() -> None:
    assert len(select_fallback_candidates(SHOWN[:2], 3, "en")) == 2
    assert select_fallback_candidates([], 3, "en") == ()


def test_the_search_query_has_skills_location_and_raw_input() -> None:
    words = search_query(demand("场地", "嘉宾", location="北京"), "我想办一场聚会")
    assert words == ("场地", "嘉宾", "北京", "我想办一场聚会")
