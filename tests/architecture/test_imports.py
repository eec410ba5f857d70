"""Who imports whom? The contracts of pyproject.toml hold, and each of them notices when it is broken (DESIGN § 1)."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]
PACKAGES = ("negotiation", "coordinator", "channel_admin", "user_agent", "gateway", "shared", "towow")


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
BROKEN: dict[str, tuple[str, str, str]] = {
    "a core imports asyncio": ("channel_admin/settings.py", "import asyncio", "core never waits"),
    "a core reads a clock": ("user_agent/core/answer_normalization.py", "import time", "core never waits"),
    "a core rolls dice": ("coordinator/core/candidate_selection.py", "import random", "core never waits"),
    "a core touches files": ("negotiation/submission.py", "import pathlib", "core never waits"),
    "a contract makes ids of its own": ("negotiation/contracts/offer.py", "import uuid", "core never waits"),
    "a core knows the store": (
        "channel_admin/core/transition.py",
        "import shared.store.port",
        "core knows only itself",
    ),
    "a core knows another service's": (
        "channel_admin/core/transition.py",
        "import coordinator.core.candidate_selection",
        "core knows only itself",
    ),
    "a core knows its actor": (
        "channel_admin/core/transition.py",
        "import channel_admin.actors",
        "main → actor → core",
    ),
    "a service imports another": (
        "coordinator/actors.py",
        "import user_agent.settings",
        "Services never import each other",
    ),
    "the gateway negotiates": (
        "gateway/settings.py",
        "import channel_admin.settings",
        "Services never import each other",
    ),
    "the runtime knows the negotiation": (
        "shared/runtime/commit_builder.py",
        "import negotiation.contracts.messages",
        "know no application",
    ),
    "the store knows the registry": ("shared/store/port.py", "import negotiation.registry.port", "know no application"),
    "the core knows the contracts": (
        "shared/core/ids.py",
        "import negotiation.contracts.error_codes",
        "know no application",
    ),
    "shared names a service": (
        "negotiation/search/synonyms.py",
        "import coordinator.settings",
        "shared knows no service",
    ),
    "a port knows the runtime": (
        "shared/transport/port.py",
        "import shared.runtime.outbox_relay",
        "runtime → ports → core",
    ),
    "a service names an adapter": (
        "user_agent/actors.py",
        "import shared.store.memory.store",
        "Only main and towow name adapters",
    ),
    "the runtime names an adapter": (
        "shared/runtime/outbox_relay.py",
        "import shared.transport.memory.broker",
        "Only main and towow name adapters",
    ),
    "somebody imports the front door": (
        "coordinator/settings.py",
        "import towow.config.settings",
        "Nobody imports the front door",
    ),
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copied(tmp_path_factory.mktemp("tree"))


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_contract_is_seen(tree: Path, name: str) -> None:
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


def test_the_copy_was_whole(tree: Path) -> None:
    """Without a broken line the copy is as clean as the original: what the others saw was the line."""
    assert lint(tree)[0] == 0
