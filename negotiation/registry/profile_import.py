"""Profile files in JSON Lines format: parsing with an error message per invalid line, and import into a registry."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from negotiation.registry.port import ProfileRegistry
from negotiation.registry.profile import Profile
from shared.core.language import Language, join_clauses
from shared.core.text_catalog import TextCatalog

MAX_SHOWN_KEY = 64
"""Characters of an unknown field's name that a message shows."""

_BOM = b"\xef\xbb\xbf"

_render_text = TextCatalog.load("negotiation.registry").render


class LineError(BaseModel):
    """Validation error of one line of a file; `line` counts from 1."""

    model_config = ConfigDict(frozen=True)

    file: str
    line: int
    error: str


class ImportResult(BaseModel):
    """Result of an import: counts of lines, blank ones excepted, by outcome (INTERFACES § 3)."""

    model_config = ConfigDict(frozen=True)

    imported: int = 0
    updated: int = 0
    rejected: int = 0
    errors: tuple[LineError, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedProfiles:
    """Profiles of one or more files, in file order, the errors of all invalid lines, and the lines of the profiles."""

    profiles: Sequence[Profile]
    errors: Sequence[LineError]
    lines: Sequence[int] = ()


def shipped_profiles_folder() -> Path:
    """Return the folder of the project's example profiles (*.jsonl), without checking that it exists."""
    return Path(__file__).resolve().parents[2] / "examples" / "agents"


def read_profiles(paths: Iterable[Path]) -> ParsedProfiles:
    """Read and parse profile files (JSON Lines); of a folder, its `*.jsonl` files by name.

    Invalid lines are returned as errors, in English, not raised. Profiles are in the order of `paths`; a repeated
    agent_id is kept twice.

    Raises:
        OSError: A file cannot be read.
    """
    profiles: list[Profile] = []
    errors: list[LineError] = []
    for path in paths:
        for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path]:
            part = parse_profiles(str(file), file.read_bytes())
            profiles.extend(part.profiles)
            errors.extend(part.errors)
    return ParsedProfiles(profiles, errors)


def parse_profiles(name: str, data: bytes, language: Language = "en") -> ParsedProfiles:
    """Parse the bytes of one file, with one JSON object per line; invalid lines are returned as errors, not raised.

    Args:
        name: File name for the errors.
        data: Content of the file: UTF-8, with or without a byte-order mark. Blank lines are skipped.
        language: Language of the error messages.
    """
    profiles: list[Profile] = []
    errors: list[LineError] = []
    lines: list[int] = []
    for number, line in enumerate(data.removeprefix(_BOM).split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            profiles.append(_parse_line(line, language))
            lines.append(number)
        except ValueError as error:
            errors.append(LineError(file=name, line=number, error=str(error)))
    return ParsedProfiles(profiles, errors, lines)


async def import_profiles(profiles: ProfileRegistry, lines: ParsedProfiles) -> ImportResult:
    """Store parsed profiles in a registry and return the counts and errors of the import.

    A profile with the agent_id of an existing one, even from the same file, replaces it and counts as `updated`;
    invalid lines count as `rejected`.

    Raises:
        StoreUnavailable: The registry does not answer; some of the profiles may be stored. Repeat the call unchanged.
        StoreMisconfigured: The registry rejects the write.
    """
    imported, updated = await profiles.put(lines.profiles)
    return ImportResult(imported=imported, updated=updated, rejected=len(lines.errors), errors=tuple(lines.errors))


def _parse_line(line: bytes, language: Language) -> Profile:
    """Return the profile of one line. Raises ValueError with a message in `language`."""
    try:
        row = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise ValueError(_render_text("text", language)) from None
    except RecursionError:
        raise ValueError(_render_text("depth", language)) from None
    except json.JSONDecodeError as error:
        raise ValueError(_render_text("json_at", language, position=error.pos + 1)) from None
    except ValueError:
        raise ValueError(_render_text("json", language)) from None
    if not isinstance(row, dict):
        raise ValueError(_render_text("object", language))  # noqa: TRY004 - about the line, not about an argument
    try:
        return Profile.model_validate(row)
    except ValidationError as error:
        raise ValueError(join_clauses(_describe_errors(error, language), language)) from None


_RULES: Mapping[str, str] = {
    "agent_id": "agent_id",
    "display_name": "display_name",
    "location": "location",
    "capabilities": "skills",
    "tags": "skills",
    "interests": "skills",
    "constraints": "skills",
    "languages": "languages",
    "free_dates": "days",
    "busy_weekdays": "weekdays",
    "remote": "flag",
    "active": "flag",
    "price": "price",
    "capacity": "capacity",
    "currency": "currency",
}
"""Field of a profile → text that says how it must be written; of any other field it is `words`."""


def _describe_errors(error: ValidationError, language: Language) -> Iterable[str]:
    """Return what is wrong with each field of a profile, once, in words for people who write such files."""
    problems: dict[str, str] = {}
    for problem in error.errors(include_url=False, include_input=False):
        field = str(problem["loc"][0]) if problem["loc"] else ""
        if problem["type"] == "extra_forbidden":
            problems.setdefault(field, _render_text("unknown", language, field=_shown(field)))
            continue
        rule = _render_text(_RULES.get(field, "words"), language)
        kind = "missing" if problem["type"] == "missing" else "wrong"
        problems.setdefault(field, _render_text(kind, language, field=field, rule=rule))
    return problems.values()


def _shown(key: str) -> str:
    """Return the name of an unknown field as it is shown: it comes from the file, and may be long."""
    plain = "".join(character if character.isprintable() else "?" for character in key)
    return plain if len(plain) <= MAX_SHOWN_KEY else plain[: MAX_SHOWN_KEY - 1] + "…"
