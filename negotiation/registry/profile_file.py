"""How profiles are read from files of JSON lines: the good ones, and what is wrong with each of the others."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from negotiation.registry.port import ProfileRegistry
from negotiation.registry.profile import Profile
from shared.core.language import Language
from shared.core.validation_messages import in_words

_BOM = b"\xef\xbb\xbf"


class LineError(BaseModel):
    """Why one line (from 1) was refused."""

    model_config = ConfigDict(frozen=True)

    file: str
    line: int
    error: str


class ImportResult(BaseModel):
    """What an import did (INTERFACES § 3). Every line that is not blank counts once."""

    model_config = ConfigDict(frozen=True)

    imported: int = 0
    updated: int = 0
    rejected: int = 0
    errors: tuple[LineError, ...] = ()


_WORDS: Mapping[str, Mapping[Language, str]] = {
    "text": {"en": "not UTF-8", "zh": "不是 UTF-8 文本"},
    "depth": {"en": "nested too deeply", "zh": "嵌套过深"},
    "json at": {"en": "not JSON, from character {} on", "zh": "不是合法的 JSON（从第 {} 个字符起）"},
    "json": {"en": "not JSON", "zh": "不是合法的 JSON"},
    "object": {"en": "not a JSON object", "zh": "不是 JSON 对象"},
    "between": {"en": "; ", "zh": "；"},
    "key": {"en": "unknown key {0}", "zh": "{0}：{1}"},
    "field": {"en": "{0}: {1}", "zh": "{0}：{1}"},
}


@dataclass(frozen=True, slots=True)
class ParsedProfiles:
    """The profiles of some files, in their order, and the lines that hold none."""

    profiles: Sequence[Profile]
    errors: Sequence[LineError]


def shipped() -> Path:
    """The folder of the profiles that come with the project."""
    return Path(__file__).resolve().parents[2] / "examples" / "agents"


def read(paths: Iterable[Path]) -> ParsedProfiles:
    """Read files, and the `*.jsonl` of folders by name. Raises OSError when one cannot be read."""
    profiles: list[Profile] = []
    errors: list[LineError] = []
    for path in paths:
        for file in sorted(path.glob("*.jsonl")) if path.is_dir() else [path]:
            part = read_lines(str(file), file.read_bytes())
            profiles.extend(part.profiles)
            errors.extend(part.errors)
    return ParsedProfiles(profiles, errors)


def read_lines(name: str, data: bytes, language: Language = "en") -> ParsedProfiles:
    """Read one file's bytes: UTF-8, a byte-order mark and blank lines are fine. `name` stands in its errors."""
    profiles: list[Profile] = []
    errors: list[LineError] = []
    for number, line in enumerate(data.removeprefix(_BOM).split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            profiles.append(_profile(line, language))
        except ValueError as error:
            errors.append(LineError(file=name, line=number, error=str(error)))
    return ParsedProfiles(profiles, errors)


async def import_into(profiles: ProfileRegistry, lines: ParsedProfiles) -> ImportResult:
    """Add what was read; an agent_id that is there already, even from the same file, is replaced."""
    imported, updated = await profiles.put(lines.profiles)
    return ImportResult(
        imported=imported,
        updated=updated,
        rejected=len(lines.errors),
        errors=tuple(lines.errors),
    )


def _profile(line: bytes, language: Language) -> Profile:
    """One line's profile. Raises ValueError with the reason in words."""
    try:
        row = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise ValueError(_WORDS["text"][language]) from None
    except RecursionError:
        raise ValueError(_WORDS["depth"][language]) from None
    except json.JSONDecodeError as error:
        raise ValueError(_WORDS["json at"][language].format(error.pos + 1)) from None
    except ValueError:
        raise ValueError(_WORDS["json"][language]) from None
    if not isinstance(row, dict):
        raise ValueError(_WORDS["object"][language])  # noqa: TRY004 - about the line, not about an argument
    try:
        return Profile.model_validate(row)
    except ValidationError as error:
        raise ValueError(_WORDS["between"][language].join(_problems(error, language))) from None


def _problems(error: ValidationError, language: Language) -> Iterable[str]:
    for problem in error.errors(include_url=False, include_input=False):
        place = ".".join(map(str, problem["loc"]))
        said = in_words({**problem}, language)
        yield _WORDS["key" if problem["type"] == "extra_forbidden" else "field"][language].format(place, said)
