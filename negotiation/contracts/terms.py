"""Terms: typed conditions under which somebody takes part (INTERFACES § 6, *Terms*)."""

from collections.abc import Sequence
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, ValidationInfo
from pydantic_core import PydanticCustomError

from negotiation.contracts.money import Money
from negotiation.contracts.text_limits import MAX_SOME_ITEMS, Phrase, UpToFour, UpToTwenty
from negotiation.contracts.weekdays import WEEKDAYS
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.iso_dates import is_date, is_instant

FeeBasis = Literal["event", "hour", "day", "person"]
"""What a fee is for: taking part once, or each hour, day or person."""

ConditionKind = Literal[
    "food",
    "end_time",
    "deposit",
    "notice",
    "credit",
    "recording",
    "equipment",
    "travel",
    "payment",
    "helper",
    "outline",
    "weather",
    "safety",
    "children",
    "advertising",
    "other",
]
"""What a condition is about."""


def _known_kind(kind: object, info: ValidationInfo) -> object:
    """Return a known kind of condition, `other` for any other: a model's word for it must not cost the whole answer.

    With the context `strict`, that of HTTP requests, it is returned as it is, to be refused.
    """
    is_strict = bool(info.context and info.context.get("strict"))
    return kind if is_strict or kind in get_args(ConditionKind) else "other"


def _check_instant(text: str) -> str:
    if not (is_date(text) or is_instant(text)):
        raise PydanticCustomError("instant", "Input should be a date YYYY-MM-DD or an instant with offset (ISO 8601)")
    return text


def _check_day(text: str) -> str:
    if not (is_date(text) or text in WEEKDAYS):
        raise PydanticCustomError("day", "Input should be a date YYYY-MM-DD or a weekday (monday to sunday)")
    return text


TermInstant = Annotated[str, AfterValidator(_check_instant)]
"""Date (YYYY-MM-DD) or instant with offset (ISO 8601, 2026-12-05T19:30:00+08:00)."""

TermDay = Annotated[str, AfterValidator(_check_day)]
"""Date (YYYY-MM-DD) or day of the week (`monday` to `sunday`)."""


def _is_empty(value: object) -> bool:
    return not value


class Condition(FrozenModel):
    """One condition in words, and what it is about."""

    # Part of the schema that models are sent: it changes only with the prompt's VERSION.
    model_config = ConfigDict(json_schema_extra={"description": "One condition in words, and what it is about."})

    kind: Annotated[ConditionKind, BeforeValidator(_known_kind)] = "other"
    text: Phrase


class Terms(FrozenModel):
    """Terms under which somebody takes part; each key is absent if nothing is said about it.

    Attributes:
        fee: Amount of money for what `per` names; without `per` for taking part once.
        per: What the fee is for.
        start: When it begins.
        end: When it ends.
        people: Most people that can be served.
        notice_days: Least number of days between the agreement and the day.
        deposit_share: Share of the fee (0 to 1) that is paid in advance.
        dates: The only dates that are possible.
        not_on: Days that are not possible, dates or days of the week.
        conditions: Conditions that have no key of their own.
    """

    # Part of the schema that models are sent: it changes only with the prompt's VERSION.
    model_config = ConfigDict(
        json_schema_extra={
            "description": "Terms as values; leave out what nothing is said about. Amounts in minor units (pence, fen)."
        }
    )

    fee: Maybe[Money] = None
    per: Maybe[FeeBasis] = None
    start: Maybe[TermInstant] = None
    end: Maybe[TermInstant] = None
    people: Maybe[int] = Field(default=None, ge=1, le=1_000_000)
    notice_days: Maybe[int] = Field(default=None, ge=0, le=3650)
    deposit_share: Maybe[float] = Field(default=None, ge=0, le=1, allow_inf_nan=False)
    dates: UpToTwenty[TermDay] = Field(default=(), exclude_if=_is_empty)
    not_on: UpToTwenty[TermDay] = Field(default=(), exclude_if=_is_empty)
    conditions: UpToFour[Condition] = Field(default=(), exclude_if=_is_empty)


NO_TERMS = Terms()


def merge_terms(older: Terms | None, newer: Terms | None) -> Terms | None:
    """Return both as one: a newer value of a key replaces the older; None if neither says anything.

    A newer condition replaces the older ones of its kind, of the kind `other` only one with the same text.
    """
    if older is None or newer is None:
        return newer if older is None else older
    replaced = {name: value for name in Terms.model_fields if (value := getattr(newer, name)) not in (None, ())}
    if newer.fee is not None:
        replaced["per"] = newer.per
    return older.model_copy(update={**replaced, "conditions": _merge_conditions(older.conditions, newer.conditions)})


def _merge_conditions(older: Sequence[Condition], newer: Sequence[Condition]) -> tuple[Condition, ...]:
    kinds = {condition.kind for condition in newer} - {"other"}
    texts = {condition.text for condition in newer}
    kept = (condition for condition in older if condition.kind not in kinds and condition.text not in texts)
    return (*kept, *newer)[-MAX_SOME_ITEMS:]
