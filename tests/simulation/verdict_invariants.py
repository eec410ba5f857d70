"""Which plans may be adjusted, and which may not fail, below the lower threshold: I11 of FAULTS § 2, DESIGN § 7 rules 7 and 9."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from channel_admin.settings import NegotiationRules
from negotiation.contracts.events import DemandSubmitted, FeedbackEvaluated
from shared.core.timestamps import parse_iso8601, seconds_to_ms
from shared.store.port import LoggedEvent
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
    for event in events:
        if event["event_type"] != FeedbackEvaluated.type:
            continue
        verdict = event["payload"]
        yield from _problems(verdict, rules)
        may_go_on = (
            verdict["channel_id"] == root
            and verdict["round"] < limits["max_rounds"]
            and limits["budget_tokens"] >= AMPLE_TOKENS
            and parse_iso8601(event["timestamp"]) < overall
        )
        if verdict["rule"] == 9 and may_go_on and _is_talk_worth_it(verdict, rules):
            yield _violation(verdict, "failed although somebody asks for a change in one of the grace rounds")


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
