"""Which negotiations are recorded for whoever folds a log, in Python or elsewhere, and what a recording consists of.

`NAME.jsonl` is the log, one event a line, as `towow scenario --json` prints it. `NAME.views.jsonl` has a line for each
event: the top-level keys of the view after it whose value is another than in the view before (or that are new). So the
view after event n is an empty object, overlaid with the first n lines, key by key. No key ever vanishes.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gateway.negotiation.views.demand_projection import fold
from gateway.negotiation.views.schema import DemandView
from negotiation.submission import Submission
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from tests.support.event_log import path_of
from towow.bootstrap.embedded import run_embedded
from towow.config.demand_logger import build_logger
from towow.scenario.loader import load_scenario
from towow.scenario.runner import START, build_scenario_system, play_scenario

FOLDER = Path(__file__).parent / "logs"

RECORDED = {
    "agreed-at-once": "agreed-at-once",
    "forced-after-five-rounds": "forced-after-five-rounds",
    "too-few-accept": "too-few-accept",
    "majority-leaves": "majority-leaves",
    "everybody-leaves": "everybody-leaves",
    "all-decline": "all-decline",
    "nobody-answers": "nobody-answers",
    "nobody-gives-feedback": "nobody-gives-feedback",
    "no-active-agent": "no-active-agent",
    "cancel-while-understanding": "cancel-while-understanding",
    "cancel-while-negotiating": "cancel-while-negotiating",
    "cancel-while-subnets-run": "cancel-while-subnets-run",
    "subnet-closes-a-gap": "subnet-closes-a-gap",
    "subnet-fails": "subnet-fails",
    "withdraw-after-the-outcome": "withdraw-after-the-outcome",
    "late-offer-joins": "late-offer-joins",
    "silent-then-answering": "silent-then-answering",
    "conditions-and-wishes": "conditions-and-wishes",
    "adjustment-fails": "adjustment-fails",
    "everything-is-down": "everything-is-down",
    "in-english": "in-english",
    "question-answered": "question-answered",
    "question-in-own-words": "question-in-own-words",
    "question-without-requester": "question-without-requester",
    "understanding-edited": "understanding-edited",
    "cancel-while-reviewing": "cancel-while-reviewing",
    "over-budget-allowed": "over-budget-allowed",
    "over-budget-kept": "over-budget-kept",
    "reserves-do-not-vote": "reserves-do-not-vote",
    "partly-agreed": "partly-agreed",
    "subnet-member-not-free": "subnet-member-not-free",
    "private": "in-english",
    "taken-up-again": "no-active-agent",
}
"""The name of a recording, and of the scenario that it plays; WORDS are added to what is submitted."""

WORDS: Mapping[str, Mapping[str, str]] = {
    "private": {"visibility": "private"},
    "taken-up-again": {"follows": "d-aaaaaaaaaaaaa"},
}
"""What is submitted as a private demand, and what takes up another one."""


def golden_logs(name: str) -> tuple[bytes, ...]:
    """The log that was recorded, event by event."""
    return tuple((FOLDER / f"{name}.jsonl").read_bytes().splitlines())


def lines(name: str) -> tuple[bytes, ...]:
    """What was recorded of the views, event by event."""
    return tuple((FOLDER / f"{name}.views.jsonl").read_bytes().splitlines())


def replay_scenario(name: str) -> tuple[bytes, ...]:
    """The log that the scenario gives today."""
    events: list[bytes] = []
    scenario = load_scenario(path_of(RECORDED[name]))

    async def main(clock: VirtualClock) -> None:
        place, accept = build_scenario_system(scenario, clock, build_logger("error"))
        async with run_embedded(place) as system:
            events.extend([event.data async for event in play_scenario(system, scenario, _submitted(name, accept()))])

    run_virtually(main, START)
    return tuple(events)


def _submitted(name: str, accepted: Submission) -> Submission:
    """The submission as the scenario has it, and WORDS; the message has no word of what it follows."""
    words = WORDS.get(name, {})
    known = {word: value for word, value in words.items() if word in type(accepted.message).model_fields}
    return Submission(event=accepted.event.model_copy(update=words), message=accepted.message.model_copy(update=known))


def views(log: Sequence[bytes]) -> Iterator[DemandView]:
    """The view after each event."""
    view: DemandView | None = None
    for event in log:
        view = fold(view, event)
        yield view


def overlays(log: Sequence[bytes]) -> Iterator[bytes]:
    """What changed in the view with each event, as a line of JSON."""
    before: dict[str, Any] = {}
    for view in views(log):
        changed = {key: value for key, value in view.items() if key not in before or before[key] != value}
        yield json.dumps(changed, ensure_ascii=False, separators=(",", ":")).encode()
        before = dict(view)
