"""How profiles are read from files of JSON lines: the good ones, and what is wrong with each of the others."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from shared.registry.port import Profiles
from shared.registry.profile import Profile

_BOM = b"\xef\xbb\xbf"


class LineError(BaseModel):
    """Why one line (from 1) was refused."""

    model_config = ConfigDict(frozen=True)

    file: str
    line: int
    error: str


class Imported(BaseModel):
    """What an import did (INTERFACES § 3). Every line that is not blank counts once."""

    model_config = ConfigDict(frozen=True)

    imported: int = 0
    updated: int = 0
    rejected: int = 0
    errors: tuple[LineError, ...] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """The profiles of some files, in their order, and the lines that hold none."""

    profiles: Sequence[Profile]
    errors: Sequence[LineError]


def shipped() -> Path:
    """The folder of the profiles that come with the project."""
    return Path(__file__).resolve().parents[2] / "examples" / "agents"


def read(paths: Iterable[Path]) -> Read:
    """Read files, and the `*.jsonl` of folders by name. Raises OSError when one cannot be read."""
    profiles: list[Profile] = []
    errors: list[LineError] = []
    for path in paths:
        for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path]:
            part = read_lines(str(file), file.read_bytes())
            profiles.extend(part.profiles)
            errors.extend(part.errors)
    return Read(profiles, errors)


def read_lines(name: str, data: bytes) -> Read:
    """Read one file's bytes: UTF-8, a byte-order mark and blank lines are fine. `name` stands in its errors."""
    profiles: list[Profile] = []
    errors: list[LineError] = []
    for number, line in enumerate(data.removeprefix(_BOM).split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            profiles.append(_profile(line))
        except ValueError as error:
            errors.append(LineError(file=name, line=number, error=str(error)))
    return Read(profiles, errors)


async def import_into(profiles: Profiles, lines: Read) -> Imported:
    """Add what was read; an agent_id that is there already, even from the same file, is replaced."""
    imported, updated = await profiles.put(lines.profiles)
    return Imported(
        imported=imported,
        updated=updated,
        rejected=len(lines.errors),
        errors=tuple(lines.errors),
    )


def _profile(line: bytes) -> Profile:
    """One line's profile. Raises ValueError with the reason in words."""
    try:
        row = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from None
    if not isinstance(row, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 - about the line, not about an argument
    try:
        return Profile.model_validate(row)
    except ValidationError as error:
        raise ValueError("; ".join(_problems(error))) from None


def _problems(error: ValidationError) -> Iterable[str]:
    for problem in error.errors(include_url=False, include_input=False, include_context=False):
        place = ".".join(map(str, problem["loc"]))
        yield f"unknown key {place}" if problem["type"] == "extra_forbidden" else f"{place}: {problem['msg']}"
