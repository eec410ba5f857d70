"""Which error codes exist and what they say in English and Chinese (TW-430…440, INTERFACES § 4)."""

from collections.abc import Sequence
from enum import Enum

from shared.core.frozen_model import FrozenModel
from shared.core.language import Language


class ErrorCode(Enum):
    """A code with its HTTP status and its message in both languages."""

    def __init__(self, status: int, english: str, chinese: str) -> None:
        self.status = status
        self.english = english
        self.chinese = chinese

    E001 = (400, "the request is not well formed", "需求格式错误")
    E002 = (404, "no such demand", "需求不存在")
    E003 = (503, "the model is unavailable", "模型服务不可用")
    E004 = (504, "the model did not answer in time", "模型调用超时")
    E005 = (200, "no candidate matched", "没有匹配的候选人")
    E006 = (200, "the negotiation timed out", "协商超时")
    E007 = (404, "no such channel", "协商频道不存在")
    E008 = (404, "no such agent", "智能体不存在")
    E009 = (500, "an event could not be delivered", "事件推送失败")
    E010 = (500, "illegal change of status", "非法的状态转换")
    E011 = (200, "duplicate message, ignored", "重复消息，已忽略")
    E012 = (401, "sign in first", "请先登录")
    E013 = (403, "not allowed", "没有权限")
    E014 = (409, "conflict with the present state", "与当前状态冲突")
    E015 = (422, "this Idempotency-Key was used with another body", "该幂等键已用于其他内容")
    E016 = (413, "the request is too large", "请求内容过大")
    E017 = (429, "too many requests", "请求过于频繁")
    E018 = (503, "not available at the moment, try again later", "服务暂不可用，请稍后重试")
    E019 = (404, "not found", "未找到")
    E020 = (415, "this method or content type is not supported", "不支持的请求方法或内容类型")
    E099 = (500, "internal error", "内部错误")

    def text(self, language: Language = "en") -> str:
        """The message in `language`."""
        return self.chinese if language == "zh" else self.english


class FieldError(FrozenModel):
    """What is wrong with one field of a request."""

    field: str
    problem: str


class ConflictDetails(FrozenModel):
    """With what a request conflicts: the demand or agent `id`, and how it is now."""

    id: str
    status: str


class ApiError(Exception):
    """A refusal with its code and what exactly is wrong."""

    def __init__(
        self,
        code: ErrorCode,
        details: str | Sequence[FieldError] | ConflictDetails = "",
        language: Language = "en",
        *,
        after: int = 0,
    ) -> None:
        """`details`: in words, field by field, or a conflict. `after`: s after which to try again (0 = not said)."""
        self.conflict = details if isinstance(details, ConflictDetails) else None
        self.problems: tuple[FieldError, ...] = () if isinstance(details, str | ConflictDetails) else tuple(details)
        said = _said(details)
        super().__init__(f"{code.name}: {code.text(language)}: {said}")
        self.code = code
        self.details = said
        self.language: Language = language
        self.after = after


def _said(details: str | Sequence[FieldError] | ConflictDetails) -> str:
    match details:
        case str():
            return details
        case ConflictDetails():
            return f"{details.id} is {details.status}"
        case _:
            return "; ".join(f"{problem.field}: {problem.problem}" for problem in details)
