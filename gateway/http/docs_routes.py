"""What describes the gateway to programs and people: openapi.json, asyncapi.json, and pages that need no other host."""

from collections.abc import Callable
from html import escape
from typing import Any

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from gateway.context import GatewayContext
from gateway.http.openapi_responses import refusals
from gateway.http.responses import json_response
from negotiation import asyncapi

METHODS = ("get", "post", "put", "delete")

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

    def __init__(self, house: GatewayContext, document: Callable[[], dict[str, Any]]) -> None:
        """`document` makes the OpenAPI document."""
        self._house = house
        self._document = document

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(include_in_schema=False, responses=refusals())
        routes.add_api_route("/openapi.json", self.openapi, methods=["GET"])
        routes.add_api_route("/asyncapi.json", self.asyncapi, methods=["GET"])
        routes.add_api_route("/docs", self.docs, methods=["GET"])
        return routes

    async def openapi(self) -> Response:
        """The operations."""
        return json_response(self._document())

    async def asyncapi(self) -> Response:
        """The events."""
        return json_response(asyncapi.document(self._house.namespace))

    async def docs(self) -> Response:
        """The operations, to read."""
        return HTMLResponse(docs_page(self._document()))


def home_page(house: GatewayContext) -> str:
    """What a gateway is, as a plain page: for whoever has built none."""
    said = _HOME.format(mode=escape(house.mode), model=escape(house.model))
    return _PAGE.format(title="ToWow", body=said)


def docs_page(document: dict[str, Any]) -> str:
    """Every operation with its parameters and answers, as a plain page."""
    parts = [
        _operation(method, path, operations[method])
        for path, operations in document["paths"].items()
        for method in METHODS
        if method in operations
    ]
    intro = '<p>The whole document with all schemas: <a href="/openapi.json">openapi.json</a>.</p>'
    return _PAGE.format(title="ToWow: the HTTP interface", body="\n".join((intro, *parts)))


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
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
