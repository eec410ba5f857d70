"""Requester cookies: a browser's proof of what it submitted, and the token that a request sends in either way."""

from typing import Annotated

from fastapi import Depends, Header, Request
from starlette.responses import Response

from gateway.auth.requester_token import REQUESTER_HEADER
from shared.store.retention import RETENTION_DAYS

REQUESTER_COOKIE = "towow_requester"
COOKIE_LIFETIME_S = RETENTION_DAYS * 24 * 3600
"""Lifetime of a cookie; the token is valid as long as what was submitted is stored."""


async def get_requester_token(
    request: Request,
    header: Annotated[
        str | None,
        Header(
            alias=REQUESTER_HEADER,
            description="`requester_token` of the submission; without this header, the submission's cookie counts",
        ),
    ] = None,
) -> str | None:
    """Return the token of a request: that of the header, else that of the cookie, else None; a FastAPI dependency.

    A header that is wrong or empty is not made up for by the cookie.
    """
    return request.cookies.get(REQUESTER_COOKIE) if header is None else header


RequesterToken = Annotated[str | None, Depends(get_requester_token)]
"""Parameter type of routes: the requester token of the request, not checked."""


def set_requester_cookie(response: Response, token: str, path: str, *, secure: bool) -> None:
    """Add the cookie with a token to the response to the submission.

    A browser sends the cookie to `path` and below only: a request has at most one, however much was submitted, and
    simultaneous submissions do not overwrite each other's.

    Args:
        response: Response to the submission.
        token: Token of what was submitted.
        path: Path of the URLs that need the token, such as `/api/v1/demands/d-…`.
        secure: Whether the browser may send the cookie over https only.
    """
    response.set_cookie(
        REQUESTER_COOKIE,
        token,
        max_age=COOKIE_LIFETIME_S,
        path=path,
        secure=secure,
        httponly=True,
        samesite="strict",
    )
