"""Is what the deployment files say careful: one port, no right too many, nothing that is not locked or not public?"""

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from towow.bootstrap.applications import QUEUES
from towow.bootstrap.file_limit import WANTED_OPEN_FILES
from towow.cli.commands.demo import SIMULATED_LATENCY_MS
from towow.cli.commands.doctor import KNOWN_VARIABLES
from towow.deployment import broker_users, store_users
from towow.deployment.env_file import parse_env_file, render_env_file
from towow.deployment.secrets_volumes import ACCESS_LIST, DEFINITIONS, GROUPS, MODEL_ROLES

HOME = Path(__file__).resolve().parents[2]
TEXT = (HOME / "docker-compose.yml").read_text(encoding="utf-8")
COMPOSE = cast("dict[str, Any]", yaml.safe_load(TEXT))
SERVICES = cast("dict[str, dict[str, Any]]", COMPOSE["services"])
OURS = ("init", "gateway", *QUEUES)
ONE_SHOT = ("secrets", "init")
OPERATIONS = (HOME / "docs/operations.md").read_text(encoding="utf-8")
DOCKERFILE = (HOME / "Dockerfile").read_text(encoding="utf-8")

each = pytest.mark.parametrize("name", SERVICES)
each_of_ours = pytest.mark.parametrize("name", OURS)


def environment_of(name: str) -> dict[str, str]:
    return cast("dict[str, str]", SERVICES[name].get("environment", {}))


def test_the_compose_file_has_the_documented_services() -> None:
    assert set(SERVICES) == {"secrets", "rabbitmq", "redis", "init", "gateway", *QUEUES}


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
    assert service.get("network_mode") == ("none" if name == "secrets" else None)
    assert not [mount for mount in service.get("volumes", []) if "docker.sock" in mount]
    # Redis' own user owns its data; whoever makes it so needs these three, and gives them up. The secrets' files are
    # given to the groups of the services, and read from a .env that belongs to the operator.
    added = {"redis": {"CHOWN", "SETGID", "SETUID"}, "secrets": {"CHOWN", "DAC_READ_SEARCH"}}
    assert set(service.get("cap_add", [])) == added.get(name, set())


@each
def test_a_service_has_resource_and_log_size_limits(name: str) -> None:
    limits = SERVICES[name]["deploy"]["resources"]["limits"]
    assert {"memory", "pids"} <= set(limits)
    assert set(SERVICES[name]["logging"]["options"]) == {"max-size", "max-file"}


@each
def test_a_service_has_no_fixed_container_name_and_restarts(name: str) -> None:
    service = SERVICES[name]
    assert "container_name" not in service
    assert service["restart"] == ("no" if name in ONE_SHOT else "unless-stopped")


@each
def test_every_long_running_service_has_a_health_check(name: str) -> None:
    assert ("healthcheck" in SERVICES[name]) == (name not in ONE_SHOT)


@each_of_ours
def test_a_service_starts_when_its_dependencies_are_healthy_or_completed(name: str) -> None:
    needed = {on: wait["condition"] for on, wait in SERVICES[name]["depends_on"].items()}
    both = {"rabbitmq": "service_healthy", "redis": "service_healthy"}
    for server in both:
        assert SERVICES[server]["depends_on"] == {"secrets": {"condition": "service_completed_successfully"}}
    assert needed == (both if name == "init" else {**both, "init": "service_completed_successfully"})


@each_of_ours
def test_the_stop_grace_period_is_longer_than_ten_seconds(name: str) -> None:
    assert int(SERVICES[name]["stop_grace_period"].removesuffix("s")) > 10


def test_a_gateway_may_have_as_many_open_files_as_it_asks_for_and_operations_says() -> None:
    """It raises the limit itself: an engine that may not go so high would not even start the container."""
    assert not [name for name, service in SERVICES.items() if "ulimits" in service]
    assert f"at most {WANTED_OPEN_FILES:,}" in OPERATIONS


def test_the_documents_name_the_required_docker_compose_version() -> None:
    """A file of settings that may be absent is understood since 2.24."""
    assert [file["required"] for file in SERVICES["gateway"]["env_file"]] == [False]
    for document in ("README.md", "README.zh-CN.md", "docs/operations.md"):
        assert "Docker Compose 2.24" in (HOME / document).read_text(encoding="utf-8"), document


def test_operations_lists_every_user_of_both_services() -> None:
    for service, users in (("RabbitMQ", broker_users.USERS), ("Redis", (*store_users.USERS, store_users.HEALTH))):
        table = OPERATIONS.partition(f"| {service} user | may |\n|---|---|\n")[2].partition("\n\n")[0]
        first = [name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])]
        assert sorted(first) == sorted(users), service


def test_operations_adds_the_passwords_of_every_role_that_an_earlier_env_file_lacks() -> None:
    (named,) = re.findall(r"^for user in ([A-Z_\s\\]+); do\n.*BROKER_PASSWORD_\$user=", OPERATIONS, re.MULTILINE)
    added = (*broker_users.DELIBERATION_ROLES, *broker_users.GAME_ROLES)
    assert named.replace("\\", " ").lower().split() == list(added)


