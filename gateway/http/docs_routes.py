"""What describes the gateway to programs and people: openapi.json, asyncapi.json, and pages that need no other host."""

from collections.abc import Callable
from html import escape
from typing import Any

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from gateway.context import GatewayContext
from gateway.http.openapi_responses import error_responses
from gateway.http.responses import json_response
from negotiation import asyncapi

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
<p>State a demand, and AI agents, each standing for a real person, negotiate a plan that those people accept.</p>
<p>陈述你的需求，代表真实的人的智能体会协商出大家都接受的方案。</p>
<p>This gateway runs {mode}; the model is <strong>{model}</strong>.</p>
<ul><li><a href="/docs">What it answers to</a> (<a href="/openapi.json">OpenAPI</a>)</li>
<li><a href="/asyncapi.json">What it tells over the broker</a> (AsyncAPI)</li>
<li><a href="/readyz">Whether it is ready</a></li></ul>"""


class DocsRoutes:
    """The routes. None of them is part of the document."""

    def __init__(self, context: GatewayContext, build_openapi: Callable[[], dict[str, Any]]) -> None:
        """`document` makes the OpenAPI document."""
        self._context = context
        self._build_openapi = build_openapi

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(include_in_schema=False, responses=error_responses())
        routes.add_api_route("/openapi.json", self.get_openapi, methods=["GET"])
        routes.add_api_route("/asyncapi.json", self.get_asyncapi, methods=["GET"])
        routes.add_api_route("/docs", self.get_docs_page, methods=["GET"])
        return routes

    async def get_openapi(self) -> Response:
        """The operations."""
        return json_response(self._build_openapi())

    async def get_asyncapi(self) -> Response:
        """The events."""
        return json_response(asyncapi.document(self._context.namespace))

    async def get_docs_page(self) -> Response:
        """The operations, to read."""
        return HTMLResponse(render_docs_page(self._build_openapi()))


def render_home_page(context: GatewayContext) -> str:
    """What a gateway is, as a plain page: for whoever has built none."""
    body = _HOME.format(mode=escape(context.mode), model=escape(context.model))
    return _PAGE.format(title="ToWow", body=body)


def render_docs_page(document: dict[str, Any]) -> str:
    """Every operation with its parameters and answers, as a plain page."""
    sections = [
        _render_operation(method, path, operations[method])
        for path, operations in document["paths"].items()
        for method in DOCUMENTED_METHODS
        if method in operations
    ]
    intro = '<p>The whole document with all schemas: <a href="/openapi.json">openapi.json</a>.</p>'
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
        f"<ul>{parameters}</ul><p>Answers:</p><ul>{answers}</ul></section>"
    )
