"""Without a model: do events, plan and story all say that a stand-in answered? (TW-520…525, TWC-23, TWC-27)"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest
from pydantic import BaseModel

from channel_admin.prompts import GapsReply
from negotiation.contracts.proposal import Gap
from negotiation.registry.profile import Profile
from shared.llm.port import Answer, ModelUnavailable, Prompt
from shared.llm.rule_based_model import RuleBasedModel, Rules
from shared.store.port import LoggedEvent
from tests.support.embedded_system import ANSWERS
from tests.support.event_log import LogEntry, parse_log
from tests.support.negotiation_harness import invariant_violations, run_negotiation
from towow.config.settings import parse_settings
from towow.narration.context import NarrationContext, update_context
from towow.narration.parsed_event import parse_event
from towow.narration.renderers import render
from user_agent.core.answer_normalization import FeedbackReply

T = TypeVar("T", bound=BaseModel)

AGENTS = ("amy", "bob", "cai")
PEOPLE = [Profile(agent_id=one, display_name=one.title(), capabilities=("venue",)) for one in AGENTS]
DEMAND = {"en": "I need a venue", "zh": "我需要一个场地"}
SIGN = {"en": "stand-in", "zh": "备用"}
LACKING: Rules = {**ANSWERS, "gap_identification": lambda _: GapsReply(gaps=(Gap(gap_type="tea", importance=90),))}
"""Two rounds, an agreement, and a gap that is worth a question."""
REFUSING: Rules = {**LACKING, "proposal_feedback": lambda _: FeedbackReply(feedback_type="reject", reasoning="no")}

FOLLOWS: dict[str, tuple[Rules, tuple[str, ...]]] = {
    "demand_understanding": (LACKING, ("demand.understood",)),
    "smart_filter": (LACKING, ("filter.completed",)),
    "response_generation": (LACKING, ("offer.submitted",)),
    "proposal_aggregation": (LACKING, ("proposal.distributed",)),
    "proposal_adjustment": (LACKING, ("proposal.distributed",)),
    "gap_identification": (LACKING, ("gap.identified",)),
    "compromise": (REFUSING, ("negotiation.failed",)),
}
"""Prompt → what else is answered, and the events that follow its answer."""


@dataclass(frozen=True)
class UnavailableModel:
    """A model that never answers some questions: those of these keys, or of these agents on a plan."""

    model: RuleBasedModel
    keys: Sequence[str] = ()
    agents: Sequence[str] = ()
    name: str = "deaf"

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        return 0

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        judging = prompt.key == "proposal_feedback" and prompt.facts.model_dump()["agent_id"] in self.agents
        if judging or prompt.key in self.keys:
            raise ModelUnavailable("down")
        return await self.model.answer(prompt)


def events_of(model: UnavailableModel, language: str = "en", **settings: Any) -> Sequence[LoggedEvent]:
    events = run_negotiation(DEMAND[language], PEOPLE, model=model, settings=parse_settings(settings))
    assert invariant_violations(events) == []
    return events


def of(told: Sequence[LogEntry], kind: str) -> list[LogEntry]:
    return [event for event in told if event.type == kind]


def story(events: Sequence[LoggedEvent]) -> dict[int, str]:
    """Every event as it is told, by seq."""
    scene, lines = NarrationContext(), dict[int, str]()
    for event in events:
        told = parse_event(event.data)
        scene = update_context(scene, told)
        paragraph = render(told, scene)
        lines[told.seq] = "\n".join(text.plain for text in (paragraph.head, *paragraph.below))
    return lines


@pytest.mark.parametrize("language", DEMAND)
@pytest.mark.parametrize("key", FOLLOWS)
def test_only_events_that_follow_a_fallback_are_marked(key: str, language: str) -> None:
    rules, kinds = FOLLOWS[key]
    events = events_of(UnavailableModel(RuleBasedModel(rules), (key,)), language)
    told, lines = parse_log(events), story(events)
    following = [event for event in told if event.type in kinds]
    if key == "proposal_aggregation":
        following = [event for event in following if event.payload["version"] == 1]
    if key == "proposal_adjustment":
        following = [event for event in following if event.payload["version"] > 1]
    assert following
    for event in told:
        stood_in = event.says("fallback") is True
        assert stood_in == (event in following), event.type
        assert (SIGN[language] in lines[event.seq]) == (stood_in or event.type == "demand.closed"), lines[event.seq]
    assert told[-1].payload["totals"]["fallback_calls"] == len(following)


def test_a_gap_that_no_model_judged_opens_no_subnet() -> None:
    told = parse_log(events_of(UnavailableModel(RuleBasedModel(LACKING), ("recursion_decision",))))
    assert of(told, "gap.identified")
    assert not of(told, "subnet.triggered")
    assert told[-1].payload["totals"]["fallback_calls"] == 1


def test_each_fallback_candidate_is_marked() -> None:
    (chosen,) = of(
        parse_log(events_of(UnavailableModel(RuleBasedModel(LACKING), ("smart_filter",)))), "filter.completed"
    )
    assert chosen.payload["candidates"]
    assert all(one["is_fallback"] for one in chosen.payload["candidates"])


@pytest.mark.parametrize("key", ["response_generation", "proposal_aggregation"])
def test_a_proposal_based_on_fallbacks_has_low_confidence(key: str) -> None:
    plain = parse_log(events_of(UnavailableModel(RuleBasedModel(LACKING))))
    first = of(parse_log(events_of(UnavailableModel(RuleBasedModel(LACKING), (key,)))), "proposal.distributed")[0]
    assert first.payload["proposal"]["confidence"] == "low"
    assert of(plain, "proposal.distributed")[0].payload["proposal"]["confidence"] != "low"


def test_a_fallback_adjustment_repeats_the_proposal_and_is_marked() -> None:
    plans = of(
        parse_log(events_of(UnavailableModel(RuleBasedModel(LACKING), ("proposal_adjustment",)))),
        "proposal.distributed",
    )
    before, after = (event.payload["proposal"] for event in plans[:2])
    assert (before["adjustment_failed"], after["adjustment_failed"], after["confidence"]) == (False, True, "low")
    assert after["assignments"] == before["assignments"]


def test_a_fallback_accept_is_marked_counted_and_not_confirmed() -> None:
    """Amy says yes, for Cai nobody does: he is optional, and every sign of it is there."""
    events = events_of(UnavailableModel(RuleBasedModel(LACKING), agents=("cai",)), fallback_feedback="accept")
    told, lines = parse_log(events), story(events)
    said = [event for event in of(told, "proposal.feedback") if event.payload["agent_id"] == "cai"]
    assert said
    assert all(event.payload["fallback"] and SIGN["en"] in lines[event.seq] for event in said)
    assert all("accept" in event.payload["feedback_type"] and event.payload["reasoning"] for event in said)
    (end,) = of(told, "proposal.finalized")
    assert end.payload["confirmed_participants"] == ["amy", "bob"]
    assert end.payload["optional_participants"] == ["cai"]
    (his,) = [part for part in end.payload["final_proposal"]["assignments"] if part["agent_id"] == "cai"]
    assert his["is_confirmed"] is False


def test_a_negotiation_with_only_fallback_feedback_fails() -> None:
    told = parse_log(
        events_of(UnavailableModel(RuleBasedModel(LACKING), ("proposal_feedback",)), fallback_feedback="accept")
    )
    (failed,) = of(told, "negotiation.failed")
    assert (failed.payload["reason"], failed.payload["detail"]) == ("timeout", "model_unavailable")
    assert all(event.payload["fallback"] for event in of(told, "proposal.feedback"))


def test_an_abstaining_fallback_agent_counts_as_silent() -> None:
    model = UnavailableModel(RuleBasedModel(LACKING), agents=("cai",))
    told = parse_log(events_of(model, fallback_feedback="abstain"))
    assert not [event for event in of(told, "proposal.feedback") if event.payload["agent_id"] == "cai"]
    assert all(event.payload["silent"] == 1 for event in of(told, "feedback.evaluated"))
    (end,) = of(told, "proposal.finalized")
    assert (end.payload["confirmed_participants"], end.payload["optional_participants"]) == (["amy", "bob"], ["cai"])


def test_a_negotiation_in_which_all_abstain_fails_without_feedback() -> None:
    model = UnavailableModel(RuleBasedModel(LACKING), ("proposal_feedback",))
    told = parse_log(events_of(model, fallback_feedback="abstain"))
    assert not of(told, "proposal.feedback")
    (failed,) = of(told, "negotiation.failed")
    assert (failed.payload["reason"], failed.payload["detail"]) == ("timeout", "no_feedback")
