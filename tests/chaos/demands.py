"""What people ask for: no two texts are alike, so that candidates, offers and outcomes differ."""

PLACES = ("北京", "上海", "深圳", "成都", "杭州")
CHINESE = (
    "我想在{place}办一场AI主题聚会，需要场地和嘉宾",
    "为{place}的读书会找一个能坐三十人的场地和一位主持",
    "想在{place}拍一部短片，需要摄影师和剪辑，预算五千元",
    "{place}的周末徒步活动需要领队和摄影",
)
ENGLISH = (
    "I want to hold a small AI meetup in Berlin and need a venue and two speakers",
    "Looking for a photographer and a designer for a product launch in London next month",
    "I need a developer to review my data pipeline, about three days of work, remote",
    "A charity dinner for 40 people in New York: venue, catering and a host",
)
TEXTS = (*(words.format(place=place) for words in CHINESE for place in PLACES), *ENGLISH)
STRIDE = 7
"""Without a common divisor with their number: neighbours differ in place and in kind."""


def demand_text(number: int) -> str:
    """The demand number `number`, from 0; the 25th is the first one again."""
    return TEXTS[number * STRIDE % len(TEXTS)]
