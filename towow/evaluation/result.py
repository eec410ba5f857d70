"""Result of one evaluated demand, read from its events."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from negotiation.contracts import events as event_types
from negotiation.contracts.compromise_suggestion import Relaxation
from negotiation.contracts.demand import DemandContext
from negotiation.contracts.proposal import Proposal
from negotiation.search.synonyms import load_thesaurus
from shared.core.frozen_model import FrozenModel, Maybe
from shared.store.port import LoggedEvent
from towow.evaluation.demand_file import EvaluationDemand

ResultStatus = event_types.ClosedStatus | Literal["unclosed"]
"""Final status of a demand; `unclosed`: it did not close in time."""

STATUS_RANKS: Mapping[ResultStatus, int] = {
    "unclosed": -2,
    "cancelled": -1,
    "failed": 0,
    "force_finalized": 1,
    "finalized": 2,
}
"""Statuses by rank; a higher one is better."""

AgentSkills = Mapping[str, Sequence[str]]
"""Capabilities by agent_id."""

EVENT_CLASSES: Mapping[str, type[event_types.ChannelEvent]] = {event.type: event for event in event_types.EVENTS}


class RelaxationResult(FrozenModel):
    """Result of one relaxation that a failed demand proposed; `better`: it ended better than the failure."""

    aspect: str
    raw_input: str
    demand_id: str
    status: ResultStatus
    better: bool


class DemandResult(FrozenModel):
    """Result of one demand.

    `skills`: demanded skills; `covered`: those that the final plan assigns; `outside`: assignments of a demanded skill
    that the agent's profile lacks, in any version of any plan. `chosen`: candidates that the model chose; the others
    are fallbacks. Tokens and cost include those of subnets.
    """

    number: int
    demand_id: str
    raw_input: str
    user_id: str
    status: ResultStatus
    reason: Maybe[str] = None
    detail: Maybe[str] = None
    rounds: int = 0
    skills: tuple[str, ...] = ()
    context: DemandContext = DemandContext()
    candidates: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    declines: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    subnets: tuple[event_types.ClosedStatus, ...] = ()
    gaps: tuple[str, ...] = ()
    covered: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    model_calls: int = 0
    fallback_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    duration_ms: int = 0
    relax: tuple[RelaxationResult, ...] = ()

    @property
    def agreed(self) -> bool:
        """Whether the demand ended with a plan, agreed or forced."""
        return STATUS_RANKS[self.status] > 0

    @property
    def tokens(self) -> int:
        """Sum of input and output tokens of all model calls, those of subnets included."""
        return self.input_tokens + self.output_tokens


def build_result(
    demand: EvaluationDemand, demand_id: str, log: Iterable[LoggedEvent], agent_skills: AgentSkills
) -> tuple[DemandResult, Sequence[Relaxation]]:
    """Evaluate the events of one demand; return its result and the relaxations that a failure proposes.

    The relaxations are empty if the demand did not fail. `relax` of the result is empty: the caller adds their
    outcomes.

    Args:
        demand: The demand.
        demand_id: Id under which it was submitted.
        log: Its events, subnets included, in ascending order of seq; without the last event the status is `unclosed`.
        agent_skills: Capabilities by agent_id.
    """
    events = [parse_event(event) for event in log]
    channel = "collab-" + demand_id.removeprefix("d-")
    root_events = [event for event in events if event.channel_id == channel]
    facts: dict[str, Any] = {"status": "unclosed", "outside": _outside(events, agent_skills)}
    for event in root_events:
        facts |= _event_facts(event)
    plan = last_plan(root_events)
    if STATUS_RANKS[facts["status"]] > 0 and plan is not None:
        facts["covered"] = _covered(facts.get("skills", ()), plan)
    result = DemandResult(
        number=demand.number,
        demand_id=demand_id,
        raw_input=demand.raw_input,
        user_id=demand.user_id,
        declines=_declines(root_events),
        accepted=_accepted(root_events),
        subnets=tuple(event.status for event in root_events if isinstance(event, event_types.SubnetCompleted)),
        **facts,
    )
    failures = [event for event in root_events if isinstance(event, event_types.NegotiationFailed)]
    return result, failures[-1].compromise_proposal.relax if failures else ()


def parse_event(event: LoggedEvent) -> event_types.ChannelEvent:
    """Return the payload of a logged event, without `spent`."""
    payload: dict[str, Any] = json.loads(event.data)["payload"]
    payload.pop("spent", None)
    return EVENT_CLASSES[event.type].model_validate(payload)


def _event_facts(event: event_types.ChannelEvent) -> dict[str, Any]:
    """Return the result's fields that one event determines."""
    match event:
        case event_types.DemandUnderstoodEvent():
            return {"skills": event.capability_tags, "context": event.context}
        case event_types.FilterCompleted():
            return {
                "candidates": tuple(candidate.agent_id for candidate in event.candidates),
                "chosen": tuple(each.agent_id for each in event.candidates if not each.is_fallback),
            }
        case event_types.NegotiationFailed():
            return {"reason": event.reason, "detail": event.detail}
        case event_types.GapIdentified():
            return {"gaps": tuple(gap.gap_type for gap in event.gaps)}
        case event_types.DemandClosed():
            return {"status": event.status, "rounds": event.rounds, **event.totals.model_dump()}
        case _:
            return {}


