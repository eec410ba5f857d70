"""Scripted model answers from a scenario file, selected by prompt, channel, agent and round."""

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
from towow.scenario import default_answers
from towow.scenario.schema import AgentScript, ChannelScript, FeedbackFields, OfferFields, PlanFields, Scenario
from user_agent.prompts import FeedbackFacts, OfferFacts

ERROR_ANSWER = ScriptedAnswer("error")
SILENT_ANSWER = ScriptedAnswer("silent")
EMPTY_AGENT_SCRIPT = AgentScript()


class ScenarioScript:
    """Model script of a scenario: the file's entries, and default answers where it has none."""

    def __init__(self, scenario: Scenario, profiles: Sequence[Profile]) -> None:
        """Create the script; `profiles` is the registry of the run."""
        self._root = scenario
        self._profiles_by_id = {profile.agent_id: profile for profile in profiles}

    def get_answer(self, prompt: Prompt[Any]) -> ScriptedAnswer:
        """Return the answer to a prompt: that of the file for its channel, agent and round, else a default one.

        By default everyone takes part and accepts, and nothing is missing. The answer may also be of kind `error` or
        `silent`, if the file says so.

        Raises:
            LookupError: Scenarios do not cover this kind of prompt.
        """
        match prompt.facts:
            case UnderstandingFacts() as facts:
                return _understanding(self._channel_script(facts.channel_id), facts)
            case FilterFacts() as facts:
                return self._filter(facts)
            case OfferFacts() as facts:
                return _offer(self._agent_script(facts), facts)
            case FeedbackFacts() as facts:
                return _feedback(self._agent_script(facts), facts)
            case AggregationFacts() as facts:
                return self._aggregation(facts)
            case AdjustmentFacts() as facts:
                return self._adjustment(facts)
            case GapFacts() as facts:
                return _gaps(self._channel_script(facts.channel_id))
            case RecursionFacts() as facts:
                return _recursion(self._channel_script(facts.channel_id), facts)
            case CompromiseFacts() as facts:
                return _compromise(self._channel_script(facts.channel_id), facts)
            case _:
                raise LookupError(f"scenarios have no answers for the prompt {prompt.key}")

    def _channel_script(self, channel_id: str) -> ChannelScript:
        """Return the script of a channel: `collab-x` is the root's, `collab-x-2` its second subnet's."""
        channel: ChannelScript = self._root
        for number in channel_id.split("-")[2:]:
            if channel.subnets != "error":
                channel = channel.subnets[int(number) - 1]
        return channel

    def _agent_script(self, facts: OfferFacts | FeedbackFacts) -> AgentScript:
        return self._channel_script(facts.channel_id).agents.get(facts.agent_id, EMPTY_AGENT_SCRIPT)

    def _filter(self, facts: FilterFacts) -> ScriptedAnswer:
        calls = self._channel_script(facts.channel_id).filter_calls or (self._default_candidates(facts),)
        entries = calls[min(facts.call, len(calls)) - 1]
        return ERROR_ANSWER if entries == "error" else ScriptedAnswer(fields=default_answers.candidate_fields(entries))

    def _default_candidates(self, facts: FilterFacts) -> tuple[str, ...]:
        # In the order of the file's profiles; of the shipped ones, in the order of the search.
        shortlist = [card.agent_id for card in facts.profiles]
        file_order = [profile.agent_id for profile in self._root.profiles or ()]
        candidates = [agent_id for agent_id in file_order if agent_id in shortlist]
        return tuple((candidates or shortlist)[: default_answers.MAX_CANDIDATES])

    def _aggregation(self, facts: AggregationFacts) -> ScriptedAnswer:
        entry = self._channel_script(facts.channel_id).proposal
        return (
            ERROR_ANSWER
            if entry == "error"
            else self._plan(default_answers.build_plan(facts, self._profiles_by_id), entry, facts)
        )

    def _adjustment(self, facts: AdjustmentFacts) -> ScriptedAnswer:
        # Each adjustment turns one version into the next, so the base version is the number of the call.
        entries = dict(enumerate(self._channel_script(facts.channel_id).adjustments, start=1))
        entry = entries.get(facts.base_version, PlanFields())
        if entry == "error":
            return ERROR_ANSWER
        grants = "adjustment_summary" not in entry.model_fields_set
        return self._plan(default_answers.adjust_plan(facts, self._profiles_by_id, grants=grants), entry, facts)

    def _plan(
        self, default: ProposalDraft, entry: PlanFields, facts: AggregationFacts | AdjustmentFacts
    ) -> ScriptedAnswer:
        fields = _explicit_fields(entry)
        if "assignments" in fields:
            fields["assignments"] = [
                default_answers.complete_assignment(
                    assignment, facts.offers, self._profiles_by_id, facts.setting.language
                )
                for assignment in entry.assignments
            ]
        return ScriptedAnswer(fields=default.model_dump() | fields)


