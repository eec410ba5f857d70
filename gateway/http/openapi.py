"""OpenAPI 3.1 document of the HTTP interface, generated from the routes and their models."""

from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from gateway.auth.session_cookies import SESSION_COOKIE
from gateway.auth.session_routes import SessionBody
from gateway.http.error_model import ErrorBody

API_VERSION = "1.2.0"
"""Version of the interface, not of the program; an addition raises the second number."""

API_DESCRIPTION = """\
Every error response has the body `{error_code, message, \
details}`, with `message` in the language of `Accept-Language` (en or zh). Authenticate with `Authorization: Bearer \
KEY`, or with the session cookie from `POST /api/v1/session`; without a key, `X-Requester-Token` proves that a demand \
is one's own. What is private does not exist for other users: they get 404."""

PLATFORM_MODELS: Sequence[type[BaseModel]] = (ErrorBody, SessionBody)

SECURITY_SCHEMES = {
    "key": {"type": "http", "scheme": "bearer", "description": "a key from TOWOW_API_KEYS"},
    "session": {"type": "apiKey", "in": "cookie", "name": SESSION_COOKIE, "description": "from POST /api/v1/session"},
}


def build_openapi(
    app: FastAPI, body_models: Sequence[type[BaseModel]] = (), introductions: Sequence[str] = ()
) -> dict[str, Any]:
    """Build the OpenAPI 3.1 document of an app's routes, as a JSON object; a new one with each call.

    Args:
        app: App with all routes.
        body_models: Models that its routes refer to by name only, so that the framework does not find them.
        introductions: Sentences in English on what the app is for, which begin the document's description.
    """
    description = " ".join((*introductions, API_DESCRIPTION))
    document = get_openapi(title="ToWow", version=API_VERSION, description=description, routes=app.routes)
    components: dict[str, Any] = document.setdefault("components", {})
    schemas: dict[str, Any] = components.setdefault("schemas", {})
    models: list[tuple[type[BaseModel], Any]] = [(model, "validation") for model in (*PLATFORM_MODELS, *body_models)]
    _, definitions = models_json_schema(models, ref_template="#/components/schemas/{model}")
    for name, schema in definitions["$defs"].items():
        schemas.setdefault(name, schema)
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    components["securitySchemes"] = SECURITY_SCHEMES
    document["security"] = [{}, {"key": []}, {"session": []}]
    for operations in document["paths"].values():
        for operation in operations.values():
            _remove_framework_errors(operation["responses"])
    return document


def _remove_framework_errors(responses: dict[str, Any]) -> None:
    """Remove the framework's 422 response, which is never sent."""
    schema = responses.get("422", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if schema.get("$ref", "").endswith("/HTTPValidationError"):
        del responses["422"]
