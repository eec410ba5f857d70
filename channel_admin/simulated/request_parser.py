"""Parser of participants' requests and conditions: day, amount of money, number of people, help or other."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from negotiation.contracts.feedback import Feedback
from negotiation.contracts.offer import Offer
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import (
    parse_dates,
    parse_duration,
    parse_money,
    parse_people_count,
    parse_weekdays,
)

RequestTopic = Literal["date", "fee", "people", "hands", "other"]
_CURRENCY_SIGNS = ("元", "yuan", "¥", "￥", "$", "€", "£")
_COST_WORDS = ("定金", "押金", "结清", "交通", "报销", "deposit", "paid", "travel")
_ABSENCE_PHRASES = ("没空", "not free")
_FEE_WORDS = ("费用", "fee")
_HELP_WORDS = ("分担", "帮手", "助手", "helper", "assistant", "to share")
_PAYMENT_WORDS = ("定金", "押金", "结清", "deposit", "paid on the day")
_EQUIPMENT_WORDS = ("投影", "钢琴", "电源", "水电", "操作台", "projector", "piano", "power", "water", "work surface")
_FILMING_WORDS = ("录像", "录音", "拍摄", "recording", "filmed")
_NOTICE_WORDS = ("提前", "notice", "ahead", "advance")
_MINIMUM_WORDS = ("至少", "at least", "no fewer")


@dataclass(frozen=True, slots=True)
class ParticipantRequest:
    """One request of one participant.

    Attributes:
        label: Aspect as the participant named it, or "".
        text: Request in the participant's words.
        topic: Aspect that the text was recognised to be about.
        day: Requested day, if any.
        amount_yuan: Requested amount, if any.
        people: Requested number of people, if any.
    """

    agent_id: str
    name: str
    label: str
    text: str
    topic: RequestTopic
    day: date | None = None
    amount_yuan: int | None = None
    people: int | None = None

    def fits_attendance(self, attendees: int | None) -> bool:
        """Return whether `attendees` meets the requested minimum or maximum; True if either number is None."""
        if self.people is None or attendees is None:
            return True
        return attendees >= self.people if self.is_minimum else attendees <= self.people

    @property
    def implies_cost(self) -> bool:
        """Whether the text mentions something that costs money, such as a deposit or travel, even with an amount."""
        return any(sign in self.text.lower() for sign in _COST_WORDS)

    @property
    def needs_payment_promise(self) -> bool:
        """Whether the text mentions a deposit or payment on the day, which presupposes a budget."""
        return any(sign in self.text.lower() for sign in _PAYMENT_WORDS)

    @property
    def needs_equipment(self) -> bool:
        """Whether the text mentions equipment of a venue, such as a projector or power."""
        return any(sign in self.text.lower() for sign in _EQUIPMENT_WORDS)

    @property
    def forbids_filming(self) -> bool:
        """Whether the request mentions recording or filming, which is taken as an objection to it."""
        return any(sign in self.text.lower() for sign in _FILMING_WORDS)

    @property
    def is_minimum(self) -> bool:
        """Whether the requested number of people is a minimum ("at least"); else it is a maximum."""
        return any(sign in self.text.lower() for sign in _MINIMUM_WORDS)

    @property
    def full_text(self) -> str:
        """Request as one phrase: "label: text", or the text alone without a label."""
        colon = ": " if self.label.isascii() else "："
        return f"{self.label}{colon}{self.text}" if self.label else self.text


def parse_request(agent_id: str, name: str, label: str, text: str) -> ParticipantRequest:
    """Return one request of an agent, with the day, amount (yuan) or number of people that its text names.

    The topic is the first of these that it names, `date`, `fee` or `people`, else `other`; but a text about help that
    names no day and no amount has the topic `hands` and no number of people.

    Args:
        agent_id: Id of the agent.
        name: Display name of the agent.
        label: Aspect as the agent named it, or "".
        text: Request in the notations of `parse_dates`, `parse_money` (here only with a currency) and
            `parse_people_count`.
    """
    day = next(iter(parse_dates(text)), None)
    amount = parse_money(text) if any(sign in text for sign in _CURRENCY_SIGNS) else None
    people = parse_people_count(text)
    about: RequestTopic = "date" if day else "fee" if amount is not None else "people" if people else "other"
    about = "hands" if about in ("people", "other") and any(sign in text.lower() for sign in _HELP_WORDS) else about
    people = None if about == "hands" else people
    return ParticipantRequest(agent_id, name, label, text, about, day, amount, people)


def requests_in_offer(offer: Offer) -> tuple[ParticipantRequest, ...]:
    """Return the requests in the conditions of an offer, then those in its negotiation points.

    Equal texts count once, and a condition that contains a point's desired value is left out. Empty without either.
    """
    agent = (offer.agent_id, offer.display_name)
    points = [
        parse_request(*agent, point.aspect, point.desired_value or point.aspect) for point in offer.negotiation_points
    ]
    values = [point.desired_value for point in offer.negotiation_points if point.desired_value]
    own_texts = (text for text in offer.conditions if not any(value in text for value in values))  # repeats a point
    conditions = [parse_request(*agent, "", text) for text in own_texts]
    return tuple({request.text: request for request in (*conditions, *points)}.values())


def request_in_feedback(feedback: Feedback) -> ParticipantRequest | None:
    """Return the request in feedback that negotiates or rejects; None for other feedback or without a text.

    It is the `adjustment_request`, else the first concern; "label: text" is split at the colon if the label has at most
    24 characters.
    """
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


def covers_skill(offer: Offer, tag: str) -> bool:
    """Return whether the first clause of an offer's contribution names the skill `tag` or a synonym.

    Clauses end at a semicolon; case is ignored, and Chinese and English names are synonyms. False without a
    contribution.
    """
    clauses = (offer.contribution or "").replace("；", ";").split(";")
    return load_thesaurus("skills").are_synonyms(tag, clauses[0])


def is_notice_request(request: ParticipantRequest) -> bool:
    """Return whether a request is for a notice period and names its length, such as "two weeks' notice"."""
    return any(sign in request.text.lower() for sign in _NOTICE_WORDS) and parse_duration(request.text) is not None


def unavailable_weekdays(offer: Offer) -> frozenset[int]:
    """Return the weekdays (0 is Monday) on which, by an offer's contribution, its agent is not free; empty if none."""
    clauses = (offer.contribution or "").replace("；", ";").split(";")
    weekdays = [parse_weekdays(clause) for clause in clauses if any(sign in clause for sign in _ABSENCE_PHRASES)]
    return frozenset[int]().union(*weekdays)


