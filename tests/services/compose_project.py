"""The whole system in containers for a test: a project of its own, with its own passwords, port and volumes."""

import json
import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import Any, cast

from tests.services.containers import docker_answers
from tests.services.rabbitmq import free_port
from tests.services.requirements import skip_or_fail
from towow.deployment.env_file import parse_env_file

HOME = Path(__file__).resolve().parents[2]
IMAGES = ("python:3.13-slim", "rabbitmq:4-management", "redis:8")
OLDEST = (2, 24)
"""Compose that knows of a file of settings that may be absent."""

OVERRIDES = """
services:
  # Each answers for one agent at a time, and takes a while: so there is a middle in which others can join.
  user_agent:
    environment: {TOWOW_SIMULATED_LATENCY_MS: "700", TOWOW_CONCURRENCY: "1"}
  game_callback:
    environment: {TOWOW_GAME_CALLBACK_URL: "http://referee:8080"}
  # A game server's callback, where every engine lets a container reach it: it prints path and body of each delivery.
  referee:
    image: towow:local
    pull_policy: never
    networks: [messages]
    stop_grace_period: 1s
    entrypoint: [python, -u, -c]
    command:
      - |
        from http.server import BaseHTTPRequestHandler, HTTPServer

        class Callback(BaseHTTPRequestHandler):
            def do_POST(self):
                print(self.path, self.rfile.read(int(self.headers["content-length"])).decode())
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_):
                pass

        HTTPServer(("", 8080), Callback).serve_forever()
"""
"""What a test's deployment has besides: a middle of its negotiations, and a game server."""


@cache
def unavailable_reason() -> str | None:
    """Why there can be no deployment here; None when there can."""
    if not docker_answers():
        return "no Docker answers"
    version = _docker("compose", "version", "--short").stdout.strip().removeprefix("v")
    if not version or tuple(map(int, version.split(".")[:2])) < OLDEST:
        return f"docker compose is {version or 'missing'}, and {'.'.join(map(str, OLDEST))} is needed"
    for image in IMAGES:
        if _docker("image", "inspect", image).returncode and _docker("pull", "--quiet", image).returncode:
            return f"{image} is not here and cannot be pulled"
    return None


class ComposeProject:
    """A project of docker compose. The calls block."""

    def __init__(self, folder: Path, overrides: str) -> None:
        """`folder` is where a `.env` is looked for; without one the passwords are generated. `overrides` is YAML."""
        self.folder = folder
        self.project = f"towow-test-{token_hex(4)}"
        self.port = free_port()
        self._overrides = folder / "overrides.yml"
        self._overrides.write_text(overrides, encoding="utf-8")

    def variable(self, name: str) -> str:
        """A variable of the deployment, as an operator reads it."""
        return parse_env_file(self.compose("run", "--rm", "secrets", "print").stdout)[name]

    def compose(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """One command to its end. Raises AssertionError, with what was said, unless it may fail."""
        env_file = self.folder / ".env"
        files = ("-f", str(HOME / "docker-compose.yml"), "-f", str(self._overrides))
        ended = _docker(
            *("compose", "--project-name", self.project, "--progress", "plain"),
            *("--env-file", str(env_file) if env_file.exists() else os.devnull),
            *(*files, *words),
            TOWOW_PORT=str(self.port),
            TOWOW_ENV_DIR=str(self.folder),
        )
        if check and ended.returncode:
            raise AssertionError(f"docker compose {' '.join(words)}: {ended.stdout[-2000:]}{ended.stderr[-4000:]}")
        return ended

    def inspected(self) -> str:
        """What `docker inspect` tells of every container and every volume of the project, and of the image."""
        names = self.compose("ps", "--all", "--quiet").stdout.split()
        volumes = _docker("volume", "ls", "--quiet", "--filter", f"name={self.project}").stdout.split()
        history = _docker("image", "history", "--no-trunc", "towow:local").stdout
        return _docker("inspect", *names, *volumes, "towow:local").stdout + history

    def inside(self, container: str, *words: str) -> subprocess.CompletedProcess[str]:
        """A command in a container."""
        return _docker("exec", container, *words)

    def containers(self, service: str, *, every: bool = False) -> list[dict[str, Any]]:
        """What compose says of a service's containers, of those that ended too when `every`."""
        said = self.compose("ps", "--format", "json", *(("--all",) if every else ()), service).stdout
        found = [cast("dict[str, Any]", json.loads(line)) for line in said.splitlines()]
        return sorted(found, key=lambda one: str(one["Name"]))

    def one(self, service: str) -> str:
        """The name of a service's only container."""
        return str(self.containers(service)[0]["Name"])

    def kill(self, container: str) -> None:
        """As by `docker kill`."""
        _docker("kill", container)

    def remove(self) -> None:
        """Leave nothing behind but the image's layers, which make the next build quick."""
        self.compose("down", "--volumes", "--timeout", "1", check=False)


@contextmanager
def compose_project(folder: Path, overrides: str = OVERRIDES) -> Generator[ComposeProject]:
    """A project whose image is built; a skip where there is no Docker. Nothing runs yet."""
    if reason := unavailable_reason():
        skip_or_fail("docker", reason)
    made = ComposeProject(folder, overrides)
    try:
        made.compose("build", "--quiet")
        yield made
    finally:
        made.remove()


def _docker(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    docker = shutil.which("docker") or "docker"
    # What this shell has set would be taken before what the file says.
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TOWOW_", "COMPOSE_"))}
    return subprocess.run([docker, *words], cwd=HOME, env=kept | variables, capture_output=True, text=True, check=False)
