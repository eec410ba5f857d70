"""Does `towow evaluate` refuse what it cannot evaluate, before anything is negotiated, and take the model it is told?"""

from collections.abc import Sequence
from pathlib import Path

import pytest

from towow.cli.commands.evaluate import Options, evaluate
from towow.cli.exit import CommandError


@pytest.fixture
def two(tmp_path: Path) -> Path:
    return written(tmp_path, "two.jsonl", '{"raw_input": "a lawyer"}\n{"raw_input": "a cook"}\n')


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def options(*files: Path, agents: Sequence[Path] = (), model: str | None = None, story: int | None = None) -> Options:
    return Options(
        files=files, agents=agents, model=model, limit=None, story=story, check=False, verbose=False, as_json=True
    )


def refused(asked: Options, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError) as refusal:
        evaluate(asked)
    assert refusal.value.code == 2
    assert said in str(refusal.value)
    assert capsys.readouterr().out == ""


def test_a_missing_demand_file_is_refused(tmp_path: Path, two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(options(tmp_path / "nowhere.jsonl"), "nowhere.jsonl: No such file", capsys)
    refused(options(two, written(tmp_path, "bad.jsonl", "{}\n")), "bad.jsonl:1: raw_input: Field required", capsys)
    refused(options(written(tmp_path, "empty.jsonl", "\n")), "empty.jsonl: no demands found", capsys)


def test_a_missing_agent_file_is_refused(tmp_path: Path, two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused(options(two, agents=[tmp_path / "nowhere"]), "nowhere: No such file", capsys)
    refused(options(two, agents=[written(tmp_path, "bad.jsonl", "{}\n")]), "bad.jsonl:1: ", capsys)
    refused(options(two, agents=[written(tmp_path, "empty.jsonl", "\n")]), "empty.jsonl: no agents found", capsys)


def test_a_story_of_an_unknown_demand_is_refused(two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (0, 3):
        refused(options(two, story=number), f"--story {number}: expected a number from 1 to 2", capsys)


def test_an_unknown_model_is_refused(
    two: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(options(two, model="guess"), "--model 'guess'", capsys)
    refused(options(two, model="anthropic"), "ANTHROPIC_API_KEY", capsys)
    refused(options(two, model="scenario:nowhere.yaml"), "nowhere.yaml", capsys)
    refused(options(two, agents=[two], model="scenario:nowhere.yaml"), "--agents", capsys)
    monkeypatch.setenv("TOWOW_LLM", "scenario:nowhere.yaml")
    refused(options(two), "nowhere.yaml", capsys)


def test_the_model_option_overrides_the_variable(
    two: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TOWOW_LLM", "scenario:nowhere.yaml")
    assert evaluate(options(two, model="simulated")) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_a_scenario_model_answers_any_demand(tmp_path: Path, two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "demand: a hall\nprofiles: [{agent_id: agent_bob, display_name: Bob, capabilities: [hall]}]\nfilter: [agent_bob]\n"
    hall = written(tmp_path, "hall.yaml", text)
    assert evaluate(options(two, model=f"scenario:{hall}")) == 0
    assert capsys.readouterr().out.count('"accepted":["agent_bob"]') == 2
