"""Validation of user ids (INTERFACES § 7)."""

from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.language import Language

MAX_USER_ID_CHARACTERS = 128


def validate_user_id(user_id: str, language: Language = "en") -> str:
    """Return `user_id` unchanged if it has 1–128 printable characters and no space at either end.

    Raises:
        ApiError: The id is invalid (code E001, HTTP status 400); the error's details are in `language`.
    """
    if not (0 < len(user_id) <= MAX_USER_ID_CHARACTERS and user_id.isprintable() and user_id.strip() == user_id):
        problem = ("user_id must be 1–128 printable characters", "user_id 必须是 1–128 个可打印字符")
        raise ApiError(PlatformErrorCode.E001, problem[language == "zh"], language)
    return user_id
