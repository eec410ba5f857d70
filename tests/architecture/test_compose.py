"""Is what the deployment files say careful: one port, no right too many, nothing that is not locked or not public?"""

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from towow.bootstrap.applications import QUEUES
from towow.bootstrap.file_limit import WANTED_OPEN_FILES
from towow.deployment import broker_users, env_file, store_users

HOME = Path(__file__).resolve().parents[2]
TEXT = (HOME / "docker-compose.yml").read_text(encoding="utf-8")
COMPOSE = cast("dict[str, Any]", yaml.safe_load(TEXT))
SERVICES = cast("dict[str, dict[str, Any]]", COMPOSE["services"])
OURS = ("init", "gateway", *QUEUES)
OPERATIONS = (HOME / "docs/operations.md").read_text(encoding="utf-8")
DOCKERFILE = (HOME / "Dockerfile").read_text(encoding="utf-8")

each = pytest.mark.parametrize("name", SERVICES)
each_of_ours = pytest.mark.parametrize("name", OURS)


def environment_of(name: str) -> dict[str, str]:
    return cast("dict[str, str]", SERVICES[name].get("environment", {}))


def test_the_services_are_those_of_the_interface() -> None:
    assert set(SERVICES) == {"rabbitmq", "redis", "init", "gateway", *QUEUES}


def test_one_port_is_published_and_only_to_this_machine() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert published == {"gateway": ["${TOWOW_BIND:-127.0.0.1}:${TOWOW_PORT:-8000}:8000"]}


@each
def test_a_service_can_neither_write_to_its_image_nor_gain_rights(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service
    assert "network_mode" not in service
    assert not [mount for mount in service.get("volumes", []) if "docker.sock" in mount]
    # Redis' own user owns its data; whoever makes it so needs these three, and gives them up.
    assert set(service.get("cap_add", [])) <= ({"CHOWN", "SETGID", "SETUID"} if name == "redis" else set())


@each
def test_a_service_is_bounded_and_its_log_is_too(name: str) -> None:
    limits = SERVICES[name]["deploy"]["resources"]["limits"]
    assert {"memory", "pids"} <= set(limits)
    assert set(SERVICES[name]["logging"]["options"]) == {"max-size", "max-file"}


@each
def test_a_service_can_be_scaled_and_comes_back(name: str) -> None:
    service = SERVICES[name]
    assert "container_name" not in service
    assert service["restart"] == ("no" if name == "init" else "unless-stopped")


@each
def test_a_service_that_stays_says_how_it_is(name: str) -> None:
    assert ("healthcheck" in SERVICES[name]) == (name != "init")


@each_of_ours
def test_a_service_begins_when_what_it_needs_is_well(name: str) -> None:
    needed = {on: wait["condition"] for on, wait in SERVICES[name]["depends_on"].items()}
    both = {"rabbitmq": "service_healthy", "redis": "service_healthy"}
    assert needed == (both if name == "init" else {**both, "init": "service_completed_successfully"})


@each_of_ours
def test_what_is_in_hand_gets_time_when_it_stops(name: str) -> None:
    assert int(SERVICES[name]["stop_grace_period"].removesuffix("s")) > 10


def test_a_gateway_may_have_as_many_open_files_as_it_asks_for_and_operations_says() -> None:
    """It raises the limit itself: an engine that may not go so high would not even start the container."""
    assert not [name for name, service in SERVICES.items() if "ulimits" in service]
    assert f"at most {WANTED_OPEN_FILES:,}" in OPERATIONS


def test_the_compose_that_is_needed_is_named_wherever_it_is_called() -> None:
    """A file of settings that may be absent is understood since 2.24."""
    assert [file["required"] for file in SERVICES["gateway"]["env_file"]] == [False]
    for document in ("README.md", "README.zh-CN.md", "docs/operations.md"):
        assert "Docker Compose 2.24" in (HOME / document).read_text(encoding="utf-8"), document


def test_operations_lists_every_user_of_both_services() -> None:
    for service, users in (("RabbitMQ", broker_users.USERS), ("Redis", (*store_users.USERS, store_users.HEALTH))):
        table = OPERATIONS.partition(f"| {service} user | may |\n|---|---|\n")[2].partition("\n\n")[0]
        first = [name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])]
        assert sorted(first) == sorted(users), service


