"""Which messages the coordinator answers: understand a demand, choose candidates (TW-031, TW-120, TW-353, TW-354)."""

from collections.abc import Sequence

from coordinator.core.candidate_selection import ShownAgent, choose, fallback_choice, search_query
from coordinator.fallbacks import filter_fallback
from coordinator.prompts import AgentSummary, FilterFacts, UnderstandingFacts, smart_filter, understanding
from coordinator.settings import CoordinatorSettings
from negotiation.contracts.candidate import Candidate
from negotiation.contracts.demand import understanding_fallback
from negotiation.contracts.messages import ChooseCandidates, CreateChannel, DemandUnderstood, UnderstandDemand
from negotiation.registry.port import ProfileRegistry, SearchHit
from negotiation.registry.profile import Profile
from negotiation.search.synonyms import known
from shared.core.decision import Send
from shared.core.message import Message, ReceivedMessage
from shared.core.usage import Usage
from shared.llm.fallback import answer_or_fallback
from shared.runtime.actor import TaskContext

LONGEST_REASON = 16
MESSAGES: tuple[type[Message], ...] = (UnderstandDemand, ChooseCandidates)


class Coordinator:
    """The coordinator's tasks. Raises what the model raises when it must wait or may not be paid."""

    def __init__(self, profiles: ProfileRegistry, settings: CoordinatorSettings) -> None:
        self._profiles = profiles
        self._settings = settings

    async def perform(
        self, task: ReceivedMessage[UnderstandDemand | ChooseCandidates], tools: TaskContext
    ) -> list[Send]:
        """Answer one request, to whoever asked."""
        match task.body:
            case UnderstandDemand():
                answer = await self._understand(task.body, tools)
            case ChooseCandidates():
                answer = await self._choose(task.body, tools)
        return [Send(to=task.sender, body=answer)]

    async def _understand(self, body: UnderstandDemand, tools: TaskContext) -> DemandUnderstood:
        own = [profile for profile in await self._profiles.of_user(body.setting.user_id) if profile.active]
        facts = UnderstandingFacts(
            demand_id=body.demand_id,
            channel_id=body.channel_id,
            setting=body.setting,
            raw_input=body.raw_input,
            requester=_card(own[0]) if own else None,
        )
        answer = await answer_or_fallback(
            tools.model,
            understanding(facts),
            lambda: understanding_fallback(body.raw_input),
            clock=tools.clock,
            answer_by=body.answer_by,
        )
        return DemandUnderstood(
            demand_id=body.demand_id,
            channel_id=body.channel_id,
            understanding=answer.output,
            fallback=answer.fallback,
            usage=answer.usage,
        )

    async def _choose(self, body: ChooseCandidates, tools: TaskContext) -> CreateChannel:
        hits = await self._look(body)
        usage, calls, answered = Usage(), 1, True
        if hits:
            for calls in (1, 2):
                candidates, fallback, cost = await self._ask(body, hits, calls, tools)
                usage += cost
                if len(candidates) >= self._settings.min_candidates:
                    return _created(body, candidates, calls=calls, usage=usage)
                if fallback:
                    answered = False
                    break
        shown = sorted(map(_known, hits), key=lambda agent: not agent.matched)
        count = min(self._settings.fallback_candidate_count, self._settings.max_candidates)
        chosen = fallback_choice(shown, count, body.setting.language, answered=answered)
        return _created(body, chosen, calls=calls, usage=usage, fallback=bool(chosen))

    async def _look(self, body: ChooseCandidates) -> list[SearchHit]:
        """The search's best; where it finds too little, random active agents fill up what may be looked at."""
        found = await self._profiles.search(
            search_query(body.demand, body.raw_input),
            limit=self._settings.search_limit,
            exclude=body.excluded,
            exclude_user=body.setting.user_id,
            near=body.demand.context.location,
            language=body.setting.language,
        )
        others = await self._profiles.random_active(
            self._settings.search_limit - len(found),
            body.channel_id,
            exclude=(*body.excluded, *(hit.profile.agent_id for hit in found)),
            exclude_user=body.setting.user_id,
        )
        return [*found, *(SearchHit(profile, 0.0, ()) for profile in others)]

    async def _ask(
        self, body: ChooseCandidates, hits: Sequence[SearchHit], call: int, tools: TaskContext
    ) -> tuple[tuple[Candidate, ...], bool, Usage]:
        facts = FilterFacts(
            demand_id=body.demand_id,
            channel_id=body.channel_id,
            setting=body.setting,
            raw_input=body.raw_input,
            demand=body.demand,
            call=call,
            profiles=tuple(_card(hit.profile, hit.matched) for hit in hits),
        )
        answer = await answer_or_fallback(
            tools.model,
            smart_filter(facts),
            lambda: filter_fallback(body.setting.language),
            clock=tools.clock,
            answer_by=body.answer_by,
        )
        shown = [_known(hit) for hit in hits]
        chosen = choose(answer.output, shown, self._settings.max_candidates, body.setting.language)
        return chosen, answer.fallback, answer.usage


def _created(
    body: ChooseCandidates,
    candidates: tuple[Candidate, ...],
    *,
    calls: int,
    usage: Usage,
    fallback: bool = False,
) -> CreateChannel:
    return CreateChannel(
        demand_id=body.demand_id,
        channel_id=body.channel_id,
        demand=body.demand,
        candidates=candidates,
        calls=calls,
        usage=usage,
        fallback=fallback,
    )


def _known(hit: SearchHit) -> ShownAgent:
    said = tuple(word for word in hit.matched if _is_reason(word))
    return ShownAgent(agent_id=hit.profile.agent_id, display_name=hit.profile.display_name, matched=said)


def _is_reason(word: str) -> bool:
    """Whether a word by which the search found somebody is a reason to invite them: a skill, a field or a place."""
    return len(word) <= LONGEST_REASON and bool(known("skills").of(word) or known("places").of(word))


def _card(profile: Profile, matched: Sequence[str] = ()) -> AgentSummary:
    shared = AgentSummary.model_fields.keys() - {"matched"}
    return AgentSummary(**profile.model_dump(include=shared), matched=tuple(matched))
