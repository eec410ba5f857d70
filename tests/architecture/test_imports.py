"""Who imports whom? The contracts of pyproject.toml hold, and each of them notices when it is broken (DESIGN § 1)."""

import shutil
import subprocess
import sys
import tomllib
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
    "a core imports asyncio": ("channel_admin/settings.py", "import asyncio", "core does no I/O"),
    "a core reads a clock": ("user_agent/core/answer_normalization.py", "import time", "core does no I/O"),
    "a core uses random numbers": ("coordinator/core/candidate_selection.py", "import random", "core does no I/O"),
    "a contract touches files": ("negotiation/contracts/demand.py", "import pathlib", "core does no I/O"),
    "a contract makes ids of its own": ("negotiation/contracts/offer.py", "import uuid", "core does no I/O"),
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
        "Inside a service: actors → core",
    ),
    "a service imports another": (
        "coordinator/actors.py",
        "import user_agent.settings",
        "Services never import each other",
    ),
    "the gateway negotiates": (
        "gateway/negotiation/admission.py",
        "import channel_admin.settings",
        "Services never import each other",
    ),
    "the runtime knows the negotiation": (
        "shared/runtime/commit_builder.py",
        "import negotiation.contracts.messages",
        "shared knows no application and no service",
    ),
    "the store knows the registry": (
        "shared/store/port.py",
        "import negotiation.registry.port",
        "shared knows no application and no service",
    ),
    "the platform's core knows an application": (
        "shared/core/ids.py",
        "import negotiation.contracts.error_codes",
        "shared knows no application and no service",
    ),
    "what the services share names one of them": (
        "negotiation/search/synonyms.py",
        "import coordinator.settings",
        "What an application's services share knows none of them",
    ),
    "what the services share names the gateway": (
        "negotiation/submission.py",
        "import gateway.negotiation.admission",
        "What an application's services share knows none of them",
    ),
    "a route imports a whole application": (
        "gateway/negotiation/extension.py",
        "import negotiation.application",
        "Only towow.bootstrap imports an application as a whole",
    ),
    "a command imports a whole application": (
        "towow/cli/main.py",
        "import negotiation.application",
        "Only towow.bootstrap imports an application as a whole",
    ),
    "a stream knows an application's events": (
        "gateway/streaming/log_tail.py",
        "import negotiation.contracts.events",
        "http, auth, streaming and static_site know no application",
    ),
    "a middleware knows an application's routes": (
        "gateway/http/rate_limit.py",
        "import gateway.negotiation.api_models",
        "http, auth, streaming and static_site know no application",
    ),
    "the gateway's context holds an application's port": (
        "gateway/context.py",
        "import negotiation.registry.port",
        "The gateway's own modules know applications as extensions only",
    ),
    "the gateway's app lists an application's routes": (
        "gateway/app.py",
        "import gateway.negotiation.routes.demands",
        "The gateway's own modules know applications as extensions only",
    ),
    "a port knows the runtime": (
        "shared/transport/port.py",
        "import shared.runtime.outbox_relay",
        "Inside shared: runtime → ports → core",
    ),
    "an actor imports a simulated package": (
        "coordinator/actors.py",
        "import coordinator.simulated.rules",
        "Only bootstrap, applications and simulated import simulated",
    ),
    "a command imports a simulated package": (
        "towow/cli/main.py",
        "import user_agent.simulated.rules",
        "Only bootstrap, applications and simulated import simulated",
    ),
    "a service names an adapter": (
        "user_agent/actors.py",
        "import shared.store.memory.store",
        "Only towow and applications name adapters",
    ),
    "a service names its own application's adapter": (
        "user_agent/actors.py",
        "import negotiation.registry.memory",
        "Only towow and applications name adapters",
    ),
    "the runtime names an adapter": (
        "shared/runtime/outbox_relay.py",
        "import shared.transport.memory.broker",
        "Only towow and applications name adapters",
    ),
    "a service imports the product": (
        "coordinator/settings.py",
        "import towow.config.settings",
        "No other package imports towow",
    ),
}


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
