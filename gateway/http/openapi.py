"""Which document describes the gateway's HTTP interface? OpenAPI 3.1, made from the routes and models themselves."""

from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from gateway.auth.session_routes import SessionBody
from gateway.auth.sessions import COOKIE
from gateway.negotiation.api_models import ErrorBody
from gateway.negotiation.routes.submissions import CancelBody, DemandBody
from negotiation.contracts.person_answer import InvitationAnswer, ReviewAnswer
from negotiation.registry.profile import Profile

VERSION = "1.1.0"
"""Of what is described here, not of the program. What is added raises the second number."""

ABOUT = """\
State a demand and follow what agents make of it. Every answer that is not 2xx has the body `{error_code, message, \
details}`; `message` is in the language of `Accept-Language` (en, zh). Sign in with `Authorization: Bearer KEY`, or \
with the cookie of `POST /api/v1/session`. A private demand is unknown to everybody else."""

NAMED: Sequence[type[BaseModel]] = (
    *(ErrorBody, DemandBody, CancelBody, SessionBody, Profile),
    *(InvitationAnswer, ReviewAnswer),
)
"""What the routes only name: the framework does not know of it."""

SCHEMES = {
    "key": {"type": "http", "scheme": "bearer", "description": "one of TOWOW_API_KEYS"},
    "session": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "from POST /api/v1/session"},
}


def describe(app: FastAPI) -> dict[str, Any]:
    """The document of an app's routes."""
    document = get_openapi(title="ToWow", version=VERSION, description=ABOUT, routes=app.routes)
    components: dict[str, Any] = document.setdefault("components", {})
    schemas: dict[str, Any] = components.setdefault("schemas", {})
    asked: list[tuple[type[BaseModel], Any]] = [(model, "validation") for model in NAMED]
    _, found = models_json_schema(asked, ref_template="#/components/schemas/{model}")
    for name, schema in found["$defs"].items():
        schemas.setdefault(name, schema)
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    components["securitySchemes"] = SCHEMES
    document["security"] = [{}, {"key": []}, {"session": []}]
    for operations in document["paths"].values():
        for operation in operations.values():
            _without_own_errors(operation["responses"])
    return document


def _without_own_errors(responses: dict[str, Any]) -> None:
    """The framework's own 422 is never answered here."""
    schema = responses.get("422", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if schema.get("$ref", "").endswith("/HTTPValidationError"):
        del responses["422"]