def unavailable_dates(offer: Offer) -> frozenset[date]:
    """Return the dates on which, by an offer's contribution, its agent is not free; empty if none."""
    clauses = (offer.contribution or "").replace("；", ";").split(";")
    return frozenset(
        day for clause in clauses if any(sign in clause for sign in _ABSENCE_PHRASES) for day in parse_dates(clause)
    )


def is_unavailable_on(offer: Offer, day: date) -> bool:
    """Return whether an offer says that its agent is not free on `day`, or asks to move that day."""
    days_to_move = (point.current_value for point in offer.negotiation_points if parse_dates(point.desired_value))
    asks_to_move = any(day in parse_dates(value or "") for value in days_to_move)
    return asks_to_move or day in unavailable_dates(offer) or day.weekday() in unavailable_weekdays(offer)


def offered_fee(offer: Offer) -> int:
    """Return the first fee in yuan that an offer requests or, without such a request, states; 0 if it names none."""
    requested = [
        request.amount_yuan for request in requests_in_offer(offer) if request.topic == "fee" and request.amount_yuan
    ]
    clauses = (offer.contribution or "").replace("；", ";").split(";")
    stated = [parse_money(clause) for clause in clauses if any(sign in clause.lower() for sign in _FEE_WORDS)]
    return next(iter([*requested, *(amount for amount in stated if amount)]), 0)
