"""No rule of the simulated model knows the demonstration or the shipped people: nothing is scripted (TW-002)."""

import ast
from pathlib import Path

import pytest

from shared.registry.files import read, shipped
from tests.unit.simulated.test_simulated_course import SEED_DEMAND

ROOT = Path(__file__).resolve().parents[3]
RULES = sorted(ROOT.glob("*/simulated.py"))


def literals(file: Path) -> set[str]:
    tree = ast.parse(file.read_text("utf-8"))
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def shipped_words() -> set[str]:
    """Everything the profiles say that is long enough to mean something."""
    said: set[str] = set()
    for profile in read([shipped()]).profiles:
        own = (profile.agent_id, profile.display_name, profile.summary, profile.location or "")
        said.update((*own, *profile.capabilities, *profile.constraints))
    return {word for word in said if len(word) >= 2}


def test_there_are_rules_for_every_service() -> None:
    assert [file.parent.name for file in RULES] == ["channel_admin", "coordinator", "user_agent"]


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.parent.name)
def test_no_literal_is_taken_from_the_demonstration(file: Path) -> None:
    for literal in literals(file):
        assert literal not in shipped_words()
        assert SEED_DEMAND not in literal
        assert not any(word in literal for word in ("北京", "场地", "嘉宾", "Beijing"))
