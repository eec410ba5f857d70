"""Domains of the fields that models, host and tools fill: the least, the most, and what is refused (DL-19…99)."""

import json
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from deliberation.contracts.control import Constraints, HostDecision, RoundAnalysis
from deliberation.contracts.critique import Critique, CritiqueDraft
from deliberation.contracts.plan import Plan
from deliberation.contracts.position import PositionChanges, PositionDraft
from deliberation.contracts.report import FinalPlan
from deliberation.contracts.session import SessionSnapshot
from deliberation.contracts.tools import ToolCall
from tests.support.turn_fixtures import plan_fields, position_fields

VALID = {"feasible": True, "realistic": True, "complete": True}
DECISION: dict[str, Any] = {"action": "continue", "reason": "0.80", "next_agents": ["planner", "critic"]}
FINAL: dict[str, Any] = {"title": "t", "goal": "g", "consensus_level": "high", "rounds": 3, "plan": None}


def risk(**fields: Any) -> dict[str, Any]:
    return {"risks": [{"risk": "时间不够", "severity": "high", **fields}], "validity_check": VALID}


def suggestion(**fields: Any) -> dict[str, Any]:
    return {"suggestions": [{"issue": "没有模考", "priority": "high", **fields}], "validity_check": VALID}


def phase(**fields: Any) -> dict[str, Any]:
    whole = plan_fields()
    return {**whole, "phases": [{**whole["phases"][0], **fields}, *whole["phases"][1:]]}


def task(**fields: Any) -> dict[str, Any]:
    return phase(tasks=[{**plan_fields()["phases"][0]["tasks"][0], **fields}])


REFUSED: list[tuple[type[BaseModel], dict[str, Any]]] = [
    # positions (DL-19…25)
    (PositionDraft, position_fields(conclusion="")),
    (PositionDraft, position_fields(conclusion=" \n")),
    (PositionDraft, position_fields(key_reasons=[])),
    (PositionDraft, position_fields(key_reasons=["理由", " "])),
    (PositionDraft, position_fields(confidence=-0.01)),
    (PositionDraft, position_fields(confidence=1.01)),
    (PositionDraft, position_fields(confidence=float("nan"))),
    (PositionDraft, position_fields(confidence="high")),
    (PositionChanges, {"conclusion_changed": "perhaps"}),
    (PositionChanges, {"conclusion_changed": True, "reasons_added": "新的理由"}),
    (PositionChanges, {"conclusion_changed": True, "confidence_delta": 1.01}),
    (PositionChanges, {"conclusion_changed": True, "confidence_delta": -1.01}),
    # plans (DL-31…41)
    (Plan, plan_fields() | {"title": " "}),
    (Plan, plan_fields() | {"goal": None}),
    (Plan, plan_fields() | {"phases": []}),
    (Plan, plan_fields() | {"total_estimated_hours": -1}),
    (Plan, plan_fields() | {"total_estimated_hours": float("inf")}),
    (Plan, phase(phase_name="")),
    (Plan, phase(duration=6)),
    (Plan, phase(tasks=[])),
    (Plan, task(title=" ")),
    (Plan, task(estimated_hours=0)),
    (Plan, task(estimated_hours=-2)),
    (Plan, task(estimated_hours=float("nan"))),
    (Plan, task(deadline="15.01.2026")),
    (Plan, task(deadline="2026-1-15")),
    (Plan, task(deadline="2026-01-15T10:00:00")),
    (Plan, task(tags="写作")),
    # critiques (DL-46…56)
    (CritiqueDraft, risk(severity="critical")),
    (CritiqueDraft, risk(severity=3)),
    (CritiqueDraft, risk(risk="")),
    (CritiqueDraft, risk(impact=None)),
    (CritiqueDraft, suggestion(priority="urgent")),
    (CritiqueDraft, suggestion(issue=" ")),
    (CritiqueDraft, suggestion(solution=None)),
    (CritiqueDraft, {"validity_check": {**VALID, "feasible": "perhaps"}}),
    (CritiqueDraft, {"validity_check": {**VALID, "realistic": None}}),
    (CritiqueDraft, {"validity_check": {"feasible": True, "realistic": True}}),
    (Critique, {"target_round": -1, "validity_check": VALID}),
    (Critique, {"target_agent": "user", "target_round": 1, "validity_check": VALID}),
    # decisions and reports (DL-58…75, DL-C04, DL-C10)
    (HostDecision, DECISION | {"action": "update_command"}),
    (HostDecision, DECISION | {"action": "skip_agent"}),
    (HostDecision, DECISION | {"action": "force_summary"}),
    (HostDecision, DECISION | {"next_agents": ["user"]}),
    (HostDecision, DECISION | {"end_reason": "max_rounds_reached"}),
    (HostDecision, DECISION | {"rounds_remaining": -1}),
    (RoundAnalysis, {"consensus_level": 1.01}),
    (RoundAnalysis, {"consensus_level": -0.01}),
    (RoundAnalysis, {"consensus_level": None, "similarity_matrix": [[1.5]]}),
    (RoundAnalysis, {"consensus_level": None, "stubborn_agents": ["host"]}),
    (FinalPlan, FINAL | {"consensus_level": "full"}),
    (FinalPlan, FINAL | {"consensus_level": 0.92}),
    (FinalPlan, FINAL | {"participating_agents": ["host"]}),
    (FinalPlan, FINAL | {"rounds": -1}),
    # tools (DL-82, DL-92, DL-96)
    (ToolCall, {"tool": "save_plan"}),
    (ToolCall, {"tool": "get_now", "zone": "UTC"}),
]


