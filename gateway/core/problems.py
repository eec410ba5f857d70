"""What is wrong with a request, field by field, in the reader's language; nothing of what was sent is repeated."""

from collections.abc import Mapping, Sequence
from typing import Any

from shared.contracts.demand import Language
from shared.contracts.errors import ErrorCode, Problem, ToWowError

MOST = 20
"""Problems that are told of one request."""

LONGEST_NAME = 64
"""Characters of a field's name: a stranger may have made it."""

_CHINESE: Mapping[str, str] = {
    "missing": "缺少该字段",
    "extra_forbidden": "未知字段",
    "json_invalid": "不是合法的 JSON",
    "string_type": "必须是字符串",
    "string_too_short": "过短",
    "string_too_long": "过长",
    "string_pattern_mismatch": "格式不符",
    "string_unicode": "必须是合法的 Unicode 文本",
    "int_type": "必须是整数",
    "int_parsing": "必须是整数",
    "whole_number": "必须是整数",
    "float_type": "必须是数字",
    "float_parsing": "必须是数字",
    "bool_type": "必须是布尔值",
    "literal_error": "不是允许的值",
    "greater_than_equal": "过小",
    "less_than_equal": "过大",
    "tuple_type": "必须是数组",
    "model_type": "必须是 JSON 对象",
    "model_attributes_type": "必须是 JSON 对象",
}
"""The kinds of problem that a stranger meets; any other is `无效`."""


def refused(errors: Sequence[Mapping[str, Any]], language: Language, whole: str = "body") -> ToWowError:
    """E001 with what pydantic found wrong. `whole`: what the request itself is called, for want of a field."""
    problems = [Problem(field=_name(error, whole), problem=_said(error, language)) for error in errors[:MOST]]
    return ToWowError(ErrorCode.E001, problems, language)


def _name(error: Mapping[str, Any], whole: str) -> str:
    place = ".".join(str(part) for part in error["loc"] if part not in ("query", "path", "header", "body")) or whole
    shown = "".join(character if character.isprintable() else "?" for character in place)
    return shown if len(shown) <= LONGEST_NAME else shown[: LONGEST_NAME - 1] + "…"


def _said(error: Mapping[str, Any], language: Language) -> str:
    if language == "zh":
        return _CHINESE.get(error["type"], "无效")
    return "not JSON" if error["type"] == "json_invalid" else str(error["msg"])
