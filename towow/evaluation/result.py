"""How one demand went: everything an evaluation says of it, read from its events."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from negotiation.contracts import events as told
from negotiation.contracts.compromise import Relaxation
from negotiation.contracts.demand import DemandContext
from negotiation.contracts.proposal import Proposal
from negotiation.search.synonyms import known
from shared.core.frozen_model import FrozenModel, Maybe
from shared.store.port import LoggedEvent
from towow.evaluation.demand_file import EvaluationDemand

End = told.ClosedStatus | Literal["unclosed"]
"""How a demand ended; `unclosed`: it had not when the patience with it was over."""

RANK: Mapping[End, int] = {"unclosed": -2, "cancelled": -1, "failed": 0, "force_finalized": 1, "finalized": 2}
"""A higher one is a better end."""

Skilled = Mapping[str, Sequence[str]]
"""agent_id → what its profile says it can do."""

KNOWN: Mapping[str, type[told.ChannelEvent]] = {event.type: event for event in told.EVENTS}


class RelaxationResult(FrozenModel):
    """What became of one thing that a failure said could be relaxed; `better`: it ended better than the failure."""

    aspect: str
    raw_input: str
    demand_id: str
    status: End
    better: bool


class DemandResult(FrozenModel):
    """How one demand went.

    `skills`: what it was understood to need; `covered`: those of them that somebody holds in the plan it ended with;
    `outside`: assignments to a demanded skill that the holder's profile lacks, in any version of any plan of it.
    `chosen`: the candidates that the model chose; the others are fallbacks. Tokens and cost include the subnets'.
    """

    number: int
    demand_id: str
    raw_input: str
    user_id: str
    status: End
    reason: Maybe[str] = None
    detail: Maybe[str] = None
    rounds: int = 0
    skills: tuple[str, ...] = ()
    context: DemandContext = DemandContext()
    candidates: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    declines: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    subnets: tuple[told.ClosedStatus, ...] = ()
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
        """Whether it ended with a plan."""
        return RANK[self.status] > 0

    @property
    def tokens(self) -> int:
        """Read and written."""
        return self.input_tokens + self.output_tokens


def course(
    asked: EvaluationDemand, demand_id: str, logged: Iterable[LoggedEvent], skilled: Skilled
) -> tuple[DemandResult, Sequence[Relaxation]]:
    """How it went by its events, and what a failure says could be relaxed."""
    events = [_says(event) for event in logged]
    channel = "collab-" + demand_id.removeprefix("d-")
    own = [event for event in events if event.channel_id == channel]
    facts: dict[str, Any] = {"status": "unclosed", "outside": _outside(events, skilled)}
    for event in own:
        facts |= _learned(event)
    plan = _last_plan(own)
    if RANK[facts["status"]] > 0 and plan is not None:
        facts["covered"] = _covered(facts.get("skills", ()), plan)
    went = DemandResult(
        number=asked.number,
        demand_id=demand_id,
        raw_input=asked.raw_input,
        user_id=asked.user_id,
        declines=_declines(own),
        accepted=_accepted(own),
        subnets=tuple(event.status for event in own if isinstance(event, told.SubnetCompleted)),
        **facts,
    )
    failed = [event for event in own if isinstance(event, told.NegotiationFailed)]
    return went, failed[-1].compromise_proposal.relax if failed else ()


def _says(event: LoggedEvent) -> told.ChannelEvent:
    payload: dict[str, Any] = json.loads(event.data)["payload"]
    payload.pop("spent", None)
    return KNOWN[event.type].model_validate(payload)


def _learned(event: told.ChannelEvent) -> dict[str, Any]:
    """The facts that one event brings."""
    match event:
        case told.DemandUnderstoodEvent():
            return {"skills": event.capability_tags, "context": event.context}
        case told.FilterCompleted():
            return {
                "candidates": tuple(candidate.agent_id for candidate in event.candidates),
                "chosen": tuple(each.agent_id for each in event.candidates if not each.is_fallback),
            }
        case told.NegotiationFailed():
            return {"reason": event.reason, "detail": event.detail}
        case told.GapIdentified():
            return {"gaps": tuple(gap.gap_type for gap in event.gaps)}
        case told.DemandClosed():
            return {"status": event.status, "rounds": event.rounds, **event.totals.model_dump()}
        case _:
            return {}


def _declines(events: Sequence[told.ChannelEvent]) -> tuple[str, ...]:
    """Why people said no to the invitation, each with their name."""
    offers = [event for event in events if isinstance(event, told.OfferSubmitted)]
    return tuple(
        f"{offer.display_name}: {offer.decline_reason or ''}" for offer in offers if offer.decision == "decline"
    )


def _accepted(events: Sequence[told.ChannelEvent]) -> tuple[str, ...]:
    """Who accepted the last plan that was judged."""
    judged = [event for event in events if isinstance(event, told.FeedbackEvaluated)]
    said = [event for event in events if isinstance(event, told.ProposalFeedbackEvent)]
    version = judged[-1].proposal_version if judged else 0
    last = {event.agent_id: event.feedback_type for event in said if event.proposal_version == version}
    return tuple(agent for agent, kind in last.items() if kind == "accept")


def _plan(event: told.ChannelEvent) -> Proposal | None:
    match event:
        case told.ProposalDistributed() | told.SubnetCompleted() | told.AgentWithdrawn():
            return event.proposal
        case told.ProposalFinalized() | told.ForceFinalized():
            return event.final_proposal
        case _:
            return None


def _last_plan(events: Sequence[told.ChannelEvent]) -> Proposal | None:
    plans = [plan for plan in map(_plan, events) if plan is not None]
    return max(plans, key=lambda plan: plan.version, default=None)


def _covered(skills: Sequence[str], plan: Proposal) -> tuple[str, ...]:
    same = known("skills").same
    return tuple(skill for skill in skills if any(same(skill, part.role) for part in plan.assignments))


def _outside(events: Sequence[told.ChannelEvent], skilled: Skilled) -> tuple[str, ...]:
    """In plans of the root and of its subnets, each by the skills that its own channel demands."""
    skills: dict[str, tuple[str, ...]] = {}
    found: dict[str, None] = {}
    for event in events:
        if isinstance(event, told.DemandUnderstoodEvent):
            skills[event.channel_id] = event.capability_tags
        plan = _plan(event)
        for part in plan.assignments if plan is not None else ():
            if not _able(skilled.get(part.agent_id, ()), part.role, skills.get(event.channel_id, ())):
                found[f"{part.agent_id}: {part.role}"] = None
    return tuple(found)


def _able(own: Sequence[str], role: str, skills: Sequence[str]) -> bool:
    """Whether somebody has what a role names; a role that names no demanded skill asks for none."""
    same = known("skills").same
    named = [skill for skill in skills if same(skill, role)]
    return not named or any(same(skill, capability) for skill in named for capability in own)
