"""Parser of final messages: strict JSON, what is repaired, and what is refused (GH-18, GH-187)."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehive.core.loop.move_parser import MAX_COORDINATE, parse_move


@pytest.mark.parametrize(
    "text",
    [
        '{"x": 7, "y": 8, "reason": "centre"}',
        '{"reason": "centre", "y": 8, "x": 7, "confidence": 0.9, "plan": {"x": 1, "y": 1}}',
        '```json\n{"x": 7, "y": 8, "reason": "centre"}\n```',
        'I thought about {it} for long.\n{"x": 7, "y": 8, "reason": "centre"}\nThat\'s all.',
        "{'x': 7, 'y': 8, 'reason': 'centre'}",
        "{'reason': 'centre', 'x': 7, 'y': 8}",
        '{"x": 7, "y": 8, "reason": "centre",}',
        '{"x": "7", "y": " 8 ", "reason": "centre"}',
        '{"x": 7.0, "y": 8e0, "reason": "centre"}',
        "{x: 7, y: 8, reason: centre}",
        "{“x”: 7, “y”: 8, “reason”: “centre”}",
        '{"x"：7, "y"：8, "reason"："centre"}',
        '{"x": 7, "y": 8, "reason": "centre',
        '{"x": 7, "y": 8, "reason": " centre "} and again {"x": 7, "y": 8, "reason": "centre"}',
        '[{"x": 7, "y": 8, "reason": "centre"}]',
    ],
)
def test_a_move_is_read_also_from_what_a_model_gets_wrong(text: str) -> None:
    move = parse_move(text)
    assert (move.x, move.y, move.reason) == (7, 8, "centre")


@pytest.mark.parametrize("reason", ["", ', "reason": null', ', "reason": 3', ', "reason": ["a"]'])
def test_a_reason_may_be_missing(reason: str) -> None:
    assert parse_move(f'{{"x": 0, "y": 1{reason}}}').reason == ""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no JSON object"),
        ("I play in the centre (7, 8).", "no JSON object"),
        ("null", "no JSON object"),
        ("[7, 8]", "no JSON object"),
        ("[" * 4000, "no JSON object"),
        ("{" * 4000, "no JSON object"),
        ('{"x": 7}', "both x and y"),
        ('{"move": {"x": 7, "y": 8}}', "both x and y"),
        ('{"x": true, "y": 8}', "x is no whole number"),
        ('{"x": 7, "y": null}', "y is no whole number"),
        ('{"x": 7.5, "y": 8}', "x is no whole number"),
        ('{"x": NaN, "y": 8}', "x is no whole number"),
        ('{"x": 1e999, "y": 8}', "x is no whole number"),
        ('{"x": "seven", "y": 8}', "x is no whole number"),
        ("{'x': 7.5, 'y': 8}", "no JSON object"),
        ('{"x": 7, "y": 8} or {"x": 8, "y": 8}', "more than one move"),
    ],
)
def test_what_is_no_single_move_is_refused_with_the_problem(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse_move(text)


@pytest.mark.parametrize(
    ("x", "read"), [("-1", -1), ('"-1"', -1), ("99999999999999999999", MAX_COORDINATE), ("-1e300", -MAX_COORDINATE)]
)
def test_negative_and_huge_numbers_are_read_and_bounded(x: str, read: int) -> None:
    assert parse_move(f'{{"x": {x}, "y": 0}}').x == read


def test_a_lone_surrogate_in_the_reason_can_be_stored() -> None:
    assert parse_move(r'{"x": 1, "y": 2, "reason": "a\ud800b"}').reason == "a?b"


@given(st.integers(-5, 30), st.integers(-5, 30), st.text(max_size=60))
def test_every_strict_message_is_read_as_it_is(x: int, y: int, reason: str) -> None:
    move = parse_move(json.dumps({"x": x, "y": y, "reason": reason}, ensure_ascii=False))
    assert (move.x, move.y) == (x, y)
    assert move.reason == reason.strip()


@given(st.text(alphabet=st.sampled_from("{}[]\"'\\:,xy0178. reason\n“”"), max_size=80))
def test_no_text_fails_in_another_way(text: str) -> None:
    with suppress(ValueError):
        assert parse_move(text).reason is not None
