"""Under which addresses does a browser get the page? Its routes are all one index.html; its files lie beside that."""

import re
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from gateway.context import GatewayContext
from gateway.http.docs_routes import render_home_page
from gateway.http.openapi_responses import error_responses
from gateway.static_site.assets import StaticAssets
from gateway.static_site.conditional_request import accepts_html
from shared.core.api_error import ApiError, PlatformErrorCode

STATIC_FOLDER = Path(__file__).resolve().parent.parent / "static"
"""Where the page lies once it is built."""

INDEX = "index.html"

PAGE_PATHS = ("/d/{demand_id}", "/stage/{demand_id}", "/agents")
"""What the page shows there, and whether there is such a demand, is its own business."""

API_PREFIXES = frozenset({"api", "assets", "docs", "openapi.json", "asyncapi.json", "healthz", "readyz", "metrics"})
"""How paths begin at which the page has nothing to show: programs ask there."""

_ASSET_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}")
"""Of an asset: no folder, nothing hidden."""


class PageRoutes:
    """The routes. None of them is part of the document."""

    def __init__(self, context: GatewayContext, folder: Path = STATIC_FOLDER) -> None:
        """`folder`: of the build."""
        self._context = context
        self._assets = StaticAssets(folder, INDEX)

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(include_in_schema=False, responses=error_responses())
        routes.add_api_route("/", self.get_home, methods=["GET"])
        for path in PAGE_PATHS:
            routes.add_api_route(path, self.get_page, methods=["GET"])
        routes.add_api_route("/assets/{name}", self.get_asset, methods=["GET"])
        return routes

    async def get_home(self, request: Request) -> Response:
        """The page, or what this is while none is built."""
        if self._assets.exists(INDEX):
            return self._assets.response(INDEX, request.headers)
        return HTMLResponse(render_home_page(self._context))

    async def get_page(self, request: Request) -> Response:
        """The page. Raises ToWowError (E019) while none is built."""
        return self._assets.response(INDEX, request.headers)

    def not_found_page(self, request: Request) -> Response | None:
        """The page, which says that there is nothing, to a browser that was sent to such an address; None to others."""
        first_segment = request.url.path.lstrip("/").partition("/")[0]
        wants_page = request.method == "GET" and accepts_html(request.headers.get("accept", ""))
        return (
            self._assets.not_found_response(INDEX)
            if wants_page and first_segment not in API_PREFIXES and self._assets.exists(INDEX)
            else None
        )

    async def get_asset(self, request: Request, name: str) -> Response:
        """A file that the page names. Raises ToWowError (E019) for what is none."""
        if not _ASSET_NAME.fullmatch(name):
            raise ApiError(PlatformErrorCode.E019, "")
        return self._assets.response(f"assets/{name}", request.headers)
