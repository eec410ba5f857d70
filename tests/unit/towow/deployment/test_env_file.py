"""Does `make env` make passwords once, keep them to their owner, and hand the services nothing but hashes?"""

import json
import os
import re
import stat
import subprocess
import sys
from base64 import b64decode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from deliberation.application import APPLICATION as DELIBERATION
from gamehive.application import APPLICATION as GAMEHIVE
from negotiation.application import APPLICATION as NEGOTIATION
from shared.runtime.actor import Entity
from shared.runtime.application import Application, Resources
from shared.runtime.system_clock import SystemClock
from shared.store.redis.functions import load_function_library
from towow.bootstrap.applications import APPLICATIONS, GATEWAY, QUEUES
from towow.config.environment import NAMESPACE_PATTERN
from towow.config.settings import Settings
from towow.deployment import broker_users, env_file, store_users
from towow.deployment.secrets_volumes import ACCESS_LIST, DEFINITIONS

HOME = Path(__file__).resolve().parents[4]


def made(folder: Path) -> subprocess.CompletedProcess[str]:
    """What `make env` runs; -S: without anything that was installed."""
    arguments = ("--env", str(folder / ".env"), "--folder", str(folder / ".secrets"))
    command = [sys.executable, "-S", "-m", "towow.deployment", *arguments]
    return subprocess.run(command, cwd=HOME, env={}, capture_output=True, text=True, check=False)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def secrets_of(folder: Path) -> dict[str, str]:
    given = env_file.parse_env_file((folder / ".env").read_text(encoding="utf-8"))
    return {
        name: value for name, value in given.items() if name.startswith((env_file.BROKER_PREFIX, env_file.STORE_PREFIX))
    }


def test_the_generated_api_key_is_long_enough() -> None:
    keys = {env_file.parse_env_file(env_file.render_env_file())["TOWOW_API_KEYS"] for _ in range(3)}
    assert len(keys) == 3
    assert all(re.fullmatch(r"[0-9a-f]{64}:operator:admin", key) for key in keys)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("NAME=abc", "abc"),
        ("export NAME=abc", "abc"),
        ("  NAME = abc  ", "abc"),
        ("NAME=abc # a comment", "abc"),
        ("NAME=abc#d", "abc#d"),
        ("NAME= # a comment", ""),
        ("NAME='a # b' # a comment", "a # b"),
        ('NAME="abc"# a comment', "abc"),
        ("NAME='abc", "abc"),
        ("NAME=", ""),
    ],
)
def test_a_line_is_read_as_docker_compose_reads_it(line: str, value: str) -> None:
    assert env_file.parse_env_file(f"# NAME=comment\n{line}\n") == {"NAME": value}


def test_env_generation_needs_no_packages_and_is_idempotent(tmp_path: Path) -> None:
    first = made(tmp_path)
    assert first.returncode == 0, first.stderr
    before = contents(tmp_path)
    assert set(before) == {".env", f".secrets/{DEFINITIONS}", f".secrets/{ACCESS_LIST}"}
    second = made(tmp_path)
    assert (second.returncode, second.stderr) == (0, "")
    assert contents(tmp_path) == before


def test_only_its_owner_can_read_the_passwords(tmp_path: Path) -> None:
    masked = os.umask(0)
    try:
        made(tmp_path)
    finally:
        os.umask(masked)
    assert stat.S_IMODE((tmp_path / ".env").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / ".secrets").stat().st_mode) == 0o700


def test_all_passwords_differ_and_are_only_in_the_env_file(tmp_path: Path) -> None:
    made(tmp_path)
    known = secrets_of(tmp_path)
    assert len(known) == len(broker_users.USERS) + len(store_users.USERS)
    assert len(set(known.values())) == len(known)
    assert min(len(secret) for secret in known.values()) >= 32
    handed_over = b"".join(text for name, text in contents(tmp_path).items() if name != ".env").decode()
    assert [name for name, secret in known.items() if secret in handed_over] == []
    (tmp_path / "another").mkdir()
    made(tmp_path / "another")
    assert not set(known.values()) & set(secrets_of(tmp_path / "another").values())


def test_the_server_configurations_have_the_hashes_of_the_passwords(tmp_path: Path) -> None:
    made(tmp_path)
    known = secrets_of(tmp_path)
    loaded = json.loads((tmp_path / ".secrets" / DEFINITIONS).read_text(encoding="utf-8"))
    for user in loaded["users"]:
        kept = b64decode(user["password_hash"])
        secret = known[env_file.BROKER_PREFIX + user["name"].upper()]
        assert kept[4:] == sha256(kept[:4] + secret.encode()).digest()
    access = (tmp_path / ".secrets" / ACCESS_LIST).read_text(encoding="utf-8")
    for user in store_users.USERS:
        digest = sha256(known[env_file.STORE_PREFIX + user.upper()].encode()).hexdigest()
        assert re.search(rf"^user {user} on resetpass #{digest} ", access, re.MULTILINE)