def _explicit_fields(entry: BaseModel, *excluded: str) -> dict[str, Any]:
    """Return only the fields that the file sets."""
    return entry.model_dump(by_alias=True, exclude_unset=True, exclude={*excluded})


def _understanding(channel: ChannelScript, facts: UnderstandingFacts) -> ScriptedAnswer:
    if channel.understanding == "error":
        return ERROR_ANSWER
    question = {} if channel.question is None else {"question": channel.question.question().model_dump()}
    return ScriptedAnswer(
        fields={"surface_demand": facts.raw_input} | question | _explicit_fields(channel.understanding)
    )


def _offer(agent: AgentScript, facts: OfferFacts) -> ScriptedAnswer:
    entry = agent.offer
    if not isinstance(entry, OfferFields):
        return SILENT_ANSWER if entry == "silent" else ERROR_ANSWER
    default = default_answers.offer_fields(facts.profile, facts.setting.language)
    return ScriptedAnswer(fields=default | _explicit_fields(entry, "after"), delay_s=entry.after)


def _feedback(agent: AgentScript, facts: FeedbackFacts) -> ScriptedAnswer:
    # The entry of the channel's round; the last one repeats.
    entries = agent.feedback or ("accept",)
    entry = entries[min(facts.round, len(entries)) - 1]
    if isinstance(entry, FeedbackFields):
        return ScriptedAnswer(
            fields={"feedback_type": "accept"} | _explicit_fields(entry, "after"), delay_s=entry.after
        )
    if entry == "silent":
        return SILENT_ANSWER
    return ERROR_ANSWER if entry == "error" else ScriptedAnswer(fields={"feedback_type": entry})


def _gaps(channel: ChannelScript) -> ScriptedAnswer:
    if channel.gaps == "error":
        return ERROR_ANSWER
    return ScriptedAnswer(fields={"gaps": [gap.model_dump() for gap in channel.gaps], "is_complete": not channel.gaps})


def _recursion(channel: ChannelScript, facts: RecursionFacts) -> ScriptedAnswer:
    # The n-th subnet of the file is for the n-th gap of the prompt, in the file's order of gaps.
    if channel.subnets == "error":
        return ERROR_ANSWER
    requested = dict.fromkeys(gap.gap_type for gap in facts.gaps)
    file_order = [] if channel.gaps == "error" else [gap.gap_type for gap in channel.gaps]
    gap_types = dict.fromkeys([gap_type for gap_type in file_order if gap_type in requested] + list(requested))
    pairs = list(zip(gap_types, channel.subnets, strict=False))[: facts.max_subnets]
    sub_demands = [SubDemand(gap_type=gap_type, raw_input=subnet.demand).model_dump() for gap_type, subnet in pairs]
    return ScriptedAnswer(fields={"should_recurse": bool(sub_demands), "sub_demands": sub_demands})


def _compromise(channel: ChannelScript, facts: CompromiseFacts) -> ScriptedAnswer:
    if channel.compromise == "error":
        return ERROR_ANSWER
    return ScriptedAnswer(fields=default_answers.compromise_fields(facts) | _explicit_fields(channel.compromise))
