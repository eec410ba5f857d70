"""Does `towow doctor --restored` say that all is well where operations.md has it run: while nobody works?"""

from typing import Any

import pytest

from tests.e2e.distributed import Distributed

pytestmark = pytest.mark.requires("services")


def checks(services: Distributed, *arguments: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code, and what was found by the check's name."""
    told = services.inside("doctor", "--json", *arguments)
    return told.code, {check["name"]: check for check in told.rows[0]["checks"]}


def test_doctor_restored_needs_no_running_workers(services: Distributed) -> None:
    assert services.inside("init").code == 0
    code, found = checks(services, "--restored")
    assert (code, [name for name, check in found.items() if not check["ok"]]) == (0, [])
    assert "renewed" in found["epoch"]["detail"]
    assert "skipped" in found["workers"]["detail"]
    # Only then: whoever asks without it hears that nobody works.
    code, found = checks(services)
    assert (code, [name for name, check in found.items() if not check["ok"]]) == (1, ["workers"])
    assert "no worker for" in found["workers"]["detail"]


def test_doctor_restored_still_reports_other_store_failures(services: Distributed) -> None:
    code, found = checks(services, "--restored")
    assert code == 1
    assert {"broker", "store", "epoch"} <= {name for name, check in found.items() if not check["ok"]}
