"""Routes of the single-page web app: every page is index.html; its assets lie beside it."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from gateway.context import GatewayContext
from gateway.http.docs_routes import render_home_page
from gateway.http.openapi_responses import error_responses
from gateway.static_site.assets import StaticAssets
from gateway.static_site.link_preview import ReadLinkPreview, insert_preview
from gateway.static_site.request_headers import accepts_html
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.language import Language

STATIC_FOLDER = Path(__file__).resolve().parent.parent / "static"
"""Folder of the web app's build."""

INDEX = "index.html"

PREVIEW_TIMEOUT_S = 0.3
"""Time that a page may wait for its link preview: it is opened without one while the store is slow."""

API_PREFIXES = frozenset({"api", "assets", "docs", "openapi.json", "asyncapi.json", "healthz", "readyz", "metrics"})
"""First path segments that are never pages of the web app; unknown paths below them get a JSON error."""

_ASSET_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}")
"""File names of assets: no folders, no hidden files."""


class PageRoutes:
    """Routes of the web app; they are not part of the OpenAPI document."""

    def __init__(
        self,
        context: GatewayContext,
        folder: Path = STATIC_FOLDER,
        *,
        paths: Sequence[str] = (),
        previews: Mapping[str, ReadLinkPreview] | None = None,
        introductions: Sequence[Mapping[Language, str]] = (),
    ) -> None:
        """Create the routes.

        Args:
            context: Dependencies of the routes.
            folder: Folder of the web app's build.
            paths: Paths besides `/` that return the web app; it decides itself what it shows there.
            previews: Readers of the link previews of some of these paths.
            introductions: Sentences about the applications, for the home page shown while there is no build.
        """
        self._context = context
        self._paths = paths
        self._previews = previews or {}
        self._introductions = introductions
        self._assets = StaticAssets(folder, INDEX)

    def router(self) -> APIRouter:
        """Return a router with `/`, the applications' pages and `/assets/{name}`, for inclusion without a prefix."""
        routes = APIRouter(include_in_schema=False, responses=error_responses())
        routes.add_api_route("/", self.get_home, methods=["GET"])
        for path in self._paths:
            read = self._previews.get(path)
            page = self.get_page if read is None else self._page_with_preview(read)
            routes.add_api_route(path, page, methods=["GET"])
        routes.add_api_route("/assets/{name}", self.get_asset, methods=["GET"])
        return routes

    async def get_home(self, request: Request) -> Response:
        """Return the web app, or a plain home page while it is not built, with status 200; 304 if it is unchanged."""
        if self._assets.exists(INDEX):
            return self._assets.response(INDEX, request.headers)
        return HTMLResponse(render_home_page(self._context, self._introductions))

    async def get_page(self, request: Request) -> Response:
        """Return the web app for the path of any page, with status 200, or 304 if it is unchanged.

        Raises ApiError (404, E019) while it is not built.
        """
        return self._assets.response(INDEX, request.headers)

    def _page_with_preview(self, read: ReadLinkPreview) -> Callable[[Request], Awaitable[Response]]:
        """Return a route like `get_page` whose page has the tags of its link preview."""

        async def get_page(request: Request) -> Response:
            try:
                preview = await asyncio.wait_for(read(request.path_params), PREVIEW_TIMEOUT_S)
            except TimeoutError:
                preview = None
            if preview is None:
                return await self.get_page(request)
            url, origin = str(request.url.replace(query="")), f"{request.url.scheme}://{request.url.netloc}"
            return self._assets.changed_response(
                INDEX, lambda body: insert_preview(body, preview, url, origin), request.headers
            )

        return get_page

    def not_found_page(self, request: Request) -> Response | None:
        """Return the web app with status 404 if a browser requested an unknown page.

        Returns None for other requests, for paths below API_PREFIXES, and while the web app is not built.
        """
        first_segment = request.url.path.lstrip("/").partition("/")[0]
        wants_page = request.method == "GET" and accepts_html(request.headers.get("accept", ""))
        return (
            self._assets.not_found_response(INDEX)
            if wants_page and first_segment not in API_PREFIXES and self._assets.exists(INDEX)
            else None
        )

    async def get_asset(self, request: Request, name: str) -> Response:
        """Return the file `assets/<name>` of the web app, with status 200, or 304 if it is unchanged.

        Raises ApiError (404, E019) if it does not exist, or if `name` is not a plain file name: at most 128 letters,
        digits, `_`, `-` and `.`, without a dot at the start.
        """
        if not _ASSET_NAME.fullmatch(name):
            raise ApiError(PlatformErrorCode.E019, "")
        return self._assets.response(f"assets/{name}", request.headers)
