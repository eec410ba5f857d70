"""Requests of participants: what each one asks for as terms, with the words for people (TW-506)."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from negotiation.contracts.feedback import Feedback
from negotiation.contracts.money import Money
from negotiation.contracts.offer import Offer
from negotiation.contracts.terms import NO_TERMS, Condition, ConditionKind, Terms
from negotiation.terms.condition_kind import find_condition_kind, find_stated_kind
from shared.core.iso_dates import is_date

RequestTopic = Literal["date", "fee", "people", "hands", "other"]

MAX_LABEL_CHARS = 24
"""Maximum length of the label in a request `LABEL: TEXT`."""

_COST_KINDS: frozenset[ConditionKind] = frozenset({"deposit", "payment", "travel"})


@dataclass(frozen=True, slots=True)
class ParticipantRequest:
    """One request of one participant.

    Attributes:
        agent_id: Id of the agent.
        name: Display name of the agent.
        label: Aspect as the participant named it, or "".
        text: Request in the participant's words.
        terms: Request as values; a text without any is a condition of the kind `other`.
    """

    agent_id: str
    name: str
    label: str
    text: str
    terms: Terms

    @property
    def topic(self) -> RequestTopic:
        """Subject of the request, by the first of its terms: days, fee, help, people, else other."""
        terms = self.terms
        if terms.dates or terms.not_on:
            return "date"
        if terms.fee:
            return "fee"
        if "helper" in self.kinds:
            return "hands"
        return "people" if terms.people else "other"

    @property
    def kinds(self) -> frozenset[ConditionKind]:
        """Kinds of the conditions of the request."""
        return frozenset(condition.kind for condition in self.terms.conditions)

    @property
    def day(self) -> date | None:
        """First date on which the participant wants it to be; None without one."""
        return next((date.fromisoformat(day) for day in self.terms.dates if is_date(day)), None)

    @property
    def fee(self) -> Money | None:
        """Requested fee."""
        return self.terms.fee

    @property
    def people(self) -> int | None:
        """Most people that the participant serves; None if nothing is said, or if it is a request for help."""
        return None if self.topic == "hands" else self.terms.people

    def fits_attendance(self, attendees: int | None) -> bool:
        """Return whether the participant serves `attendees`; True if either number is None."""
        return self.people is None or attendees is None or attendees <= self.people

    @property
    def implies_cost(self) -> bool:
        """Whether it costs money beside the fee: a deposit, payment on the day, travel."""
        return bool(self.kinds & _COST_KINDS) or self.terms.deposit_share is not None

    @property
    def full_text(self) -> str:
        """Request as one phrase: "label: text", or the text alone without a label."""
        colon = ": " if self.label.isascii() else "："
        return f"{self.label}{colon}{self.text}" if self.label else self.text


def requests_in_offer(offer: Offer) -> tuple[ParticipantRequest, ...]:
    """Return the requests in the conditions of an offer, then those in its negotiation points.

    Typed conditions of its terms count even if no text repeats them. Equal texts count once, and a condition that
    contains a point's desired value is left out. Empty without any.
    """
    points = [_point_request(offer, number) for number in range(len(offer.negotiation_points))]
    values = [point.desired_value for point in offer.negotiation_points if point.desired_value]
    texts = [text for text in offer.conditions if not any(value in text for value in values)]
    typed = [condition.text for condition in (offer.terms or NO_TERMS).conditions]
    conditions = [_request(offer, "", text, _condition_terms(offer, text)) for text in dict.fromkeys((*texts, *typed))]
    return tuple({request.text: request for request in (*conditions, *points)}.values())


def request_in_feedback(feedback: Feedback) -> ParticipantRequest | None:
    """Return the request in feedback that negotiates or rejects; None for other feedback or without a text or terms.

    Its text is the `adjustment_request`, else the first concern; "label: text" is split at the colon if the label has
    at most 24 characters.
    """
    whole = (feedback.adjustment_request or next(iter(feedback.concerns), "")).strip()
    if feedback.feedback_type in ("accept", "withdraw") or not (whole or feedback.terms):
        return None
    label, colon, text = whole.replace("：", ":").partition(":")
    labelled = bool(colon) and len(label) <= MAX_LABEL_CHARS
    words = text.strip() if labelled else whole
    return ParticipantRequest(
        feedback.agent_id,
        feedback.display_name or feedback.agent_id,
        label.strip() if labelled else "",
        words,
        _terms_or_text(feedback.terms, words),
    )


def _point_request(offer: Offer, number: int) -> ParticipantRequest:
    point = offer.negotiation_points[number]
    text = point.desired_value or point.aspect
    return _request(offer, point.aspect, text, _terms_or_text(point.terms, text))


def _request(offer: Offer, label: str, text: str, terms: Terms) -> ParticipantRequest:
    return ParticipantRequest(offer.agent_id, offer.display_name or offer.agent_id, label, text, terms)


def _terms_or_text(terms: Terms | None, text: str) -> Terms:
    if terms is not None and terms != NO_TERMS:
        return terms
    return Terms(conditions=(Condition(text=text),)) if text else NO_TERMS


def _condition_terms(offer: Offer, text: str) -> Terms:
    """Return the terms of one condition of an offer: the typed one with this text, and the key that it is about.

    A text that no typed condition repeats states one of the keys; its kind tells which.
    """
    terms = offer.terms or NO_TERMS
    typed = next((condition for condition in terms.conditions if condition.text == text), None)
    stated = typed.kind if typed and typed.kind != "other" else find_stated_kind(text)
    if stated == "most" and terms.people is not None and typed is None:
        return Terms(people=terms.people)
    condition = typed or Condition(kind=find_condition_kind(text), text=text)
    return Terms(
        conditions=(condition,),
        notice_days=terms.notice_days if stated == "notice" else None,
        deposit_share=terms.deposit_share if stated == "deposit" else None,
    )
