"""Who imports whom? The contracts of pyproject.toml hold, and each of them notices when it is broken (DESIGN § 1)."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.case_tables import load_cases

HOME = Path(__file__).resolve().parents[2]
PACKAGES = (
    "negotiation",
    "coordinator",
    "channel_admin",
    "user_agent",
    "deliberation",
    "gamehive",
    "gateway",
    "shared",
    "towow",
)


def lint(home: Path) -> tuple[int, str]:
    """What import-linter says of the tree at `home`."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(home)})
    return done.returncode, done.stdout + done.stderr


def copied(into: Path) -> Path:
    for package in PACKAGES:
        shutil.copytree(HOME / package, into / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HOME / "pyproject.toml", into)
    return into


def test_every_contract_holds() -> None:
    code, said = lint(HOME)
    assert code == 0, said


# What is broken: the file it is added to, the line, and the contract that must see it.
BROKEN: dict[str, tuple[str, str, str]] = load_cases(__file__, "broken")


def contracts() -> set[str]:
    """The names of all contracts."""
    linter = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    return {contract["name"] for contract in linter["contracts"]}


def test_each_contract_is_broken_at_least_once() -> None:
    seen = {name for name in contracts() for *_, contract in BROKEN.values() if name.startswith(contract)}
    assert contracts() - seen == set()


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp("tree"))


@pytest.mark.parametrize("name", BROKEN)
def test_each_import_that_breaks_a_contract_is_reported(tree: Path, name: str) -> None:
    place, line, contract = BROKEN[name]
    file = tree / place
    before = file.read_text(encoding="utf-8")
    file.write_text(f"{before}\n{line}\n", encoding="utf-8")
    try:
        code, said = lint(tree)
    finally:
        file.write_text(before, encoding="utf-8")
    assert code != 0
    broken = [row for row in said.splitlines() if " BROKEN" in row]
    assert any(contract in row for row in broken), said


def test_the_unchanged_copy_passes_the_import_contracts(tree: Path) -> None:
    """Without a broken line the copy is as clean as the original: what the others saw was the line."""
    assert lint(tree)[0] == 0
