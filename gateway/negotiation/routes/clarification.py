"""Routes by which the requester answers questions about a demand and changes what was understood (INTERFACES § 7)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Request
from starlette.responses import Response

from gateway.auth.authentication import Caller, CurrentCaller
from gateway.auth.requester_cookies import RequesterToken
from gateway.http.accept_language import render_text
from gateway.http.error_handling import request_language
from gateway.http.idempotency import IDEMPOTENCY_HEADER, KEY_PATTERN
from gateway.http.json_body import body_openapi, json_body
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, STORE_CODES, error_responses
from gateway.http.responses import json_response
from gateway.negotiation.api_models import AnswerReceipt, UnderstandingResponse
from gateway.negotiation.clarification_service import ClarificationService, RequesterAnswer, RequesterChange
from gateway.negotiation.permissions import NegotiationPermissions
from gateway.negotiation.revision_body import CURRENCY_PATTERN, QuestionAnswerBody, RevisionBody
from gateway.negotiation.views.cache import DemandViewCache
from negotiation.contracts.error_codes import NegotiationErrorCode
from shared.core.api_error import ApiError, ConflictDetails, FieldError, PlatformErrorCode
from shared.core.language import Language

EXAMPLE_CHANGES = {"needs": [{"need": "场地"}, {"need": "摄影师", "count": 2}], "title": "AI 主题聚会"}
EXAMPLE_ANSWER = {"question_id": "q-abcdefghijklm", "option": "weekend"}


class ClarificationRoutes:
    """Routes of the requester, other than cancel and submit."""

    def __init__(
        self, permissions: NegotiationPermissions, views: DemandViewCache, service: ClarificationService
    ) -> None:
        self._permissions = permissions
        self._views = views
        self._service = service

    def router(self) -> APIRouter:
        """Return a router with `understanding` and `answers` below `/demands/{demand_id}`, for `/api/v1`."""
        routes = APIRouter(tags=["demands"])
        codes = (NegotiationErrorCode.E002, PlatformErrorCode.E014, *BODY_CODES, *CHANGE_CODES, *STORE_CODES)
        routes.add_api_route(
            "/demands/{demand_id}/understanding", self.revise_understanding, methods=["POST"],
            operation_id="reviseUnderstanding", response_model=UnderstandingResponse,
            summary="Change what was understood", responses=error_responses(*codes, PlatformErrorCode.E015),
            openapi_extra=body_openapi(RevisionBody, EXAMPLE_CHANGES),
        )  # fmt: skip
        routes.add_api_route(
            "/demands/{demand_id}/answers", self.answer_demand_question, methods=["POST"],
            operation_id="answerDemandQuestion", response_model=AnswerReceipt, status_code=202,
            summary="Answer a question about a demand", responses=error_responses(*codes, PlatformErrorCode.E019),
            openapi_extra=body_openapi(QuestionAnswerBody, EXAMPLE_ANSWER),
        )  # fmt: skip
        return routes

    async def revise_understanding(
        self,
        request: Request,
        caller: CurrentCaller,
        token: RequesterToken,
        demand_id: str,
        body: Annotated[RevisionBody, Depends(json_body(RevisionBody, patterns=CURRENCY_PATTERN))],
        idempotency_key: Annotated[str | None, Header(alias=IDEMPOTENCY_HEADER, pattern=KEY_PATTERN)] = None,
    ) -> Response:
        """Replace fields of the understanding of an interactive demand before anyone is invited, or end that time.

        Status 200 returns the whole understanding once the change is in the log, as `towow.demand.revised`, and the
        time for changes starts again. `{"go": true}` ends it at once and takes the default of an open question. Of two
        changes at the same time both count, one after the other. Repeating a request with the same `Idempotency-Key`
        within 48 h changes nothing more.

        400 (E001) if a field is unknown or invalid, or no need would be left; 409 (E014) if the understanding is not
        there yet or the candidates are already being chosen, `details.status` being the phase; 422 (E015) if the key
        was used with another body. 503 (E018) if the store does not answer, or the change is not in the log within
        10 s: it is stored and may take effect later.

        Allowed for whoever may cancel the demand: else 403 (E013). 404 (E002) if there is no such demand or the caller
        may not see it.
        """
        language = request_language(request.scope)
        await self._check_open(demand_id, caller, token)
        changes = body.changes()
        _check_changes(body, has_changes=bool(changes.model_dump(exclude_none=True)), language=language)
        scope = f"revise {caller.user_id or ''}"
        change = RequesterChange(changes, go=bool(body.go), key=idempotency_key, scope=scope)
        return json_response(await self._service.revise(demand_id, change, language))

    async def answer_demand_question(
        self,
        request: Request,
        caller: CurrentCaller,
        token: RequesterToken,
        demand_id: str,
        body: Annotated[QuestionAnswerBody, Depends(json_body(QuestionAnswerBody))],
    ) -> Response:
        """Answer an open question of a demand. Status 202 confirms it by the question's id.

        `question` of the demand, about what was understood, is answered by an option or in own words, after which the
        demand is understood once more, together with them. Each of its `questions`, about a limit of the demand that a
        plan leaves, is answered by the option `keep` or `allow`.

        The answer takes effect later, with `towow.question.answered`. Only the first one counts; repeating the same
        answer is accepted again.

        400 (E001) if there is no such option, if both or neither of `option` and `text` are given, or if a question
        about a limit is answered in own words; 404 (E019) if there is no such question; 409 (E014) if it has another
        answer already, or is over. 503 (E018) if the store does not answer; the request can be repeated.

        Allowed for whoever may cancel the demand: else 403 (E013). 404 (E002) if there is no such demand or the caller
        may not see it.
        """
        language = request_language(request.scope)
        await self._check_open(demand_id, caller, token)
        if (body.option is None) == (body.text is None):
            raise _invalid("option", "one_answer", language)
        answer = RequesterAnswer(body.option, body.text)
        question_id = await self._service.answer(demand_id, body.question_id, answer, language)
        return json_response(AnswerReceipt(question_id=question_id), 202)

    async def _check_open(self, demand_id: str, caller: Caller, token: str | None) -> None:
        demand = await self._permissions.get_visible_demand(demand_id, caller)
        self._permissions.check_requester(caller, demand, token)
        if demand.closed_at is not None:
            status = (await self._views.get(demand_id))["status"]
            raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=demand_id, status=status))


def _check_changes(body: RevisionBody, *, has_changes: bool, language: Language) -> None:
    """Raise ApiError (E001) unless the body has either changes that leave a need, or only `go`."""
    if body.go and has_changes:
        raise _invalid("go", "go_alone", language)
    if not (body.go or has_changes):
        raise _invalid("body", "no_changes", language)
    if body.needs == ():
        raise _invalid("needs", "no_needs", language)


def _invalid(field: str, text: str, language: Language) -> ApiError:
    return ApiError(PlatformErrorCode.E001, [FieldError(field=field, problem=render_text(text, language))], language)
