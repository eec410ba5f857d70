"""Which answer of a scenario file belongs to which prompt: by its kind, its channel, its agent, its round."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from channel_admin.prompts import AdjustmentFacts, AggregationFacts, CompromiseFacts, GapFacts, RecursionFacts
from coordinator.prompts import FilterFacts, UnderstandingFacts
from negotiation.contracts.messages import SubDemand
from negotiation.contracts.proposal import ProposalDraft
from negotiation.registry.profile import Profile
from shared.llm.port import Prompt
from shared.llm.scripted_model import ScriptedAnswer
from towow.scenario import defaults as defaults
from towow.scenario.schema import AgentScript, ChannelScript, FeedbackFields, OfferFields, PlanFields, Scenario
from user_agent.prompts import FeedbackFacts, OfferFacts

ERROR = ScriptedAnswer("error")
SILENT = ScriptedAnswer("silent")
NOTHING_WRITTEN = AgentScript()


class ScenarioScript:
    """The Script of a scenario: what is written, and the defaults for what is not."""

    def __init__(self, scenario: Scenario, profiles: Sequence[Profile]) -> None:
        """`profiles` is the registry of the run."""
        self._root = scenario
        self._registry = {profile.agent_id: profile for profile in profiles}

    def entry(self, prompt: Prompt[Any]) -> ScriptedAnswer:
        """The entry for a prompt. Raises LookupError for a prompt that no scenario speaks of."""
        match prompt.facts:
            case UnderstandingFacts() as facts:
                return _understanding(self._body(facts.channel_id), facts)
            case FilterFacts() as facts:
                return self._filter(facts)
            case OfferFacts() as facts:
                return _offer(self._part(facts), facts)
            case FeedbackFacts() as facts:
                return _feedback(self._part(facts), facts)
            case AggregationFacts() as facts:
                return self._aggregation(facts)
            case AdjustmentFacts() as facts:
                return self._adjustment(facts)
            case GapFacts() as facts:
                return _gaps(self._body(facts.channel_id))
            case RecursionFacts() as facts:
                return _recursion(self._body(facts.channel_id), facts)
            case CompromiseFacts() as facts:
                return _compromise(self._body(facts.channel_id), facts)
            case _:
                raise LookupError(f"no scenario speaks of {prompt.key}")

    def _body(self, channel_id: str) -> ChannelScript:
        """What the file says of a channel: `collab-x` is the root's, `collab-x-2` its second subnet's."""
        body: ChannelScript = self._root
        for number in channel_id.split("-")[2:]:
            if body.subnets != "error":
                body = body.subnets[int(number) - 1]
        return body

    def _part(self, facts: OfferFacts | FeedbackFacts) -> AgentScript:
        return self._body(facts.channel_id).agents.get(facts.agent_id, NOTHING_WRITTEN)

    def _filter(self, facts: FilterFacts) -> ScriptedAnswer:
        calls = self._body(facts.channel_id).filter_calls or (self._everybody(facts),)
        named = calls[min(facts.call, len(calls)) - 1]
        return ERROR if named == "error" else ScriptedAnswer(fields=defaults.candidates(named))

    def _everybody(self, facts: FilterFacts) -> tuple[str, ...]:
        """In the order of the file's profiles; of the shipped ones, the best of the search first."""
        shown = [card.agent_id for card in facts.profiles]
        written = [profile.agent_id for profile in self._root.profiles or ()]
        listed = [agent_id for agent_id in written if agent_id in shown]
        return tuple((listed or shown)[: defaults.MAX_CANDIDATES])

    def _aggregation(self, facts: AggregationFacts) -> ScriptedAnswer:
        written = self._body(facts.channel_id).proposal
        return ERROR if written == "error" else self._plan(defaults.plan(facts, self._registry), written, facts)

    def _adjustment(self, facts: AdjustmentFacts) -> ScriptedAnswer:
        """Every adjustment makes one version of the one before, so the version tells which call this is."""
        written = dict(enumerate(self._body(facts.channel_id).adjustments, start=1))
        this = written.get(facts.base_version, PlanFields())
        return ERROR if this == "error" else self._plan(defaults.adjustment(facts, self._registry), this, facts)

    def _plan(
        self, usual: ProposalDraft, written: PlanFields, facts: AggregationFacts | AdjustmentFacts
    ) -> ScriptedAnswer:
        given = _given(written)
        if "assignments" in given:
            given["assignments"] = [
                defaults.completed(part, facts.offers, self._registry, facts.setting.language)
                for part in written.assignments
            ]
        return ScriptedAnswer(fields=usual.model_dump() | given)


def _given(written: BaseModel, *without: str) -> dict[str, Any]:
    """Only what the file says."""
    return written.model_dump(by_alias=True, exclude_unset=True, exclude={*without})


def _understanding(body: ChannelScript, facts: UnderstandingFacts) -> ScriptedAnswer:
    if body.understanding == "error":
        return ERROR
    return ScriptedAnswer(fields={"surface_demand": facts.raw_input} | _given(body.understanding))


def _offer(part: AgentScript, facts: OfferFacts) -> ScriptedAnswer:
    written = part.offer
    if not isinstance(written, OfferFields):
        return SILENT if written == "silent" else ERROR
    usual = defaults.offer(facts.profile, facts.setting.language)
    return ScriptedAnswer(fields=usual | _given(written, "after"), after=written.after)


def _feedback(part: AgentScript, facts: FeedbackFacts) -> ScriptedAnswer:
    """The entry of the channel's round; the last one repeats."""
    said = part.feedback or ("accept",)
    written = said[min(facts.round, len(said)) - 1]
    if isinstance(written, FeedbackFields):
        return ScriptedAnswer(fields={"feedback_type": "accept"} | _given(written, "after"), after=written.after)
    if written == "silent":
        return SILENT
    return ERROR if written == "error" else ScriptedAnswer(fields={"feedback_type": written})


def _gaps(body: ChannelScript) -> ScriptedAnswer:
    if body.gaps == "error":
        return ERROR
    return ScriptedAnswer(fields={"gaps": [gap.model_dump() for gap in body.gaps], "is_complete": not body.gaps})


def _recursion(body: ChannelScript, facts: RecursionFacts) -> ScriptedAnswer:
    """The first subnet of the file is for the first gap asked about, and so on; gaps in the file's own order."""
    if body.subnets == "error":
        return ERROR
    asked = dict.fromkeys(gap.gap_type for gap in facts.gaps)
    written = [] if body.gaps == "error" else [gap.gap_type for gap in body.gaps]
    gap_types = dict.fromkeys([kind for kind in written if kind in asked] + list(asked))
    pairs = list(zip(gap_types, body.subnets, strict=False))[: facts.max_subnets]
    wanted = [SubDemand(gap_type=gap_type, raw_input=subnet.demand).model_dump() for gap_type, subnet in pairs]
    return ScriptedAnswer(fields={"should_recurse": bool(wanted), "sub_demands": wanted})


def _compromise(body: ChannelScript, facts: CompromiseFacts) -> ScriptedAnswer:
    if body.compromise == "error":
        return ERROR
    return ScriptedAnswer(fields=defaults.compromise(facts) | _given(body.compromise))
