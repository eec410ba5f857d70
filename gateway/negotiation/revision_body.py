"""Body of a requester's change of what was understood, stricter than what a model may answer (INTERFACES § 7)."""

import re
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from negotiation.contracts.demand import DemandLimits, Need, PeopleRange, TextSpan, UnderstandingChanges
from negotiation.contracts.person_answer import StrictPhrase, StrictSentence, require_text
from negotiation.contracts.weekdays import Weekday
from negotiation.understanding.calendar_date import MAX_LISTED_DAYS
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.validation_messages import FieldPatterns

DAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
CURRENCY_PATTERN: FieldPatterns = {
    "currency": {
        "en": "three capital letters of ISO 4217, such as GBP",
        "zh": "必须是 ISO 4217 的三个大写字母，如 CNY",
    },
}
"""Description of the pattern of a currency, for error messages."""

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)

Text = Annotated[StrictPhrase, Field(min_length=1, json_schema_extra={"pattern": r"\S"}), AfterValidator(require_text)]
_MAX_NEEDS, _MAX_PARTS, _MAX_DAYS = 12, 7, MAX_LISTED_DAYS


def _check_date(text: str) -> str:
    if not _is_date(text):
        raise PydanticCustomError("date_parsing", "Input should be a date such as 2026-05-01")
    return text


def _check_day(text: str) -> str:
    if text not in DAY_NAMES and not _is_date(text):
        raise PydanticCustomError("date_or_weekday", "Input should be a date such as 2026-05-01, or monday to sunday")
    return text


def _is_date(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text)) and bool(date.fromisoformat(text))
    except ValueError:
        return False


Day = Annotated[str, Field(json_schema_extra={"format": "date"}), AfterValidator(_check_date)]
ExcludedDay = Annotated[
    str,
    Field(json_schema_extra={"anyOf": [{"format": "date"}, {"enum": list(DAY_NAMES)}]}),
    AfterValidator(_check_day),
]


def _check_order(people: PeopleRange) -> PeopleRange:
    if people.min > people.max:
        raise PydanticCustomError("range_order", "min should not be greater than max")
    return people


def _check_ids(needs: tuple["RevisedNeed", ...]) -> tuple["RevisedNeed", ...]:
    ids = [need.id for need in needs if need.id]
    if len(set(ids)) < len(ids):
        raise PydanticCustomError("not_unique", "Two needs should not have the same id")
    return needs


class RevisedNeed(Need):
    """A need as the requester states it; without an `id` it gets a new one."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]{0,16}$")] = ""
    need: Text


class RevisedText(TextSpan):
    """Words of the requester."""

    text: Text


class RevisedLimits(DemandLimits):
    """Limits as the requester states them; one that is absent does not hold."""

    place: Maybe[Text] = None
    dates: Annotated[tuple[Day, ...], Field(max_length=_MAX_DAYS)] = ()
    weekdays: Annotated[tuple[Weekday, ...], Field(max_length=_MAX_PARTS)] = ()
    not_on: Annotated[tuple[ExcludedDay, ...], Field(max_length=_MAX_DAYS)] = ()
    people: Maybe[Annotated[PeopleRange, AfterValidator(_check_order)]] = None
    language: Maybe[Annotated[str, Field(pattern=r"^[a-z]{2,3}$")]] = None
    hours: Maybe[Text] = None


class RevisionBody(FrozenModel):
    """Fields of the understanding to replace, each as a whole; or `go`, to invite now."""

    go: Maybe[Literal[True]] = None
    needs: Maybe[Annotated[tuple[RevisedNeed, ...], Field(max_length=_MAX_NEEDS), AfterValidator(_check_ids)]] = None
    limits: Maybe[RevisedLimits] = None
    preferences: Maybe[Annotated[tuple[Text, ...], Field(max_length=_MAX_PARTS)]] = None
    not_wanted: Maybe[Annotated[tuple[RevisedText, ...], Field(max_length=_MAX_PARTS)]] = None
    title: Maybe[Text] = None

    def changes(self) -> UnderstandingChanges:
        """Return the fields to replace; all are absent if the body only says `go`."""
        return UnderstandingChanges.model_validate(self.model_dump(exclude={"go"}, exclude_none=True))


class QuestionAnswerBody(FrozenModel):
    """Answer to a question: the id of an option, or own words, which a question about a limit does not accept."""

    question_id: str
    option: Maybe[str] = None
    text: Maybe[Annotated[StrictSentence, AfterValidator(require_text)]] = None
