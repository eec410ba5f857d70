"""Arguments of a tool call: what a tool expects, and what is wrong with a call (GH-57)."""

from collections.abc import Mapping
from typing import Any

from gamehive.contracts.tools import ARGUMENTS, OPTIONAL_ARGUMENTS, ToolName
from shared.core.language import Language, join_items


def find_argument_problem(tool: ToolName, arguments: Mapping[str, Any], language: Language) -> str | None:
    """Return what is wrong with the arguments of a call and what is expected; None if they are right.

    Arguments that the tool does not know are ignored.
    """
    required, optional = ARGUMENTS[tool], OPTIONAL_ARGUMENTS.get(tool, {})
    wrong = [name for name, kind in required.items() if not _is_kind(arguments.get(name), kind)]
    wrong += [name for name, kind in optional.items() if name in arguments and not _is_kind(arguments[name], kind)]
    if not wrong:
        return None
    return _PROBLEM[language].format(
        tool=tool, wrong=join_items(wrong, language), expected=describe_arguments(tool, language)
    )


def describe_arguments(tool: ToolName, language: Language) -> str:
    """Return the arguments of a tool with their types, optional ones marked."""
    required = [f"{name}: {kind.__name__}" for name, kind in ARGUMENTS[tool].items()]
    optional = [f"{name}?: {kind.__name__}" for name, kind in OPTIONAL_ARGUMENTS.get(tool, {}).items()]
    return "{" + join_items((*required, *optional), language) + "}"


def _is_kind(value: object, kind: type) -> bool:
    if isinstance(value, bool):
        return kind is bool
    return isinstance(value, kind) and (not isinstance(value, str) or bool(value.strip()))


_PROBLEM: Mapping[Language, str] = {
    "zh": "{tool} 的参数不对：{wrong}。应为 {expected}。",
    "en": "Wrong arguments of {tool}: {wrong}. Expected: {expected}.",
}
