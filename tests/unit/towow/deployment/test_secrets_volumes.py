"""Secrets volumes: where passwords come from, which service gets what, and what is refused."""

import os
import re
from pathlib import Path

import pytest

from towow.deployment.broker_users import DELIBERATION_ROLES, GAME_ROLES, ROLES
from towow.deployment.env_file import (
    InvalidEnvFile,
    parse_env_file,
    password_variables,
    render_env_file,
    variable_names,
)
from towow.deployment.secrets_volumes import (
    ACCESS_LIST,
    DEFINITIONS,
    EMBEDDER_SERVICES,
    GROUPS,
    MODEL_ROLES,
    install,
    read_variables,
)

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may give a file to another group")


@pytest.fixture
def secrets(tmp_path: Path) -> Path:
    folder = tmp_path / "secrets"
    for service in ("generated", *GROUPS):
        (folder / service).mkdir(parents=True)
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


def contents(folder: Path) -> dict[str, tuple[bytes, int, int]]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {
        str(file.relative_to(folder)): (file.read_bytes(), file.stat().st_mode & 0o777, file.stat().st_gid)
        for file in files
    }


@as_root
def test_each_service_gets_its_own_secrets_and_a_second_start_changes_nothing(secrets: Path, project: Path) -> None:
    assert install(secrets, project, "") == "generated passwords"
    first = contents(secrets)
    by_service = {service: {name for name in first if name.startswith(f"{service}/")} for service in GROUPS}
    urls = {"TOWOW_BROKER_URL", "TOWOW_STORE_URL"}
    expected = {service: set(urls) for service in GROUPS} | {"rabbitmq": {DEFINITIONS}, "redis": {ACCESS_LIST}}
    expected["gateway"].add("TOWOW_API_KEYS")
    for role in MODEL_ROLES:
        expected[role].add("ANTHROPIC_API_KEY")
    for service in EMBEDDER_SERVICES:
        expected[service].add("TOWOW_EMBEDDER_KEY")
    assert by_service == {service: {f"{service}/{name}" for name in names} for service, names in expected.items()}
    for service, group in GROUPS.items():
        assert {first[name][1:] for name in by_service[service]} == {(0o640, group)}
        assert (secrets / service).stat().st_mode & 0o777 == 0o750
    assert first["generated/generated.env"][1:] == (0o600, 0)
    assert install(secrets, project, "") == "generated passwords"
    assert contents(secrets) == first


@as_root
def test_a_service_logs_in_as_itself_with_the_password_that_the_servers_know(secrets: Path, project: Path) -> None:
    install(secrets, project, "mine")
    variables, _ = read_variables(secrets, project)
    for service in set(GROUPS) - {"rabbitmq", "redis"}:
        user = "init" if service == "init" else "towow"
        broker = f"amqp://{service}:{variables[f'BROKER_PASSWORD_{service.upper()}']}@rabbitmq:5672/"
        store = f"redis://{user}:{variables[f'STORE_PASSWORD_{user.upper()}']}@redis:6379/0"
        assert (secrets / service / "TOWOW_BROKER_URL").read_text(encoding="utf-8") == broker
        assert (secrets / service / "TOWOW_STORE_URL").read_text(encoding="utf-8") == store
    assert "^mine" in (secrets / "rabbitmq" / DEFINITIONS).read_text(encoding="utf-8")
    assert " ~mine:* " in (secrets / "redis" / ACCESS_LIST).read_text(encoding="utf-8")


@as_root
def test_passwords_of_the_env_file_replace_all_earlier_ones(secrets: Path, project: Path) -> None:
    install(secrets, project, "")
    (secrets / "gateway" / "LEFT_OVER").write_text("of another version", encoding="utf-8")
    text = render_env_file().replace("ANTHROPIC_API_KEY=", "ANTHROPIC_API_KEY='sk-ant-x'")
    (project / ".env").write_text("\ufeff" + text.replace("\n", "\r\n"), encoding="utf-8")
    assert install(secrets, project, "") == ".env"
    own = parse_env_file(text)
    assert own["BROKER_PASSWORD_SKILLS"] in (secrets / "skills" / "TOWOW_BROKER_URL").read_text(encoding="utf-8")
    assert (secrets / "gateway" / "TOWOW_API_KEYS").read_text(encoding="utf-8") == own["TOWOW_API_KEYS"]
    assert (secrets / "skills" / "ANTHROPIC_API_KEY").read_text(encoding="utf-8") == "sk-ant-x"
    assert not (secrets / "gateway" / "LEFT_OVER").exists()


