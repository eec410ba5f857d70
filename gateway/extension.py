"""Extension point of the gateway: the routes and metadata that an application adds."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.types import Scope

from gateway.auth.authentication import Authenticator
from gateway.auth.permissions import Permissions
from gateway.context import GatewayContext
from gateway.static_site.link_preview import ReadLinkPreview
from gateway.streaming.stream_slots import StreamSlots
from shared.core.event_catalog import EventCatalog
from shared.core.language import Language

ReadinessProbe = Callable[[], Awaitable[str]]
"""Returns the state of a dependency in a few words. Raises NotReady if it cannot be used."""


class NotReady(Exception):
    """A dependency responds to its readiness probe, but cannot be used."""


@dataclass(frozen=True, slots=True)
class GatewayServices:
    """Parts of a gateway that the routes of all applications share."""

    context: GatewayContext
    authenticator: Authenticator
    permissions: Permissions
    stream_slots: StreamSlots


def _never(_: Scope) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class CorrelationKind:
    """Kind of the correlations of one application: its plural name, and whether an id is one of its correlations'."""

    name: str
    is_member: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class GatewayExtension:
    """Routes of one application, and the metadata with which the gateway serves and documents them.

    Attributes:
        routers: Routes below `/api/v1`.
        root_routers: Routes with whole paths, for programs that dictate them.
        body_models: Models of request bodies that the routes refer to by name only, for the OpenAPI document.
        events: Events described in the AsyncAPI document.
        page_paths: Paths that return the web app.
        link_previews: Readers of the link previews of some of `page_paths`.
        readiness_probes: Named probes for `/readyz`.
        is_renewal: Returns whether a request (ASGI scope) renews a lease; renewals have a rate limit of their own.
        introduction: One sentence about the application, by language.
        exposed_headers: Response headers that scripts of other origins may read.
        correlation_kind: Kind of its correlations, for counts of the open ones; None: it has none of its own.
    """

    routers: Sequence[APIRouter]
    root_routers: Sequence[APIRouter] = ()
    body_models: Sequence[type[BaseModel]] = ()
    events: EventCatalog | None = None
    page_paths: Sequence[str] = ()
    link_previews: Mapping[str, ReadLinkPreview] = field(default_factory=dict[str, ReadLinkPreview])
    readiness_probes: Mapping[str, ReadinessProbe] = field(default_factory=dict[str, ReadinessProbe])
    is_renewal: Callable[[Scope], bool] = _never
    introduction: Mapping[Language, str] = field(default_factory=dict[Language, str])
    exposed_headers: Sequence[str] = ()
    correlation_kind: CorrelationKind | None = None


ExtendGateway = Callable[[GatewayServices], GatewayExtension]
"""Builds an application's extension of one gateway."""