def test_the_compose_file_uses_three_public_images_and_one_built_image() -> None:
    images = {service["image"] for service in SERVICES.values()}
    assert images == {"rabbitmq:4-management", "redis:8", "towow:local"}
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"python:3.13-slim"}
    assert [name for name, service in SERVICES.items() if "build" in service] == ["secrets"]


def test_no_secret_is_in_the_file_or_in_an_environment() -> None:
    assert re.findall(r"PASSWORD|API_KEY(?!: not-for-the-gateway)", re.sub(r"#.*", "", TEXT)) == []
    assert re.findall(r"://\w+:", TEXT) == []


@pytest.mark.parametrize("name", GROUPS)
def test_a_service_reads_its_own_secrets_in_a_group_of_its_own(name: str) -> None:
    service = SERVICES[name]
    mounted = [mount for mount in service["volumes"] if "secrets" in mount]
    assert mounted == [f"{name}_secrets:/run/secrets/towow:ro"]
    assert f"{name}_secrets:/secrets/{name}" in SERVICES["secrets"]["volumes"]
    assert len(set(GROUPS.values())) == len(GROUPS)
    group = str(GROUPS[name])
    if name == "rabbitmq":
        assert service["group_add"] == [group]
    elif name == "redis":
        assert f"--groups {group} " in service["entrypoint"][2]
    else:
        assert service["user"] == f"{group}:{group}"
        assert environment_of(name)["TOWOW_SECRETS_DIR"] == "/run/secrets/towow"


def test_the_simulated_model_takes_as_long_as_in_the_demonstration() -> None:
    latency = f"${{TOWOW_SIMULATED_LATENCY_MS:-{SIMULATED_LATENCY_MS}}}"
    told = {name for name in OURS if environment_of(name).get("TOWOW_SIMULATED_LATENCY_MS") == latency}
    assert (
        told
        == {"coordinator", "skills", "user_agent", "planner", "critic", "reporter", "game_agent"}
        == set(MODEL_ROLES)
    )


def test_the_numbers_of_workers_are_variables_that_every_start_keeps_and_a_new_env_file_has() -> None:
    numbers = {
        name: service["deploy"]["replicas"] for name, service in SERVICES.items() if "replicas" in service["deploy"]
    }
    variables = {"user_agent": "TOWOW_USER_AGENTS", "planner": "TOWOW_PLANNERS", "critic": "TOWOW_CRITICS"}
    variables |= {"game_agent": "TOWOW_GAME_AGENTS", "game_search": "TOWOW_GAME_SEARCHES"}
    assert numbers == {name: f"${{{variable}:-1}}" for name, variable in variables.items()}
    for variable in variables.values():
        assert parse_env_file(render_env_file())[variable] == "1"
        assert variable in OPERATIONS
        assert variable in KNOWN_VARIABLES


def test_everything_fits_into_the_memory_of_a_laptop() -> None:
    """Limits, not use: even if each process grew to its limit, a machine of 16 GB would bear it."""
    limits = {name: service["deploy"]["resources"]["limits"]["memory"] for name, service in SERVICES.items()}
    megabytes = {name: int(limit[:-1]) * {"M": 1, "G": 1024}[limit[-1]] for name, limit in limits.items()}
    assert sum(megabytes[name] for name in SERVICES if name not in ONE_SHOT) <= 12 * 1024
    assert {name for name in QUEUES if megabytes[name] >= 1024} >= {"coordinator", "deliberation_skills"}


def test_redis_syncs_every_write_to_disk_and_never_evicts() -> None:
    said = " ".join(SERVICES["redis"]["command"])
    for option in ("--appendonly yes", "--appendfsync always", "--maxmemory-policy noeviction", "--aclfile "):
        assert option in said
    assert SERVICES["redis"]["volumes"][0] == "redis:/data"


def test_broker_and_store_load_the_users_that_are_generated() -> None:
    shown = (HOME / "deploy/rabbitmq/rabbitmq.conf").read_text(encoding="utf-8")
    assert f"load_definitions = /run/secrets/towow/{DEFINITIONS}" in shown
    assert "management.tcp.ip = 127.0.0.1" in shown
    assert f"/run/secrets/towow/{ACCESS_LIST}" in SERVICES["redis"]["command"]


def test_the_store_is_reached_from_inside_only() -> None:
    assert SERVICES["redis"]["networks"] == ["records"]
    assert COMPOSE["networks"]["records"] == {"internal": True}


def test_no_broker_user_has_a_management_tag_and_there_is_no_guest() -> None:
    loaded = json.loads(broker_users.definitions("towow", dict.fromkeys(broker_users.USERS, "x" * 16)))
    assert [user["tags"] for user in loaded["users"]] == [[]] * len(broker_users.USERS)
    assert "guest" not in {user["name"] for user in loaded["users"]}


def test_the_image_installs_locked_packages_and_runs_as_an_unprivileged_user() -> None:
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