@pytest.mark.parametrize(("model", "fields"), REFUSED, ids=lambda each: each.__name__ if isinstance(each, type) else "")
def test_a_value_outside_its_domain_is_refused(model: type[BaseModel], fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as refused:
        model.model_validate(fields)
    assert len(refused.value.errors()) == 1


def test_the_unchanged_fields_are_accepted() -> None:
    """Else the test above would refuse anything."""
    whole: list[tuple[type[BaseModel], dict[str, Any]]] = [
        (PositionDraft, position_fields()),
        (PositionChanges, {"conclusion_changed": True}),
        *((Plan, fields) for fields in (plan_fields(), phase(), task())),
        *((CritiqueDraft, fields) for fields in (risk(), suggestion(), {"validity_check": VALID})),
        (Critique, {"target_round": 0, "validity_check": VALID}),
        (HostDecision, DECISION),
        (RoundAnalysis, {"consensus_level": None}),
        (FinalPlan, FINAL),
    ]
    for model, fields in whole:
        assert model.model_validate(fields)


@pytest.mark.parametrize("confidence", [0, 0.5, 1])
def test_a_confidence_reaches_from_0_to_1(confidence: float) -> None:
    assert PositionDraft.model_validate(position_fields(confidence=confidence)).confidence == confidence


@pytest.mark.parametrize(("given", "kept"), [(1, 1), (3, 3), (5, 5), (7, 5)])
def test_of_more_than_five_reasons_or_assumptions_the_first_five_count(given: int, kept: int) -> None:
    """DL-20, DL-21."""
    many = [f"第{number}条" for number in range(given)]
    position = PositionDraft.model_validate(position_fields(key_reasons=many, assumptions=many))
    assert position.key_reasons == position.assumptions == tuple(many[:kept])
    assert PositionDraft.model_validate(position_fields(assumptions=[])).assumptions == ()


def test_a_rise_of_confidence_is_legal_json() -> None:
    """DL-25, DL-C05: 0.05, not +0.05."""
    changes = PositionChanges(conclusion_changed=False, confidence_delta=0.05)
    assert json.loads(changes.model_dump_json())["confidence_delta"] == 0.05
    assert "+" not in changes.model_dump_json()
    assert PositionChanges(conclusion_changed=False, confidence_delta=-1).confidence_delta == -1


@pytest.mark.parametrize("level", ["low", "medium", "high"])
def test_severities_and_priorities_have_three_levels(level: str) -> None:
    """DL-49, DL-53."""
    assert CritiqueDraft.model_validate(risk(severity=level)).risks[0].severity == level
    assert CritiqueDraft.model_validate(suggestion(priority=level)).suggestions[0].priority == level


@pytest.mark.parametrize("action", ["continue", "converge", "force_opposition", "terminate"])
def test_a_decision_has_one_of_four_actions(action: str) -> None:
    """DL-58."""
    assert HostDecision.model_validate(DECISION | {"action": action}).action == action


@pytest.mark.parametrize("label", ["high", "medium", "low", "unknown"])
def test_the_consensus_of_a_report_is_one_of_four_words(label: str) -> None:
    """DL-73, DL-C12."""
    assert FinalPlan.model_validate(FINAL | {"consensus_level": label}).consensus_level == label


def test_constraints_are_texts() -> None:
    """DL-61, DL-62."""
    given = Constraints.model_validate({"must_address": ["写作训练时间"], "avoid": ["重复的理由"]})
    assert (given.must_address, given.avoid) == (("写作训练时间",), ("重复的理由",))


@pytest.mark.parametrize(
    "call",
    [
        {"tool": "compare_positions", "texts": ["甲", "乙"]},
        {"tool": "get_now"},
        {"tool": "calculate_date", "base_date": "2025-12-04", "offset": {"weeks": 2, "days": 3}},
        {"tool": "calculate_date", "base_date": "2025-12-04", "offset": {"days": -3}},
        {"tool": "calculate_date", "base_date": "2025-12-04", "offset": {}},
    ],
)
def test_a_tool_is_called_in_the_seeds_form(call: dict[str, Any]) -> None:
    """DL-82, DL-92, DL-96."""
    assert ToolCall.model_validate(call).model_dump(mode="json") == call


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("mode", "single_agent"), ("status", "max_rounds_reached"), ("end_reason", "max_rounds_reached")],
)
def test_a_session_has_no_other_mode_status_or_end(field: str, wrong: str) -> None:
    """DL-104, DL-105, DL-C10."""
    with pytest.raises(ValidationError) as refused:
        SessionSnapshot.model_validate({field: wrong})
    assert [error["type"] for error in refused.value.errors() if error["loc"] == (field,)] == ["literal_error"]