@as_root
def test_settings_without_passwords_are_added_to_generated_passwords(secrets: Path, project: Path) -> None:
    (project / ".env").write_text(
        "TOWOW_API_KEYS=k-of-mine-1:me:admin\nANTHROPIC_API_KEY=sk-ant-y\nTOWOW_EMBEDDER_KEY=pa-z\n", encoding="utf-8"
    )
    assert install(secrets, project, "") == "generated passwords"
    assert (secrets / "gateway" / "TOWOW_API_KEYS").read_text(encoding="utf-8") == "k-of-mine-1:me:admin"
    assert (secrets / "user_agent" / "ANTHROPIC_API_KEY").read_text(encoding="utf-8") == "sk-ant-y"
    assert (secrets / "planner" / "ANTHROPIC_API_KEY").read_text(encoding="utf-8") == "sk-ant-y"
    for service in ("gateway", "channel_admin", "deliberation_host", "deliberation_skills"):
        assert not (secrets / service / "ANTHROPIC_API_KEY").exists()
    assert (secrets / "coordinator" / "TOWOW_EMBEDDER_KEY").read_text(encoding="utf-8") == "pa-z"
    assert not (secrets / "user_agent" / "TOWOW_EMBEDDER_KEY").exists()


@pytest.mark.parametrize("kept", range(1, len(password_variables())))
def test_some_passwords_but_not_all_are_refused_and_nothing_is_written(secrets: Path, project: Path, kept: int) -> None:
    names = password_variables()
    whole = parse_env_file(render_env_file())
    (project / ".env").write_text("\n".join(f"{name}={whole[name]}" for name in names[:kept]), encoding="utf-8")
    with pytest.raises(InvalidEnvFile, match=rf"^\.env: no value for .*{names[-1]}\. Add them"):
        install(secrets, project, "")
    assert contents(secrets) == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("TOWOW_SECRETS_VERSION=2\n", r"generated_secrets`: expected version 1, found 2\. Start the version"),
        ("", r"generated_secrets`: expected version 1, found none"),
        (
            "TOWOW_SECRETS_VERSION=1\nSTORE_PASSWORD_INIT=short\n",
            r"generated_secrets`: STORE_PASSWORD_INIT: expected at least 16",
        ),
        (
            "TOWOW_SECRETS_VERSION=1\nSTORE_PASSWORD_INIT=\n",
            r"generated_secrets`: no value for STORE_PASSWORD_INIT\. Add",
        ),
    ],
)
def test_a_volume_of_another_version_or_with_an_invalid_password_is_refused_and_kept(
    secrets: Path, project: Path, text: str, said: str
) -> None:
    (secrets / "generated" / "generated.env").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidEnvFile, match=said):
        install(secrets, project, "")
    assert set(contents(secrets)) == {"generated/generated.env"}
    assert (secrets / "generated" / "generated.env").read_text(encoding="utf-8") == text


NEW_PASSWORDS = frozenset(variable_names("BROKER_PASSWORD_", (*DELIBERATION_ROLES, *GAME_ROLES)))
"""Those of the roles that the first version did not have."""


@as_root
def test_to_generated_passwords_those_of_new_roles_are_added_once(secrets: Path, project: Path) -> None:
    lines = render_env_file().splitlines(keepends=True)
    earlier = "".join(line for line in lines if line.partition("=")[0] not in NEW_PASSWORDS)
    generated = secrets / "generated" / "generated.env"
    generated.write_text(f"TOWOW_SECRETS_VERSION=1\n{earlier.rstrip()}", encoding="utf-8")
    old = parse_env_file(generated.read_text(encoding="utf-8"))
    assert install(secrets, project, "") == "generated passwords"
    completed = parse_env_file(generated.read_text(encoding="utf-8"))
    assert {name: completed[name] for name in old} == old
    added = completed.keys() - old.keys()
    assert added == NEW_PASSWORDS
    assert len({completed[name] for name in (*added, *password_variables())}) == len(password_variables())
    for role in ("planner", "game_host"):
        url = (secrets / role / "TOWOW_BROKER_URL").read_text(encoding="utf-8")
        assert completed[f"BROKER_PASSWORD_{role.upper()}"] in url
    before = contents(secrets)
    install(secrets, project, "")
    assert contents(secrets) == before


def test_an_env_file_that_is_not_text_is_refused(secrets: Path, project: Path) -> None:
    (project / ".env").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidEnvFile, match=r"\.env: expected UTF-8 text"):
        install(secrets, project, "")


@as_root
def test_no_password_is_in_the_volume_of_another_service(secrets: Path, project: Path) -> None:
    install(secrets, project, "")
    variables, _ = read_variables(secrets, project)
    for name in password_variables():
        holders = {
            file.parent.name
            for file in secrets.rglob("*")
            if file.is_file() and variables[name] in file.read_text(encoding="utf-8")
        } - {"generated"}
        user = re.sub(r"^(BROKER|STORE)_PASSWORD_", "", name).lower()
        expected = {"towow": {"gateway", *ROLES}}.get(user, {user})
        assert holders == expected - {"subscriber", "operator"}