def _declines(events: Sequence[event_types.ChannelEvent]) -> tuple[str, ...]:
    """Return name and reason of each declined invitation."""
    offers = [event for event in events if isinstance(event, event_types.OfferSubmitted)]
    return tuple(
        f"{offer.display_name}: {offer.decline_reason or ''}" for offer in offers if offer.decision == "decline"
    )


def _accepted(events: Sequence[event_types.ChannelEvent]) -> tuple[str, ...]:
    """Return the agents that accepted the last evaluated plan."""
    evaluations = [event for event in events if isinstance(event, event_types.FeedbackEvaluated)]
    feedback = [event for event in events if isinstance(event, event_types.ProposalFeedbackEvent)]
    version = evaluations[-1].proposal_version if evaluations else 0
    last = {event.agent_id: event.feedback_type for event in feedback if event.proposal_version == version}
    return tuple(agent for agent, kind in last.items() if kind == "accept")


def _plan_of(event: event_types.ChannelEvent) -> Proposal | None:
    match event:
        case event_types.ProposalDistributed() | event_types.SubnetCompleted() | event_types.AgentWithdrawn():
            return event.proposal
        case event_types.ProposalFinalized() | event_types.ForceFinalized():
            return event.final_proposal
        case _:
            return None


def last_plan(events: Sequence[event_types.ChannelEvent]) -> Proposal | None:
    """Return the plan of the highest version in the events of one channel; None if there is none."""
    plans = [plan for plan in map(_plan_of, events) if plan is not None]
    # Of equal versions the last is meant: an outcome repeats the plan with who confirmed it.
    return max(reversed(plans), key=lambda plan: plan.version, default=None)


def _covered(skills: Sequence[str], plan: Proposal) -> tuple[str, ...]:
    is_same_skill = load_thesaurus("skills").are_synonyms
    return tuple(skill for skill in skills if any(is_same_skill(skill, part.role) for part in plan.assignments))


def _outside(events: Sequence[event_types.ChannelEvent], agent_skills: AgentSkills) -> tuple[str, ...]:
    """Return the assignments outside the agents' profiles, each by the skills that its own channel demands.

    A need that the search found an agent to meet, by the words of its profile or their meaning, is a skill of it.
    """
    skills: dict[str, tuple[str, ...]] = {}
    needs: dict[tuple[str, str], str] = {}
    fitting: dict[tuple[str, str], tuple[str, ...]] = {}
    outside: dict[str, None] = {}
    for event in events:
        if isinstance(event, event_types.DemandUnderstoodEvent):
            skills[event.channel_id] = event.capability_tags
            needs |= {(event.channel_id, need.id): need.need for need in event.needs}
        if isinstance(event, event_types.FilterCompleted):
            for candidate in event.candidates:
                met = (needs.get((event.channel_id, fit.need), "") for fit in candidate.fits)
                fitting[event.channel_id, candidate.agent_id] = tuple(filter(None, met))
        plan = _plan_of(event)
        for assignment in plan.assignments if plan is not None else ():
            own = agent_skills.get(assignment.agent_id, ())
            met = fitting.get((event.channel_id, assignment.agent_id), ()) if own else ()
            if not _has_skill((*own, *met), assignment.role, skills.get(event.channel_id, ())):
                outside[f"{assignment.agent_id}: {assignment.role}"] = None
    return tuple(outside)


def _has_skill(capabilities: Sequence[str], role: str, skills: Sequence[str]) -> bool:
    """Return whether an agent has the skills that a role names; a role may name no demanded skill."""
    is_same_skill = load_thesaurus("skills").are_synonyms
    demanded = [skill for skill in skills if is_same_skill(skill, role)]
    return not demanded or any(is_same_skill(skill, capability) for skill in demanded for capability in capabilities)
