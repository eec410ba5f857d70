"""Schema of a deliberation's scenario file (INTERFACES § 10)."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, Literal, TypeVar
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, Field, Tag

from deliberation.contracts.control import EndReason, HostAction, Level, Similarity, Veto
from deliberation.contracts.events import EVENT_PREFIX, EVENTS
from deliberation.contracts.roles import Discussant
from deliberation.contracts.session import FirstRoundMode
from deliberation.session_start import validate_query
from shared.core.frozen_model import FrozenModel
from shared.core.user_id import validate_user_id
from towow.scenario.deliberation_entries import CriticEntry, PlannerEntry, ReporterEntry, ReportFields
from towow.scenario.entry_shapes import ShapeDiscriminator, as_field_validator

T = TypeVar("T")

DEFAULT_USER = "user_cli"
"""User id of a session whose file names none."""

DEFAULT_TIMEZONE = "Asia/Shanghai"

MIN_YEAR, MAX_YEAR = 1971, 9998
"""Years in which a session can begin: its instants are counted from 1970, and its deadlines lie after it."""

EndedStatus = Literal["converged", "terminated"]

SimilarityWord = Literal["error", "silent"]
"""Entry `error`: the embedder fails. `silent`: the comparison is never answered."""


def _check_event_type(value: str) -> str:
    """Return the full type of an event, which may be given by its last word."""
    full = value if value.startswith(EVENT_PREFIX) else f"{EVENT_PREFIX}{value}"
    if full not in {event.type for event in EVENTS}:
        raise ValueError("unknown event type; docs/events.md lists all of them")
    return full


def _check_timezone(value: str) -> str:
    try:
        return ZoneInfo(value).key
    except (KeyError, ValueError, OSError):  # no such zone, or a path outside the zones
        raise ValueError("expected an IANA time zone such as Asia/Shanghai") from None


def _check_date(value: str) -> str:
    try:
        is_date = date.fromisoformat(value).isoformat() == value
    except ValueError:
        is_date = False
    if not is_date:
        raise ValueError("expected a date such as 2026-01-22")
    if not MIN_YEAR <= int(value[:4]) <= MAX_YEAR:
        raise ValueError(f"expected a date from {MIN_YEAR} to {MAX_YEAR}")
    return value


def _check_similarity(value: object) -> object:
    if value in (None, "error", "silent") or (
        isinstance(value, int | float) and not isinstance(value, bool) and -1 <= value <= 1
    ):
        return value
    raise ValueError("expected a number from -1 to 1, null, error or silent")


QueryText = Annotated[str, as_field_validator(validate_query)]
UserId = Annotated[str, as_field_validator(validate_user_id)]
EventType = Annotated[str, AfterValidator(_check_event_type)]
Day = Annotated[str, AfterValidator(_check_date)]
Timezone = Annotated[str, AfterValidator(_check_timezone)]


class SimilarityFields(FrozenModel):
    """Similarity of both positions, and of each with the same agent's one before, where there is one."""

    consensus: Similarity
    planner: Similarity | None = None
    critic: Similarity | None = None


SimilarityValue = Annotated[float | SimilarityWord | None, BeforeValidator(_check_similarity)]
SimilarityEntry = Annotated[
    Annotated[SimilarityFields, Tag("fields")] | Annotated[SimilarityValue, Tag("word")], ShapeDiscriminator
]
"""Result of a round's comparison. `null` stands for a round in which nothing is compared; elsewhere it is `error`."""

AgentInRound = Annotated[str, Field(pattern=r"^(planner|critic)/[1-9]$")]
"""Agent and round, as `planner/3`."""

StubbornAgent = Annotated[str, Field(pattern=r"^(planner|critic)(/[1-9])?$")]
"""Agent in any round, or in one: `planner` or `planner/3`."""


class DeliberationExpectations(FrozenModel):
    """Expected course of a session; only the keys that are given are compared.

    Attributes:
        status: How it ended.
        end_reason: Why it ended.
        rounds: Number of rounds, the last statement included if a round was left for it.
        actions: The host's actions, in order.
        trend: Consensus of each decision, null without one, to 6 decimals.
        skipped: Turns that were skipped.
        stubborn: Agents that the host found to repeat themselves.
        vetoes: Reasons why a high consensus did not count, in order.
        events: Number of events by type.
    """

    status: EndedStatus | None = None
    end_reason: EndReason | None = None
    rounds: int | None = None
    actions: tuple[HostAction, ...] | None = None
    trend: tuple[Level | None, ...] | None = None
    skipped: frozenset[AgentInRound] | None = None
    stubborn: frozenset[StubbornAgent] | None = None
    vetoes: tuple[Veto, ...] | None = None
    events: dict[EventType, int] = Field(default_factory=dict[str, int])


class DeliberationScenario(FrozenModel):
    """Scenario of a deliberation. Lists are indexed by round, and their last entry repeats.

    Attributes:
        query: The user's message.
        user: User id of who sends it.
        today: Local date of the session; the session then begins at 10:00 of that day.
        timezone: IANA time zone.
        mode: Whether both speak at once in the first round; the setting `round1_mode` if it is not given.
        seed: Number from which the session's id derives.
        planner: What the planner answers.
        critic: What the critic answers.
        reporter: What the reporter answers.
        similarity: What the comparison of the positions gives; None: the embedder of the settings compares them.
        terminate_after: Event after the first of which the user ends the session.
        tokens_per_call: Tokens that each answer costs.
        latency_ms: Time that each answer takes.
        settings: Settings by name.
        expect: Expected course.
    """

    query: QueryText
    user: UserId = DEFAULT_USER
    today: Day | None = None
    timezone: Timezone = DEFAULT_TIMEZONE
    mode: FirstRoundMode | None = None
    seed: int = 1
    planner: tuple[PlannerEntry, ...] = ()
    critic: tuple[CriticEntry, ...] = ()
    reporter: ReporterEntry = ReportFields()
    similarity: Annotated[tuple[SimilarityEntry, ...], Field(min_length=1)] | None = None
    terminate_after: EventType | None = None
    tokens_per_call: int = Field(default=0, ge=0)
    latency_ms: int = Field(default=0, ge=0)
    settings: dict[str, Any] = Field(default_factory=dict[str, Any])
    expect: DeliberationExpectations | None = None

    def turns_of(self, agent: Discussant) -> Sequence[PlannerEntry | CriticEntry]:
        """Return the entries of a discussant, one per round."""
        return self.planner if agent == "planner" else self.critic


def entry_of_round(entries: Sequence[T], round: int) -> T | None:
    """Return the entry of a round, counted from 1: the last one if there are fewer; None if there are none."""
    return entries[min(round, len(entries)) - 1] if entries else None
