"""What everybody will say in a history, decided beforehand, and how it is said as a message."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from negotiation.contracts.candidate import Candidate
from negotiation.contracts.compromise_suggestion import Compromise, CompromiseProposal
from negotiation.contracts.demand import (
    DemandLimits,
    DemandUnderstanding,
    Need,
    QuestionOption,
    UnderstandingChanges,
    UnderstandingQuestion,
)
from negotiation.contracts.events import QuestionOpened
from negotiation.contracts.messages import (
    AdjustProposal,
    AggregateOffers,
    AnswerQuestion,
    ChooseCandidates,
    CompromiseWritten,
    CreateChannel,
    DecideRecursion,
    DemandOffer,
    DemandUnderstood,
    GapsIdentified,
    IdentifyGaps,
    OfferResponse,
    ProposalAdjusted,
    ProposalAggregated,
    ProposalFeedback,
    ProposalReview,
    RecursionDecided,
    SubDemand,
    UnderstandDemand,
    WriteCompromise,
)
from negotiation.contracts.offer import NegotiationPoint
from negotiation.contracts.proposal import (
    AdjustmentSummary,
    Assignment,
    Change,
    Gap,
    Proposal,
    ProposalDraft,
    Timeline,
)
from negotiation.contracts.terms import Terms
from shared.core.message_base import Message, TaskFailed
from shared.core.usage import Usage

PAID = Usage(calls=1, input_tokens=10, output_tokens=5, cost_usd=0.001)

Asked = (
    UnderstandDemand
    | ChooseCandidates
    | DemandOffer
    | AggregateOffers
    | ProposalReview
    | AdjustProposal
    | IdentifyGaps
    | DecideRecursion
    | WriteCompromise
)

Said = tuple[str, int]
"""What is said, and how many seconds after it was asked.

