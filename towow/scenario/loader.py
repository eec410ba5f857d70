"""Loader of scenario files, with errors as `FILE:LINE: key: reason` (INTERFACES § 5)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from negotiation.registry import profile_import
from shared.config.environment import InvalidSettings
from towow.config.settings import parse_settings
from towow.scenario.deliberation_schema import DeliberationScenario
from towow.scenario.game_schema import GameScenario
from towow.scenario.schema import Scenario

S = TypeVar("S", bound=BaseModel)

AnyScenario = Scenario | DeliberationScenario | GameScenario

DEMAND_KEY, QUERY_KEY, GAME_KEY = "demand", "query", "game"
"""Key that a scenario of a demand has, and keys that one of a deliberation and one of a game have in its place."""

_KINDS = {DEMAND_KEY: "a demand", QUERY_KEY: "a deliberation", GAME_KEY: "a game"}


class ScenarioError(Exception):
    """The file is invalid; the message has one line `FILE:LINE: key: reason` per problem."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Problem at one line of a file, counted from 1."""

    line: int
    key: str
    reason: str

    def format(self, file: Path) -> str:
        """Return the problem as `FILE:LINE: key: reason`, without `key: ` if the key is empty."""
        return f"{file}:{self.line}: {self.key}: {self.reason}" if self.key else f"{file}:{self.line}: {self.reason}"


def load_scenario(path: Path) -> Scenario:
    """Read and validate the scenario file of a demand.

    Raises:
        ScenarioError: The file cannot be read or is invalid; the message has one line `FILE:LINE: key: reason` per
            problem.
    """
    root, data = _parse_mapping(path)
    _check_kind(path, root, data, DEMAND_KEY)
    return _validate_demand(path, root, data)


def load_deliberation_scenario(path: Path) -> DeliberationScenario:
    """Read and validate the scenario file of a deliberation.

    Raises:
        ScenarioError: The file cannot be read or is invalid; the message has one line `FILE:LINE: key: reason` per
            problem.
    """
    root, data = _parse_mapping(path)
    _check_kind(path, root, data, QUERY_KEY)
    return _validate(path, root, data, DeliberationScenario)


def load_game_scenario(path: Path) -> GameScenario:
    """Read and validate the scenario file of a game.

    Raises:
        ScenarioError: The file cannot be read or is invalid; the message has one line `FILE:LINE: key: reason` per
            problem.
    """
    root, data = _parse_mapping(path)
    _check_kind(path, root, data, GAME_KEY)
    return _validate(path, root, data, GameScenario)


def load_any_scenario(path: Path) -> AnyScenario:
    """Read and validate a scenario file: of a demand, or of a deliberation or a game if it has their key in its place.

    Raises:
        ScenarioError: The file cannot be read or is invalid; the message has one line `FILE:LINE: key: reason` per
            problem.
    """
    root, data = _parse_mapping(path)
    match _find_kind(data):
        case "query":
            return _validate(path, root, data, DeliberationScenario)
        case "game":
            return _validate(path, root, data, GameScenario)
        case _:
            return _validate_demand(path, root, data)


def _find_kind(data: dict[str, Any]) -> str | None:
    """Return the key that says what a scenario is of; None if it has none of them."""
    return next((key for key in _KINDS if key in data), None)


def _check_kind(path: Path, root: yaml.Node, data: dict[str, Any], expected: str) -> None:
    """Raise ScenarioError if a scenario is of another kind."""
    found = _find_kind(data)
    if found not in (None, expected):
        line, key = _locate(root, [found])
        reason = f"a scenario of {_KINDS[found]}; expected one of {_KINDS[expected]}"
        raise _scenario_error(path, [Problem(line, key, reason)])


def _parse_mapping(path: Path) -> tuple[yaml.Node, dict[str, Any]]:
    root, content = _parse(path)
    if not isinstance(root, yaml.MappingNode):
        raise _scenario_error(path, [Problem(1, DEMAND_KEY, "missing; expected a mapping of keys")])
    return root, content


def _validate_demand(path: Path, root: yaml.Node, data: dict[str, Any]) -> Scenario:
    resolved = list(_resolve_profiles(path, root, data))
    return _validate(path, root, data, Scenario, resolved, lambda scenario: _duplicate_agents(root, scenario))


def _validate(
    path: Path,
    root: yaml.Node,
    data: dict[str, Any],
    schema: type[S],
    known: Sequence[Problem] = (),
    check: Callable[[S], Iterable[Problem]] = lambda _: (),
) -> S:
    """Return the scenario; raise ScenarioError with the `known` problems, all others, and those that `check` finds."""
    problems = [*known, *_duplicate_keys(root), *_settings_problems(root, data)]
    try:
        scenario = schema.model_validate(data)
    except ValidationError as error:
        problems += (_convert_error(root, detail) for detail in error.errors(include_url=False))
        raise _scenario_error(path, problems) from None
    problems += check(scenario)
    if problems:
        raise _scenario_error(path, problems)
    return scenario


