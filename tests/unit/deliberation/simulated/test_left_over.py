"""What is left over of a request: clauses of its date, complaints, its budget, whole words, and things promised."""

import re
from datetime import date

import pytest

from deliberation.simulated.plan.fault import read_fault
from deliberation.simulated.query.budget import find_budget
from deliberation.simulated.query.clauses import cut_words, has_chinese
from deliberation.simulated.query.query_reader import UserQuery, read_query
from shared.core.language import Language
from tests.support.direct_rounds import DirectRounds, play_rounds, session_context

TODAY = date(2026, 11, 26)


def read(text: str) -> UserQuery:
    return read_query(text, "zh" if has_chinese(text) else "en", TODAY)


def play(text: str, session: str) -> DirectRounds:
    language: Language = "zh" if has_chinese(text) else "en"
    return play_rounds(session_context(text, language, session))


@pytest.mark.parametrize(
    ("text", "unused"),
    [
        ("我爸下个月25号过60大寿，想办一桌，别跟我说不可能", ()),
        ("my aunt turns 70 on 20 January and I want to bake her a cake, no excuses", ()),
        ("奶奶85岁生日，下个月8号，想做一张木凳", ()),
        ("1月15日同学聚会，想学一段相声，室友是河南人", ("室友是河南人",)),
        ("the choir sings on 20 January and my brother owns a van, want to build a stage", ("my brother owns a van",)),
    ],
)
def test_the_occasion_of_the_date_and_complaints_are_not_left_over(text: str, unused: tuple[str, ...]) -> None:
    assert read(text).unused == unused


@pytest.mark.parametrize("most", [5, 12, 23, 31, 48])
def test_no_word_is_cut(most: int) -> None:
    text = "the neighbour two doors down has a marquee that she is willing to lend"
    cut = cut_words(text, most)
    assert len(cut) <= most
    assert text.startswith(cut)
    assert re.match(r"\W|$", text[len(cut) :])


def test_what_is_left_over_ends_with_a_whole_word() -> None:
    text = (
        "learn to swim by May, the neighbour two doors down has an enormous marquee that everybody borrows all summer, "
        "I don't want anything to do with overcrowded municipal swimming pools whatsoever"
    )
    query = read(text)
    for words in (*query.unused, *query.statements.not_wanted):
        assert re.search(rf"{re.escape(words)}(?!\w)", text)


@pytest.mark.parametrize(
    ("text", "money"),
    [
        ("布置阳台，预算3000", "3000"),
        ("布置阳台，最多花800元", "800元"),
        ("furnish a balcony, budget of 250 euros", "250 euros"),
        ("furnish a balcony, I can spend $400 at most", "$400"),
        ("furnish a balcony by 3 May", ""),
        ("布置阳台，12月底前", ""),
    ],
)
def test_a_budget_is_read(text: str, money: str) -> None:
    assert find_budget(text) == money


@pytest.mark.parametrize(
    ("text", "money"),
    [
        ("想在阳台搭一个鸽棚，每周六3小时，预算1800", "1800"),
        ("build a pigeon loft, 3 hours every Saturday, budget of 250 euros", "250 euros"),
    ],
)
@pytest.mark.parametrize("session", [f"s-money-{number}" for number in range(6)])
def test_a_budget_is_raised_and_gets_a_task_with_the_amount(text: str, money: str, session: str) -> None:
    rounds = play(text, session)
    raised = [
        read
        for each in rounds.findings
        if (read := read_fault(each.text, rounds.context.language)) and read.key == "budget"
    ]
    assert [each.subject for each in raised] == [money]
    assert any(money in task.title for phase in rounds.plan.phases for task in phase.tasks)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("I promised the council a grant application by 3 March, two hours a week", "a grant application"),
        ("I promised a friend a quilted blanket, eight weeks left", "a quilted blanket"),
        ("I promised a puppet theatre to my niece by June 1", "a puppet theatre"),
        ("I promised my sister that I'd paint her hallway by May", "paint her hallway"),
        ("答应了街道办下周五交活动方案", "活动方案"),
        ("答应房东月底交一份验收清单，每天两小时", "一份验收清单"),
        ("I bought a canoe last year", "a canoe last year"),
        ("We inherited a loom, no manual", "a loom"),
    ],
)
def test_the_goal_is_the_thing_promised_or_owned(text: str, goal: str) -> None:
    assert read(text).goal == goal


@pytest.mark.parametrize(
    "text",
    [
        "I repaired clocks for years. A museum called me.",
        "We rented a barn last week and it is full of junk",
        "I told my boss about a newsletter",
        "I keep bees",
        "Finished school in June, now what",
    ],
)
def test_no_goal_tells_what_was(text: str) -> None:
    assert not re.match(r"(?:I|We|Told|Rented|Repaired)\b", read(text).goal, re.IGNORECASE)
