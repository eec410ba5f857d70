"""Context of a narration, gathered from earlier events: language, names, participants, plans, subnets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from zoneinfo import ZoneInfo

from rich.text import Text

from negotiation.contracts.demand import LimitWords
from negotiation.contracts.events import (
    AgentWithdrawn,
    ChannelCreated,
    DemandRevised,
    DemandSubmitted,
    DemandUnderstoodEvent,
    FilterCompleted,
    OfferSubmitted,
    PlanOutcomeFields,
    ProposalDistributed,
    ProposalFeedbackEvent,
    QuestionAnswered,
    QuestionOpened,
    SubnetTriggered,
)
from negotiation.contracts.money import Money
from negotiation.contracts.proposal import Proposal
from negotiation.contracts.terms import Terms
from shared.core.language import Language, join_items
from shared.core.model_kind import ModelName
from shared.core.text_catalog import TextCatalog
from shared.core.timestamps import EPOCH, MILLISECOND
from towow.narration.parsed_event import ParsedEvent
from towow.narration.rendered_event import StyledText, assemble_text

_CATALOG = TextCatalog.load("towow.narration")
NO_AGENTS: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class NarrationContext:
    """Context from earlier events. `started_at_ms` is the time of the first, `instant_ms` that of the last.

    By agent_id: `names`, the terms of the offer, and the first terms asked for that name a fee.
    By the id of a question: texts of its `options` by theirs, and the limit that it is about (`aspects`).
    `open_questions`: ids of the questions to the requester that are open.
    By channel id: maximum rounds, everyone who took part, the last two plans, the gap that a subnet fills, the budget,
    the words that state limits, and the last event that said what the agreed plan is worth.
    """

    language: Language = "en"
    timezone: str = "UTC"
    started_at_ms: int | None = None
    instant_ms: int | None = None
    model: ModelName | None = None
    open_questions: frozenset[str] = NO_AGENTS
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    max_rounds: Mapping[str, int] = field(default_factory=dict[str, int])
    participants: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    plans: Mapping[str, tuple[Proposal | None, Proposal]] = field(
        default_factory=dict[str, tuple[Proposal | None, Proposal]]
    )
    subnets: Mapping[str, str] = field(default_factory=dict[str, str])
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    aspects: Mapping[str, str] = field(default_factory=dict[str, str])
    offered_terms: Mapping[str, Terms] = field(default_factory=dict[str, Terms])
    requested_terms: Mapping[str, Terms] = field(default_factory=dict[str, Terms])
    budgets: Mapping[str, Money] = field(default_factory=dict[str, Money])
    limit_words: Mapping[str, tuple[LimitWords, ...]] = field(default_factory=dict[str, tuple[LimitWords, ...]])
    outcomes: Mapping[str, PlanOutcomeFields] = field(default_factory=dict[str, PlanOutcomeFields])

    def text(self, key: str, /, **values: object) -> str:
        """Return the text `key` of texts.json in the demand's language; before that is known, in English."""
        return _CATALOG.render(key, self.language, **values)

    def label(self, key: str) -> str:
        """Return the label of an enumerated value, such as `status.failed`; the value itself if it has none."""
        return self.text(key) if _CATALOG.has(key) else key.partition(".")[2]

    def after_colon(self, text: str | None) -> str:
        """Return a colon and the text; nothing without a text."""
        return self.text("after_colon", text=text) if text else ""

    def in_brackets(self, text: str | None) -> str:
        """Return the text in brackets, to be put behind another one; nothing without a text."""
        return self.text("in_brackets", text=text) if text else ""

    def labelled_line(self, key: str, style: str, *content: StyledText | None) -> Text:
        """Return a line that starts with the text `key` of texts.json in a rich style."""
        return assemble_text((f"{self.text(key)}  ", style), *content)

    def display_name(self, agent_id: str) -> str:
        """Return the name of an agent, or its id if the name is unknown."""
        return self.names.get(agent_id, agent_id)

    def display_names(self, agent_ids: tuple[str, ...] | frozenset[str]) -> str:
        """Return the names of agents in one line, or the word for nobody; a set by agent_id, a tuple in its order."""
        ordered = sorted(agent_ids) if isinstance(agent_ids, frozenset) else agent_ids
        return self.join_texts(map(self.display_name, ordered)) or self.text("nobody")

    def join_texts(self, texts: Iterable[str]) -> str:
        """Join texts with the list separator of the demand's language."""
        return join_items(texts, self.language)

    def local_time(self, instant_ms: int) -> str:
        """Return an instant (ms since the epoch) as `HH:MM:SS` in the demand's time zone.

        If the time zone is unknown, it is `HH:MM:SS UTC`.
        """
        moment = EPOCH + instant_ms * MILLISECOND
        try:
            return moment.astimezone(ZoneInfo(self.timezone)).strftime("%H:%M:%S")
        except (KeyError, ValueError, OSError, OverflowError):  # unknown time zone
            return moment.strftime("%H:%M:%S UTC")

    def option_text(self, question_id: str, option: str | None) -> str | None:
        """Return the text of an option of an earlier question, or its id if it is unknown; None without an option."""
        return None if option is None else self.options.get(question_id, {}).get(option, option)

    def words_of_limit(self, channel_id: str, aspect: str | None) -> str:
        """Return the words of a channel's demand that state a limit; empty if they are unknown."""
        words = self.limit_words.get(channel_id, ())
        return self.join_texts(dict.fromkeys(each.text for each in words if each.limit and each.limit == aspect))

    def previous_plan(self, channel_id: str) -> Proposal | None:
        """Return the plan that a channel distributed before the latest one; None if there were fewer than two."""
        return self.plans[channel_id][0] if channel_id in self.plans else None

    def round_label(self, channel_id: str, number: int) -> str:
        """Return the text `round 2/5` for a round of a channel, in the demand's language.

        If the channel's maximum is unknown, it is `round 2`.
        """
        max_rounds = self.max_rounds.get(channel_id)
        counted = f"{number}/{max_rounds}" if max_rounds else str(number)
        return self.text("round", counted=counted)