"silent" = never; "second" = only when asked the second time; "failed", "budget" = the task gave up for that reason;
"fallback" = no model answered, its stand-in did; "ok" and everything else = the answer itself.
"""


QUESTION = UnderstandingQuestion(
    aspect="place",
    text="Where is it?",
    options=(
        QuestionOption(id="here", text="here"),
        QuestionOption(id="there", text="there", changes=UnderstandingChanges(limits=DemandLimits(place="there"))),
    ),
    default="here",
)
"""The question that an understanding has if somebody is scripted to answer it."""


NO_LIMITS = DemandLimits()


def role_of(agent: str) -> str:
    return f"role of {agent}"


@dataclass(frozen=True)
class ScriptedAnswers:
    """The answers of one channel. What is not written down is said at once and agreed to."""

    people: tuple[str, ...] = ("amy", "bob", "cai")
    understanding: Said = ("ok", 1)
    filtering: Said = ("ok", 1)
    offers: Mapping[str, Said] = field(default_factory=dict[str, Said])
    aggregation: Said = ("ok", 1)
    feedback: Mapping[str, tuple[Said, ...]] = field(default_factory=dict[str, tuple[Said, ...]])
    adjustment: Said = ("ok", 1)
    adjusts: bool = True
    """Whether an adjustment changes anything; else it is the last version again."""
    compromise: Said = ("ok", 1)
    gaps: Said = ("ok", 1)
    recursion: Said = ("ok", 1)
    required: tuple[str, ...] = ()
    heir: str | None = None
    lacks: tuple[tuple[str, int], ...] = ()
    recurses: bool = True
    subnets: tuple["ScriptedAnswers", ...] = ()
    withdraws: Mapping[str, int] = field(default_factory=dict[str, int])
    cancels: int | None = None
    interactive: bool = False
    question: Said | None = None
    """The answer to the question, after so many seconds: an option, "words" or "silent"; None: nothing is asked."""
    edits: tuple[tuple[float, UnderstandingChanges], ...] = ()
    """Changes of the understanding, so many seconds after the submission."""
    goes: int | None = None
    needs: tuple[Need, ...] = (Need(id="n1", need="venue"),)
    limits: DemandLimits = NO_LIMITS
    terms: Mapping[str, Terms] = field(default_factory=dict[str, Terms])
    """The terms of an agent's offer; a plan has them, too, but for the days."""
    parts: Mapping[str, Mapping[str, object]] = field(default_factory=dict[str, Mapping[str, object]])
    """Fields of an agent's assignment that differ from the usual ones."""
    day: str | None = None
    adjusted_day: str | None = None
    """The plan's day, and that of its later versions if it is another one."""
    decides: Mapping[str, Said] = field(default_factory=dict[str, Said])
    """The requester's answer, by limit: "keep", "allow" or "silent", after so many seconds."""

    def said(self, body: Asked, agent: str) -> Said:
        """What is said to this request, and how late."""
        match body:
            case UnderstandDemand():
                return self.understanding
            case ChooseCandidates():
                return self.filtering
            case DemandOffer():
                return self.offers.get(agent, ("participate", 1))
            case AggregateOffers():
                return self.aggregation
            case ProposalReview():
                rounds = self.feedback.get(agent, (("accept", 1),))
                return rounds[min(body.round, len(rounds)) - 1]
            case AdjustProposal():
                return self.adjustment
            case IdentifyGaps():
                return self.gaps
            case DecideRecursion():
                return self.recursion
            case WriteCompromise():
                return self.compromise

    def answer_question(self, asked: QuestionOpened) -> tuple[AnswerQuestion, int] | None:
        """The answer to the question, and after how many seconds it comes."""
        word, after = self.question or ("silent", 0)
        if asked.about == "limit":
            word, after = self.decides.get(asked.aspect or "", ("silent", 0))
        if word == "silent":
            return None
        said = {"text": "in the old mill"} if word == "words" else {"option": word}
        ids = {"demand_id": asked.demand_id, "channel_id": asked.channel_id, "question_id": asked.question_id}
        return AnswerQuestion.model_validate({**ids, **said}), after

    def answer(self, body: Asked, agent: str, word: str) -> Message:
        """The message in which `word` is said."""
        if word in ("failed", "budget"):
            reason = "budget" if word == "budget" else "handler_failed"
            return TaskFailed(task=body.type, reason=reason, of=body.request_key())
        return self._answer(body, agent, word)

    def _answer(self, body: Asked, agent: str, word: str) -> Message:
        ids = {"demand_id": body.demand_id, "channel_id": body.channel_id}
        paid = {**ids, "fallback": word == "fallback", "usage": Usage() if word == "fallback" else PAID}
        match body:
            case UnderstandDemand():
                said = DemandUnderstanding(
                    surface_demand=body.raw_input,
                    capability_tags=("venue",),
                    needs=self.needs,
                    limits=self.limits.model_copy(update={"place": body.own_words}),
                    question=QUESTION if self.question else None,
                )
                return DemandUnderstood.model_validate({**paid, "understanding": said, "own_words": body.own_words})
            case ChooseCandidates():
                return CreateChannel.model_validate(
                    {**paid, "demand": body.demand, "candidates": self._candidates(word)}
                )
            case DemandOffer():
                return OfferResponse.model_validate(
                    {**paid, **offer_fields(agent, word), "terms": self.terms.get(agent)}
                )
            case AggregateOffers():
                draft = self._draft(tuple(offer.agent_id for offer in body.offers))
                return ProposalAggregated.model_validate({**paid, "draft": draft})
            case ProposalReview():
                return feedback(body, agent, word)
            case AdjustProposal():
                draft = self._changed(body)
                return ProposalAdjusted.model_validate({**paid, "base_version": body.proposal.version, "draft": draft})
            case IdentifyGaps():
                return GapsIdentified.model_validate({**paid, "gaps": self._gaps(), "is_complete": not self.lacks})
            case DecideRecursion():
                wanted = tuple(SubDemand(gap_type=gap.gap_type, raw_input=f"find {gap.gap_type}") for gap in body.gaps)
                return RecursionDecided.model_validate({**paid, "should_recurse": self.recurses, "sub_demands": wanted})
            case WriteCompromise():
                written = Compromise(suggestion="less", proposal=CompromiseProposal())
                return CompromiseWritten.model_validate({**paid, "compromise": written})

    def _candidates(self, word: str) -> tuple[Candidate, ...]:
        people = () if word == "nobody" else self.people
        return tuple(Candidate(agent_id=a, display_name=a.title(), reason="fits", relevance_score=80) for a in people)

    def _gaps(self) -> tuple[Gap, ...]:
        return tuple(Gap(gap_type=kind, importance=importance) for kind, importance in self.lacks)

    def _draft(self, agents: tuple[str, ...]) -> ProposalDraft:
        parts = tuple(self._part(agent) for agent in agents)
        return ProposalDraft(summary="plan", assignments=parts, timeline=Timeline(start_date=self.day))

    def _part(self, agent: str) -> Assignment:
        offered = self.terms.get(agent)
        usual = {
            "agent_id": agent,
            "role": role_of(agent),
            "responsibility": "work",
            "required": agent in self.required,
            "terms": offered and offered.model_copy(update={"dates": (), "not_on": ()}),
        }
        return Assignment.model_validate({**usual, **self.parts.get(agent, {})})

    def _changed(self, body: AdjustProposal) -> ProposalDraft:
        """The plan with a change; everybody on board has a part, the heir takes what nobody holds."""
        plan = body.proposal
        held = {part.agent_id for part in plan.assignments}
        new = [self._part(offer.agent_id) for offer in body.offers if offer.agent_id not in held]
        if self.heir in {offer.agent_id for offer in body.offers}:
            new += [
                Assignment(agent_id=str(self.heir), role=gap.gap_type, required=True)
                for gap in plan.gaps
                if gap.importance == 100
            ]
        change = Change(aspect="date", before="Monday", after=f"day {body.round}", requested_by=tuple(held)[:1])
        return ProposalDraft(
            summary=f"plan after round {body.round}",
            assignments=(*plan.assignments, *new),
            timeline=Timeline(start_date=self.adjusted_day) if self.adjusted_day else plan.timeline,
            adjustment_summary=AdjustmentSummary(changes_made=(change,) if self.adjusts else ()),
        )


