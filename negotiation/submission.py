"""What it takes to submit a demand: the text is checked, the ids are made, the first event and message are written.

Accepted means durable: all of it is one commit (TW-101…105, INTERFACES § 7).
"""

import re
import unicodedata

from negotiation.contracts.demand import Limits, SubmissionContext, Visibility
from negotiation.contracts.events import DemandSubmitted
from negotiation.contracts.messages import SubmitDemand
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.frozen_model import FrozenModel
from shared.core.ids import digest
from shared.core.language import Language
from shared.core.model_name import ModelName
from shared.core.user_id import validate_user_id

MAX_CHARACTERS = 8000
"""Code points after NFC."""

_CJK = re.compile(r"[\u3400-\u9fff]")


class Submission(FrozenModel):
    """A demand that was accepted: the first event of its log and the first message to its channel."""

    event: DemandSubmitted
    message: SubmitDemand

    @property
    def demand_id(self) -> str:
        """`d-` and 13 characters."""
        return self.message.demand_id

    @property
    def channel_id(self) -> str:
        """`collab-` and the same 13 characters (TW-036)."""
        return self.message.channel_id


def validate_text(text: str, tell: Language | None = None) -> str:
    """The demand's text in NFC without blanks around it. Raises ToWowError (E001) when it cannot be a demand.

    `tell`: the language in which what is wrong is told; None = the text's own.
    """
    whole = unicodedata.normalize("NFC", text)
    if problem := _find_fault(whole):
        language = tell or detect_language(whole)
        raise ApiError(PlatformErrorCode.E001, problem[language == "zh"], language)
    return whole.strip()


def _find_fault(whole: str) -> tuple[str, str] | None:
    """What is wrong, in English and in Chinese."""
    if "\x00" in whole:
        return "raw_input must not contain NUL", "raw_input 不能包含 NUL"
    if any("\ud800" <= character <= "\udfff" for character in whole):
        return "raw_input must be well-formed Unicode", "raw_input 必须是合法的 Unicode 文本"
    if not whole.strip():
        return "raw_input must not be empty", "raw_input 不能为空"
    if len(whole) > MAX_CHARACTERS:
        return (
            f"raw_input has {len(whole)} characters, at most {MAX_CHARACTERS} are allowed",
            f"raw_input 有 {len(whole)} 个字符，最多 {MAX_CHARACTERS} 个",
        )
    return None


def detect_language(text: str) -> Language:
    """The language a demand is written in: Chinese as soon as it holds Chinese characters (TWQ-12)."""
    return "zh" if _CJK.search(text) else "en"


def build_submission(
    text: str,
    user_id: str,
    *,
    unique: str,
    now: int,
    today: str,
    timezone: str,
    model: ModelName,
    limits: Limits,
    visibility: Visibility = "public",
    follows: str | None = None,
    tell: Language | None = None,
) -> Submission:
    """Accept a demand. `unique` is anything that no other demand has; the ids are made of it.

    `today` (YYYY-MM-DD) and `timezone` are fixed here for every prompt. `follows`: the demand that it takes up again.
    Raises ToWowError (E001), said in the language `tell`.
    """
    words = validate_text(text, tell)
    suffix = digest("demand", unique, length=13)
    demand_id, channel_id = f"d-{suffix}", f"collab-{suffix}"
    user_id = validate_user_id(user_id, tell or "en")
    setting = SubmissionContext(user_id=user_id, language=detect_language(words), today=today, timezone=timezone)
    message = SubmitDemand(
        demand_id=demand_id,
        channel_id=channel_id,
        raw_input=words,
        setting=setting,
        visibility=visibility,
        model=model,
        limits=limits,
        submitted_at=now,
    )
    event = DemandSubmitted(
        demand_id=demand_id,
        channel_id=channel_id,
        raw_input=words,
        user_id=setting.user_id,
        visibility=visibility,
        language=setting.language,
        today=today,
        timezone=timezone,
        model=model,
        limits=limits,
        follows=follows,
    )
    return Submission(event=event, message=message)
