"""Whose answers a verdict counts, and which plans may be adjusted or fail below the lower threshold: I11, DESIGN § 7."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from channel_admin.settings import NegotiationRules
from negotiation.contracts.events import (
    DemandSubmitted,
    FeedbackEvaluated,
    ProposalDistributed,
    ProposalFeedbackEvent,
)
from shared.core.timestamps import parse_iso8601, seconds_to_ms
from shared.store.port import LoggedEvent
from tests.simulation.negotiation.agreement_invariants import reserves_of
from tests.simulation.violation import Violation

AMPLE_TOKENS = 100_000
"""Token budget that no simulated demand spends; with a smaller one any round may be the last."""


def verdict_violations(log: Sequence[LoggedEvent], rules: NegotiationRules) -> Iterator[Violation]:
    """Yield what the verdicts of a log do against the rules; of subnets only what holds in every round.

    Args:
        log: The log of a demand.
        rules: The parameters of its negotiation.
    """
    events = [json.loads(event.data) for event in log]
    submitted = [event["payload"] for event in events if event["event_type"] == DemandSubmitted.type]
    if not submitted:
        return
    limits, root = submitted[0]["limits"], submitted[0]["channel_id"]
    overall = parse_iso8601(events[0]["timestamp"]) + seconds_to_ms(rules.overall_timeout)
    channels: dict[str, _Review] = {}
    for event in events:
        review = channels.setdefault(event["payload"]["channel_id"], _Review())
        review.see(event["event_type"], event["payload"])
        if event["event_type"] != FeedbackEvaluated.type:
            continue
        verdict = event["payload"]
        yield from _problems(verdict, rules)
        yield from review.miscounts(verdict)
        may_go_on = (
            verdict["channel_id"] == root
            and verdict["round"] < limits["max_rounds"]
            and limits["budget_tokens"] >= AMPLE_TOKENS
            and parse_iso8601(event["timestamp"]) < overall
            and verdict["round"] == review.round  # else the adjusted plan was the same again, which ends it
        )
        if verdict["rule"] == 9 and may_go_on and _is_talk_worth_it(verdict, rules):
            yield _violation(verdict, "failed although somebody asks for a change in one of the grace rounds")


class _Review:
    """The review of one plan version, as its channel's events have told so far."""

    def __init__(self) -> None:
        self.round = 0
        self._voters: set[str] = set()
        self._said: dict[str, str] = {}

    def see(self, kind: str, payload: Mapping[str, Any]) -> None:
        """Take the next event of the channel in."""
        if kind == ProposalDistributed.type:
            self.round = payload["round"]
            if not payload["resent"]:
                self._voters = set(payload["participants"]) - reserves_of(payload["proposal"])
                self._said = {}
        elif kind == ProposalFeedbackEvent.type:
            self._said[payload["agent_id"]] = payload["feedback_type"]

    def miscounts(self, verdict: Mapping[str, Any]) -> Iterator[Violation]:
        """Yield where a verdict counts anybody but the voters, or counts them wrongly."""
        said = Counter(word for agent, word in self._said.items() if agent in self._voters)
        found = {"sent": len(self._voters), "silent": len(self._voters) - said.total()}
        found |= {f"{kind}s": said[kind] for kind in ("accept", "negotiate", "reject", "withdraw")}
        told = {name: verdict[name] for name in found}
        if told != found:
            yield _violation(verdict, f"counts {told}, its voters said {found}")


def _problems(verdict: Mapping[str, Any], rules: NegotiationRules) -> Iterator[Violation]:
    is_below = verdict["accepts"] < rules.low_threshold * _answers(verdict)
    if verdict["rule"] == 7 and is_below and not _is_talk_worth_it(verdict, rules):
        yield _violation(verdict, "adjusted although too few accept and no grace round allows it")


def _is_talk_worth_it(verdict: Mapping[str, Any], rules: NegotiationRules) -> bool:
    willing = 2 * (verdict["accepts"] + verdict["negotiates"]) >= _answers(verdict)
    return verdict["round"] <= rules.low_accept_grace_rounds and verdict["negotiates"] > 0 and willing


def _answers(verdict: Mapping[str, Any]) -> int:
    return verdict["accepts"] + verdict["negotiates"] + verdict["rejects"]


def _violation(verdict: Mapping[str, Any], problem: str) -> Violation:
    return Violation("I11", f"{verdict['channel_id']}: round {verdict['round']} {problem}")
