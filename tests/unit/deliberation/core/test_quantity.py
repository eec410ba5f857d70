"""Numbers and quantities in Chinese and English, in digits and in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deliberation.core.numeral import parse_chinese, parse_english
from deliberation.core.quantity import Quantity, find_quantities


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("7", 7), ("2,000", 2000), ("1.5", 1.5), ("2 thousand", 2000), ("twenty-five", 25), ("half", 0.5)),
        *(("a hundred and ten", None), ("one hundred and ten", 110), ("three thousand two hundred", 3200)),
        *(("dozen", 12), ("two dozen", 24), ("and", None), ("many", None)),
    ],
)
def test_an_english_number_is_read(text: str, value: float | None) -> None:
    assert parse_english(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("两", 2), ("十", 10), ("十五", 15), ("二十八", 28), ("三百五", 350), ("三百零五", 305), ("百", 100)),
        *(
            ("二零二六", 2026),
            ("一万二千", 12_000),
            ("1.5万", 15_000),
            ("两千八百", 2800),
            ("半", 0.5),
            ("好", None),
            ("", None),
        ),
    ],
)
def test_a_chinese_number_is_read(text: str, value: float | None) -> None:
    assert parse_chinese(text) == value


def digits_in_chinese(number: int) -> str:
    """Write a number below 10,000 with its units."""
    names, digits = "零一二三四五六七八九", f"{number:04d}"
    written = "".join(
        names[int(digit)] + unit if digit != "0" else "零" for digit, unit in zip(digits, "千百十 ", strict=True)
    )
    while "零零" in written:
        written = written.replace("零零", "零")
    return written.strip().strip("零")


@given(st.integers(1, 9999))
def test_every_written_chinese_number_is_read_back(number: int) -> None:
    assert parse_chinese(digits_in_chinese(number)) == number


def values(text: str) -> list[tuple[str, float]]:
    return [(one.dimension, round(one.value, 3)) for one in find_quantities(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Two weeks, then 3 hours a day", [("duration", 336), ("duration", 3)]),
        ("an hour and a half", []),
        ("1.5 hours at €19", [("duration", 1.5), ("money", 19)]),
        ("a six-month plan for 25 people", [("duration", 4380), ("count:peopl", 25)]),
        ("30 percent, or 30%", [("share", 0.3), ("share", 0.3)]),
        ("at 12:30 on the 2nd floor", []),
        ("ten, a slope of 1 in 12", [("ratio", 0.083), ("number", 10)]),
        ("三个月内每天两小时", [("duration", 2190), ("duration", 2)]),
        ("三分之一，三成，百分之五", [("share", 0.333), ("share", 0.05), ("share", 0.3)]),
        ("第二天起一起学一个方法", []),
        ("六小时半，二十名学生", [("duration", 6.5), ("count:名", 20)]),
        ("拧到300牛米", [("count:牛米", 300)]),
        ("头一个月每周一次", [("repetition", 1)]),
    ],
)
def test_quantities_have_a_dimension_and_a_value(text: str, found: list[tuple[str, float]]) -> None:
    assert values(text) == found


@pytest.mark.parametrize(
    ("one", "two"), [("two weeks", "14 days"), ("四周", "一个月"), ("半年", "六个月"), ("90 minutes", "1.5 hours")]
)
def test_one_length_of_time_in_two_units_is_equal(one: str, two: str) -> None:
    first, second = find_quantities(one), find_quantities(two)
    assert first[0].equals(second[0])


@given(st.floats(0.01, 1e6), st.floats(1.01, 100))
def test_values_that_of_one_unit_that_differ_are_not_equal(value: float, factor: float) -> None:
    assert not Quantity("mass", value, "kg", "").equals(Quantity("mass", value * factor, "kg", ""))
