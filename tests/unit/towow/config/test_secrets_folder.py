"""Secrets folder: its files become variables, the environment wins, and an unreadable one is reported."""

from pathlib import Path

import pytest

from towow.cli.exit import CommandError
from towow.config.secrets_folder import load_secrets


def test_each_file_becomes_a_variable_unless_one_is_set(tmp_path: Path) -> None:
    (tmp_path / "TOWOW_STORE_URL").write_text("redis://a\n", encoding="utf-8")
    (tmp_path / "TOWOW_BROKER_URL").write_text("amqp://file", encoding="utf-8")
    (tmp_path / "TOWOW_API_KEYS").write_text("from-file", encoding="utf-8")
    (tmp_path / ".TOWOW_LLM.new").write_text("draft", encoding="utf-8")
    (tmp_path / "..data").mkdir()
    given = {"TOWOW_SECRETS_DIR": str(tmp_path), "TOWOW_BROKER_URL": "amqp://set", "TOWOW_API_KEYS": ""}
    load_secrets(given)
    assert given == {
        "TOWOW_SECRETS_DIR": str(tmp_path),
        "TOWOW_BROKER_URL": "amqp://set",
        "TOWOW_API_KEYS": "from-file",
        "TOWOW_STORE_URL": "redis://a",
    }


def test_without_a_secrets_folder_no_variable_changes() -> None:
    given = {"TOWOW_LLM": "simulated", "TOWOW_SECRETS_DIR": ""}
    load_secrets(given)
    assert given == {"TOWOW_LLM": "simulated", "TOWOW_SECRETS_DIR": ""}


def test_a_missing_folder_is_an_error_that_names_the_variable_and_the_user(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"TOWOW_SECRETS_DIR=.*gone: No such file or directory; expected a folder"):
        load_secrets({"TOWOW_SECRETS_DIR": str(tmp_path / "gone")})


def test_a_file_that_is_not_text_is_an_error_that_does_not_show_it(tmp_path: Path) -> None:
    (tmp_path / "TOWOW_API_KEYS").write_bytes(b"\xffsecret")
    with pytest.raises(CommandError, match="not UTF-8 text") as refused:
        load_secrets({"TOWOW_SECRETS_DIR": str(tmp_path)})
    assert "secret" not in str(refused.value).replace("TOWOW_SECRETS_DIR", "")


def test_the_byte_order_mark_of_a_secret_file_is_removed(tmp_path: Path) -> None:
    (tmp_path / "TOWOW_STORE_URL").write_bytes(b"\xef\xbb\xbfredis://a\r\n")
    given = {"TOWOW_SECRETS_DIR": str(tmp_path)}
    load_secrets(given)
    assert given["TOWOW_STORE_URL"] == "redis://a"


@pytest.mark.parametrize(("name", "text"), [("TOWOW_API_KEYS", b"secret\0"), ("A=B", b"secret")])
def test_a_secret_file_with_an_invalid_name_is_reported_without_its_content(
    tmp_path: Path, name: str, text: bytes
) -> None:
    (tmp_path / name).write_bytes(text)
    with pytest.raises(CommandError, match=rf"'{name}' cannot become an environment variable") as refused:
        load_secrets({"TOWOW_SECRETS_DIR": str(tmp_path)})
    assert refused.value.code == 2
    assert "secret" not in str(refused.value).replace(str(tmp_path), "")
