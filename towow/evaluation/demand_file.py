"""Parser of demand files: one JSON object per line, with errors as `FILE:LINE: problem`."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, ValidationError

from negotiation.registry import profile_import
from negotiation.submission import validate_text
from shared.core.api_error import ApiError
from shared.core.frozen_model import FrozenModel
from shared.core.user_id import validate_user_id
from towow.cli.exit import CommandError

TODAY, TIMEZONE = "2026-01-22", "Asia/Shanghai"
"""Local date and time zone of a demand, fixed so that an evaluation is the same on every day."""

_BOM = b"\xef\xbb\xbf"


def _checked_date(text: str) -> str:
    return date.fromisoformat(text).isoformat()


class DemandLine(FrozenModel):
    """Line of a demand file: text, requester and local date (`YYYY-MM-DD`)."""

    raw_input: str
    user_id: str = "user_evaluate"
    today: Annotated[str, AfterValidator(_checked_date)] = TODAY


@dataclass(frozen=True, slots=True)
class EvaluationDemand:
    """Demand to evaluate, numbered from 1. Its id, and so every random choice, derives from `unique`."""

    number: int
    unique: str
    raw_input: str
    user_id: str
    today: str

    def with_text(self, index: int, raw_input: str) -> "EvaluationDemand":
        """Return a variant of the demand for its `index`-th relaxation (from 1), with `raw_input` as text.

        Number, user and date are the same; `unique`, from which the ids derive, is another. The demand is not changed.
        """
        return EvaluationDemand(self.number, f"{self.unique} relax {index}", raw_input, self.user_id, self.today)


def shipped_demands() -> Path:
    """Return the path of the file of demands that comes with the project."""
    return profile_import.shipped_profiles_folder().parent / "demands.jsonl"


def read_demands(paths: Sequence[Path]) -> list[EvaluationDemand]:
    """Read the demands of all files, in order, numbered from 1 across the files.

    Args:
        paths: Files with one JSON object per line: `raw_input` and optionally `user_id` and `today`.

    Raises:
        CommandError: A file cannot be read, or lines are bad; the message has one line for each. Or a file has no
            demands.
    """
    lines: list[DemandLine] = []
    errors: list[str] = []
    for path in paths:
        problems: list[str] = []
        parsed = list(_read_lines(path, problems))
        if not parsed and not problems:
            problems.append(f"{path}: no demands found; expected one JSON object per line")
        lines += parsed
        errors += problems
    if errors:
        raise CommandError("\n".join(errors))
    return list(_number_demands(lines))


def _number_demands(lines: Iterable[DemandLine]) -> Iterable[EvaluationDemand]:
    # An id depends on text, requester and repetition, not on the other lines of the file.
    counts: Counter[tuple[str, str]] = Counter()
    for number, line in enumerate(lines, start=1):
        counts[line.user_id, line.raw_input] += 1
        unique = f"evaluate {line.user_id} {counts[line.user_id, line.raw_input]} {line.raw_input}"
        yield EvaluationDemand(number, unique, line.raw_input, line.user_id, line.today)


def _read_lines(path: Path, errors: list[str]) -> Iterable[DemandLine]:
    try:
        data = path.read_bytes()
    except OSError as error:
        errors.append(f"{path}: {error.strerror}")
        return
    for number, raw in enumerate(data.removeprefix(_BOM).split(b"\n"), start=1):
        if raw.strip():
            try:
                yield _parse_line(raw)
            except (ValueError, ApiError) as error:
                errors.append(f"{path}:{number}: {_error_text(error)}")


def _parse_line(raw: bytes) -> DemandLine:
    """Parse a line; raises ValueError or ApiError."""
    try:
        row = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise ValueError("not UTF-8") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from None
    if not isinstance(row, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 - bad data, not a bad argument
    line = DemandLine.model_validate(row)
    validate_user_id(line.user_id)
    return line.model_copy(update={"raw_input": validate_text(line.raw_input)})


def _error_text(error: Exception) -> str:
    if isinstance(error, ApiError):
        return str(error.details)
    if isinstance(error, ValidationError):
        details = error.errors(include_url=False, include_input=False, include_context=False)
        return "; ".join(f"{'.'.join(map(str, detail['loc']))}: {detail['msg']}" for detail in details)
    return str(error)
