"""Goals that are reached by counting: the parts of a day, a check half-way, days in reserve, and nobody to ask."""

import re

import pytest

from deliberation.contracts.plan import Plan
from deliberation.simulated.query.clauses import has_chinese
from shared.core.language import Language
from tests.support.direct_rounds import DirectRounds, play_rounds, session_context

SESSIONS = [f"s-count-{number}" for number in range(6)]
UNKNOWN = ("I want to read Middlemarch by 1 March, half an hour a day", "想在3月底前把《镜花缘》读完，每天半小时")
KNOWN = (
    "visit 24 lighthouses by 1 September 2027, every Saturday 5 hours",
    "3月底前看完40部老电影，每周六3小时",
    "write 90 postcards by 20 December, 1 hour a day",
)


def play(text: str, session: str) -> DirectRounds:
    language: Language = "zh" if has_chinese(text) else "en"
    return play_rounds(session_context(text, language, session))


def titles(plan: Plan) -> list[str]:
    return [task.title for phase in plan.phases for task in phase.tasks]


@pytest.mark.parametrize("text", [*UNKNOWN, *KNOWN])
@pytest.mark.parametrize("session", SESSIONS)
def test_nobody_is_looked_for_and_the_way_is_divided(text: str, session: str) -> None:
    rounds = play(text, session)
    said = "\n".join(rounds.texts())
    assert not re.search("somebody who|Find somebody|找一位|懂行", said)
    assert any(re.search("half-way|中途", title) for title in titles(rounds.plan))
    assert any(re.search("in reserve|机动", title) for title in titles(rounds.plan))
    assert any(re.search("First day|第一天", title) for title in titles(rounds.plan))


@pytest.mark.parametrize("text", UNKNOWN)
@pytest.mark.parametrize("session", SESSIONS)
def test_an_unknown_number_is_looked_up_and_leaves_the_plan_incomplete(text: str, session: str) -> None:
    rounds = play(text, session)
    assert re.search("Look up|查出", titles(rounds.plan)[0])
    assert not any(turn.critique.validity_check.complete for turn in rounds.critiques)
    assert not any(turn.critique.validity_check.realistic for turn in rounds.critiques)


@pytest.mark.parametrize(
    ("text", "part"), [*zip(KNOWN, ("1 lighthouse a day", "每天3部", "5 postcards a day"), strict=True)]
)
def test_a_known_number_is_divided_by_the_days(text: str, part: str) -> None:
    rounds = play(text, SESSIONS[0])
    assert part in titles(rounds.plan)[0]


@pytest.mark.parametrize("text", ["想读懂乐谱，每天半小时", "learn to read Braille, 2 hours a week"])
def test_a_skill_is_not_counted(text: str) -> None:
    assert not any(re.search("half-way: half|做完一半", title) for title in titles(play(text, SESSIONS[0]).plan))
