"""Which document describes the gateway's HTTP interface? OpenAPI 3.1, made from the routes and models themselves."""

from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from gateway.auth.session_routes import SessionBody
from gateway.auth.sessions import SESSION_COOKIE
from gateway.negotiation.api_models import ErrorBody
from gateway.negotiation.routes.submissions import CancelBody, DemandBody
from negotiation.contracts.person_answer import InvitationAnswer, ReviewAnswer
from negotiation.registry.profile import Profile

API_VERSION = "1.1.0"
"""Of what is described here, not of the program. What is added raises the second number."""

API_DESCRIPTION = """\
State a demand and follow what agents make of it. Every answer that is not 2xx has the body `{error_code, message, \
details}`; `message` is in the language of `Accept-Language` (en, zh). Sign in with `Authorization: Bearer KEY`, or \
with the cookie of `POST /api/v1/session`. A private demand is unknown to everybody else."""

REFERENCED_MODELS: Sequence[type[BaseModel]] = (
    *(ErrorBody, DemandBody, CancelBody, SessionBody, Profile),
    *(InvitationAnswer, ReviewAnswer),
)
"""What the routes only name: the framework does not know of it."""

SECURITY_SCHEMES = {
    "key": {"type": "http", "scheme": "bearer", "description": "one of TOWOW_API_KEYS"},
    "session": {"type": "apiKey", "in": "cookie", "name": SESSION_COOKIE, "description": "from POST /api/v1/session"},
}


def build_openapi(app: FastAPI) -> dict[str, Any]:
    """The document of an app's routes."""
    document = get_openapi(title="ToWow", version=API_VERSION, description=API_DESCRIPTION, routes=app.routes)
    components: dict[str, Any] = document.setdefault("components", {})
    schemas: dict[str, Any] = components.setdefault("schemas", {})
    models: list[tuple[type[BaseModel], Any]] = [(model, "validation") for model in REFERENCED_MODELS]
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
    """The framework's own 422 is never answered here."""
    schema = responses.get("422", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if schema.get("$ref", "").endswith("/HTTPValidationError"):
        del responses["422"]
