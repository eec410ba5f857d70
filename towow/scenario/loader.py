"""How a scenario file is read, and where exactly it is wrong: `FILE:LINE: key: reason` (INTERFACES § 5)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from negotiation.registry import profile_file
from shared.runtime.settings import InvalidSettings
from towow.config.settings import of_mapping
from towow.scenario.schema import Scenario


class ScenarioError(Exception):
    """The file cannot be played: one line `FILE:LINE: key: reason` for each thing that is wrong."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """What is wrong at one place of a file; `line` counts from 1."""

    line: int
    key: str
    reason: str

    def told(self, file: Path) -> str:
        """`FILE:LINE: key: reason`."""
        return f"{file}:{self.line}: {self.key}: {self.reason}" if self.key else f"{file}:{self.line}: {self.reason}"


def load(path: Path) -> Scenario:
    """Read a scenario. Raises ScenarioError."""
    root, data = _parse(path)
    if not isinstance(root, yaml.MappingNode):
        raise _refused(path, [Problem(1, "demand", "missing; a scenario is a mapping of keys")])
    given: dict[str, Any] = data
    problems = [*_doubled(root), *_read_profiles(path, root, given), *_bad_settings(root, given)]
    try:
        scenario = Scenario.model_validate(given)
    except ValidationError as error:
        problems += (_problem(root, detail) for detail in error.errors(include_url=False))
        raise _refused(path, problems) from None
    problems += _same_agent_twice(root, scenario)
    if problems:
        raise _refused(path, problems)
    return scenario


def _refused(path: Path, problems: Iterable[Problem]) -> ScenarioError:
    return ScenarioError("\n".join(problem.told(path) for problem in sorted(set(problems))))


class _Loader(yaml.SafeLoader):
    """YAML whose days stay texts: every day in a plan or a demand is one."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - as yaml.Resolver declares it
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def _parse(path: Path) -> tuple[yaml.Node | None, Any]:
    """The file as nodes, which know their lines, and as data."""
    text = _text(path)
    try:
        loader = _Loader(text)
        root = loader.get_single_node()
        return root, None if root is None else loader.construct_document(root)  # pyright: ignore[reportUnknownMemberType]
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = " ".join(filter(None, (error.context, error.problem)))
        raise _refused(path, [Problem(mark.line + 1 if mark else 1, "", reason)]) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise _refused(path, [Problem(line, "", f"character {error.character:#06x} cannot stand in YAML")]) from None
    except RecursionError:
        raise _refused(path, [Problem(1, "", "nested too deeply")]) from None


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ScenarioError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise _refused(path, [Problem(line, "", "not UTF-8")]) from None


FORMS = {"'fields'": "a mapping", "'list'": "a list", "'calls'": "a list of lists", "'word'": "one of its words"}
"""What the forms of an entry are called (scenario_format.py)."""


def _problem(root: yaml.Node, detail: ErrorDetails) -> Problem:
    line, key = _place(root, detail["loc"])
    match detail["type"]:
        case "extra_forbidden":
            return Problem(line, key, "unknown key")
        case "missing":
            return Problem(line, str(detail["loc"][-1]), "missing")
        case "model_type" | "dict_type":
            return Problem(line, key, "must be a mapping")
        case "tuple_type" | "frozen_set_type":
            return Problem(line, key, "must be a list")
        case "union_tag_invalid":
            tags = str(detail.get("ctx", {}).get("expected_tags")).split(", ")
            return Problem(line, key, "must be " + " or ".join(FORMS[tag] for tag in tags))
        case _:
            return Problem(line, key, _reason(detail))


def _reason(detail: ErrorDetails) -> str:
    if detail["type"] == "value_error":
        return detail["msg"].removeprefix("Value error, ")
    reason, given = detail["msg"].removeprefix("Input "), detail["input"]
    return f"{reason}, not {given!r}" if isinstance(given, str | int | float | None) else reason


def _place(root: yaml.Node, where: Sequence[int | str]) -> tuple[int, str]:
    """The line and the innermost key of a place; parts of `where` that are no keys (names of forms) are passed over."""
    node, line, key = root, 1, ""
    for part in where:
        if isinstance(node, yaml.MappingNode):
            for name, value in _entries(node):
                if name.value == str(part):
                    node, line, key = value, _line(name), name.value
                    break
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = _line(node)
    return line, key


def _line(node: yaml.Node) -> int:
    return node.start_mark.line + 1


def _entries(node: yaml.MappingNode) -> list[tuple[yaml.ScalarNode, yaml.Node]]:
    return [(name, value) for name, value in node.value if isinstance(name, yaml.ScalarNode)]


def _doubled(root: yaml.Node) -> Iterator[Problem]:
    """Keys that one mapping holds twice: YAML would silently forget the first."""
    todo, done = [root], set[int]()
    while todo:
        node = todo.pop()
        if id(node) in done or isinstance(node, yaml.ScalarNode):
            continue
        done.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            todo += node.value
        elif isinstance(node, yaml.MappingNode):
            todo += (value for _, value in node.value)
            yield from _twice(node)


def _twice(node: yaml.MappingNode) -> Iterator[Problem]:
    seen = set[str]()
    for name, _ in _entries(node):
        if name.value in seen:
            yield Problem(_line(name), name.value, "given twice")
        seen.add(name.value)


def _read_profiles(path: Path, root: yaml.Node, given: dict[str, Any]) -> Iterator[Problem]:
    """Put the profiles of a file that is named in the place of its name."""
    name = given.get("profiles")
    if not isinstance(name, str):
        return
    line, key = _place(root, ["profiles"])
    try:
        found = profile_file.read([path.parent / name])
    except OSError as error:
        found = profile_file.ParsedProfiles((), ())
        yield Problem(line, key, f"{name}: {error.strerror or error}")
    for wrong in found.errors:
        yield Problem(line, key, f"{wrong.file}:{wrong.line}: {wrong.error}")
    given["profiles"] = list(found.profiles)


def _bad_settings(root: yaml.Node, given: dict[str, Any]) -> Iterator[Problem]:
    settings = given.get("settings")
    if not isinstance(settings, dict):
        return
    pairs: list[tuple[Any, Any]] = list(settings.items())  # pyright: ignore[reportUnknownArgumentType]
    for name, value in pairs:
        try:
            of_mapping({str(name): value})
        except InvalidSettings as error:
            line, key = _place(root, ["settings", str(name)])
            yield Problem(line, key, str(error).partition(": ")[2].removeprefix("Input "))


def _same_agent_twice(root: yaml.Node, scenario: Scenario) -> Iterator[Problem]:
    ids = Counter(profile.agent_id for profile in scenario.profiles or ())
    line, key = _place(root, ["profiles"])
    for agent_id, count in ids.items():
        if count > 1:
            yield Problem(line, key, f"{agent_id} is there {count} times")
