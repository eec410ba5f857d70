"""Fields that all answers to a turn request share, and the answer without a turn (DL-146, DL-153, DL-155)."""

from typing import TypedDict

from deliberation.contracts.messages import TurnFailed, TurnKind, TurnRequest
from deliberation.contracts.roles import Discussant
from deliberation.contracts.tools import ToolExchange
from deliberation.turn.conversation import TurnConversation, TurnFailure
from shared.core.usage import Usage
from shared.llm.port import RetryAt


class TurnAnswerFields(TypedDict):
    """Fields that every answer to a turn request has."""

    session_id: str
    agent: Discussant
    kind: TurnKind
    round: int
    attempt: int
    exchanges: tuple[ToolExchange, ...]
    usage: Usage


def build_answer_fields(
    request: TurnRequest, agent: Discussant, kind: TurnKind, round_number: int, conversation: TurnConversation
) -> TurnAnswerFields:
    """Return the fields of the answer to a request after its conversation with the model."""
    return TurnAnswerFields(
        session_id=request.session_id,
        agent=agent,
        kind=kind,
        round=round_number,
        attempt=request.attempt,
        exchanges=conversation.exchanges,
        usage=conversation.usage,
    )


def build_failed_turn(fields: TurnAnswerFields, failure: TurnFailure, request: TurnRequest, now: int) -> TurnFailed:
    """Return the answer to a request to which the model gave no usable turn; nothing is invented in its place.

    Args:
        fields: Fields of the answer.
        failure: Why there is no turn.
        request: The request.
        now: Current time (ms since the epoch).

    Raises:
        RetryAt: The model may be asked again at `instant`, before the answer is due.
    """
    if (retry_at := failure.find_retry(request.answer_by, now)) is not None:
        raise RetryAt(retry_at) from failure
    return TurnFailed(**fields, reason=failure.reason, detail=failure.detail)