def _scenario_error(path: Path, problems: Iterable[Problem]) -> ScenarioError:
    return ScenarioError("\n".join(problem.format(path) for problem in sorted(set(problems))))


class _Loader(yaml.SafeLoader):
    """YAML loader that keeps dates as strings, as plans and demands have them."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - as yaml.Resolver declares it
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def _parse(path: Path) -> tuple[yaml.Node | None, Any]:
    """Return the file as nodes, which have line numbers, and as data."""
    text = _read_text(path)
    try:
        loader = _Loader(text)
        root = loader.get_single_node()
        return root, None if root is None else loader.construct_document(root)  # pyright: ignore[reportUnknownMemberType]
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = " ".join(filter(None, (error.context, error.problem)))
        raise _scenario_error(path, [Problem(mark.line + 1 if mark else 1, "", reason)]) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise _scenario_error(
            path, [Problem(line, "", f"character {error.character:#06x} is not allowed in YAML")]
        ) from None
    except RecursionError:
        raise _scenario_error(path, [Problem(1, "", "nested too deeply")]) from None


def _read_text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ScenarioError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise _scenario_error(path, [Problem(line, "", "not UTF-8")]) from None


SHAPE_NAMES = {"'fields'": "a mapping", "'list'": "a list", "'calls'": "a list of lists", "'word'": "one of its words"}
"""Names of an entry's shapes (see schema.py) in error messages."""


def _convert_error(root: yaml.Node, detail: ErrorDetails) -> Problem:
    line, key = _locate(root, detail["loc"])
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
            return Problem(line, key, "must be " + " or ".join(SHAPE_NAMES[tag] for tag in tags))
        case _:
            return Problem(line, key, _reason(detail))


def _reason(detail: ErrorDetails) -> str:
    if detail["type"] == "value_error":
        return detail["msg"].removeprefix("Value error, ")
    reason, data = detail["msg"].removeprefix("Input "), detail["input"]
    return f"{reason}, not {data!r}" if isinstance(data, str | int | float | None) else reason


def _locate(root: yaml.Node, location: Sequence[int | str]) -> tuple[int, str]:
    """Return line and innermost key of a location; parts that are not keys (shapes of entries) are skipped."""
    node, line, key = root, 1, ""
    for part in location:
        if isinstance(node, yaml.MappingNode):
            for name, value in _entries(node):
                if name.value == str(part):
                    node, line, key = value, _line_number(name), name.value
                    break
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
            line = _line_number(node)
    return line, key


def _line_number(node: yaml.Node) -> int:
    return node.start_mark.line + 1


def _entries(node: yaml.MappingNode) -> list[tuple[yaml.ScalarNode, yaml.Node]]:
    return [(name, value) for name, value in node.value if isinstance(name, yaml.ScalarNode)]


def _duplicate_keys(root: yaml.Node) -> Iterator[Problem]:
    """Yield keys that a mapping has twice: YAML silently drops the first."""
    pending, visited = [root], set[int]()
    while pending:
        node = pending.pop()
        if id(node) in visited or isinstance(node, yaml.ScalarNode):
            continue
        visited.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            pending += node.value
        elif isinstance(node, yaml.MappingNode):
            pending += (value for _, value in node.value)
            yield from _duplicate_keys_of(node)


def _duplicate_keys_of(node: yaml.MappingNode) -> Iterator[Problem]:
    seen = set[str]()
    for name, _ in _entries(node):
        if name.value in seen:
            yield Problem(_line_number(name), name.value, "given twice")
        seen.add(name.value)


def _resolve_profiles(path: Path, root: yaml.Node, data: dict[str, Any]) -> Iterator[Problem]:
    """Replace the name of a profile file in `data` by its profiles; yield the file's problems."""
    name = data.get("profiles")
    if not isinstance(name, str):
        return
    line, key = _locate(root, ["profiles"])
    try:
        parsed = profile_import.read_profiles([path.parent / name])
    except OSError as error:
        parsed = profile_import.ParsedProfiles((), ())
        yield Problem(line, key, f"{name}: {error.strerror or error}")
    for error in parsed.errors:
        yield Problem(line, key, f"{error.file}:{error.line}: {error.error}")
    data["profiles"] = list(parsed.profiles)


def _settings_problems(root: yaml.Node, data: dict[str, Any]) -> Iterator[Problem]:
    settings = data.get("settings")
    if not isinstance(settings, dict):
        return
    pairs: list[tuple[Any, Any]] = list(settings.items())  # pyright: ignore[reportUnknownArgumentType]
    for name, value in pairs:
        try:
            parse_settings({str(name): value})
        except InvalidSettings as error:
            line, key = _locate(root, ["settings", str(name)])
            yield Problem(line, key, str(error).partition(": ")[2].removeprefix("Input "))


def _duplicate_agents(root: yaml.Node, scenario: Scenario) -> Iterator[Problem]:
    ids = Counter(profile.agent_id for profile in scenario.profiles or ())
    line, key = _locate(root, ["profiles"])
    for agent_id, count in ids.items():
        if count > 1:
            yield Problem(line, key, f"{agent_id} is given {count} times")
