"""What a wish, a condition or a request of a participant is about: a day, a sum, a number of people, anything else."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from negotiation.contracts.feedback import Feedback
from negotiation.contracts.offer import Offer
from negotiation.simulated.quantities import days_in, money_in, people_in, weekdays_in

About = Literal["date", "fee", "people", "hands", "other"]
_MONEY = ("元", "yuan", "¥", "￥", "$", "€", "£")
_COSTS = ("定金", "押金", "结清", "交通", "报销", "deposit", "paid", "travel")
_AWAY = ("没空", "not free")
_FEE = ("费用", "fee")
_HANDS = ("分担", "帮手", "助手", "helper", "assistant", "to share")
_PROMISED = ("定金", "押金", "结清", "deposit", "paid on the day")
_THINGS = ("投影", "钢琴", "电源", "水电", "操作台", "projector", "piano", "power", "water", "work surface")
_FILMED = ("录像", "录音", "拍摄", "recording", "filmed")
_FEWEST = ("至少", "at least", "no fewer")


@dataclass(frozen=True, slots=True)
class ParticipantRequest:
    """One wish of one person. `text` is said as they said it; `label` names what it is about, "" when they did not."""

    agent_id: str
    name: str
    label: str
    text: str
    about: About
    day: date | None = None
    sum: int | None = None
    people: int | None = None

    def suits(self, coming: int | None) -> bool:
        """Whether so many people are as it asks; always when nobody said how many come, or it speaks of none."""
        if self.people is None or coming is None:
            return True
        return coming >= self.people if self.fewest else coming <= self.people

    @property
    def costs(self) -> bool:
        """Whether it costs money without naming a sum."""
        return any(sign in self.text.lower() for sign in _COSTS)

    @property
    def in_advance(self) -> bool:
        """Whether it asks for money at a certain moment, which somebody must have promised first."""
        return any(sign in self.text.lower() for sign in _PROMISED)

    @property
    def equipped(self) -> bool:
        """Whether it asks for things that have to be on the spot."""
        return any(sign in self.text.lower() for sign in _THINGS)

    @property
    def unfilmed(self) -> bool:
        """Whether it does not want to be filmed."""
        return any(sign in self.text.lower() for sign in _FILMED)

    @property
    def fewest(self) -> bool:
        """Whether the number it speaks of is the least."""
        return any(sign in self.text.lower() for sign in _FEWEST)

    @property
    def said(self) -> str:
        """The whole of it, as it was asked."""
        colon = ": " if self.label.isascii() else "："
        return f"{self.label}{colon}{self.text}" if self.label else self.text


def read(agent_id: str, name: str, label: str, text: str) -> ParticipantRequest:
    """Understand one wish by what its words name."""
    day = next(iter(days_in(text)), None)
    amount = money_in(text) if any(sign in text for sign in _MONEY) else None
    people = people_in(text)
    about: About = "date" if day else "fee" if amount is not None else "people" if people else "other"
    about = "hands" if about in ("people", "other") and any(sign in text.lower() for sign in _HANDS) else about
    people = None if about == "hands" else people
    return ParticipantRequest(agent_id, name, label, text, about, day, amount, people)


def of_offer(offer: Offer) -> tuple[ParticipantRequest, ...]:
    """What an offer asks for: its negotiation points and its conditions."""
    who = (offer.agent_id, offer.display_name)
    points = [read(*who, point.aspect, point.desired_value or point.aspect) for point in offer.negotiation_points]
    values = [point.desired_value for point in offer.negotiation_points if point.desired_value]
    own = (text for text in offer.conditions if not any(value in text for value in values))  # said once is enough
    conditions = [read(*who, "", text) for text in own]
    return tuple({request.text: request for request in (*conditions, *points)}.values())


def of_feedback(said: Feedback) -> ParticipantRequest | None:
    """What somebody who does not accept asks for; None when nothing."""
    whole = said.adjustment_request or next(iter(said.concerns), "")
    if said.feedback_type in ("accept", "withdraw") or not whole.strip():
        return None
    label, colon, text = whole.replace("：", ":").partition(":")
    labelled = bool(colon) and len(label) <= 24
    return read(
        said.agent_id,
        said.display_name or said.agent_id,
        label.strip() if labelled else "",
        text.strip() if labelled else whole.strip(),
    )


def away_on(offer: Offer) -> frozenset[int]:
    """The weekdays on which somebody cannot come, as the offer says it."""
    clauses = (offer.contribution or "").replace("；", ";").split(";")
    said = [weekdays_in(clause) for clause in clauses if any(sign in clause for sign in _AWAY)]
    return frozenset[int]().union(*said)


def taken_on(offer: Offer) -> frozenset[date]:
    """The single days on which somebody cannot come, as the offer says it."""
    clauses = (offer.contribution or "").replace("；", ";").split(";")
    return frozenset(day for clause in clauses if any(sign in clause for sign in _AWAY) for day in days_in(clause))


def cannot_on(offer: Offer, day: date) -> bool:
    """Whether an offer says that its person cannot come that day: it asks to move it, or names days without time."""
    asked = (point.current_value for point in offer.negotiation_points if days_in(point.desired_value))
    moved = any(day in days_in(value or "") for value in asked)
    return moved or day in taken_on(offer) or day.weekday() in away_on(offer)


def fee_of(offer: Offer) -> int:
    """What somebody's part costs, as the offer says it; 0 when it does not."""
    asked = [request.sum for request in of_offer(offer) if request.about == "fee" and request.sum]
    clauses = (offer.contribution or "").replace("；", ";").split(";")
    stated = [money_in(clause) for clause in clauses if any(sign in clause.lower() for sign in _FEE)]
    return next(iter([*asked, *(amount for amount in stated if amount)]), 0)
