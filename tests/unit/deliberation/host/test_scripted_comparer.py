"""Scripted comparison: similarities of a scenario by round, contradictions by code, keywords where it says so."""

from deliberation.contracts.control import SEED_THRESHOLDS
from deliberation.host.scripted_comparer import ScriptedPositionComparer
from tests.support.position_fixtures import held, request

FIRST, SECOND = held("Study for two months.", "there is time"), held("Study for five months.", "there is time")


async def test_a_round_has_the_similarity_of_its_entry_and_the_seeds_thresholds() -> None:
    scripted = ScriptedPositionComparer({1: 0.92, 3: -0.1})
    for number, similarity in ((1, 0.92), (3, -0.1)):
        compared = await scripted.compare(request(FIRST, FIRST, number=number))
        assert compared.similarity_matrix == ((1.0, similarity), (similarity, 1.0))
        assert (compared.thresholds, compared.method) == (SEED_THRESHOLDS, "embedding")


async def test_contradictions_and_changes_are_found_by_code() -> None:
    compared = await ScriptedPositionComparer({1: 0.99}).compare(
        request(FIRST, SECOND, {"planner": SECOND, "critic": SECOND})
    )
    assert compared.contradictions == ("number: two month / five month",)
    assert compared.changed_in_substance == ("planner",)


async def test_only_a_repetition_word_by_word_is_one() -> None:
    turned = held("For two months, study.", "there is time")
    compared = await ScriptedPositionComparer({1: 0.5}).compare(
        request(FIRST, turned, {"planner": FIRST, "critic": FIRST})
    )
    assert compared.self_similarity == {"planner": 1.0, "critic": SEED_THRESHOLDS.stubborn}


async def test_a_round_with_an_error_or_without_an_entry_is_compared_by_keywords() -> None:
    scripted = ScriptedPositionComparer({1: "error"})
    for number in (1, 2):
        compared = await scripted.compare(request(FIRST, FIRST, number=number))
        assert (compared.method, compared.similarity_matrix[0][1]) == ("keyword", 1.0)
        assert compared.error is not None
