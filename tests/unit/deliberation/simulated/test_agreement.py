"""Positions of the simulated agents as the platform's embedder compares them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from deliberation.contracts.messages import ComparePositions, PositionsCompared
from deliberation.contracts.position import Position, PositionDraft
from deliberation.host.position_comparison import compare_by_vectors, texts_to_embed
from deliberation.simulated.query.clauses import has_chinese
from shared.embedding.local import load_encoder, local_model
from tests.support.direct_rounds import STARTED_AT, DirectRounds, play_rounds, session_context

QUERIES = Path(__file__).resolve().parents[4] / "examples" / "deliberation" / "queries_open.jsonl"


@cache
def sessions() -> list[DirectRounds]:
    rows: list[dict[str, Any]] = [json.loads(line) for line in QUERIES.read_text("utf-8").splitlines()]
    return [play_rounds(session_context(row["query"], row["language"], f"s-{row['id']}", row["today"])) for row in rows]


@cache
def vector(text: str) -> tuple[float, ...]:
    return tuple(load_encoder().encode([text])[0].tolist())


def compare(rounds: DirectRounds, number: int) -> PositionsCompared:
    def full(draft: PositionDraft) -> Position:
        return Position(**draft.model_dump(exclude={"changes_from_last_round"}))

    body = ComparePositions(
        session_id=rounds.context.session_id,
        round=number + 1,
        positions={
            "planner": full(rounds.plans[number].position),
            "critic": full(rounds.critiques[number].position),
        },
        answer_by=STARTED_AT,
    )
    return compare_by_vectors(body, {text: vector(text) for text in texts_to_embed(body)}, local_model().name)


def agreed() -> list[DirectRounds]:
    """Return the sessions in which the critic has nothing left to say."""
    return [
        rounds
        for rounds in sessions()
        if rounds.is_settled
        and not rounds.critiques[-1].critique.risks
        and not rounds.critiques[-1].critique.suggestions
    ]


def test_who_agrees_is_close_and_is_not_taken_to_contradict() -> None:
    compared = [compare(rounds, len(rounds.plans) - 1) for rounds in agreed()]
    assert len(compared) >= 25
    assert all(each.similarity_matrix[0][1] > each.thresholds.high for each in compared)
    assert [each.contradictions for each in compared if each.contradictions] == []


def test_the_blind_round_is_farther_apart_than_an_agreement() -> None:
    first = [compare(rounds, 0).similarity_matrix[0][1] for rounds in agreed()]
    last = [compare(rounds, len(rounds.plans) - 1).similarity_matrix[0][1] for rounds in agreed()]
    assert sum(first) / len(first) < sum(last) / len(last) - 0.15


def test_some_blind_rounds_are_so_far_apart_that_an_opponent_is_called_for() -> None:
    compared = [compare(rounds, 0) for rounds in sessions()]
    low = [each for each in compared if each.similarity_matrix[0][1] <= each.thresholds.low]
    assert 2 <= len(low) <= len(compared) / 2


def test_a_plan_that_lacks_something_is_not_spoken_against() -> None:
    checked = 0
    for number in range(8):
        for text in ("restring an old mandolin, two hours every Sunday", "想学会扎风筝，每周六下午3小时"):
            rounds = play_rounds(session_context(text, "zh" if has_chinese(text) else "en", f"s-lacks-{number}"))
            for index, turn in enumerate(rounds.critiques[1:], 1):
                if turn.critique.suggestions or turn.critique.risks:
                    checked += 1
                    codes = compare(rounds, index).contradictions
                    assert not [code for code in codes if code.startswith("polarity")], turn.position.conclusion
    assert checked
