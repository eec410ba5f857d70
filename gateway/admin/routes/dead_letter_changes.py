"""Administration routes that resend or delete dead letters: one, several, or all of one reason."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import Response

from gateway.admin.api_models import DeadLetterChanges, DeadLetterSelection, DeletionReceipt
from gateway.admin.system_reports import SystemReports
from gateway.auth.permissions import Permissions
from gateway.context import GatewayContext
from gateway.http.json_body import body_openapi, json_body
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, STORE_CODES, error_responses
from gateway.http.responses import json_response
from gateway.http.store_timeout import call_store, store_deadline
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.runtime.dead_letters import is_resendable
from shared.store.port import DeadLetter

MAX_CHANGES = 100
"""Dead letters of one reason that one request changes."""

MAX_READ = 1000
"""Oldest dead letters among which those of one reason are found."""

ChangeLetter = Callable[[str], Awaitable[DeadLetter | None]]
Selection = Annotated[DeadLetterSelection, Depends(json_body(DeadLetterSelection))]


class DeadLetterChangeRoutes:
    """Routes that resend or delete dead letters."""

    def __init__(self, context: GatewayContext, permissions: Permissions, reports: SystemReports) -> None:
        self._store = context.store
        self._dead_letters = context.dead_letters
        self._log = context.log
        self._permissions = permissions
        self._reports = reports

    def router(self) -> APIRouter:
        """Return a router with routes below `/admin/dead-letters`, for administrators only.

        It is made for inclusion below `/api/v1`, and checks the caller before each route is called.
        """
        routes = APIRouter(
            tags=["admin"], prefix="/admin/dead-letters", dependencies=[Depends(self._permissions.check_admin)]
        )
        routes.add_api_route(
            "/{letter_id}", self.delete_dead_letter, methods=["DELETE"], operation_id="deleteDeadLetter",
            response_model=DeletionReceipt, summary="Delete a dead letter",
            responses=error_responses(PlatformErrorCode.E019, *CHANGE_CODES, *STORE_CODES),
        )  # fmt: skip
        for path, endpoint, name in (
            ("/resend", self.resend_dead_letters, "resend"),
            ("/delete", self.delete_dead_letters, "delete"),
        ):
            routes.add_api_route(
                path, endpoint, methods=["POST"], operation_id=f"{name}DeadLetters", response_model=DeadLetterChanges,
                summary=f"{name.capitalize()} several dead letters, or all of one reason",
                responses=error_responses(*BODY_CODES, *CHANGE_CODES, *STORE_CODES),
                openapi_extra=body_openapi(DeadLetterSelection, {"reason": "handler_failed"}),
            )  # fmt: skip
        return routes

    async def delete_dead_letter(self, letter_id: str) -> Response:
        """Remove a dead letter for good. Status 200 returns its id and the status `deleted`.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 404 (E019) if there is no dead
        letter with this id (any more). 503 (E018) if the store does not answer; the request can be repeated.
        """
        letter = await self._delete(letter_id)
        self._reports.expire()
        if letter is None:
            raise ApiError(PlatformErrorCode.E019)
        return json_response(DeletionReceipt(id=letter.id))

    async def resend_dead_letters(self, body: Selection) -> Response:
        """Schedule the messages of dead letters to be sent again as first attempts, and remove these dead letters.

        The body has either `ids` or a `reason`; of a reason, the oldest 100 are resent at most, and `more` says whether
        to repeat the request. Status 200 returns what became of each: those in `gone` were no longer there, those in
        `refused` are undecodable: they would fail again, or be obeyed in a forged sender's name.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
        answer; some may be resent by then, and the request can be repeated.
        """
        return await self._change(body, self._resend, self._find_refused)

    async def delete_dead_letters(self, body: Selection) -> Response:
        """Remove dead letters for good.

        The body has either `ids` or a `reason`; of a reason, the oldest 100 are deleted at most, and `more` says
        whether to repeat the request. Status 200 returns what became of each: those in `gone` were no longer there.

        Administrators only: 401 (E012) if the caller must sign in, else 403 (E013). 503 (E018) if the store does not
        answer; some may be deleted by then, and the request can be repeated.
        """
        return await self._change(body, self._delete, self._refuse_none)

    async def _change(
        self,
        body: DeadLetterSelection,
        change: ChangeLetter,
        find_refused: Callable[[Sequence[str]], Awaitable[set[str]]],
    ) -> Response:
        selected, more = (body.ids or (), False) if body.reason is None else await self._find_of_reason(body.reason)
        refused = await find_refused(selected)
        changed: list[str] = []
        gone: list[str] = []
        for letter_id in dict.fromkeys(selected):
            if letter_id not in refused:
                letter = await change(letter_id)
                (gone if letter is None else changed).append(letter_id)
        self._reports.expire()
        refusals = tuple(letter_id for letter_id in dict.fromkeys(selected) if letter_id in refused)
        return json_response(
            # Those that are refused would be found again, for ever.
            DeadLetterChanges(changed=tuple(changed), gone=tuple(gone), refused=refusals, more=more and not refusals)
        )

    async def _resend(self, letter_id: str) -> DeadLetter | None:
        async with store_deadline():
            return await self._dead_letters.resend(letter_id)

    async def _delete(self, letter_id: str) -> DeadLetter | None:
        async with store_deadline():
            letter = await self._dead_letters.delete(letter_id)
        if letter is not None:
            self._log.info("dead_letter_deleted", reason=letter.reason, message_id=letter.message.message_id)
        return letter

    async def _find_of_reason(self, reason: str) -> tuple[Sequence[str], bool]:
        """Return the ids of the oldest dead letters of a reason, and whether there are others of it."""
        letters = await call_store(lambda: self._store.list_dead_letters(MAX_READ))
        found = [letter.id for letter in letters if letter.reason == reason]
        return found[:MAX_CHANGES], len(found) > MAX_CHANGES or (bool(found) and len(letters) == MAX_READ)

    async def _find_refused(self, ids: Sequence[str]) -> set[str]:
        refused: set[str] = set()
        for letter_id in dict.fromkeys(ids):
            async with store_deadline():
                letter = await self._store.get_dead_letter(letter_id)
            if letter is not None and not is_resendable(letter):
                refused.add(letter_id)
        return refused

    async def _refuse_none(self, ids: Sequence[str]) -> set[str]:
        del ids
        return set()