def update_context(context: NarrationContext, event: ParsedEvent) -> NarrationContext:
    """Return a copy of the context that also includes an event; call it before rendering the event.

    Call it for every event of a log, in the order of seq. The given context is not changed.
    """
    if context.started_at_ms is None:
        context = replace(context, started_at_ms=event.instant_ms)
    context = replace(context, instant_ms=event.instant_ms)
    if isinstance(event.payload, PlanOutcomeFields) and event.payload.complete is not None:
        context = replace(context, outcomes={**context.outcomes, event.channel_id: event.payload})
    match event.payload:
        case DemandSubmitted(language=language, timezone=timezone, limits=limits, model=model):
            return _with_max_rounds(
                replace(context, language=language, timezone=timezone, model=model),
                event.channel_id,
                limits.max_rounds,
            )
        case DemandUnderstoodEvent(limits=limits, limit_words=words):
            return _with_limits(context, event.channel_id, limits.budget, words)
        case DemandRevised(understanding=understanding):
            return _with_limits(context, event.channel_id, understanding.limits.budget, understanding.limit_words)
        case FilterCompleted(candidates=candidates):
            for candidate in candidates:
                context = _with_name(context, candidate.agent_id, candidate.display_name)
            return context
        case ChannelCreated(max_rounds=max_rounds):
            return _with_max_rounds(context, event.channel_id, max_rounds)
        case OfferSubmitted(agent_id=agent, display_name=name, terms=terms, negotiation_points=points):
            context = _with_offered_terms(_with_name(context, agent, name), agent, terms)
            return _with_requested_terms(context, agent, *(point.terms for point in points))
        case ProposalFeedbackEvent(agent_id=agent, display_name=name, terms=terms):
            return _with_requested_terms(_with_name(context, agent, name), agent, terms)
        case ProposalDistributed(participants=participants, proposal=plan):
            return _with_plan(
                _with_participants(context, event.channel_id, frozenset(participants)), event.channel_id, plan
            )
        case AgentWithdrawn(agent_id=agent, display_name=name):
            return _with_participants(_with_name(context, agent, name), event.channel_id, frozenset({agent}))
        case QuestionOpened():
            return _with_question(context, event.payload)
        case QuestionAnswered(question_id=question_id):
            return replace(context, open_questions=context.open_questions - {question_id})
        case SubnetTriggered(sub_channel_id=channel, gap_type=gap):
            return replace(context, subnets={**context.subnets, channel: gap})
        case _:
            return context


def _with_question(context: NarrationContext, question: QuestionOpened) -> NarrationContext:
    texts = {option.id: option.text for option in question.options}
    about = {} if question.aspect is None else {question.question_id: question.aspect}
    return replace(
        context,
        open_questions=context.open_questions | {question.question_id},
        options={**context.options, question.question_id: texts},
        aspects={**context.aspects, **about},
    )


def _with_limits(
    context: NarrationContext, channel_id: str, budget: Money | None, words: tuple[LimitWords, ...]
) -> NarrationContext:
    """Set the budget and the words of limits; words that a revision drops are still those of the demand."""
    budgets = {channel: each for channel, each in context.budgets.items() if channel != channel_id}
    known = context.limit_words.get(channel_id, ())
    return replace(
        context,
        budgets=budgets if budget is None else {**budgets, channel_id: budget},
        limit_words={**context.limit_words, channel_id: known or words},
    )


def _with_offered_terms(context: NarrationContext, agent_id: str, terms: Terms | None) -> NarrationContext:
    if terms is None:
        return context
    return replace(context, offered_terms={**context.offered_terms, agent_id: terms})


def _with_requested_terms(context: NarrationContext, agent_id: str, *requested: Terms | None) -> NarrationContext:
    first = next((terms for terms in requested if terms is not None and terms.fee is not None), None)
    if first is None or agent_id in context.requested_terms:
        return context
    return replace(context, requested_terms={**context.requested_terms, agent_id: first})


def _with_max_rounds(context: NarrationContext, channel_id: str, max_rounds: int) -> NarrationContext:
    return replace(context, max_rounds={**context.max_rounds, channel_id: max_rounds})


def _with_participants(context: NarrationContext, channel_id: str, agents: frozenset[str]) -> NarrationContext:
    before = context.participants.get(channel_id, NO_AGENTS)
    return replace(context, participants={**context.participants, channel_id: before | agents})


def _with_plan(context: NarrationContext, channel_id: str, plan: Proposal) -> NarrationContext:
    _, before = context.plans.get(channel_id, (None, None))
    return replace(context, plans={**context.plans, channel_id: (before, plan)})


def _with_name(context: NarrationContext, agent_id: str, name: str) -> NarrationContext:
    # Agents of the same name are distinguished by their ids.
    if not name or agent_id in context.names:
        return context
    is_taken = any(name == other for other in context.names.values())
    return replace(context, names={**context.names, agent_id: f"{name} ({agent_id})" if is_taken else name})


def format_percent(rate: float) -> str:
    """Format a share (0–1) as a percentage such as "79.9%" or "80%", cut to one decimal.

    It is not rounded: 0.7996 must not look like the threshold of 80 %.
    """
    return f"{int(rate * 1000 + 1e-6) / 10:g}%"
