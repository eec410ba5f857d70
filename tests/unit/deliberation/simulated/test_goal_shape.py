"""Requests that name nothing in particular, and requests for what nobody can do, in both languages."""

from datetime import date

import pytest

from deliberation.simulated.plan.goal_shape import is_beyond_reach, is_vague
from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.query_reader import UserQuery, read_query

TODAY = date(2026, 11, 26)  # a Thursday


def read(text: str) -> UserQuery:
    return read_query(text, "zh" if has_chinese(text) else "en", TODAY)


@pytest.mark.parametrize(
    "text",
    [
        "I want to get my life together",
        "help me",
        "I don't know what to do",
        "Please sort that thing out asap",
        "I feel stuck and I need a change",
        "how can I be happy?",
        "finish the project by tomorrow",
        "最近好烦，不知道干点啥好",
        "帮我把那个项目弄一下，越快越好",
        "救命，怎么办",
        "想改变自己",
        "我觉得好迷茫，每天都很累",
        "那件事三天内搞定",
        "把这个事情搞定一下，急",
        "I feel lost and do not know where to begin",
    ],
)
def test_a_request_of_nothing_in_particular_is_vague(text: str) -> None:
    assert is_vague(read(text))


@pytest.mark.parametrize(
    "text",
    [
        "I want to learn chess",
        "fix my bike",
        "help me with my tax return",
        "my kitchen tap drips",
        "get the garden together for spring",
        "write a poem",
        "get fit",
        "想学游泳",
        "把厕所修好",
        "帮我把年会项目弄一下",
        "最近睡不好，怎么办",
        "老家的房子漏雨",
        "考研",
        "减肥",
        "戒烟",
    ],
)
def test_a_request_that_names_an_object_is_not_vague(text: str) -> None:
    assert not is_vague(read(text))


@pytest.mark.parametrize(
    "text",
    [
        "build a spaceship in my garage by June",
        "become a dentist by next summer, I left school at 16",
        "半年内当上心脏外科医生",
        "I want to fly to Mars next year",
        "how do I live forever",
        "make a perpetual motion machine",
        "predict next week's lottery numbers",
        "两个月造一艘飞船",
        "想长生不老",
        "预测双色球下一期",
        "发明永动机",
    ],
)
def test_what_nobody_can_do_is_beyond_reach(text: str) -> None:
    assert is_beyond_reach(read(text))


@pytest.mark.parametrize(
    "text",
    [
        "build a Lego spaceship with my son",
        "read a book about the moon",
        "write a novel about a flight to Mars",
        "walk on the beach under the moon every day",
        "run a marathon next week",
        "做一个飞船模型",
        "画一幅月球的画",
        "学会一门外语",
    ],
)
def test_what_somebody_can_do_is_not_beyond_reach(text: str) -> None:
    assert not is_beyond_reach(read(text))


@pytest.mark.parametrize(
    "text",
    [
        "每天早上太阳一出来就去游泳，想学会自由泳",
        "想去月亮湾住五天",
        "学做永生花",
        "Plan a trip to Mars, Pennsylvania",
        "become a better judge of cheese by May",
        "五月前成为法官助理",
        "想读完《回到过去》",
    ],
)
def test_what_only_sounds_like_it_is_within_reach(text: str) -> None:
    assert not is_beyond_reach(read(text))


@pytest.mark.parametrize("text", ["Я хочу научиться плавать за три месяца", "수영을 배우고 싶어요"])
def test_a_request_in_another_language_is_not_called_vague(text: str) -> None:
    assert not is_vague(read(text))
