"""Does `towow doctor` really look, and say what to do?"""

import signal

from tests.support.cli_runner import CommandRunner, stop

NAMES = ["python", "settings", "services", "keys", "model", "embedder", "profiles", "negotiation", "door"]


def test_doctor_passes_on_a_default_environment(towow: CommandRunner) -> None:
    told = towow.run("doctor", "--json", ANTHROPIC_API_KEY="not-a-real-key")
    (report,) = told.rows
    assert told.code == 0
    assert report["ok"] is True
    assert [check["name"] for check in report["checks"]] == NAMES
    assert all(list(check) == ["name", "ok", "detail", "hint"] for check in report["checks"])
    assert "not-a-real-key" not in told.out
    readable = towow.run("doctor")
    assert readable.code == 0
    assert len(readable.out.splitlines()) == len(NAMES)


def failing(towow: CommandRunner, *arguments: str, **environment: str) -> list[str]:
    told = towow.run("doctor", "--json", *arguments, **environment)
    (report,) = told.rows
    assert (told.code, report["ok"]) == (1, False)
    assert all(check["hint"] for check in report["checks"] if not check["ok"])
    return [check["name"] for check in report["checks"] if not check["ok"]]


def test_doctor_reports_each_failure_separately(towow: CommandRunner) -> None:
    assert failing(towow, TOWOW_MAX_CANDIDATES="99") == ["settings"]
    assert failing(towow, TOWOW_BROKER_URL="amqp://h") == ["services"]
    assert failing(towow, TOWOW_LLM="anthropic") == ["model"]
    assert failing(towow, TOWOW_API_KEYS="short:user_alice:user") == ["keys"]


def test_doctor_reports_a_folder_open_to_others(towow: CommandRunner) -> None:
    folder = towow.folder / "towow"
    folder.mkdir()
    folder.chmod(0o755)
    assert failing(towow) == ["door"]


def test_doctor_reports_an_unknown_variable(towow: CommandRunner) -> None:
    told = towow.run("doctor", TOWOW_MAX_CANDIDATE="3")
    assert told.code == 1
    assert "TOWOW_MAX_CANDIDATE" in told.out


def test_doctor_reports_each_unreachable_service(towow: CommandRunner) -> None:
    nowhere = {"TOWOW_BROKER_URL": "amqp://u:secret@127.0.0.1:1/", "TOWOW_STORE_URL": "redis://u:secret@127.0.0.1:1/0"}
    told = towow.run("doctor", "--json", **nowhere)
    unwell = {check["name"]: check for check in told.rows[0]["checks"] if not check["ok"]}
    assert told.code == 1
    assert list(unwell) == ["broker", "store", "registry", "workers", "embedder"]
    assert "rabbitmq" in unwell["broker"]["hint"]
    assert "redis-server" in unwell["store"]["hint"]
    assert "unknown" in unwell["workers"]["detail"]
    assert "secret" not in told.out
    assert "door" not in [check["name"] for check in told.rows[0]["checks"]]


def test_doctor_checks_the_readiness_of_a_running_system(towow: CommandRunner) -> None:
    with towow.serving() as process:
        (report,) = towow.run("doctor", "--json").rows
        (gateway,) = (check for check in report["checks"] if check["name"] == "gateway")
        assert gateway["ok"] is True
        assert "embedded, model simulated" in gateway["detail"]
        stop(process, signal.SIGKILL)
    assert failing(towow) == ["gateway"]  # what it left says that there is one
    assert failing(towow, "--gateway", "http://127.0.0.1:9") == ["gateway"]


def test_doctor_restored_is_refused_for_a_system_in_memory(towow: CommandRunner) -> None:
    told = towow.run("doctor", "--restored")
    assert (told.code, told.out) == (2, "")
    assert "TOWOW_STORE_URL" in told.err
