"""Start of a session: validation of the request, its ids, and the first event and message (DL-102, DL-134, DL-166).

A start is stored in one commit, so an accepted session is durable.
"""

import re
import unicodedata

from deliberation.contracts.events import SessionStarted
from deliberation.contracts.messages import StartDeliberation
from deliberation.contracts.session import FirstRoundMode, SessionContext, SessionOwner
from deliberation.contracts.text_limits import MAX_QUERY_CHARACTERS
from deliberation.query_language import detect_language
from shared.core.api_error import ApiError, FieldError, PlatformErrorCode
from shared.core.frozen_model import FrozenModel
from shared.core.ids import digest
from shared.core.language import Language
from shared.core.model_kind import ModelName
from shared.core.text_catalog import TextCatalog

MAX_ID_CHARACTERS = 128
"""Maximum length of a user id and of a conversation id."""

ENTITY_KIND = "deliberation"
"""Kind of the address of a session's entity."""

_SESSION_ID = re.compile(r"s-[a-z2-7]{26}")
_render_text = TextCatalog.load("deliberation").render


class SessionStart(FrozenModel):
    """Valid start of a session: the first event of its log and the first message to its host."""

    event: SessionStarted
    message: StartDeliberation

    @property
    def session_id(self) -> str:
        """Id of the session: `s-` and 26 base32 characters."""
        return self.message.session_id


def validate_query(query: str, message_language: Language | None = None) -> str:
    """Return the user's message in Unicode NFC, without surrounding white space.

    Args:
        query: The message, at most MAX_QUERY_CHARACTERS (8000) code points in NFC, surrounding white space included.
        message_language: Language of the error message; None: that of the message.

    Raises:
        ApiError: E001, if the message is blank, too long, or contains NUL or invalid Unicode.
    """
    normalized = unicodedata.normalize("NFC", query)
    if fault := _find_fault(normalized):
        language = message_language or detect_language(normalized)
        limits = {"characters": len(normalized), "limit": MAX_QUERY_CHARACTERS}
        raise _field_error("message", _render_text(f"start.{fault}", language, **limits), language)
    return normalized.strip()


def validate_id(identifier: str, field: str, message_language: Language = "en") -> str:
    """Return a user or conversation id unchanged if it has 1–128 printable characters and no space at either end.

    Args:
        identifier: The id.
        field: Name of the request's field that holds it.
        message_language: Language of the error message.

    Raises:
        ApiError: E001, if the id is invalid.
    """
    is_short = 0 < len(identifier) <= MAX_ID_CHARACTERS
    if not (is_short and identifier.isprintable() and identifier.strip() == identifier):
        problem = _render_text("start.bad_id", message_language, limit=MAX_ID_CHARACTERS)
        raise _field_error(field, problem, message_language)
    return identifier


def _find_fault(text: str) -> str | None:
    """Return the end of the error message's key, or None for a valid text."""
    if "\x00" in text:
        return "nul"
    if any("\ud800" <= character <= "\udfff" for character in text):
        return "surrogate"
    if not text.strip():
        return "blank"
    return "too_long" if len(text) > MAX_QUERY_CHARACTERS else None


def _field_error(field: str, problem: str, language: Language) -> ApiError:
    return ApiError(PlatformErrorCode.E001, [FieldError(field=field, problem=problem)], language)


def is_session_id(text: str) -> bool:
    """Return whether a text has the form of a session id."""
    return _SESSION_ID.fullmatch(text) is not None


def session_id_of(unique: str) -> str:
    """Return the id of the session with this unique text: `s-` and 26 base32 characters; as secret as the text."""
    return f"s-{digest('deliberation', unique)}"


def build_session_start(
    query: str,
    owner: SessionOwner,
    *,
    unique: str,
    now: int,
    today: str,
    timezone: str,
    model: ModelName,
    max_rounds: int,
    round1_mode: FirstRoundMode,
    message_language: Language | None = None,
) -> SessionStart:
    """Validate a request and build the first event and message of its session; sends and stores nothing.

    Args:
        query: The user's message, as `validate_query` accepts it; it is stored normalized.
        owner: The user and the conversation, whose ids `validate_id` accepts.
        unique: Text that no other session has, and that nobody can guess: the session id is derived from it.
        now: Time of the start, in ms since the epoch.
        today: Date of the start (YYYY-MM-DD) for all turns of the session.
        timezone: IANA time zone of `today`.
        model: Model that answers the session's prompts.
        max_rounds: Maximum number of rounds.
        round1_mode: Whether the discussants speak at once or one after the other in the first round.
        message_language: Language of error messages; None: that of the message, and English for the ids.

    Raises:
        ApiError: E001, if the message or an id is invalid.
    """
    text = validate_query(query, message_language)
    validate_id(owner.user_id, "userId", message_language or "en")
    validate_id(owner.conversation_id, "conversationId", message_language or "en")
    context = SessionContext(
        session_id=session_id_of(unique),
        query=text,
        language=detect_language(text),
        started_at=now,
        today=today,
        timezone=timezone,
    )
    message = StartDeliberation(
        session_id=context.session_id, context=context, owner=owner, model=model, round1_mode=round1_mode
    )
    event = SessionStarted(
        session_id=context.session_id,
        user_query=text,
        user_id=owner.user_id,
        conversation_id=owner.conversation_id,
        mode=message.mode,
        language=context.language,
        today=today,
        timezone=timezone,
        model=model,
        max_rounds=max_rounds,
        round1_mode=round1_mode,
    )
    return SessionStart(event=event, message=message)
