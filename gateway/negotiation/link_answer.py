"""An invited person's yes, no or conditions as the answer that an agent sends, and the other way round."""

from gateway.http.accept_language import render_text
from gateway.negotiation.invitation_link_models import LinkAnswer, LinkAnswerBody
from negotiation.attendance.port import PendingQuestion, SettledAnswer
from negotiation.contracts.person_answer import InvitationAnswer, PersonAnswer, ReviewAnswer
from negotiation.contracts.text_limits import MAX_SOME_ITEMS, PHRASE_BYTES
from shared.core.api_error import ApiError, FieldError, PlatformErrorCode
from shared.core.language import Language


def to_person_answer(question: PendingQuestion, body: LinkAnswerBody, language: Language) -> PersonAnswer:
    """Return the answer that a decision other than `later` stands for.

    To a plan, `no` rejects this version and keeps the person in the negotiation.

    Args:
        question: Question that is answered.
        body: Decision and text.
        language: Language of an error's text.

    Raises:
        ApiError: E001 for `conditions` without a text, or with more or longer lines than an answer may have.
    """
    text = body.text.strip()
    conditions = _conditions(text, question, language) if body.decision == "conditions" else ()
    if question.kind == "invitation":
        match body.decision:
            case "yes":
                return InvitationAnswer(decision="participate", reasoning=text)
            case "no":
                return InvitationAnswer(decision="decline", decline_reason=text or None)
            case _:
                return InvitationAnswer(decision="conditional", conditions=conditions)
    match body.decision:
        case "yes":
            return ReviewAnswer(feedback_type="accept", reasoning=text)
        case "no":
            return ReviewAnswer(feedback_type="reject", reasoning=text)
        case _:
            return ReviewAnswer(feedback_type="negotiate", adjustment_request=text)


def to_link_answer(settled: SettledAnswer) -> LinkAnswer:
    """Return a settled answer as a decision with its text; without a decision if the agent answers itself."""
    match settled.answer:
        case None:
            return LinkAnswer(answered_by="agent")
        case InvitationAnswer(decision="participate") as said:
            return LinkAnswer(answered_by="person", decision="yes", text=said.reasoning)
        case InvitationAnswer(decision="decline") as said:
            return LinkAnswer(answered_by="person", decision="no", text=said.decline_reason or "")
        case InvitationAnswer() as said:
            return LinkAnswer(answered_by="person", decision="conditions", text="\n".join(said.conditions))
        case ReviewAnswer(feedback_type="accept") as said:
            return LinkAnswer(answered_by="person", decision="yes", text=said.reasoning)
        case ReviewAnswer(feedback_type="negotiate") as said:
            return LinkAnswer(answered_by="person", decision="conditions", text=said.adjustment_request or "")
        case ReviewAnswer(feedback_type="reject") as said:
            return LinkAnswer(answered_by="person", decision="no", text=said.reasoning)
        case ReviewAnswer() as said:
            return LinkAnswer(answered_by="person", decision="withdraw", text=said.reasoning)


def _conditions(text: str, question: PendingQuestion, language: Language) -> tuple[str, ...]:
    lines = tuple(line.strip() for line in text.splitlines() if line.strip())
    if not lines:
        raise _invalid(render_text("condition_missing", language), language)
    if question.kind == "invitation" and (
        len(lines) > MAX_SOME_ITEMS or any(len(line.encode("utf-8", "replace")) > PHRASE_BYTES for line in lines)
    ):
        problem = render_text("condition_too_long", language, lines=MAX_SOME_ITEMS, bytes=PHRASE_BYTES)
        raise _invalid(problem, language)
    return lines


def _invalid(problem: str, language: Language) -> ApiError:
    return ApiError(PlatformErrorCode.E001, (FieldError(field="text", problem=problem),), language)