def test_an_existing_env_file_is_never_overwritten(tmp_path: Path) -> None:
    made(tmp_path)
    file = tmp_path / ".env"
    own = file.read_text(encoding="utf-8").replace("TOWOW_NAMESPACE=towow", 'TOWOW_NAMESPACE="mine"')
    file.write_text(own, encoding="utf-8")
    again = made(tmp_path)
    assert again.returncode == 0
    assert file.read_text(encoding="utf-8") == own
    loaded = (tmp_path / ".secrets" / DEFINITIONS).read_text(encoding="utf-8")
    assert "mine" in loaded
    assert "^towow" not in loaded.replace("^towow\\\\.", "")  # but for the types of events, which never change


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("STORE_PASSWORD_TOWOW=short", "STORE_PASSWORD_TOWOW: expected at least 16"),
        ("BROKER_PASSWORD_SKILLS=not@in:a/url#at?all", "BROKER_PASSWORD_SKILLS: expected at least 16"),
        ("BROKER_PASSWORD_SKILLS=", "BROKER_PASSWORD_SKILLS: expected at least 16"),
        ("TOWOW_NAMESPACE=.*", "TOWOW_NAMESPACE=.*: expected a lower-case letter"),
    ],
)
def test_an_unusable_env_file_is_reported_and_generates_nothing(tmp_path: Path, line: str, said: str) -> None:
    made(tmp_path)
    before = contents(tmp_path / ".secrets")
    with (tmp_path / ".env").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    again = made(tmp_path)
    assert again.returncode == 1
    assert said in again.stderr
    assert contents(tmp_path / ".secrets") == before


def test_the_generator_has_the_roles_and_namespace_pattern_of_the_system() -> None:
    """The package may import nothing that has to be installed, so it says them again."""
    assert set(broker_users.ROLES) == set(QUEUES)
    assert broker_users.GATEWAY == GATEWAY
    assert set(broker_users.EVENT_PUBLISHERS) == entity_roles()
    for name in ("towow", "a", "a-1", "Towow", "1a", "a.b", "a" * 32):
        given = {env_file.NAMESPACE: name}
        if NAMESPACE_PATTERN.fullmatch(name):
            assert env_file.read_namespace(given) == name
        else:
            with pytest.raises(env_file.InvalidEnvFile):
                env_file.read_namespace(given)


def entity_roles() -> set[str]:
    """Return the roles of the entities, the only actors that publish events."""
    settings = Settings()
    resources = APPLICATIONS.build_in_memory_resources(SystemClock(), settings, Resources())
    return {
        APPLICATIONS.routes[actor.kind]
        for actor in APPLICATIONS.actors(resources, settings)
        if isinstance(actor, Entity)
    }


@pytest.mark.parametrize(
    ("user", "application", "first"),
    [
        ("channel_admin", NEGOTIATION, "towow.demand.submitted"),
        ("deliberation_host", DELIBERATION, "towow.deliberation.session_started"),
        ("game_host", GAMEHIVE, "towow.game.started"),
    ],
)
def test_a_publisher_may_publish_the_events_of_its_application_and_no_others(
    user: str, application: Application[Any, Any], first: str
) -> None:
    own = {payload.type for payload in application.events.payloads}
    known = {payload.type for each in (NEGOTIATION, DELIBERATION, GAMEHIVE) for payload in each.events.payloads}
    assert {name for name in known if may_publish(user, name)} == own
    assert not may_publish(user, "towow.stranger.event")
    assert {name for name in own if may_publish(broker_users.GATEWAY, name)} == {first}


def may_publish(user: str, event_type: str) -> bool:
    """Whether both exchanges let a user publish an event of this type."""
    rows = [row for row in broker_users.topic_permissions("towow") if row["user"] == user]
    assert {row["exchange"] for row in rows} == {"towow.events", "towow.events.private"}
    return all(re.search(row["write"], f"{event_type}.some-id") for row in rows)


def test_the_generated_acl_allows_every_command_sent() -> None:
    """Those of the Functions are read from their source; those of the adapters are held against theirs here."""
    allowed = set(store_users.system_commands())
    assert set(load_function_library().commands) <= allowed
    folders = ("gateway", "negotiation", "deliberation", "gamehive", "shared/store/redis", "shared/embedding")
    sources = [file for folder in folders for file in (HOME / folder).rglob("*.py")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in sources)
    sent = {name.lower() for name in re.findall(r"\.call\(\s*\"([A-Z]+)\"", text)}
    assert {"get", "hmget", "zrange"} <= sent, "nobody sends anything like this any more: look elsewhere"
    allowed = {name.partition("|")[0] for name in allowed}
    # HELLO needs no right; the others are for whoever removes a namespace, and for `towow init`.
    assert sent - allowed <= {"hello", "unlink", "function", "config"}
