"""Catalogues of GameHive's texts: whatever is rendered is there, and nothing else."""

import re
from pathlib import Path
from typing import get_args

import pytest

import gamehive
from gamehive.core.loop.loop import MoveError
from gamehive.core.proof_check import GuardProblem
from gamehive.host.core.host_texts import DecisionProblem
from shared.core.text_catalog import TextCatalog

FOLDER = Path(gamehive.__file__).parent
RENDERED: dict[str, set[str]] = {
    "core/hooks": set(get_args(MoveError)),
    "host/core": {*get_args(DecisionProblem), *(f"overruled_{problem}" for problem in get_args(GuardProblem))},
    "core/rules": set(),
}
"""Package → texts whose keys are made of a type's values."""


@pytest.mark.parametrize("package", RENDERED)
def test_every_text_is_there_and_is_rendered(package: str) -> None:
    catalog = TextCatalog.load(f"gamehive.{package.replace('/', '.')}")
    sources = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.joinpath(package).glob("*.py"))
    keys = set(re.findall(r'^  "(\w+)": \{', FOLDER.joinpath(package, "texts.json").read_text("utf-8"), re.MULTILINE))
    assert len(keys) > 10
    assert [key for key in sorted(RENDERED[package]) if not catalog.has(key)] == []
    assert [key for key in sorted(keys - RENDERED[package]) if f'"{key}"' not in sources] == []
    called = re.findall(r'render_(?:host_)?text\(\s*"(\w+)"', sources)
    assert [key for key in called if not catalog.has(key)] == []
