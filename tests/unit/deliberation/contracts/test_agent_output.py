"""Outputs of the four roles: the fields that each has, and what is no output (DL-05, DL-08…18, DL-26)."""

import re
from functools import cache
from typing import Any

import pytest
from pydantic import ValidationError

from deliberation.contracts.agent_output import AGENT_OUTPUT
from deliberation.contracts.events import AgentSkipped, AgentSpoke, ReportPublished
from deliberation.contracts.replies import CritiqueReply, CritiqueTurn, PlanDraft, PlanReply, PositionTurn
from deliberation.contracts.report import ReportReply
from deliberation.contracts.roles import DISCUSSANTS, ROLES
from deliberation.contracts.session import OutputView
from tests.support.session_events import SessionEvents
from tests.support.session_harness import SessionHarness
from tests.support.turn_fixtures import critique_turn, plan_turn, position_fields

TYPES = {
    "planner": {"plan", "position"},
    "critic": {"critique", "position"},
    "host": {"control"},
    "reporter": {"report"},
}
"""Types of output of each role."""

SERVER_FIELDS = {"agent_id", "round", "timestamp", "output_type"}
"""Fields that the runtime sets."""

RISK = {"risk": "时间不够", "severity": "high"}
SUGGESTION = {"issue": "没有模考", "priority": "low"}


@cache
def outputs() -> tuple[dict[str, Any], ...]:
    """Every output of a session with a devil's advocate that converges, as JSON."""
    harness = SessionHarness(similarity=(0.5, 0.5, 0.95)).run()
    assert harness.state is not None
    return tuple(output.model_dump(mode="json") for held in harness.state.history for output in held.outputs)


def output(kind: str) -> dict[str, Any]:
    """The first output of a type."""
    return next(each for each in outputs() if each["output_type"] == kind)


def nested(parts: dict[str, Any], path: str) -> Any:
    """The part of a structure at a path such as `plan.phases.0`."""
    found: Any = parts
    for key in path.split(".") if path else ():
        found = found[int(key)] if key.isdigit() else found[key]
    return found


def test_an_output_has_the_six_fields_and_a_type_of_its_role() -> None:
    """DL-08…13, DL-15."""
    seen: set[tuple[str, str]] = set()
    for each in outputs():
        assert {"agent_id", "round", "output_type", "content", "metadata", "timestamp"} <= each.keys()
        assert each["output_type"] in TYPES[each["agent_id"]]
        assert each["round"] in range(1, 6)
        assert each["content"].strip()
        assert isinstance(each["metadata"], dict)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", each["timestamp"])
        assert AGENT_OUTPUT.validate_python(each).model_dump(mode="json") == each
        seen.add((each["agent_id"], each["output_type"]))
    assert seen == {(role, kind) for role, kinds in TYPES.items() for kind in kinds}


@pytest.mark.parametrize("kind", ["plan", "critique", "position", "control", "report"])
@pytest.mark.parametrize(
    "wrong",
    [
        {"agent_id": "judge"},
        {"round": 0},
        {"round": 1.5},
        {"output_type": "essay"},
        {"content": None},
        {"metadata": []},
        {"timestamp": "2025-12-04T10:00:00"},
        {"timestamp": "today"},
        {"mood": "calm"},
    ],
    ids=str,
)
def test_a_wrong_field_makes_it_no_output(kind: str, wrong: dict[str, Any]) -> None:
    assert AGENT_OUTPUT.validate_python(output(kind))
    with pytest.raises(ValidationError):
        AGENT_OUTPUT.validate_python({**output(kind), **wrong})


@pytest.mark.parametrize("kind", ["plan", "critique", "position", "control", "report"])
@pytest.mark.parametrize("missing", ["round", "output_type", "content", "metadata", "timestamp"])
def test_a_missing_field_makes_it_no_output(kind: str, missing: str) -> None:
    with pytest.raises(ValidationError):
        AGENT_OUTPUT.validate_python({key: value for key, value in output(kind).items() if key != missing})


@pytest.mark.parametrize("role", ROLES)
def test_a_role_has_no_type_of_another(role: str) -> None:
    """DL-15, DL-17: type and role belong together."""
    for each in outputs():
        if each["output_type"] not in TYPES[role]:
            with pytest.raises(ValidationError):
                AGENT_OUTPUT.validate_python({**each, "agent_id": role})


def test_there_are_exactly_four_roles_in_outputs_events_and_the_view() -> None:
    """DL-05."""
    assert set(ROLES) == {"host", "planner", "critic", "reporter"}
    assert set(DISCUSSANTS) == {"planner", "critic"}
    told = SessionEvents()
    for event_class, event in (
        (AgentSpoke, told.plan()),
        (AgentSkipped, told.skipped()),
        (ReportPublished, told.report()),
    ):
        fields = event.model_dump(mode="json")
        assert event_class.model_validate(fields) == event
        with pytest.raises(ValidationError):
            event_class.model_validate({**fields, "agent": "judge"})
    assert [OutputView(agent=role, content="x").agent for role in ROLES] == list(ROLES)
    with pytest.raises(ValidationError):
        OutputView.model_validate({"agent": "judge", "content": "x"})


@pytest.mark.parametrize("kind", ["plan", "critique", "position"])
def test_a_discussant_always_has_a_position(kind: str) -> None:
    """DL-26, DL-30, DL-45."""
    whole = output(kind)
    assert whole["metadata"]["position"]["conclusion"]
    metadata = {key: value for key, value in whole["metadata"].items() if key != "position"}
    with pytest.raises(ValidationError):
        AGENT_OUTPUT.validate_python({**whole, "metadata": metadata})


@pytest.mark.parametrize("kind", ["control", "report"])
def test_host_and_reporter_have_none(kind: str) -> None:
    """DL-26."""
    assert "position" not in output(kind)["metadata"]


@pytest.mark.parametrize(
    "path",
    [
        *("", "turn", "turn.position", "turn.plan", "turn.plan.phases.0", "turn.plan.phases.0.tasks.0"),
    ],
)
def test_an_unknown_field_of_a_planner_is_refused(path: str) -> None:
    """DL-17."""
    reply = plan_turn()
    assert PlanReply.model_validate(reply)
    nested(reply, path)["mood"] = "calm"
    with pytest.raises(ValidationError, match="mood"):
        PlanReply.model_validate(reply)


@pytest.mark.parametrize(
    "path",
    ["turn", "turn.critique", "turn.critique.risks.0", "turn.critique.suggestions.0", "turn.critique.validity_check"],
)
def test_an_unknown_field_of_a_critic_is_refused(path: str) -> None:
    """DL-17."""
    reply = critique_turn(risks=[dict(RISK)], suggestions=[dict(SUGGESTION)])
    assert CritiqueReply.model_validate(reply)
    nested(reply, path)["mood"] = "calm"
    with pytest.raises(ValidationError, match="mood"):
        CritiqueReply.model_validate(reply)


def test_a_model_cannot_set_what_the_runtime_sets() -> None:
    """DL-18."""
    turns: list[tuple[Any, dict[str, Any]]] = [
        (PlanDraft, plan_turn()["turn"]),
        (CritiqueTurn, critique_turn()["turn"]),
        (PositionTurn, {"content": "x", "position": position_fields()}),
        (ReportReply, {"content": "x"}),
    ]
    for turn_class, fields in turns:
        assert turn_class.model_validate(fields)
        for name, value in zip(sorted(SERVER_FIELDS), ("host", "plan", 9, "2020-01-01T00:00:00Z"), strict=True):
            with pytest.raises(ValidationError, match=name):
                turn_class.model_validate({**fields, name: value})
