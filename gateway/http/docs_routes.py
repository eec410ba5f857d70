"""API documentation routes: openapi.json, asyncapi.json, and HTML pages that load nothing from other hosts."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from gateway.context import GatewayContext
from gateway.http.openapi_responses import error_responses
from gateway.http.responses import json_response
from shared.core.language import Language

DOCUMENTED_METHODS = ("get", "post", "put", "delete")

_PAGE = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title></head>
<body><main>
<h1>{title}</h1>
{body}
</main></body></html>
"""

_HOME = """\
{introductions}
<p>Mode: {mode}. Model: <strong>{model}</strong>.</p>
<ul><li><a href="/docs">HTTP interface</a> (<a href="/openapi.json">OpenAPI</a>)</li>
<li><a href="/asyncapi.json">Events on the broker</a> (AsyncAPI)</li>
<li><a href="/readyz">Readiness</a></li></ul>"""


class DocsRoutes:
    """Documentation routes; they are not part of the OpenAPI document."""

    def __init__(
        self, build_openapi: Callable[[], dict[str, Any]], build_asyncapi: Callable[[], dict[str, Any]]
    ) -> None:
        self._build_openapi = build_openapi
        self._build_asyncapi = build_asyncapi

    def router(self) -> APIRouter:
        """Return a router with `/openapi.json`, `/asyncapi.json` and `/docs`, for inclusion without a prefix."""
        routes = APIRouter(include_in_schema=False, responses=error_responses())
        routes.add_api_route("/openapi.json", self.get_openapi, methods=["GET"])
        routes.add_api_route("/asyncapi.json", self.get_asyncapi, methods=["GET"])
        routes.add_api_route("/docs", self.get_docs_page, methods=["GET"])
        return routes

    async def get_openapi(self) -> Response:
        """Return the OpenAPI document as JSON, with status 200."""
        return json_response(self._build_openapi())

    async def get_asyncapi(self) -> Response:
        """Return the AsyncAPI document of the events on the broker as JSON, with status 200."""
        return json_response(self._build_asyncapi())

    async def get_docs_page(self) -> Response:
        """Return the OpenAPI document rendered as an HTML page, with status 200."""
        return HTMLResponse(render_docs_page(self._build_openapi()))


def render_home_page(context: GatewayContext, introductions: Sequence[Mapping[Language, str]] = ()) -> str:
    """Return the HTML of the home page that is served while no web app is built.

    Args:
        context: Its mode and model are shown.
        introductions: Sentences about the applications by language; all languages are shown.
    """
    texts = [f"<p>{escape(text)}</p>" for introduction in introductions for text in introduction.values()]
    body = _HOME.format(introductions="\n".join(texts), mode=escape(context.mode), model=escape(context.model))
    return _PAGE.format(title="ToWow", body=body)


def render_docs_page(document: dict[str, Any]) -> str:
    """Return an HTML page with all operations of an OpenAPI document, with their parameters and responses.

    Args:
        document: The document, as returned by `build_openapi`; every operation has an `operationId`. Methods other than
            DOCUMENTED_METHODS are left out.
    """
    sections = [
        _render_operation(method, path, operations[method])
        for path, operations in document["paths"].items()
        for method in DOCUMENTED_METHODS
        if method in operations
    ]
    intro = '<p>The complete document, with all schemas: <a href="/openapi.json">openapi.json</a>.</p>'
    return _PAGE.format(title="ToWow: the HTTP interface", body="\n".join((intro, *sections)))


def _render_operation(method: str, path: str, operation: dict[str, Any]) -> str:
    parameters = "".join(
        f"<li><code>{escape(parameter['name'])}</code> ({escape(parameter['in'])}) "
        f"{escape(parameter.get('description', ''))}</li>"
        for parameter in operation.get("parameters", ())
    )
    answers = "".join(
        f"<li>{escape(status)}: {escape(answer.get('description', ''))}</li>"
        for status, answer in operation["responses"].items()
    )
    return (
        f'<section id="{escape(operation["operationId"])}"><h2><code>{method.upper()} {escape(path)}</code></h2>'
        f"<p>{escape(operation.get('summary', ''))}. {escape(operation.get('description', ''))}</p>"
        f"<ul>{parameters}</ul><p>Responses:</p><ul>{answers}</ul></section>"
    )
