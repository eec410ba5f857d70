"""Coordinator: the actor that understands demands and chooses candidates (TW-031, TW-120, TW-353, TW-354)."""

from collections.abc import Sequence
from datetime import date
from itertools import islice

from coordinator.core.candidate_selection import ShownAgent, search_query, select_candidates, select_fallback_candidates
from coordinator.fallbacks import filter_fallback
from coordinator.prompts import (
    AgentSummary,
    FilterFacts,
    UnderstandingFacts,
    build_filter_prompt,
    build_understanding_prompt,
)
from coordinator.settings import CoordinatorSettings
from negotiation.contracts.candidate import Candidate, NeedFit, OmittedAgent
from negotiation.contracts.demand import DemandUnderstanding, Need, Span, understanding_fallback
from negotiation.contracts.messages import ChooseCandidates, CreateChannel, DemandUnderstood, UnderstandDemand
from negotiation.registry.port import ProfileRegistry, SearchHit, SearchOptions
from negotiation.registry.profile import Profile
from negotiation.search.geographic_distance import distance_km
from negotiation.search.omissions import find_omission_reason
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.derived_fields import complete_understanding, fill_stated_days
from negotiation.understanding.title import limit_title
from negotiation.understanding.word_account import account_words
from shared.core.decision import Send
from shared.core.message_base import Message, ReceivedMessage
from shared.core.usage import Usage
from shared.llm.fallback import answer_or_fallback
from shared.runtime.actor import TaskContext

MAX_REASON_CHARACTERS = 16
"""Maximum length of a matched word that is given as the reason of an invitation."""

MAX_OMITTED = 4
"""Maximum number of able agents of whom it is said why they are not invited."""

MESSAGES: tuple[type[Message], ...] = (UnderstandDemand, ChooseCandidates)


class Coordinator:
    """Task actor for UnderstandDemand and ChooseCandidates."""

    def __init__(self, profiles: ProfileRegistry, settings: CoordinatorSettings) -> None:
        self._profiles = profiles
        self._settings = settings

    async def perform(
        self, task: ReceivedMessage[UnderstandDemand | ChooseCandidates], tools: TaskContext
    ) -> list[Send]:
        """Execute one task and return one message to its sender: `DemandUnderstood` or `CreateChannel`.

        A model that fails or answers too late is replaced by a fallback answer, marked `fallback`. If the filter twice
        names too few agents, the fallback candidates are the best search hits that meet a need; if it gives no answer,
        the best search hits, then random active agents. There are no candidates if no active agent may be invited, or
        none of them fits (`nobody_fits`).

        Raises:
            RetryAt: The model may be asked again at `instant`, before the answer is due (its circuit breaker is open),
                or another process is asking the same question.
            BudgetExceeded: The demand's budget does not allow the model call.
            CorrelationClosed: The demand ended meanwhile.
            StoreUnavailable, StoreMisconfigured: The profile registry cannot be read and no earlier copy is loaded.
        """
        match task.body:
            case UnderstandDemand():
                answer = await self._understand(task.body, tools)
            case ChooseCandidates():
                answer = await self._choose_candidates(task.body, tools)
        return [Send(to=task.sender, body=answer)]

    async def _understand(self, body: UnderstandDemand, tools: TaskContext) -> DemandUnderstood:
        own_profiles = [
            profile for profile in await self._profiles.list_by_user(body.setting.user_id) if profile.active
        ]
        facts = UnderstandingFacts(
            demand_id=body.demand_id,
            channel_id=body.channel_id,
            setting=body.setting,
            raw_input=_whole_text(body),
            requester=_agent_summary(own_profiles[0]) if own_profiles else None,
        )
        answer = await answer_or_fallback(
            tools.model,
            build_understanding_prompt(facts),
            lambda: understanding_fallback(body.raw_input),
            clock=tools.clock,
            answer_by=body.answer_by,
        )
        return DemandUnderstood(
            demand_id=body.demand_id,
            channel_id=body.channel_id,
            understanding=answer.output if answer.fallback else _account(answer.output, body),
            fallback=answer.fallback,
            usage=answer.usage,
            own_words=body.own_words,
        )

    async def _choose_candidates(self, body: ChooseCandidates, tools: TaskContext) -> CreateChannel:
        needs = complete_understanding(body.demand, body.setting.language).needs
        hits = await self._search_profiles(body, needs)
        chosen = await self._choose_from(body, hits, tools)
        met = {fit.need for candidate in chosen.candidates for fit in candidate.fits}
        unmet = tuple(need for need in needs if need.id not in met)
        return chosen.model_copy(
            update={
                "omitted": await self._find_omitted(body, unmet, chosen.candidates) if unmet and hits else (),
                "by_words_only": any(hit.by_words_only for hit in hits),
            }
        )

    async def _choose_from(
        self, body: ChooseCandidates, hits: Sequence[SearchHit], tools: TaskContext
    ) -> CreateChannel:
        usage, calls, answered = Usage(), 1, True
        if hits:
            for calls in (1, 2):
                candidates, fallback, cost = await self._filter_candidates(body, hits, calls, tools)
                usage += cost
                if len(candidates) >= self._settings.min_candidates:
                    return _build_create_channel(body, candidates, calls=calls, usage=usage)
                if fallback:
                    answered = False
                    break
        fitting = [hit for hit in hits if hit.fits] if answered else hits
        shown = sorted(map(_shown_agent, fitting), key=lambda agent: not agent.matched)
        count = min(self._settings.fallback_candidate_count, self._settings.max_candidates)
        chosen = select_fallback_candidates(shown, count, body.setting.language, answered=answered)
        channel = _build_create_channel(body, chosen, calls=calls, usage=usage, fallback=bool(chosen))
        return channel.model_copy(update={"nobody_fits": bool(hits) and not chosen})

    async def _search_profiles(self, body: ChooseCandidates, needs: Sequence[Need]) -> list[SearchHit]:
        """Return the best search hits, filled up with random active agents to the search limit."""
        hits = await self._profiles.search(
            search_query(body.demand, body.raw_input), **self._search_options(body, needs)
        )
        random_profiles = await self._profiles.sample_active(
            self._settings.search_limit - len(hits),
            body.channel_id,
            exclude=(*body.excluded, *(hit.profile.agent_id for hit in hits)),
            exclude_user=body.setting.user_id,
        )
        return [*hits, *(SearchHit(profile, 0.0, ()) for profile in random_profiles)]

    def _search_options(self, body: ChooseCandidates, needs: Sequence[Need]) -> SearchOptions:
        return {
            "limit": self._settings.search_limit,
            "exclude": body.excluded,
            "exclude_user": body.setting.user_id,
            "near": body.demand.context.location,
            "language": body.setting.language,
            "needs": needs,
            "context": body.raw_input,
            "not_wanted": [each.text for each in body.demand.not_wanted],
        }

    async def _find_omitted(
        self, body: ChooseCandidates, unmet: Sequence[Need], candidates: Sequence[Candidate]
    ) -> tuple[OmittedAgent, ...]:
        """Return who could meet needs that no candidate meets, best first, with the reasons why they are not invited.

        It is searched for these needs everywhere, whatever the demand's place and language.
        """
        options, near = self._search_options(body, unmet), body.demand.context.location
        exclude = (*body.excluded, *(candidate.agent_id for candidate in candidates))
        everywhere: SearchOptions = {**options, "exclude": exclude, "near": None, "language": None, "not_wanted": ()}
        hits = await self._profiles.search([need.need for need in unmet], **everywhere)
        omitted = (
            OmittedAgent(
                agent_id=hit.profile.agent_id,
                display_name=hit.profile.display_name,
                need=hit.fits[0].need,
                reason=reason,
                distance_km=distance_km(near, hit.profile.location) if near and hit.profile.location else None,
            )
            for hit in hits
            if hit.fits and (reason := find_omission_reason(hit.profile, options)) is not None
        )
        return tuple(islice(omitted, MAX_OMITTED))

    async def _filter_candidates(
        self, body: ChooseCandidates, hits: Sequence[SearchHit], call: int, tools: TaskContext
    ) -> tuple[tuple[Candidate, ...], bool, Usage]:
        facts = FilterFacts(
            demand_id=body.demand_id,
            channel_id=body.channel_id,
            setting=body.setting,
            raw_input=body.raw_input,
            demand=body.demand,
            call=call,
            profiles=tuple(_agent_summary(hit.profile, hit.matched, hit.fits) for hit in hits),
        )
        answer = await answer_or_fallback(
            tools.model, build_filter_prompt(facts), filter_fallback, clock=tools.clock, answer_by=body.answer_by
        )
        shown = [_shown_agent(hit) for hit in hits]
        chosen = select_candidates(answer.output, shown, self._settings.max_candidates, body.setting.language)
        return chosen, answer.fallback, answer.usage


