"""Does the same text, submitted again and again, meet other moods and other ends, all of them legal? (TW-002)"""

from collections.abc import Sequence
from functools import cache

import pytest

from negotiation.registry.profile_import import read_profiles as profiles_of
from negotiation.registry.profile_import import shipped_profiles_folder
from shared.store.port import LoggedEvent
from tests.support.event_log import parse_log, root_events
from tests.support.negotiation_harness import invariant_violations, run_negotiations

TIMES = 20
LEAST = 3
TEXTS = {
    "zh": "我想在北京办一场AI主题聚会，需要场地和嘉宾",
    "en": "A small wedding in Edinburgh for 60 people, budget 20000 yuan; we need a venue and live music",
}
TOLD = {
    "filter.completed": "candidates_count",
    "offer.submitted": "decision",
    "proposal.feedback": "feedback_type",
    "feedback.evaluated": "decision",
    "negotiation.failed": "reason",
    "demand.closed": "status",
}
"""What a viewer would tell of a course: event → what it says."""


@cache
def courses(language: str) -> Sequence[Sequence[LoggedEvent]]:
    """The text, as often as there are ids."""
    people = profiles_of([shipped_profiles_folder()]).profiles
    return run_negotiations([(TEXTS[language], f"course-{number}") for number in range(TIMES)], people)


def course_of(events: Sequence[LoggedEvent]) -> tuple[object, ...]:
    """Who said what, and how it ended; without ids, instants and wording."""
    told = root_events(parse_log(events))
    heard = sorted(
        (event.type, event.says("round") or 0, event.says("agent_id") or "", str(event.payload[TOLD[event.type]]))
        for event in told
        if event.type in TOLD
    )
    return tuple(heard)


@pytest.mark.parametrize("language", TEXTS)
def test_every_run_of_one_text_keeps_the_invariants(language: str) -> None:
    assert [invariant_violations(events) for events in courses(language)] == [[]] * TIMES


@pytest.mark.parametrize("language", TEXTS)
def test_one_text_with_several_ids_has_several_outcomes(language: str) -> None:
    assert len({parse_log(events)[0].payload["demand_id"] for events in courses(language)}) == TIMES
    assert len({course_of(events) for events in courses(language)}) >= LEAST


@pytest.mark.parametrize("language", TEXTS)
def test_one_demand_id_has_one_outcome(language: str) -> None:
    people = profiles_of([shipped_profiles_folder()]).profiles
    (again,) = run_negotiations([(TEXTS[language], "course-7")], people)
    assert course_of(again) == course_of(courses(language)[7])
