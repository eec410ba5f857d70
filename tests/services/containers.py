"""How tests get a service in a container, where Docker answers (DESIGN § 11)."""

import atexit
import shutil
import subprocess
from functools import cache

from tests.services.requirements import skip_or_fail


@cache
def docker_answers() -> bool:
    """Whether there is a Docker engine that takes orders."""
    docker = shutil.which("docker")
    if docker is None:
        return False
    asked = subprocess.run([docker, "info"], capture_output=True, timeout=30, check=False)
    return asked.returncode == 0


@cache
def container(image: str, port: int) -> tuple[str, int]:
    """Where the service of `image` answers, once per process; without a container the test is skipped or fails.

    It runs until the process ends; whoever needs it waits until it answers.
    """
    if not docker_answers():
        skip_or_fail("docker", "no Docker engine answers")
    from docker.errors import APIError  # pyright: ignore[reportMissingTypeStubs] - only now: the import takes a second
    from testcontainers.core.config import testcontainers_config
    from testcontainers.core.container import DockerContainer

    testcontainers_config.ryuk_disabled = True  # it would need an image of its own; ours are stopped below
    started = DockerContainer(image).with_exposed_ports(port)
    try:
        started.start()
    except APIError as error:
        skip_or_fail("docker", f"{image} cannot be started: {error.explanation or error}")
    atexit.register(started.stop)
    return started.get_container_host_ip(), int(started.get_exposed_port(port))
