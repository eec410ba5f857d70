"""What the page looks like: times, wrapping, subnets under their name, hostile texts made harmless."""

import json
from typing import Any

import pytest
from rich.cells import cell_len
from rich.text import Text

from towow.narration.event_layout import NarrationPrinter
from towow.narration.rendered_event import wrap_text
from towow.narration.sanitize import MAX_TEXT_LENGTH, sanitize_text


def event(seq: int, kind: str, timestamp: str = "2026-01-22T10:00:00.000Z", **payload: Any) -> bytes:
    told = {"demand_id": "d-abc", "channel_id": "collab-abc", **payload, "spent": {"calls": 0, "tokens": 0, "usd": 0}}
    row = {
        "seq": seq,
        "event_id": f"evt-{seq}",
        "event_type": f"towow.{kind}",
        "timestamp": timestamp,
        "payload": told,
    }
    return json.dumps(row, ensure_ascii=False).encode()


def submitted(text: str, language: str = "en") -> bytes:
    return event(
        1,
        "demand.submitted",
        raw_input=text,
        user_id="user_alice",
        visibility="public",
        language=language,
        today="2026-01-22",
        timezone="Asia/Shanghai",
        model="simulated",
        limits={"max_rounds": 5, "budget_tokens": 0},
    )


def told(page: NarrationPrinter, data: bytes) -> str:
    return "\n".join(line.plain for line in page.render_lines(data))


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ("by words alone", "able, not invited  Ann is 1,067 km away, Bo speaks other languages")),
        ("zh", ("只按字词比较", "能做但未邀请  Ann在 1,067 公里外、Bo只说别的语言")),
    ],
)
def test_candidates_are_followed_by_who_was_not_invited_and_why(language: str, lines: tuple[str, ...]) -> None:
    page = NarrationPrinter()
    told(page, submitted("a venue", language))
    omitted = [
        {"agent_id": "a", "display_name": "Ann", "need": "n1", "reason": "too_far", "distance_km": 1067},
        {"agent_id": "b", "display_name": "Bo", "need": "n1", "reason": "language"},
    ]
    nobody: dict[str, Any] = {"candidates_count": 0, "candidates": [], "calls": 1}
    text = told(page, event(2, "filter.completed", **nobody, omitted=omitted, by_words_only=True))
    assert all(line in text for line in lines)
    assert not any(part in told(page, event(3, "filter.completed", **nobody)) for part in ("not invited", "未邀请"))


def test_elapsed_time_is_counted_from_the_submission() -> None:
    page = NarrationPrinter()
    assert told(page, submitted("hi")).startswith("   0.0s ● Demand  hi\n")
    later = event(2, "demand.cancelled", "2026-01-22T10:01:02.500Z", cancelled_by="user_alice")
    assert told(page, later) == "  62.5s ■ Cancelled by user_alice"


def test_the_narration_is_in_the_language_of_the_demand() -> None:
    page = NarrationPrinter()
    page.render_lines(submitted("找个场地", "zh"))
    assert "取消了需求" in told(page, event(2, "demand.cancelled", cancelled_by="user_alice"))


def test_the_events_of_a_subnet_are_shown_under_its_name() -> None:
    page = NarrationPrinter(60)
    page.render_lines(submitted("hi"))
    page.render_lines(
        event(
            2,
            "subnet.triggered",
            parent_demand_id="d-abc",
            sub_demand="who cooks?",
            sub_demand_id="d-abc-1",
            sub_channel_id="collab-abc-1",
            gap_type="catering",
            depth=1,
        )
    )
    lines = page.render_lines(
        event(
            3,
            "demand.understood",
            channel_id="collab-abc-1",
            surface_demand="somebody who cooks " * 5,
            deep_understanding={"motivation": "hunger"},
            capability_tags=["catering"],
            context={},
            confidence="low",
        )
    )
    assert len(lines) > 3
    assert all(line.plain[8:].startswith("  │ catering │ ") for line in lines)
    assert all(cell_len(line.plain) <= 60 for line in lines)


def test_the_second_agent_of_one_name_is_shown_with_its_id() -> None:
    page = NarrationPrinter()
    page.render_lines(submitted("hi"))
    same = [
        {"agent_id": agent, "display_name": "Bob", "reason": "", "relevance_score": 9, "is_fallback": False}
        for agent in ("agent_a", "agent_b")
    ]
    text = told(page, event(2, "filter.completed", candidates_count=2, candidates=same, calls=1))
    assert "Bob 9" in text
    assert "Bob (agent_b) 9" in text


HOSTILE = [
    ("\x1b[2J\x1b[31mred", "␛[2J␛[31mred"),
    ("a\x07b\x00c\x7fd", "a␇b␀c\ufffdd"),
    ("\x9b31m", "\ufffd31m"),
    ("one\r\ntwo\tthree\u2028four", "one  two three four"),
    ("\u202egnp.exe\u2066x", "\ufffdgnp.exe\ufffdx"),
    ("\U000e0041\ufeff", "\ufffd\ufffd"),
    ("[bold]not markup[/bold] :smile:", "[bold]not markup[/bold] :smile:"),
    ("家\U0001f468\u200d\U0001f469", "家\U0001f468\u200d\U0001f469"),
]


@pytest.mark.parametrize(("hostile", "harmless"), HOSTILE)
def test_control_characters_in_texts_are_escaped(hostile: str, harmless: str) -> None:
    assert sanitize_text(hostile) == harmless
    assert f"Demand  {harmless}" in told(NarrationPrinter(), submitted(hostile))


def test_an_overlong_text_is_truncated() -> None:
    text = sanitize_text("x" * 8000)
    assert len(text) == MAX_TEXT_LENGTH + 1
    assert text.endswith("…")


def test_an_event_of_an_unknown_shape_is_shown_plainly() -> None:
    page = NarrationPrinter()
    page.render_lines(submitted("hi"))
    assert "towow.party.started (an event this version does not know)" in told(page, event(2, "party.started", at=3))
    assert "towow.demand.closed (an event" in told(page, event(3, "demand.closed", status="a new one"))
    assert "\x1b" not in told(page, event(4, "x\x1b[31m"))


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("one two three", 7, ["one two", "three"]),
        ("我想办一场聚会，需要场地", 8, ["我想办一", "场聚会，", "需要场地"]),
        ("我想办一场，聚会", 10, ["我想办一", "场，聚会"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("", 4, [""]),
    ],
)
def test_lines_are_wrapped_by_the_rules_of_the_language(text: str, width: int, lines: list[str]) -> None:
    assert [piece.plain for piece in wrap_text(Text(text), width)] == lines
