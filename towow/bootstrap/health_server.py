"""Health and metrics of a worker, served over HTTP (INTERFACES § 7)."""

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
    """State of a worker's connections. Written by the event loop, read by the threads of the HTTP server."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self._store = False
        self._session: ConnectionSession | None = None

    @property
    def missing(self) -> list[str]:
        """Names of the services that are not connected, of "broker" and "store"; empty while the worker consumes."""
        connected = {"broker": self._session is not None, "store": self._store}
        return [service for service, is_connected in connected.items() if not is_connected]

    def set_store_error(self, error: str | None) -> None:
        """Record that the store is unavailable or, if `error` is None, available; the text of `error` is not kept."""
        self._store = error is None

    def session_started(self, session: ConnectionSession) -> None:
        """Record that `session` consumes over a new broker connection."""
        self._session = session

    def session_stopped(self, session: ConnectionSession) -> None:
        """Record that `session` no longer consumes; ignored if a newer session has started already."""
        if self._session is session:
            self._session = None


class HealthReportingSession:
    """ConnectionSession that reports its start and end to a worker's health."""

    def __init__(self, session: ConnectionSession, health: Health) -> None:
        self._session = session
        self._health = health

    async def start(self) -> None:
        """Start the wrapped session, then record in the worker's health that the broker is connected.

        If the start raises, the exception passes through and nothing is recorded.
        """
        await self._session.start()
        self._health.session_started(self)

    async def stop(self) -> None:
        """Record in the worker's health that the broker is not connected, then stop the wrapped session.

        The session accepts no more messages and gets up to TOWOW_STOP_TIMEOUT seconds for those in progress.
        """
        self._health.session_stopped(self)
        await self._session.stop()

    async def drain_disconnected(self) -> None:
        """End the wrapped session after its connection was lost, and record that the broker is not connected.

        The session accepts no more messages; the method returns once those in progress are committed to the store. The
        broker redelivers what was not acknowledged.
        """
        self._health.session_stopped(self)
        await self._session.drain_disconnected()


@asynccontextmanager
async def serve_health(settings: RuntimeSettings, health: Health) -> AsyncGenerator[None]:
    """Context manager that serves a worker's `/metrics` and `/healthz` from a thread; it yields nothing.

    On exit it closes the port and waits for the thread to end. `/healthz` has status 503 while a service is missing.
    Nothing is served if `settings.metrics_port` is 0.

    Raises:
        CommandError: The port cannot be opened.
    """
    host, port = settings.metrics_host, settings.metrics_port
    if not port:
        yield
        return
    try:
        server, thread = start_http_server(port, host, health.metrics.registry)
    except OSError as error:
        raise CommandError(f"TOWOW_METRICS_PORT={port} on {host}: cannot listen: {error.strerror or error}") from None
    server.set_app(_wsgi_app(health))
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _wsgi_app(health: Health) -> WSGIApplication:
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
