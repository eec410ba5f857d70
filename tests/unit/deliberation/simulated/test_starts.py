"""Seasons that name the start of what lives, and small numbers of pieces that a plan names."""

from datetime import date

import pytest

from deliberation.simulated.plan.start_date import is_start_named
from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.query_reader import read_query
from shared.core.language import Language
from tests.support.direct_rounds import DirectRounds, play_rounds, session_context

TODAY = date(2026, 11, 26)
SESSIONS = [f"s-start-{number}" for number in range(4)]


def language_of(text: str) -> Language:
    return "zh" if has_chinese(text) else "en"


def play(text: str, session: str) -> DirectRounds:
    return play_rounds(session_context(text, language_of(text), session))


def titles(rounds: DirectRounds) -> list[str]:
    return [task.title for phase in rounds.plan.phases for task in phase.tasks]


@pytest.mark.parametrize("session", SESSIONS)
@pytest.mark.parametrize("text", ["I'd like to start beekeeping next spring", "明年春天开始养蜂"])
def test_what_follows_after_a_start_is_left_out_and_said(text: str, session: str) -> None:
    rounds = play(text, session)
    assert rounds.report is not None
    planned = " ".join(titles(rounds))
    assert not any(words in planned for words in ("Weekly inspection", "surplus", "autumn", "每周检查", "取蜜", "秋季"))
    words = "没有排" if has_chinese(text) else "not planned here"
    assert words in "\n".join(rounds.report.content.split("\n")[:4])
    assert rounds.is_settled


@pytest.mark.parametrize(
    "text",
    ["keep my bees healthy until next spring", "harvest beans from the garden by 30 June", "start a blog in May"],
)
def test_other_dates_are_no_start_of_what_lives(text: str) -> None:
    assert not is_start_named(read_query(text, "en", TODAY))


@pytest.mark.parametrize("session", SESSIONS)
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("learn three tunes on the guitar, 3 hours a week", "3 tunes in all"),
        ("想学会弹两首吉他曲，每周三小时", "一共2首"),
        ("learn to cook five dishes, weekends", "5 dishes in all"),
    ],
)
def test_a_small_number_of_pieces_is_named_once_in_a_task(text: str, words: str, session: str) -> None:
    for turn in play(text, session).plans:
        planned = [task.title for phase in turn.plan.phases for task in phase.tasks]
        assert sum(words in title for title in planned) == 1
