"""The model of a simulated world: each demand takes a course, and nobody gives the same answer in the same words twice."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from channel_admin.prompts import GapsReply, RecursionReply
from coordinator.core.candidate_selection import FilterReply, RelatedAgent
from negotiation.contracts.compromise_suggestion import Compromise, CompromiseProposal
from negotiation.contracts.demand import (
    DemandLimits,
    DemandUnderstanding,
    Need,
    QuestionOption,
    UnderstandingChanges,
    UnderstandingQuestion,
)
from negotiation.contracts.messages import SubDemand
from negotiation.contracts.proposal import Assignment, Gap, ProposalDraft
from shared.core.ids import digest
from shared.core.usage import Usage
from shared.llm.port import Answer, ModelUnavailable, Prompt
from tests.simulation.faulty_adapters import IN_HAND
from tests.simulation.history import Call
from tests.simulation.process import PROCESS
from user_agent.core.answer_normalization import FeedbackReply, OfferReply

if TYPE_CHECKING:
    from tests.simulation.cluster import Cluster

T = TypeVar("T", bound=BaseModel)

TOKENS = 100
"""What an answer costs."""

PEOPLE = ("amy", "bob", "cai", "dee", "eve", "fay")
"""The first few of them are invited by demands, the others are left for subnets."""


QUESTION = UnderstandingQuestion(
    aspect="place",
    text="Where is it?",
    options=(
        QuestionOption(id="here", text="here"),
        QuestionOption(id="there", text="there", changes=UnderstandingChanges(limits=DemandLimits(place="there"))),
    ),
    default="there",
)


@dataclass(frozen=True, slots=True)
class DemandScript:
    """How a demand goes, as far as its people and its model decide."""

    people: int = 3
    decliners: frozenset[str] = frozenset()
    silent: frozenset[str] = frozenset()
    wishes: bool = False
    """Whether the first of them asks for a change of the first plan."""
    all_wish: bool = False
    """Whether all of them do, so that nobody accepts it."""
    rejects: frozenset[str] = frozenset()
    leaves: frozenset[str] = frozenset()
    gaps: int = 0
    broken: frozenset[str] = frozenset()
    """Prompts at whose every answer the adapter fails in a way nobody knows."""
    down: frozenset[str] = frozenset()
    """Prompts that never get an answer from the endpoint."""
    latency: float = 0.2
    budget: int = 300_000
    rounds: int = 3
    interactive: bool = False
    """Whether the requester answers, and changes what was understood."""
    asks: bool = False
    """Whether something is asked about the demand."""
    cancel_after: int = 0
    """After how many events the requester cancels; 0: never."""


class Endpoint:
    """The Model port. Every call is remembered, and may be the last thing its process does."""

    name = "endpoint"

    def __init__(self, world: "Cluster") -> None:
        self._world = world

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        """Exactly what it costs."""
        return TOKENS

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Answer as the demand's course goes. Raises ModelUnavailable, and sometimes something unheard of."""
        world, process = self._world, PROCESS.get()
        assert process is not None
        facts: Any = prompt.facts
        course = world.course(facts)
        call = Call(facts.demand_id, prompt.identity(self.name), process.name, world.clock.now(), TOKENS)
        world.history.calls.append(call)
        try:
            await asyncio.sleep(self._latency(course, prompt))
            process.may_die("killed at the model", IN_HAND.get())
            self._trouble(course, prompt)
        except BaseException as error:
            call.outcome = "failed" if isinstance(error, Exception) else "cancelled"
            raise
        call.outcome = "answered"
        said = ANSWERS[prompt.key](course, facts, f"answer {len(world.history.calls)}")
        return Answer(prompt.output.model_validate(said.model_dump(by_alias=True)), Usage(calls=1, input_tokens=TOKENS))

    def _latency(self, course: DemandScript, prompt: Prompt[Any]) -> float:
        facts: Any = prompt.facts
        if prompt.key == "response_generation" and facts.agent_id in course.silent:
            return 1000.0
        share = int(digest(prompt.user)[:4].encode().hex(), 16) % 100 / 100
        return course.latency * (0.5 + share)

    def _trouble(self, course: DemandScript, prompt: Prompt[Any]) -> None:
        if prompt.key in course.down:
            raise ModelUnavailable("the endpoint does not answer")
        if prompt.key in course.broken:
            self._world.history.failures += 1
            raise RuntimeError("the adapter is broken")


def _understanding(course: DemandScript, facts: Any, words: str) -> DemandUnderstanding:
    needs, question = (Need(need="venue"),), QUESTION if course.asks else None
    return DemandUnderstanding(surface_demand=words, capability_tags=("venue",), needs=needs, question=question)


def _adjustment(course: DemandScript, facts: Any, words: str) -> ProposalDraft:
    return ProposalDraft(summary=words, assignments=facts.proposal.assignments)


def _compromise(course: DemandScript, facts: Any, words: str) -> Compromise:
    return Compromise(suggestion=words, proposal=CompromiseProposal())


def _filter(course: DemandScript, facts: Any, words: str) -> FilterReply:
    known = [card.agent_id for card in facts.profiles]
    invited = [agent for agent in PEOPLE if agent in known]
    count = course.people if not facts.channel_id.count("-") > 1 else 2
    return FilterReply(
        definitely_related=tuple(RelatedAgent(agent_id=a, reason=words, relevance_score=90) for a in invited[:count])
    )


def _offer(course: DemandScript, facts: Any, words: str) -> OfferReply:
    if facts.agent_id in course.decliners:
        return OfferReply(decision="decline", decline_reason=words)
    return OfferReply(decision="participate", contribution=words)


def _feedback(course: DemandScript, facts: Any, words: str) -> FeedbackReply:
    if facts.agent_id in course.leaves:
        return FeedbackReply(feedback_type="withdraw", reasoning=words)
    if facts.agent_id in course.rejects:
        return FeedbackReply(feedback_type="reject", reasoning=words)
    asks = course.all_wish or (course.wishes and facts.agent_id == PEOPLE[0])
    if asks and facts.proposal_version == 1:
        return FeedbackReply(feedback_type="negotiate", adjustment_request=words)
    return FeedbackReply(feedback_type="accept", reasoning=words)


def _plan(course: DemandScript, facts: Any, words: str) -> ProposalDraft:
    return ProposalDraft(
        summary=words,
        assignments=tuple(Assignment(agent_id=o.agent_id, role=f"role of {o.agent_id}") for o in facts.offers),
    )


def _gaps(course: DemandScript, facts: Any, words: str) -> GapsReply:
    return GapsReply(gaps=tuple(Gap(gap_type=f"gap {n}", importance=80, reason=words) for n in range(course.gaps)))


def _recursion(course: DemandScript, facts: Any, words: str) -> RecursionReply:
    subs = tuple(SubDemand(gap_type=gap.gap_type, raw_input=f"somebody for {gap.gap_type}") for gap in facts.gaps)
    return RecursionReply(should_recurse=True, sub_demands=subs)


ANSWERS: Mapping[str, Callable[[DemandScript, Any, str], BaseModel]] = {
    "demand_understanding": _understanding,
    "smart_filter": _filter,
    "response_generation": _offer,
    "proposal_aggregation": _plan,
    "proposal_feedback": _feedback,
    "proposal_adjustment": _adjustment,
    "gap_identification": _gaps,
    "recursion_decision": _recursion,
    "compromise": _compromise,
}
