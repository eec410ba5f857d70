"""How a browser signs in and out: a key for a cookie (INTERFACES § 7; FAULTS § 4 T12)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import Field
from starlette.responses import Response

from gateway.auth.authentication import Asker, Authenticator, Caller
from gateway.auth.permissions import Permissions
from gateway.auth.sessions import COOKIE, LIFE
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, error_responses
from gateway.http.request_body import body_openapi, json_body
from gateway.http.responses import json_response
from gateway.negotiation.api_models import Session
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.frozen_model import FrozenModel


class SessionBody(FrozenModel):
    """The key to sign in with."""

    key: str = Field(min_length=1, max_length=256)


class SessionRoutes:
    """The routes."""

    def __init__(self, access: Permissions, callers: Authenticator) -> None:
        self._access = access
        self._callers = callers

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(tags=["session"])
        routes.add_api_route(
            "/session", self.begin, methods=["POST"], operation_id="signIn", response_model=Session,
            summary="Sign in", responses=error_responses(*BODY_CODES, *CHANGE_CODES),
            openapi_extra=body_openapi(SessionBody, {"key": "a-key-of-mine"}),
        )  # fmt: skip
        routes.add_api_route(
            "/session", self.who, methods=["GET"], operation_id="whoAmI", response_model=Session,
            summary="Who am I?", responses=error_responses(),
        )  # fmt: skip
        routes.add_api_route(
            "/session", self.end, methods=["DELETE"], operation_id="signOut", status_code=204,
            summary="Sign out", responses=error_responses(*CHANGE_CODES),
        )  # fmt: skip
        return routes

    async def begin(self, request: Request, body: Annotated[SessionBody, Depends(json_body(SessionBody))]) -> Response:
        """A cookie that only this site's own pages send, and no script reads, for 12 h."""
        holder = self._callers.signing.by_key(body.key)
        if holder is None:
            raise ApiError(PlatformErrorCode.E012, "this key is not known here")
        answer = self._session(Caller(holder.user_id, holder.admin))
        answer.set_cookie(
            COOKIE,
            self._callers.signing.session(holder),
            max_age=LIFE,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return answer

    async def who(self, caller: Asker) -> Response:
        """Who is signed in, and whether anybody can."""
        return self._session(caller)

    async def end(self, request: Request) -> Response:
        """The browser forgets the cookie."""
        answer = Response(status_code=204)
        answer.delete_cookie(COOKIE, path="/", secure=request.url.scheme == "https", httponly=True, samesite="strict")
        return answer

    def _session(self, caller: Caller) -> Response:
        return json_response(
            Session(user_id=caller.user_id, admin=self._access.may_administer(caller), sign_in=self._callers.keyed)
        )
