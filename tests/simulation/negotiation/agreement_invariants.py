"""What is called agreed must be: needs, days, sums and findings of plans, computed anew from the events (DESIGN § 7)."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from negotiation.contracts.events import (
    AgentWithdrawn,
    DemandRevised,
    DemandUnderstoodEvent,
    ForceFinalized,
    ProposalDistributed,
    ProposalFeedbackEvent,
    ProposalFinalized,
    SubnetCompleted,
)
from negotiation.contracts.proposal import Proposal
from negotiation.contracts.weekdays import WEEKDAYS
from shared.store.port import LoggedEvent
from tests.simulation.violation import Violation

Fields = Mapping[str, Any]

PLANS = ("proposal", "final_proposal", "last_proposal")
"""Fields of events that hold a plan."""

AGREEMENTS = (ProposalFinalized.type, ForceFinalized.type)
MANY = 100_000
"""From so many people on the upper end of a range is none."""


def agreement_violations(log: Sequence[LoggedEvent]) -> Iterator[Violation]:
    """Yield everything that the plans and outcomes of one log say wrongly."""
    channels: dict[str, _Channel] = {}
    for event in log:
        payload = json.loads(event.data)["payload"]
        channel = channels.setdefault(payload["channel_id"], _Channel(is_root=not channels))
        for problem in channel.problems(event.type, payload):
            yield Violation("I11", f"{payload['channel_id']}: {event.type} {problem}")


class _Channel:
    """A channel as its events have told so far."""

    def __init__(self, *, is_root: bool) -> None:
        self._is_root = is_root
        self._demand: Fields = {}
        self._last_sent: Fields | None = None
        self._accepted: defaultdict[str, set[int]] = defaultdict(set)
        self._left: set[str] = set()

    def problems(self, kind: str, payload: Fields) -> Iterator[str]:
        """Yield what is wrong with one event, the next of the channel."""
        if kind == DemandUnderstoodEvent.type:
            self._demand = payload
        elif kind == DemandRevised.type:
            self._demand = payload["understanding"]
        elif kind == ProposalFeedbackEvent.type and payload["feedback_type"] == "accept":
            self._accepted[payload["agent_id"]].add(payload["proposal_version"])
        elif kind == AgentWithdrawn.type:
            self._left.add(payload["agent_id"])
        for plan in (payload[name] for name in PLANS if payload.get(name)):
            yield from self._plan(plan)
            if kind in AGREEMENTS:
                yield from self._agreement(plan, payload, kind)
            if "complete" in payload:
                yield from self._outcome(plan, payload)
            if kind != ProposalDistributed.type:
                yield from self._departed(plan, kind)
        if kind == ProposalDistributed.type and not payload["resent"]:
            yield from self._unchanged(payload)
            self._last_sent = payload
        if kind == SubnetCompleted.type:
            yield from self._joined(payload)

    def _plan(self, plan: Fields) -> Iterator[str]:
        """The sums are those of the fees, and whoever is over the budget says so."""
        sums = _sums(plan, self._people())
        totals = {total["currency"]: total["amount"] for total in plan["totals"]}
        if totals != sums:
            yield f"has the totals {totals}, its fees come to {sums}"
        budget = self._demand["limits"].get("budget")
        is_over = budget is not None and sums.get(budget["currency"], 0) > budget["amount"]
        if is_over != ("over_budget" in _kinds(plan)):
            yield f"costs {sums} of {budget} and has the findings {_kinds(plan)}"
        day = Proposal.model_validate(plan).day
        is_departure = day is not None and not _is_allowed(day, self._demand["limits"])
        if is_departure != ("departs_from_demand" in _kinds(plan)):
            yield f"is for {day}, the limits are {self._demand['limits']}, the findings {_kinds(plan)}"

    def _agreement(self, plan: Fields, payload: Fields, kind: str) -> Iterator[str]:
        """Nobody in reserve is counted in; what is final keeps every limit, and has every required yes."""
        reserves, confirmed = reserves_of(plan), set(payload["confirmed_participants"])
        if reserves & (confirmed | set(payload["optional_participants"])):
            yield f"counts {sorted(reserves)} in, who are in reserve"
        for part in _held(plan):
            if part["is_confirmed"] and plan["version"] not in self._accepted[part["agent_id"]]:
                yield f"calls {part['agent_id']} confirmed, who has not accepted version {plan['version']}"
        if kind != ProposalFinalized.type:
            return
        left = [finding["text"] for finding in plan["findings"] if "aspect" in finding]
        if self._is_root and left:
            yield f"is final although it leaves limits: {left}"
        unsure = [p["agent_id"] for p in _held(plan) if p["required"] and not p["is_confirmed"]]
        vacant = [gap["gap_type"] for gap in plan["gaps"] if gap["importance"] == 100]
        if unsure or vacant:
            yield f"is final without the required {unsure + vacant}"

    def _outcome(self, plan: Fields, payload: Fields) -> Iterator[str]:
        """A need is met by enough people who are confirmed, not in reserve and free on an allowed day; else it is missing."""
        counts = self._holders(plan)
        wanted = {need["id"]: need for need in self._demand["needs"]}
        met = {need_id: counts[need_id] >= need["count"] for need_id, need in wanted.items()}
        told = {need["id"]: need["met"] for need in payload["needs"]}
        if told != met:
            yield f"says {told} of its needs, the plan says {met}"
        unmet = [need_id for need_id, need in wanted.items() if need["required"] and not met[need_id]]
        is_lacking = bool(unmet or plan["findings"] or not wanted)
        if payload["complete"] == bool(payload["missing"]) or (is_lacking and payload["complete"]):
            yield f"is complete: {payload['complete']}, missing {payload['missing']}; unmet are {unmet}"
        texts = {finding["text"] for finding in plan["findings"]}
        words = tuple(f"{need['need']}{mark}" for need in wanted.values() for mark in ":：")
        strange = [text for text in payload["missing"] if wanted and text not in texts and not text.startswith(words)]
        if strange or not texts <= set(payload["missing"]):
            yield f"misses {payload['missing']}, its needs are {words}, its findings {sorted(texts)}"

    def _holders(self, plan: Fields) -> Counter[str]:
        busy = {finding.get("agent_id") for finding in plan["findings"] if finding["kind"] == "not_free"}
        day = Proposal.model_validate(plan).day
        met: set[tuple[str, str]] = set()
        for part in _held(plan):
            start = _terms(part).get("start")
            own_day = date.fromisoformat(start[:10]) if start else day
            is_allowed = own_day is None or _is_allowed(own_day, self._demand["limits"])
            if part["is_confirmed"] and is_allowed and part["agent_id"] not in busy and "need" in part:
                met.add((part["need"], part["agent_id"]))
        return Counter(need for need, _ in met)

    def _departed(self, plan: Fields, kind: str) -> Iterator[str]:
        """Whoever left holds nothing in what is agreed."""
        holders = {part["agent_id"] for part in plan["assignments"]} & self._left
        if holders and kind in (*AGREEMENTS, AgentWithdrawn.type, SubnetCompleted.type):
            yield f"has parts for {sorted(holders)}, who left"

    def _unchanged(self, payload: Fields) -> Iterator[str]:
        """A plan that is the last one again is not sent as a new one."""
        before, plan = self._last_sent, payload["proposal"]
        if before is None or plan["adjustment_failed"] or payload.get("fallback"):
            return
        summary: Fields = plan.get("adjustment_summary") or {}
        is_same = all(plan[key] == before["proposal"][key] for key in ("assignments", "timeline"))
        if is_same and not summary.get("changes_made") and set(payload["participants"]) == set(before["participants"]):
            yield f"sends version {plan['version']}, which is version {before['version']} again"

    def _joined(self, payload: Fields) -> Iterator[str]:
        """Only who has seen the whole plan and accepted it joins by a subnet."""
        unheard = [agent for agent in payload["participants"] if not self._accepted[agent]]
        if unheard:
            yield f"lets {unheard} join, who have not accepted the plan"
        lost = set(payload["participants"]) - {part["agent_id"] for part in _held(payload["proposal"])}
        if lost:
            yield f"has no part for {sorted(lost)}, who joined"

    def _people(self) -> int | None:
        people = self._demand["limits"].get("people")
        if people is None:
            return self._demand["context"].get("expected_attendees")
        return (people["max"] if people["max"] < MANY else people["min"]) or None


def reserves_of(plan: Fields) -> set[str]:
    """Return the agents whose parts of a plan are all in reserve."""
    return {part["agent_id"] for part in plan["assignments"]} - {part["agent_id"] for part in _held(plan)}


def _held(plan: Fields) -> Sequence[Fields]:
    return [part for part in plan["assignments"] if not part["reserve"]]


def _terms(part: Fields) -> Fields:
    return part.get("terms", {})


def _kinds(plan: Fields) -> set[str]:
    return {finding["kind"] for finding in plan["findings"]}


def _sums(plan: Fields, people: int | None) -> dict[str, int]:
    """Return the sums of the fees; one for each of unknown people or hours counts nothing."""
    sums: Counter[str] = Counter()
    for part in _held(plan):
        terms = _terms(part)
        fee, basis = terms.get("fee"), terms.get("per")
        times = people if basis == "person" else None if basis == "hour" else 1
        if fee is not None and times is not None:
            sums[fee["currency"]] += fee["amount"] * times
    return dict(sums)


def _is_allowed(day: date, limits: Fields) -> bool:
    excluded, weekdays, dates = limits.get("not_on", ()), limits.get("weekdays", ()), limits.get("dates", ())
    if day.isoformat() in excluded or WEEKDAYS[day.weekday()] in excluded:
        return False
    return (not dates or day.isoformat() in dates) and (not weekdays or day.weekday() in weekdays)
