"""Can a worker do its work, and what has it counted? Told over HTTP to whoever watches it (INTERFACES § 7)."""

import json
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest, start_http_server

from shared.runtime.reconnect_loop import ConnectionSession
from shared.runtime.settings import RuntimeSettings
from shared.telemetry.metrics import Metrics
from towow.cli.exit import CommandError


class Health:
    """What a worker lacks at present. The event loop writes it, the threads that answer read it."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self._store = False
        self._session: ConnectionSession | None = None

    @property
    def missing(self) -> list[str]:
        """The services that it waits for; when there are none, it consumes."""
        there = {"broker": self._session is not None, "store": self._store}
        return [service for service, is_there in there.items() if not is_there]

    def store_changed(self, error: str | None) -> None:
        """The store is there, or was lost."""
        self._store = error is None

    def began(self, session: ConnectionSession) -> None:
        """It consumes over a new connection."""
        self._session = session

    def ended(self, session: ConnectionSession) -> None:
        """A connection is lost or given up; perhaps there is a new one already."""
        if self._session is session:
            self._session = None


class HealthReportingSession:
    """A session whose health is known: the Session port."""

    def __init__(self, session: ConnectionSession, health: Health) -> None:
        self._session = session
        self._health = health

    async def start(self) -> None:
        """As the session does."""
        await self._session.start()
        self._health.began(self)

    async def stop(self) -> None:
        """As the session does."""
        self._health.ended(self)
        await self._session.stop()

    async def drain_disconnected(self) -> None:
        """As the session does."""
        self._health.ended(self)
        await self._session.drain_disconnected()


@asynccontextmanager
async def reported(settings: RuntimeSettings, health: Health) -> AsyncGenerator[None]:
    """`/metrics` and `/healthz` are answered meanwhile, where the settings say so. Raises Refusal."""
    host, port = settings.metrics_host, settings.metrics_port
    if not port:
        yield
        return
    try:
        server, thread = start_http_server(port, host, health.metrics.registry)
    except OSError as error:
        raise CommandError(f"TOWOW_METRICS_PORT={port} on {host}: {error.strerror or error}") from None
    server.set_app(_app(health))
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _app(health: Health) -> WSGIApplication:
    def answer(environment: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        match environment["PATH_INFO"]:
            case "/metrics":
                start("200 OK", [("Content-Type", CONTENT_TYPE_LATEST)])
                return [generate_latest(health.metrics.registry)]
            case "/healthz":
                missing = health.missing
                start("503 Service Unavailable" if missing else "200 OK", [("Content-Type", "application/json")])
                return [json.dumps({"ok": not missing, "missing": missing}).encode()]
            case _:
                start("404 Not Found", [("Content-Type", "text/plain")])
                return [b"/metrics or /healthz\n"]

    return answer
