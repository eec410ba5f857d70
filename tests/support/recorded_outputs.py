"""What this version makes of files: scenario outputs, golden logs, and a registry, settings and scenario file.

`python -m tests.support.recorded_outputs` records it anew under `tests/golden/compatibility`: only for a change of
behaviour that was decided.
"""

import gzip
import json
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel, SecretStr
from typer.testing import CliRunner

from negotiation.registry import profile_import
from tests.support.event_log import SESSION_PREFIX
from towow.cli.main import app
from towow.config.settings import read_environment
from towow.deployment import env_file

HOME = Path(__file__).resolve().parents[2]
RECORDED = HOME / "tests" / "golden" / "compatibility"
SCENARIOS = HOME / "examples" / "scenarios"
LOGS = HOME / "tests" / "golden" / "logs"

OUTPUTS = RECORDED / "scenario-outputs.json.gz"
OUTPUT_SUMS = RECORDED / "scenario-outputs.sha256"
LOG_SUMS = RECORDED / "golden-logs.sha256"
REGISTRY, REGISTRY_READ = RECORDED / "registry.jsonl", RECORDED / "registry.read.json"
SETTINGS, SETTINGS_READ = RECORDED / "settings.env", RECORDED / "settings.read.json"
MODEL = "claude-nobody"
"""The model whose price the settings file sets."""

SCENARIO, SCENARIO_OUTPUT = RECORDED / "scenario.yaml", RECORDED / "scenario.output.jsonl"


def scenario_output(file: Path) -> str:
    """Return what `towow scenario FILE --json` writes to standard output. Raises AssertionError unless it exits with 0."""
    ended = CliRunner().invoke(app, ["scenario", str(file), "--json"])
    assert ended.exit_code == 0, ended.stderr
    return ended.stdout


def scenario_files() -> list[Path]:
    """Return the scenario files of the examples of demands, by name."""
    return sorted(file for file in SCENARIOS.glob("*.yaml") if not file.stem.startswith(SESSION_PREFIX))


def log_files() -> list[Path]:
    """Return the golden logs and their views, by name."""
    return sorted(LOGS.glob("*.jsonl"))


def read_registry() -> list[dict[str, Any]]:
    """Return the profiles of the recorded registry file. Raises AssertionError for a line that is refused."""
    found = profile_import.read_profiles([REGISTRY])
    assert not found.errors, found.errors
    return [profile.model_dump(mode="json") for profile in found.profiles]


def read_settings() -> dict[str, Any]:
    """Return name and value of every setting that the recorded file of variables sets."""
    found = read_environment(env_file.parse_env_file(SETTINGS.read_text(encoding="utf-8")))
    values = {name: _plain(value) for section in found for name, value in section}
    values["llm_prices"] = {MODEL: values["llm_prices"][MODEL]}  # those of other models are not of the file
    return values


@cache
def recorded_outputs() -> Mapping[str, str]:
    """Return scenario name → the output that was recorded."""
    return json.loads(gzip.decompress(OUTPUTS.read_bytes()))


def recorded_sums(path: Path) -> dict[str, str]:
    """Return name → SHA-256 (hex) of a file in the format of sha256sum."""
    rows = (line.split("  ", 1) for line in path.read_text(encoding="utf-8").splitlines())
    return {name: hexadecimal for hexadecimal, name in rows}


def record() -> None:
    """Write all recordings."""
    outputs = {file.stem: scenario_output(file) for file in scenario_files()}
    OUTPUTS.write_bytes(gzip.compress(json.dumps(outputs, ensure_ascii=False).encode(), mtime=0))
    _write_sums(OUTPUT_SUMS, ((name, text.encode()) for name, text in outputs.items()))
    _write_sums(LOG_SUMS, ((file.name, file.read_bytes()) for file in log_files()))
    for path, value in ((REGISTRY_READ, read_registry()), (SETTINGS_READ, read_settings())):
        path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    SCENARIO_OUTPUT.write_text(scenario_output(SCENARIO), encoding="utf-8")


def _write_sums(path: Path, named: Iterable[tuple[str, bytes]]) -> None:
    path.write_text("".join(f"{sha256(data).hexdigest()}  {name}\n" for name, data in named), encoding="utf-8")


def _plain(value: Any) -> Any:
    """Return a setting's value as JSON: a number that is no float, and a secret, as text."""
    match value:
        case SecretStr():
            return value.get_secret_value()
        case BaseModel():
            return value.model_dump(mode="json")
        case dict():
            return {key: _plain(one) for key, one in cast("dict[str, Any]", value).items()}
        case bool() | int() | float() | str() | None:
            return value
        case _:
            return str(value)


if __name__ == "__main__":
    record()