def offer_fields(agent: str, word: str) -> dict[str, object]:
    """The fields of an offer_response, beyond ids and cost."""
    fields: dict[str, object] = {
        "agent_id": agent,
        "display_name": agent.title(),
        "decision": word if word in ("decline", "conditional") else "participate",
        "contribution": None if word == "decline" else f"{agent}'s work",
        "decline_reason": "no time" if word == "decline" else None,
    }
    if word == "negotiate":
        point = NegotiationPoint(aspect="date", current_value="Monday", desired_value="Sunday", reason="I work")
        fields |= {"response_type": "negotiate", "negotiation_points": (point,)}
    return fields


def feedback(body: ProposalReview, agent: str, word: str) -> ProposalFeedback:
    """The answer to a plan."""
    return feedback_to(body.demand_id, body.channel_id, body.proposal, agent, word, body.round)


def feedback_to(
    demand_id: str, channel_id: str, plan: Proposal, agent: str, word: str, round_: int, version: int | None = None
) -> ProposalFeedback:
    """The answer to a plan, or to another version than it is."""
    return ProposalFeedback(
        demand_id=demand_id,
        channel_id=channel_id,
        agent_id=agent,
        display_name=agent.title(),
        feedback_type="accept" if word in ("ok", "fallback") else word,  # pyright: ignore[reportArgumentType]
        reasoning=f"{agent} says {word}",
        adjustment_request="on Sunday, please" if word == "negotiate" else None,
        round=round_,
        proposal_version=plan.version if version is None else version,
        fallback=word == "fallback",
        usage=Usage() if word == "fallback" else PAID,
    )
