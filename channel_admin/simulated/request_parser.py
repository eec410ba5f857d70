"""What a wish, a condition or a request of a participant is about: a day, a sum, a number of people, anything else."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from negotiation.contracts.feedback import Feedback
from negotiation.contracts.offer import Offer
from negotiation.simulated.quantities import parse_dates, parse_money, parse_people_count, parse_weekdays

RequestTopic = Literal["date", "fee", "people", "hands", "other"]
_CURRENCY_SIGNS = ("元", "yuan", "¥", "￥", "$", "€", "£")
_COST_WORDS = ("定金", "押金", "结清", "交通", "报销", "deposit", "paid", "travel")
_ABSENCE_PHRASES = ("没空", "not free")
_FEE_WORDS = ("费用", "fee")
_HELP_WORDS = ("分担", "帮手", "助手", "helper", "assistant", "to share")
_PAYMENT_WORDS = ("定金", "押金", "结清", "deposit", "paid on the day")
_EQUIPMENT_WORDS = ("投影", "钢琴", "电源", "水电", "操作台", "projector", "piano", "power", "water", "work surface")
_FILMING_WORDS = ("录像", "录音", "拍摄", "recording", "filmed")
_MINIMUM_WORDS = ("至少", "at least", "no fewer")


@dataclass(frozen=True, slots=True)
class ParticipantRequest:
    """One wish of one person. `text` is said as they said it; `label` names what it is about, "" when they did not."""

    agent_id: str
    name: str
    label: str
    text: str
    topic: RequestTopic
    day: date | None = None
    amount_yuan: int | None = None
    people: int | None = None

    def fits_attendance(self, attendees: int | None) -> bool:
        """Whether so many people are as it asks; always when nobody said how many come, or it speaks of none."""
        if self.people is None or attendees is None:
            return True
        return attendees >= self.people if self.is_minimum else attendees <= self.people

    @property
    def implies_cost(self) -> bool:
        """Whether it costs money without naming a sum."""
        return any(sign in self.text.lower() for sign in _COST_WORDS)

    @property
    def needs_payment_promise(self) -> bool:
        """Whether it asks for money at a certain moment, which somebody must have promised first."""
        return any(sign in self.text.lower() for sign in _PAYMENT_WORDS)

    @property
    def needs_equipment(self) -> bool:
        """Whether it asks for things that have to be on the spot."""
        return any(sign in self.text.lower() for sign in _EQUIPMENT_WORDS)

    @property
    def forbids_filming(self) -> bool:
        """Whether it does not want to be filmed."""
        return any(sign in self.text.lower() for sign in _FILMING_WORDS)

    @property
    def is_minimum(self) -> bool:
        """Whether the number it speaks of is the least."""
        return any(sign in self.text.lower() for sign in _MINIMUM_WORDS)

    @property
    def full_text(self) -> str:
        """The whole of it, as it was asked."""
        colon = ": " if self.label.isascii() else "："
        return f"{self.label}{colon}{self.text}" if self.label else self.text


def parse_request(agent_id: str, name: str, label: str, text: str) -> ParticipantRequest:
    """Understand one wish by what its words name."""
    day = next(iter(parse_dates(text)), None)
    amount = parse_money(text) if any(sign in text for sign in _CURRENCY_SIGNS) else None
    people = parse_people_count(text)
    about: RequestTopic = "date" if day else "fee" if amount is not None else "people" if people else "other"
    about = "hands" if about in ("people", "other") and any(sign in text.lower() for sign in _HELP_WORDS) else about
    people = None if about == "hands" else people
    return ParticipantRequest(agent_id, name, label, text, about, day, amount, people)


def requests_in_offer(offer: Offer) -> tuple[ParticipantRequest, ...]:
    """What an offer asks for: its negotiation points and its conditions."""
    who = (offer.agent_id, offer.display_name)
    points = [
        parse_request(*who, point.aspect, point.desired_value or point.aspect) for point in offer.negotiation_points
    ]
    values = [point.desired_value for point in offer.negotiation_points if point.desired_value]
    own = (text for text in offer.conditions if not any(value in text for value in values))  # said once is enough
    conditions = [parse_request(*who, "", text) for text in own]
    return tuple({request.text: request for request in (*conditions, *points)}.values())


def request_in_feedback(feedback: Feedback) -> ParticipantRequest | None:
    """What somebody who does not accept asks for; None when nothing."""
    whole = feedback.adjustment_request or next(iter(feedback.concerns), "")
    if feedback.feedback_type in ("accept", "withdraw") or not whole.strip():
        return None
    label, colon, text = whole.replace("：", ":").partition(":")
    labelled = bool(colon) and len(label) <= 24
    return parse_request(
        feedback.agent_id,
        feedback.display_name or feedback.agent_id,
        label.strip() if labelled else "",
        text.strip() if labelled else whole.strip(),
    )


def unavailable_weekdays(offer: Offer) -> frozenset[int]:
    """The weekdays on which somebody cannot come, as the offer says it."""
    clauses = (offer.contribution or "").replace("；", ";").split(";")
    said = [parse_weekdays(clause) for clause in clauses if any(sign in clause for sign in _ABSENCE_PHRASES)]
    return frozenset[int]().union(*said)


def unavailable_dates(offer: Offer) -> frozenset[date]:
    """The single days on which somebody cannot come, as the offer says it."""
    clauses = (offer.contribution or "").replace("；", ";").split(";")
    return frozenset(
        day for clause in clauses if any(sign in clause for sign in _ABSENCE_PHRASES) for day in parse_dates(clause)
    )


def is_unavailable_on(offer: Offer, day: date) -> bool:
    """Whether an offer says that its person cannot come that day: it asks to move it, or names days without time."""
    asked = (point.current_value for point in offer.negotiation_points if parse_dates(point.desired_value))
    moved = any(day in parse_dates(value or "") for value in asked)
    return moved or day in unavailable_dates(offer) or day.weekday() in unavailable_weekdays(offer)


def offered_fee(offer: Offer) -> int:
    """What somebody's part costs, as the offer says it; 0 when it does not."""
    asked = [
        request.amount_yuan for request in requests_in_offer(offer) if request.topic == "fee" and request.amount_yuan
    ]
    clauses = (offer.contribution or "").replace("；", ";").split(";")
    stated = [parse_money(clause) for clause in clauses if any(sign in clause.lower() for sign in _FEE_WORDS)]
    return next(iter([*asked, *(amount for amount in stated if amount)]), 0)
