"""Selection of the candidates to invite from the filter's reply (TW-350…355, TWC-02, TWC-18, TWC-25)."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import BaseModel, ConfigDict, Field

from negotiation.contracts.candidate import Candidate, NeedFit
from negotiation.contracts.demand import DemandUnderstanding
from shared.core.language import Language, join_items
from shared.core.text_catalog import TextCatalog


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


class ShownAgent(BaseModel):
    """Agent that the filter was shown, with the query words that its profile matches, and the needs that it meets."""

    model_config = ConfigDict(frozen=True)

    agent_id: str
    display_name: str
    matched: tuple[str, ...] = Field(default=())
    fits: tuple[NeedFit, ...] = ()


DEFINITE_SCORE, POSSIBLE_SCORE = 80, 50
"""Relevance of definitely and possibly related agents whose score the model leaves out."""

_render_text = TextCatalog.load("coordinator.core").render


def search_query(demand: DemandUnderstanding, raw_input: str) -> tuple[str, ...]:
    """Return the query words for the registry, each once: skills, location, preferences and the demand's own text.

    The own text, `raw_input`, is one entry as a whole; `ProfileRegistry.search` takes the words in this form.
    """
    location = (demand.context.location,) if demand.context.location else ()
    preferences = demand.deep_understanding.likely_preferences
    return tuple(dict.fromkeys((*demand.capability_tags, *location, *preferences, raw_input)))


def select_candidates(
    reply: FilterReply, shown: Sequence[ShownAgent], limit: int, language: Language
) -> tuple[Candidate, ...]:
    """Return the agents that the filter names as candidates, each once, highest score first, at most `limit`.

    Scores are integers from 0 to 100, cut to this range. Without a score, a definitely related agent has 80 and a
    possibly related one 50. Of equal scores, definitely related agents come first, then the order of `reply`; an agent
    named twice counts as first named.

    Args:
        reply: Answer of the filter.
        shown: Agents that the filter was shown; others that it names are dropped.
        limit: Maximum number of candidates.
        language: Language of the reason of an agent for which the filter gives none.
    """
    agents = {agent.agent_id: agent for agent in shown}
    candidates = [
        *_score_agents(reply.definitely_related, DEFINITE_SCORE, agents, language),
        *_score_agents(reply.possibly_related, POSSIBLE_SCORE, agents, language),
    ]
    best: dict[str, Candidate] = {}
    for candidate in candidates:
        best.setdefault(candidate.agent_id, candidate)
    return tuple(sorted(best.values(), key=lambda candidate: -candidate.relevance_score)[:limit])


def select_fallback_candidates(
    shown: Sequence[ShownAgent], count: int, language: Language, *, answered: bool = False
) -> tuple[Candidate, ...]:
    """Return the first `count` of the shown agents, in their order, as candidates marked `is_fallback`.

    Agents with matched words score 50, 40, 30 … by position, at least 10; the others score 0.

    Args:
        shown: Search hits, best first, then random agents (without matched words).
        count: Maximum number of candidates.
        language: Language of the reasons.
        answered: True if the filter answered without a usable candidate, False if it did not answer. It changes only
            the reasons.
    """
    return tuple(
        Candidate(
            agent_id=agent.agent_id,
            display_name=agent.display_name,
            reason=_build_reason(agent, language, answered=answered),
            relevance_score=max(POSSIBLE_SCORE - 10 * rank, 10) if agent.matched else 0,
            is_fallback=True,
            fits=agent.fits,
        )
        for rank, agent in enumerate(shown[:count])
    )


def _score_agents(
    related: Iterable[RelatedAgent], default: int, agents: Mapping[str, ShownAgent], language: Language
) -> Iterable[Candidate]:
    for agent in related:
        if shown := agents.get(agent.agent_id):
            score = default if agent.relevance_score is None else round(agent.relevance_score)
            yield Candidate(
                agent_id=agent.agent_id,
                display_name=shown.display_name,
                fits=shown.fits,
                reason=agent.reason.strip() or _render_text("named", language),
                relevance_score=min(max(score, 0), 100),
            )


def _build_reason(agent: ShownAgent, language: Language, *, answered: bool) -> str:
    kind = "matched" if agent.matched else "random"
    key = kind if answered else f"no_model.{kind}"
    return _render_text(key, language, words=join_items(agent.matched, language))
