"""Under which addresses does a browser get the page? Its routes are all one index.html; its files lie beside that."""

import re
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from gateway.context import GatewayContext
from gateway.http.docs_routes import home_page
from gateway.http.openapi_responses import refusals
from gateway.static_site.assets import StaticAssets
from gateway.static_site.conditional_request import takes_html
from negotiation.contracts.error_codes import ApiError, ErrorCode

STATIC = Path(__file__).resolve().parent.parent / "static"
"""Where the page lies once it is built."""

INDEX = "index.html"

VIEWS = ("/d/{demand_id}", "/stage/{demand_id}", "/agents")
"""What the page shows there, and whether there is such a demand, is its own business."""

NO_PAGES = frozenset({"api", "assets", "docs", "openapi.json", "asyncapi.json", "healthz", "readyz", "metrics"})
"""How paths begin at which the page has nothing to show: programs ask there."""

_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}")
"""Of an asset: no folder, nothing hidden."""


class PageRoutes:
    """The routes. None of them is part of the document."""

    def __init__(self, house: GatewayContext, folder: Path = STATIC) -> None:
        """`folder`: of the build."""
        self._house = house
        self._built = StaticAssets(folder, INDEX)

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(include_in_schema=False, responses=refusals())
        routes.add_api_route("/", self.home, methods=["GET"])
        for path in VIEWS:
            routes.add_api_route(path, self.view, methods=["GET"])
        routes.add_api_route("/assets/{name}", self.asset, methods=["GET"])
        return routes

    async def home(self, request: Request) -> Response:
        """The page, or what this is while none is built."""
        if self._built.there(INDEX):
            return self._built.answer(INDEX, request.headers)
        return HTMLResponse(home_page(self._house))

    async def view(self, request: Request) -> Response:
        """The page. Raises ToWowError (E019) while none is built."""
        return self._built.answer(INDEX, request.headers)

    def lost(self, request: Request) -> Response | None:
        """The page, which says that there is nothing, to a browser that was sent to such an address; None to others."""
        begins = request.url.path.lstrip("/").partition("/")[0]
        asked = request.method == "GET" and takes_html(request.headers.get("accept", ""))
        return (
            self._built.not_found_page(INDEX) if asked and begins not in NO_PAGES and self._built.there(INDEX) else None
        )

    async def asset(self, request: Request, name: str) -> Response:
        """A file that the page names. Raises ToWowError (E019) for what is none."""
        if not _NAME.fullmatch(name):
            raise ApiError(ErrorCode.E019, "")
        return self._built.answer(f"assets/{name}", request.headers)
