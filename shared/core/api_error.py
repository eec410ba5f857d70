"""Errors of the HTTP interface and the command line: codes, and the exception that carries one.

The platform's codes name no application; an application adds a subclass of `ErrorCode` with its own (TW-430…440,
INTERFACES § 4).
"""

from collections.abc import Sequence
from enum import Enum

from shared.core.frozen_model import FrozenModel
from shared.core.language import Language


class ErrorCode(Enum):
    """Base of error codes: an HTTP status and a message in English and Chinese."""

    def __init__(self, status: int, english: str, chinese: str) -> None:
        self.status = status
        self.english = english
        self.chinese = chinese

    def text(self, language: Language = "en") -> str:
        """Return the code's message for users in `language`."""
        return self.chinese if language == "zh" else self.english


class PlatformErrorCode(ErrorCode):
    """Error codes that every application's interface uses."""

    E001 = (400, "the request is not well formed", "需求格式错误")
    E003 = (503, "the model is unavailable", "模型服务不可用")
    E004 = (504, "the model did not answer in time", "模型调用超时")
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


class InternalError(Exception):
    """Base of internal errors that logs and metrics name by a code; no client gets it."""

    code: ErrorCode


class FieldError(FrozenModel):
    """Problem with one field of a request."""

    field: str
    problem: str


class ConflictDetails(FrozenModel):
    """Resource that a request conflicts with: its `id`, and its present status."""

    id: str
    status: str


class ApiError(Exception):
    """Error with a code, reported to a client of the HTTP interface or of the command line."""

    def __init__(
        self,
        code: ErrorCode,
        details: str | Sequence[FieldError] | ConflictDetails = "",
        language: Language = "en",
        *,
        after: int = 0,
    ) -> None:
        """Build the error.

        Args:
            code: The error code.
            details: A text, the faulty fields, or the resource that the request conflicts with.
            language: The language of a text in `details`.
            after: Seconds after which to try again; 0 = not said.
        """
        self.conflict = details if isinstance(details, ConflictDetails) else None
        self.problems: tuple[FieldError, ...] = () if isinstance(details, str | ConflictDetails) else tuple(details)
        text = _details_text(details)
        super().__init__(f"{code.name}: {code.text(language)}: {text}")
        self.code = code
        self.details = text
        self.language: Language = language
        self.after = after


def _details_text(details: str | Sequence[FieldError] | ConflictDetails) -> str:
    match details:
        case str():
            return details
        case ConflictDetails():
            return f"{details.id} is {details.status}"
        case _:
            return "; ".join(f"{problem.field}: {problem.problem}" for problem in details)
