"""Submission of a demand: validation of the text, its ids, and the first event and message.

A submission is stored in one commit, so an accepted demand is durable (TW-101…105, INTERFACES § 7).
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
from shared.core.model_kind import ModelName
from shared.core.text_catalog import TextCatalog
from shared.core.user_id import validate_user_id

MAX_CHARACTERS = 8000
"""Maximum length of a demand, in Unicode code points after NFC normalization."""

render_text = TextCatalog.load("negotiation").render
_CJK = re.compile(r"[\u3400-\u9fff]")


class Submission(FrozenModel):
    """Valid demand: the first event of its log and the first message to its channel."""

    event: DemandSubmitted
    message: SubmitDemand

    @property
    def demand_id(self) -> str:
        """Id of the demand: `d-` and 13 base32 characters."""
        return self.message.demand_id

    @property
    def channel_id(self) -> str:
        """Id of the demand's channel: `collab-` and the same 13 characters as in `demand_id` (TW-036)."""
        return self.message.channel_id


def validate_text(text: str, message_language: Language | None = None) -> str:
    """Return a demand's text in Unicode NFC, without surrounding white space.

    Args:
        text: Text of the demand, at most MAX_CHARACTERS (8000) code points in NFC, surrounding white space included.
        message_language: Language of the error message; None: that of the text (see `detect_language`).

    Raises:
        ApiError: E001, if the text is empty or blank, too long, or contains NUL or invalid Unicode.
    """
    normalized = unicodedata.normalize("NFC", text)
    if fault := _find_fault(normalized):
        language = message_language or detect_language(normalized)
        details = render_text(fault, language, characters=len(normalized), limit=MAX_CHARACTERS)
        raise ApiError(PlatformErrorCode.E001, details, language)
    return normalized.strip()


def _find_fault(text: str) -> str | None:
    """Return the key of the error message, or None for a valid text."""
    if "\x00" in text:
        return "nul"
    if any("\ud800" <= character <= "\udfff" for character in text):
        return "surrogate"
    if not text.strip():
        return "empty"
    return "too_long" if len(text) > MAX_CHARACTERS else None


def detect_language(text: str) -> Language:
    """Return the language of a demand: zh if it contains any Chinese character, else en (TWQ-12)."""
    return "zh" if _CJK.search(text) else "en"


def derive_demand_id(unique: str) -> str:
    """Return the id of the demand that `build_submission` builds for `unique`."""
    return "d-" + digest("demand", unique, length=13)


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
    interactive: bool = False,
    message_language: Language | None = None,
) -> Submission:
    """Validate a demand and build its first event and message; sends and stores nothing.

    Args:
        text: Text of the demand, as `validate_text` accepts it; it is stored normalized.
        user_id: The submitting user: 1–128 printable characters without spaces at the ends.
        unique: Text that no other demand has; the ids are derived from it, so the same text gives the same ids.
        now: Time of submission, in ms since the epoch.
        today: Date of submission (YYYY-MM-DD) for all prompts of the demand.
        timezone: IANA time zone of `today`.
        model: Model that answers the demand's prompts.
        limits: Limits of rounds and tokens.
        visibility: Visibility of the demand to other users.
        follows: Id of the earlier demand that this one takes up again; None: it is a new one.
        interactive: Whether the requester is there to answer a question and to change what was understood.
        message_language: Language of error messages; None: that of the text, and English for the user id.

    Raises:
        ApiError: E001, if the text or the user id is invalid.
    """
    raw_input = validate_text(text, message_language)
    demand_id = derive_demand_id(unique)
    channel_id = "collab-" + demand_id.removeprefix("d-")
    user_id = validate_user_id(user_id, message_language or "en")
    setting = SubmissionContext(user_id=user_id, language=detect_language(raw_input), today=today, timezone=timezone)
    message = SubmitDemand(
        demand_id=demand_id,
        channel_id=channel_id,
        raw_input=raw_input,
        setting=setting,
        visibility=visibility,
        model=model,
        limits=limits,
        submitted_at=now,
        interactive=interactive,
    )
    event = DemandSubmitted(
        demand_id=demand_id,
        channel_id=channel_id,
        raw_input=raw_input,
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
