import pytest

from negotiation.terms.quantity_parser import parse_deposit_share, parse_most_people, parse_notice_days


@pytest.mark.parametrize(
    ("label", "text", "people"),
    [
        ("", "no more than 50", 50),
        ("", "no more than 50 people", 50),
        ("", "for up to twenty-five guests", 25),
        ("", "up to 30 to 40 people", 40),
        ("number of people", "40", 40),
        ("人数", "不超过40", 40),
        ("人数", "40人", 40),
        ("", "最多九位，血氧不够的当天请回", 9),
        ("", "不超过二十人", 20),
        ("", "30人以内", 30),
        ("", "一次不超过6人", 6),
        ("", "at least 20 people", None),
        ("人数", "至少20人", None),
        ("", "no more than 2 hours at a time", None),
        ("", "no more than £50", None),
        ("", "I taught 300 children", None),
        ("", "最多两小时", None),
        ("", "不超过0人", None),
    ],
)
def test_the_largest_number_of_people_is_read(label: str, text: str, people: int | None) -> None:
    assert parse_most_people(label, text) == people


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("10 days ahead", 10),
        ("two weeks' notice", 14),
        ("a month's notice", 30),
        ("a fortnight's notice", 14),
        ("24 hours' notice", 1),
        ("notice of ten days", 10),
        ("settled at least 10 days in advance", 10),
        ("需提前半个月", 15),
        ("提前两周签合同", 14),
        ("至少提前十天定下来", 10),
        ("提前36小时", 2),
        ("提前半天进场调试，提前3天看场地", 3),
        ("three days long", None),
        ("提前通知", None),
    ],
)
def test_a_notice_is_read_in_days(text: str, days: int | None) -> None:
    assert parse_notice_days(text) == days


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("a 30 % deposit", 0.3),
        ("先付三成定金", 0.3),
        ("定金三成半", 0.35),
        ("half up front", 0.5),
        ("先付一半定金", 0.5),
        ("百分之二十定金", 0.2),
        ("paid in full in advance", 1.0),
        ("a deposit for the tiles", None),
        ("a 130 % deposit", None),
        ("30 % off", None),
    ],
)
def test_the_share_of_a_deposit_is_read(text: str, share: float | None) -> None:
    assert parse_deposit_share(text) == share