def test_the_images_are_three_public_ones_and_ours() -> None:
    images = {service["image"] for service in SERVICES.values()}
    assert images == {"rabbitmq:4-management", "redis:8", "towow:local"}
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"python:3.13-slim"}
    assert [name for name, service in SERVICES.items() if "build" in service] == ["init"]


def test_no_password_is_in_the_file_and_one_that_is_missing_is_said() -> None:
    written = {*env_file.variable_names(env_file.BROKER_PREFIX, broker_users.USERS)}
    written |= {*env_file.variable_names(env_file.STORE_PREFIX, store_users.USERS)}
    asked = dict(re.findall(r"\$\{(\w+_PASSWORD_\w+)(:\?run make env)?\}", TEXT))
    assert asked.keys() < written
    assert set(asked.values()) == {":?run make env"}
    assert re.findall(r"://\w+:(?!\$\{\w+_PASSWORD_\w+:\?run make env\}@)", TEXT) == []


@each_of_ours
def test_a_service_logs_in_as_itself(name: str) -> None:
    told = environment_of(name)
    assert told["TOWOW_BROKER_URL"].startswith(f"amqp://{name}:${{{env_file.BROKER_PREFIX}{name.upper()}:")
    on_redis = store_users.INIT if name == "init" else store_users.SYSTEM
    assert told["TOWOW_STORE_URL"].startswith(f"redis://{on_redis}:${{{env_file.STORE_PREFIX}{on_redis.upper()}:")


def test_the_key_of_the_model_is_where_it_is_asked_and_nowhere_else() -> None:
    holders = {name for name in OURS if "${ANTHROPIC_API_KEY" in environment_of(name).get("ANTHROPIC_API_KEY", "")}
    assert holders == {"coordinator", "skills", "user_agent"}


def test_redis_forgets_nothing_that_it_acknowledged() -> None:
    said = " ".join(SERVICES["redis"]["command"])
    for option in ("--appendonly yes", "--appendfsync always", "--maxmemory-policy noeviction", "--aclfile "):
        assert option in said
    assert SERVICES["redis"]["volumes"][0] == "redis:/data"


def test_the_services_are_told_what_make_env_makes() -> None:
    mounts = [mount for name in ("rabbitmq", "redis") for mount in SERVICES[name]["volumes"]]
    made = [mount for mount in mounts if mount.startswith("${TOWOW_SECRETS:-./.secrets}/")]
    assert [mount.split("/")[2].split(":")[0] for mount in made] == ["rabbitmq-definitions.json", "redis-users.acl"]
    assert all(mount.endswith(":ro") for mount in mounts if mount.startswith((".", "$")))
    shown = (HOME / "deploy/rabbitmq/rabbitmq.conf").read_text(encoding="utf-8")
    assert "load_definitions = /etc/rabbitmq/definitions.json" in shown
    assert "management.tcp.ip = 127.0.0.1" in shown


def test_the_store_is_reached_from_inside_only() -> None:
    assert SERVICES["redis"]["networks"] == ["records"]
    assert COMPOSE["networks"]["records"] == {"internal": True}


def test_nobody_has_a_tag_and_guest_is_not_among_them() -> None:
    loaded = json.loads(broker_users.definitions("towow", dict.fromkeys(broker_users.USERS, "x" * 16)))
    assert [user["tags"] for user in loaded["users"]] == [[]] * len(broker_users.USERS)
    assert "guest" not in {user["name"] for user in loaded["users"]}


def test_the_image_is_locked_and_runs_as_nobody_in_particular() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert "--require-hashes" in DOCKERFILE
    assert "--no-index" in DOCKERFILE
    assert "pip install" not in last
    assert re.search(r"^USER [1-9]\d+:[1-9]\d+$", last, re.MULTILINE)
    assert 'ENTRYPOINT ["towow"]' in last
    assert "STOPSIGNAL SIGTERM" in last
    assert "PYTHONDONTWRITEBYTECODE=1" in last


def test_an_image_gets_packages_and_shipped_agents_and_no_secret() -> None:
    """Everything is left out but what is named; so what is added one day has to be named here, too."""
    lines = (HOME / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert next(line for line in lines if not line.startswith("#")) == "*"
    let_in = {line[1:] for line in lines if line.startswith("!")}
    packages = {file.parent.name for file in HOME.glob("*/__init__.py")} - {"tests", "benchmarks"}
    assert packages | {"pyproject.toml", "requirements.txt", "LICENSE", "examples", "examples/agents"} == let_in
