"""Session routes: exchange an API key for a session cookie, and back out (INTERFACES § 7; FAULTS § 4 T12)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import Field
from starlette.responses import Response

from gateway.auth.authentication import Authenticator, Caller, CurrentCaller, FailureLimit, failure_identity
from gateway.auth.permissions import Permissions
from gateway.auth.session_cookies import SESSION_COOKIE, SESSION_LIFETIME_S
from gateway.http.accept_language import localized_text
from gateway.http.json_body import body_openapi, json_body
from gateway.http.openapi_responses import BODY_CODES, CHANGE_CODES, error_responses
from gateway.http.responses import json_response
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.frozen_model import FrozenModel


class SessionBody(FrozenModel):
    """API key to sign in with."""

    key: str = Field(min_length=1, max_length=256)


class Session(FrozenModel):
    """Signed-in user and their role. `sign_in`: whether this gateway has API keys, so that users can sign in."""

    user_id: str | None
    admin: bool
    sign_in: bool


class SessionRoutes:
    """Routes of the browser session."""

    def __init__(self, permissions: Permissions, authenticator: Authenticator, failures: FailureLimit) -> None:
        self._permissions = permissions
        self._authenticator = authenticator
        self._failures = failures

    def router(self) -> APIRouter:
        """Return a router with POST, GET and DELETE `/session`, for inclusion below `/api/v1`."""
        routes = APIRouter(tags=["session"])
        routes.add_api_route(
            "/session", self.sign_in, methods=["POST"], operation_id="signIn", response_model=Session,
            summary="Sign in", responses=error_responses(*BODY_CODES, *CHANGE_CODES),
            openapi_extra=body_openapi(SessionBody, {"key": "a-key-of-mine"}),
        )  # fmt: skip
        routes.add_api_route(
            "/session", self.get_session, methods=["GET"], operation_id="whoAmI", response_model=Session,
            summary="Get the current session", responses=error_responses(),
        )  # fmt: skip
        routes.add_api_route(
            "/session", self.sign_out, methods=["DELETE"], operation_id="signOut", status_code=204,
            summary="Sign out", responses=error_responses(*CHANGE_CODES),
        )  # fmt: skip
        return routes

    async def sign_in(
        self, request: Request, body: Annotated[SessionBody, Depends(json_body(SessionBody))]
    ) -> Response:
        """Exchange an API key for a session cookie (HttpOnly, SameSite=Strict) that is valid for 12 h.

        Status 200 sets the cookie and returns `user_id`, `admin` (whether the user may administer) and `sign_in`: true.
        401 (E012) if the key is not known to this gateway, and 429 (E017) after too many such keys from one address. A
        known key is accepted nevertheless.
        """
        owner = self._authenticator.session_signer.find_key_owner(body.key)
        if owner is None:
            await self._failures.acquire(failure_identity(request.scope), request.headers)
            raise ApiError(PlatformErrorCode.E012, localized_text(request.headers, "unknown_key"))
        response = self._session_response(Caller(owner.user_id, owner.admin))
        response.set_cookie(
            SESSION_COOKIE,
            self._authenticator.session_signer.create_session(owner),
            max_age=SESSION_LIFETIME_S,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return response

    async def get_session(self, caller: CurrentCaller) -> Response:
        """Return the current user and their role, with status 200.

        `user_id` is null if the caller is anonymous; `admin` is whether the caller may administer; `sign_in` is whether
        this gateway supports sign-in.
        """
        return self._session_response(caller)

    async def sign_out(self, request: Request) -> Response:
        """Delete the session cookie in the browser. Status 204 has no body, also if there was no session.

        The gateway stores no sessions: a copy of the cookie stays valid until it expires.
        """
        response = Response(status_code=204)
        response.delete_cookie(
            SESSION_COOKIE, path="/", secure=request.url.scheme == "https", httponly=True, samesite="strict"
        )
        return response

    def _session_response(self, caller: Caller) -> Response:
        return json_response(
            Session(
                user_id=caller.user_id,
                admin=self._permissions.may_administer(caller),
                sign_in=self._authenticator.has_keys,
            )
        )
