"""Descriptions of validation errors of single fields, in English and Chinese, for users."""

from collections.abc import Mapping
from typing import Any

from shared.core.language import Language

_CHINESE: Mapping[str, str] = {
    "missing": "缺少该字段",
    "extra_forbidden": "未知字段",
    "json_invalid": "不是合法的 JSON",
    "string_type": "必须是字符串",
    "string_too_short": "过短",
    "string_too_long": "过长",
    "string_pattern_mismatch": "格式不符",
    "instant": "必须是日期 YYYY-MM-DD，或带时差的时刻（ISO 8601）",
    "day": "必须是日期 YYYY-MM-DD，或星期（monday 到 sunday）",
    "string_unicode": "必须是合法的 Unicode 文本",
    "int_type": "必须是整数",
    "int_parsing": "必须是整数",
    "int_parsing_size": "数字过大",
    "int_from_float": "必须是整数",
    "whole_number": "必须是整数",
    "float_type": "必须是数字",
    "float_parsing": "必须是数字",
    "finite_number": "必须是数字",
    "bool_type": "必须是布尔值",
    "bool_parsing": "必须是布尔值",
    "literal_error": "不是允许的值",
    "date_parsing": "必须是日期，如 2026-05-01",
    "date_or_weekday": "必须是日期，如 2026-05-01，或 monday 到 sunday",
    "range_order": "min 不能大于 max",
    "not_unique": "id 不能重复",
    "greater_than_equal": "过小",
    "less_than_equal": "过大",
    "tuple_type": "必须是数组",
    "too_short": "项数过少",
    "too_long": "项数过多",
    "model_type": "必须是 JSON 对象",
    "model_attributes_type": "必须是 JSON 对象",
}
"""Text per error type; any other type is `无效`."""

_BOUNDED: Mapping[str, tuple[str, str]] = {
    "string_too_short": ("min_length", "至少 {} 个字符"),
    "string_too_long": ("max_length", "最多 {} 个字符"),
    "greater_than_equal": ("ge", "不能小于 {}"),
    "less_than_equal": ("le", "不能大于 {}"),
}
"""Error type → key of the bound in pydantic's `ctx`, and the Chinese text that names it."""

_ENGLISH: Mapping[str, str] = {
    "json_invalid": "not JSON",
    "tuple_type": "Input should be a list",
    "int_parsing": "Input should be a whole number",
    "int_from_float": "Input should be a whole number",
    "string_pattern_mismatch": "not written as it must be",
    "string_unicode": "Input should be valid Unicode text",
}
"""Text per error type; for any other it is pydantic's own."""

FieldPatterns = Mapping[str, Mapping[Language, str]]
"""Field name → description of the pattern that its text must match, in both languages."""

NO_PATTERNS: FieldPatterns = {}


def describe_validation_error(
    error: Mapping[str, Any], language: Language, patterns: FieldPatterns = NO_PATTERNS
) -> str:
    """Return a phrase for users that describes one of pydantic's errors; it names neither the field nor its value.

    Args:
        error: One entry of pydantic's `ValidationError.errors()`; its `type`, `loc`, `msg` and `ctx` are read.
        language: Language of the phrase.
        patterns: Phrase by field name (the last item of `loc`) and language, such as `{"date": {"zh": …, "en": …}}`; it
            is returned when a text does not match the pattern of that field. Other fields get a general phrase.
    """
    kind, last = str(error["type"]), error["loc"][-1] if error["loc"] else ""
    if kind == "string_pattern_mismatch" and last in patterns:
        return patterns[last][language]
    if language == "en":
        return _ENGLISH.get(kind) or str(error["msg"])
    bound, form = _BOUNDED.get(kind, ("", ""))
    known = error.get("ctx", {}).get(bound)
    return _CHINESE.get(kind, "无效") if known is None else form.format(known)
