"""Log lines that a game's host declares, by their table (GH-243…249)."""

from typing import Any

import pytest

from gamehive.core.log_redaction import redact_fields, redact_text
from shared.core.trace import LogRecord
from tests.support.game_script import ScriptedTeam, ask, call, hand_over, move

RULE = "Whoever lines up three stones wins. My mother calls it noughts and crosses."


def lines(team: ScriptedTeam, event: str) -> list[LogRecord]:
    return [record for record in team.logs if record.event == event]


def fields(record: LogRecord, *names: str) -> tuple[Any, ...]:
    return tuple(record.fields[name] for name in names)


@pytest.mark.parametrize(
    ("replies", "event", "level", "names", "values"),
    [
        ({}, "phase_changed", "info", ("phase",), ("opening",)),
        ({"strategist": [hand_over("tactician")]}, "handed_over", "info", ("speaker", "successor"),
         ("strategist", "tactician")),
        ({"strategist": [move(1, 1, "the centre")]}, "decided", "info", ("x", "y", "reason", "source"),
         (1, 1, "the centre", "llm")),
        ({"strategist": [move(9, 9), move(1, 1)]}, "move_rejected", "warning", ("hook", "retry"), ("MoveRetryHook", 1)),
        ({"strategist": [hand_over("tactician")], "tactician": [hand_over("strategist")]}, "repeated_handoff",
         "warning", ("hook",), ("LoopProtectionHook",)),
        ({"strategist": [ask("opponent", "?"), move(1, 1)]}, "tool_failed", "error", ("tool", "arguments", "caller"),
         ("call_task_agent", {"agentName": "opponent", "prompt": "?"}, "strategist")),
    ],
)  # fmt: skip
def test_what_happens_is_logged_at_its_level(
    replies: dict[str, Any], event: str, level: str, names: tuple[str, ...], values: tuple[Any, ...]
) -> None:
    team = ScriptedTeam(**replies)
    team.request()
    team.run()
    record = lines(team, event)[0]
    assert record.level == level
    assert fields(record, *names) == values
    assert record.fields["game_id"] == "g-1"
    assert record.fields["trace_id"] == team.spans[0].context.trace_id


def test_a_loop_without_end_is_an_error_with_its_turns() -> None:
    team = ScriptedTeam(strategist=[lambda request: call("search_pattern", query=f"question {request.facts.turn}")])
    team.request()
    team.run()
    (record,) = lines(team, "loop_overflow")
    assert (record.level, record.fields["turns"]) == ("error", 30)


def test_a_decision_is_logged_with_its_time() -> None:
    team = ScriptedTeam(strategist=[move(1, 1)])
    team.request()
    team.run()
    (record,) = lines(team, "decided")
    assert record.fields["elapsed_ms"] == team.decision.elapsed_ms > 0


def test_no_line_holds_a_users_words_or_a_secret() -> None:
    quoting = move(1, 1, f"{RULE} and api_key=sk-abcdefgh12345678")
    team = ScriptedTeam(strategist=[ask("nobody", RULE), quoting])
    team.request(game_rule=RULE)
    team.run()
    assert lines(team, "tool_failed")
    assert lines(team, "decided")
    text = str(team.logs)
    assert "mother" not in text
    assert "stones wins" not in text
    assert "sk-" not in text
    assert "[user text]" in text
    assert "[secret]" in text


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("sk-ant-api03-abcdef", "[secret]"),
        ("Authorization: Bearer abc.def", "[secret] abc.def"),
        ("redis://:pass@host", "redis://[secret]host"),
        ("the token=abc is", "the [secret] is"),
        ("plain (3,4)", "plain (3,4)"),
        ("you said 先连成五子的一方获胜", "you said [user text]"),
        ("x" * 400, "x" * 300),
    ],
)
def test_texts_are_redacted(text: str, redacted: str) -> None:
    assert redact_text(text, ["先连成五子的一方获胜。禁手", ""]) == redacted


def test_fields_are_redacted_at_any_depth() -> None:
    assert redact_fields({"a": {"b": ["token=1", 2]}, "c": True}, []) == {"a": {"b": ["[secret]", 2]}, "c": True}