def _account(understanding: DemandUnderstanding, body: UnderstandDemand) -> DemandUnderstanding:
    """Return a model's answer with its derived fields, a short title, and every word of the demand accounted for."""
    text, language, today = _whole_text(body), body.setting.language, date.fromisoformat(body.setting.today)
    completed = complete_understanding(fill_stated_days(understanding, text, language, today), language)
    titled = completed.model_copy(update={"title": limit_title(completed, language)})
    accounted = account_words(titled, text, language, today)
    return accounted if body.own_words is None else _without_spans_beyond(accounted, len(body.raw_input))


def _whole_text(body: UnderstandDemand) -> str:
    """Return the demand's text, on further lines the requester's answer in own words if there is one."""
    return body.raw_input if body.own_words is None else f"{body.raw_input}\n{body.own_words}"


def _without_spans_beyond(understanding: DemandUnderstanding, length: int) -> DemandUnderstanding:
    """Drop spans beyond the demand's own text, which has `length` characters: they are in the requester's answer."""

    def inside(span: Span | None) -> Span | None:
        return span if span is not None and span[1] <= length else None

    return understanding.model_copy(
        update={
            "needs": tuple(each.model_copy(update={"span": inside(each.span)}) for each in understanding.needs),
            "not_wanted": tuple(
                each.model_copy(update={"span": inside(each.span)}) for each in understanding.not_wanted
            ),
            "limit_words": tuple(each for each in understanding.limit_words if inside(each.span)),
            "not_understood": tuple(
                each.model_copy(update={"span": inside(each.span)}) for each in understanding.not_understood
            ),
        }
    )


def _build_create_channel(
    body: ChooseCandidates, candidates: tuple[Candidate, ...], *, calls: int, usage: Usage, fallback: bool = False
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


def _shown_agent(hit: SearchHit) -> ShownAgent:
    reasons = tuple(word for word in hit.matched if _is_reason(word))
    return ShownAgent(
        agent_id=hit.profile.agent_id, display_name=hit.profile.display_name, matched=reasons, fits=hit.fits
    )


def _is_reason(word: str) -> bool:
    """Return whether a matched word is a reason for an invitation: a skill or a place, not a sentence."""
    return len(word) <= MAX_REASON_CHARACTERS and bool(
        load_thesaurus("skills").find(word) or load_thesaurus("places").find(word)
    )


def _agent_summary(profile: Profile, matched: Sequence[str] = (), fits: tuple[NeedFit, ...] = ()) -> AgentSummary:
    fields = AgentSummary.model_fields.keys() - {"matched", "fits"}
    return AgentSummary(**profile.model_dump(include=fields), matched=tuple(matched), fits=fits)
