"""Can a requester answer and look at what was understood, at a terminal and from a second one?"""

import json
import os
import pty
import select
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.support.cli_runner import PATIENCE, TOWOW, CommandRunner, types, wait_for_result

SCENARIO = Path("examples/scenarios/question-answered.yaml").resolve()
MODEL = {"TOWOW_LLM": f"scenario:{SCENARIO}"}
TEXT = "我想办一场读书会，需要场地和主持人"


def at_a_terminal(towow: CommandRunner, typed: Sequence[tuple[str, str]], *arguments: str) -> tuple[int, str]:
    """Exit code and output of a command, in whose terminal a line is typed when each text has appeared."""
    ours, its = pty.openpty()
    process = subprocess.Popen(
        [*TOWOW, *arguments], env=towow.environment({"TERM": "dumb", **MODEL}), stdin=its, stdout=its, stderr=its
    )
    os.close(its)
    said, waiting, end = b"", list(typed), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not select.select([ours], [], [], 0.2)[0]:
            continue
        try:
            said += os.read(ours, 65536)
        except OSError:  # how a terminal says that nobody is at its other end any more
            break
        if waiting and waiting[0][0].encode() in said:
            os.write(ours, waiting.pop(0)[1].encode() + b"\n")
    os.close(ours)
    return process.wait(timeout=PATIENCE), said.decode()


def test_a_requester_answers_and_invites_at_the_terminal(towow: CommandRunner) -> None:
    typed = [("Type a number", "2"), ("Enter invites now", "")]
    code, said = at_a_terminal(towow, typed, "submit", TEXT, "--review", "--watch", "--json")
    rows = [json.loads(line) for line in said.splitlines() if line.startswith('{"seq"')]
    assert code == 0, said
    assert types(rows)[:7] == [
        "demand.submitted", "demand.understood", "question.asked", "question.answered", "demand.revised",
        "demand.revised", "filter.completed",
    ]  # fmt: skip
    assert (rows[3]["payload"]["option"], rows[3]["payload"]["answered_by"]) == ("country", "person")
    assert rows[4]["payload"]["understanding"]["limits"] == {"place": "怀柔"}
    assert (rows[5]["payload"]["changes"], "review_until" in rows[5]["payload"]) == ([], False)


def test_own_words_are_read_and_the_response_has_the_last_understanding(towow: CommandRunner) -> None:
    typed = [("Type a number", "在咖啡馆"), ("Enter invites now", "")]
    code, said = at_a_terminal(towow, typed, "submit", TEXT, "--review", "--json")
    (answer,) = [json.loads(line) for line in said.splitlines() if line.startswith('{"demand_id"')]
    assert code == 0, said
    assert answer["understanding"]["surface_demand"] == f"{TEXT}\n在咖啡馆"


def test_without_a_terminal_the_default_is_taken_at_once(towow: CommandRunner) -> None:
    told = towow.run("submit", TEXT, "--review", "--watch", "--json", **MODEL)
    (answered,) = [row["payload"] for row in told.rows if row["event_type"] == "towow.question.answered"]
    assert told.code == 0
    assert (answered["option"], answered["answered_by"]) == ("city", "timeout")


def test_a_question_is_answered_from_another_terminal() -> None:
    with tempfile.TemporaryDirectory(prefix="towow-") as folder:
        towow = CommandRunner(Path(folder))
        process = towow.start("demo", "--port", "0", "--idle", **MODEL)
        try:
            url = wait_for_result(process, b"ready ").decode().split()[1]
            demand = submit(towow, url)
            wrong = towow.run("answer", demand, "nowhere")
            assert (wrong.code, "city, country" in wrong.err) == (2, True), wrong.err
            told = towow.run("answer", demand, "country")
            assert (told.code, told.out) == (0, f"answer accepted: {demand}\n"), told.err
            rows = towow.run("watch", demand, "--json").rows
            (asked,) = [row["payload"] for row in rows if row["event_type"] == "towow.question.asked"]
            (answered,) = [row["payload"] for row in rows if row["event_type"] == "towow.question.answered"]
            assert answered["option"] == "country"
            late = towow.run("answer", demand, asked["question_id"], "city")
            assert (late.code, "E014" in late.err) == (1, True), late.err
            assert towow.run("answer", demand, "a", "b", "c").code == 2
        finally:
            process.kill()
            process.communicate()


def submit(towow: CommandRunner, url: str) -> str:
    """The id of an interactive demand about which something is asked; its token is in the terminal's folder."""
    assert towow.run("submit", "a first demand", "--json").code == 0  # makes the file
    body = json.dumps({"raw_input": TEXT, "user_id": "user_alice", "interactive": True}).encode()
    request = urllib.request.Request(f"{url}/api/v1/demand/submit", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        said: dict[str, Any] = json.load(answer)
    (file,) = towow.folder.rglob("requester-tokens.jsonl")
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps({"demand_id": said["demand_id"], "token": said["requester_token"]}) + "\n")
    return said["demand_id"]
