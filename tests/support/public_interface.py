"""The public interface of the tree as JSON: documents, operations, commands, metrics, settings, environment, errors.

`python -m tests.support.public_interface` records it under `tests/golden/compatibility`: only for a change of the
interface that was decided and stands in CHANGELOG.md. What the recording held before, programs out there rely on.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast, get_args

import typer

from shared.telemetry.metrics import Metrics
from tests.support.canonical_schema import canonical
from towow.cli.main import app

HOME = Path(__file__).resolve().parents[2]
RECORDED = HOME / "tests" / "golden" / "compatibility"
DOCUMENTS = ("openapi", "asyncapi", "events", "messages")
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
NOT_PRODUCT = frozenset({"tests", "benchmarks", "web", "docs", "examples", "build"})
VARIABLE = re.compile(r"TOWOW(?:_[A-Z0-9]+)+")
INTERPOLATED = re.compile(rf"\$\{{({VARIABLE.pattern})\b")


def document(name: str) -> dict[str, Any]:
    """Return a document of docs/schema as the tree has it."""
    return json.loads((HOME / "docs" / "schema" / f"{name}.json").read_text(encoding="utf-8"))


def operations() -> list[dict[str, str]]:
    """Return path, method and operationId of every operation of the gateway, sorted: their order means nothing."""
    return [
        {"path": path, "method": method, "operationId": operation["operationId"]}
        for path, item in sorted(document("openapi")["paths"].items())
        for method, operation in sorted(item.items())
        if method in METHODS
    ]


def commands() -> dict[str, Any]:
    """Return every command by its words, with its arguments and options; help texts are left out."""
    return dict(_commands("towow", typer.main.get_command(app)))


def metrics() -> dict[str, Any]:
    """Return every metric that the product registers itself, by name: its type and its labels."""
    collectors: list[Any] = list(vars(Metrics().registry)["_collector_to_names"])
    return dict(map(_metric, collectors))


def settings() -> list[dict[str, str]]:
    """Return name, variable and default of every setting in docs/settings.md."""
    rows = _table("docs/settings.md", "variable")
    return [{"name": name, "variable": variable, "default": default} for name, variable, default, *_ in rows]


def environment() -> list[str]:
    """Return the variables `TOWOW_…` that the product's sources name as a string, or docker-compose.yml inserts."""
    sources = (file for folder in HOME.iterdir() if _is_product(folder) for file in folder.rglob("*.py"))
    named = {text for file in sources for text in _strings(file) if VARIABLE.fullmatch(text)}
    inserted = INTERPOLATED.findall((HOME / "docker-compose.yml").read_text(encoding="utf-8"))
    return sorted({*named, *inserted})


def errors() -> list[dict[str, str]]:
    """Return every error code of docs/errors.md with its HTTP status."""
    return [{"code": code, "status": status} for code, status, *_ in _table("docs/errors.md", "HTTP")]


PARTS: dict[str, Callable[[], Any]] = {
    **{name: lambda name=name: canonical(document(name)) for name in DOCUMENTS},
    "operations": operations,
    "commands": commands,
    "metrics": metrics,
    "settings": settings,
    "environment": environment,
    "errors": errors,
}
"""Name of a recording → what it records."""


def path_of(part: str) -> Path:
    """Return the file in which a part is recorded."""
    return RECORDED / f"{part}.json"


def recorded(part: str) -> Any:
    """Return a part as it was recorded."""
    return json.loads(path_of(part).read_text(encoding="utf-8"))


def record() -> None:
    """Write every part as the tree has it now."""
    for part, read in PARTS.items():
        text = json.dumps(read(), ensure_ascii=False, indent=1, sort_keys=True)
        path_of(part).write_text(text + "\n", encoding="utf-8")


def _metric(collector: Any) -> tuple[str, Any]:
    own = cast("dict[str, Any]", vars(collector))
    if "_labelnames" not in own:  # a collector of a library's metrics
        return type(collector).__name__, {"type": "collector", "labels": []}
    (family,) = collector.describe()
    return family.name, {"type": family.type, "labels": list(own["_labelnames"])}


def _commands(words: str, command: Any) -> Iterator[tuple[str, Any]]:
    yield words, [_parameter(one) for one in command.params]
    for name, below in sorted(getattr(command, "commands", {}).items()):
        yield from _commands(f"{words} {name}", below)


def _parameter(one: Any) -> dict[str, Any]:
    """Return what a caller sees of a parameter; an argument is known by its place and metavar, not by a name."""
    is_option = one.param_type_name == "option"
    default = one.default() if callable(one.default) else one.default
    return {
        "kind": one.param_type_name,
        "spelled": [*one.opts, *one.secondary_opts] if is_option else one.metavar,
        "takes": _type(one),
        "default": None if default is None else str(default),
        "required": one.required,
        "multiple": bool(getattr(one, "multiple", False)),
        "nargs": one.nargs,
        "variable": one.envvar,
    }


def _type(one: Any) -> str:
    if getattr(one, "is_flag", False):
        return "flag"
    limits = [f"{side}={getattr(one, side)}" for side in ("min", "max") if getattr(one, side) is not None]
    annotation = one.type_descriptor.annotation
    return " ".join((str(annotation) if get_args(annotation) else annotation.__name__, *limits))


def _strings(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _is_product(folder: Path) -> bool:
    return folder.is_dir() and not folder.name.startswith(".") and folder.name not in NOT_PRODUCT


def _table(path: str, column: str) -> list[list[str]]:
    """Return the rows of the table of a page, without code marks; `column` is in its head."""
    lines = [line for line in (HOME / path).read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    head, _, *rows = (
        [cell.strip().strip("`") for cell in cast("list[str]", re.split(r"(?<!\\)\|", line)[1:-1])] for line in lines
    )
    assert column in head, f"{path}: expected a table with the column {column!r}, found {head}"
    return rows


if __name__ == "__main__":
    record()
