"""Whom a demand invites, from what the filter said (TW-350…355, TWC-02, TWC-18, TWC-25)."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field

from negotiation.contracts.candidate import Candidate
from negotiation.contracts.demand import DemandUnderstanding
from shared.core.language import Language


class RelatedAgent(BaseModel):
    """One agent that the filter names, why, and how well it fits (0–100; None: the list it stands in decides)."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    agent_id: str
    reason: str = ""
    relevance_score: float | None = None


class FilterReply(BaseModel):
    """The answer of prompt 2 (TW-502)."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    definitely_related: tuple[RelatedAgent, ...] = ()
    possibly_related: tuple[RelatedAgent, ...] = ()
    analysis: str = ""


class ShownAgent(BaseModel):
    """An agent that the filter was shown, best first, with the words by which the search found it."""

    model_config = ConfigDict(frozen=True)

    agent_id: str
    display_name: str
    matched: tuple[str, ...] = Field(default=())


DEFINITE, POSSIBLE = 80, 50
_WHY: dict[str, dict[Language, str]] = {
    "named": {"zh": "与需求相关", "en": "related to the demand"},
    "matched": {
        "zh": "没有人完全对得上，资料里提到：{words}",
        "en": "nobody fits fully; the profile mentions: {words}",
    },
    "random": {"zh": "没有人对得上，随机邀请", "en": "nobody fits; invited at random"},
    "no model: matched": {
        "zh": "系统繁忙，按资料匹配：{words}",
        "en": "the filter gave no answer; profile matches: {words}",
    },
    "no model: random": {"zh": "系统繁忙，随机邀请", "en": "the filter gave no answer; invited at random"},
}


def search_query(demand: DemandUnderstanding, raw_input: str) -> tuple[str, ...]:
    """What to search the registry for: what is demanded, where, how, and the demand's own words."""
    place = (demand.context.location,) if demand.context.location else ()
    wishes = demand.deep_understanding.likely_preferences
    return tuple(dict.fromkeys((*demand.capability_tags, *place, *wishes, raw_input)))


def choose(reply: FilterReply, shown: Sequence[ShownAgent], limit: int, language: Language) -> tuple[Candidate, ...]:
    """The agents of both lists that were really shown, each once, best first, at most `limit`."""
    names = {agent.agent_id: agent.display_name for agent in shown}
    named = [
        *_scored(reply.definitely_related, DEFINITE, names, language),
        *_scored(reply.possibly_related, POSSIBLE, names, language),
    ]
    best: dict[str, Candidate] = {}
    for candidate in named:
        best.setdefault(candidate.agent_id, candidate)
    return tuple(sorted(best.values(), key=lambda candidate: -candidate.relevance_score)[:limit])


def fallback_choice(
    shown: Sequence[ShownAgent], count: int, language: Language, *, answered: bool = False
) -> tuple[Candidate, ...]:
    """The first `count` of `shown` (the search's best, then random ones), marked as nobody's choice.

    `answered`: the filter did answer, and named nobody.
    """
    return tuple(
        Candidate(
            agent_id=agent.agent_id,
            display_name=agent.display_name,
            reason=_reason(agent, language, answered=answered),
            relevance_score=max(POSSIBLE - 10 * place, 10) if agent.matched else 0,
            is_fallback=True,
        )
        for place, agent in enumerate(shown[:count])
    )


def _scored(
    related: Iterable[RelatedAgent], default: int, names: Mapping[str, str], language: Language
) -> Iterable[Candidate]:
    for agent in related:
        if name := names.get(agent.agent_id):
            score = default if agent.relevance_score is None else round(agent.relevance_score)
            yield Candidate(
                agent_id=agent.agent_id,
                display_name=name,
                reason=agent.reason.strip() or _WHY["named"][language],
                relevance_score=min(max(score, 0), 100),
            )


def _reason(agent: ShownAgent, language: Language, *, answered: bool) -> str:
    between = "、" if language == "zh" else ", "
    kind = "matched" if agent.matched else "random"
    key = kind if answered else f"no model: {kind}"
    return _WHY[key][language].format(words=between.join(agent.matched))
