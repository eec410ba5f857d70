"""Does the whole system run in containers, with more hands or fewer, and does it survive their loss?"""

import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Generator, Iterator, Mapping
from http.client import HTTPResponse
from typing import Any, cast

import pytest

from tests.e2e.server_game import ServerGame
from tests.services.compose_project import ComposeProject, compose_project
from tests.support.cli_runner import DEMAND
from towow.bootstrap.applications import QUEUES
from towow.deployment.env_file import parse_env_file, password_variables, render_env_file
from towow.deployment.secrets_volumes import GROUPS

pytestmark = [pytest.mark.requires("docker"), pytest.mark.long, pytest.mark.timeout(900)]

HEALTHY_WITHIN = 90
"""Seconds, once the image is built."""

ENDS_WITHIN = 120
"""Seconds that a negotiation, a deliberation or a decision in a game may take."""

QUERY = "我想在60天内备考雅思，目标7分，每天2小时"

Event = dict[str, Any]


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Generator[ComposeProject]:
    with compose_project(tmp_path_factory.mktemp("deployment")) as made:
        began = time.monotonic()
        made.compose("up", "--detach", "--wait", "--wait-timeout", str(HEALTHY_WITHIN))
        assert time.monotonic() - began < HEALTHY_WITHIN
        yield made


def ask(
    system: ComposeProject, path: str, body: object = None, *, form: Mapping[str, str] | None = None, key: str = ""
) -> HTTPResponse:
    data = None if body is None else json.dumps(body).encode()
    if form is not None:
        data = urllib.parse.urlencode(form).encode()
    asked = urllib.request.Request(f"http://127.0.0.1:{system.port}{path}", data)
    if data:
        asked.add_header("Content-Type", "application/json" if form is None else "application/x-www-form-urlencoded")
    if key:
        asked.add_header("Authorization", f"Bearer {key}")
    return cast("HTTPResponse", urllib.request.urlopen(asked, timeout=ENDS_WITHIN))


def submit(system: ComposeProject) -> str:
    with ask(system, "/api/v1/demand/submit", {"raw_input": DEMAND, "user_id": "user_alice"}) as answer:
        accepted = json.load(answer)
    assert accepted["status"] == "processing"
    return str(accepted["demand_id"])


def stream(system: ComposeProject, demand_id: str) -> Iterator[tuple[int, Event]]:
    """The events of a negotiation as they come, with their ids, to the end of the stream."""
    return follow(system, f"/api/v1/events/negotiations/{demand_id}/stream")


def game_events(system: ComposeProject, game_id: str) -> Iterator[tuple[str, Event]]:
    """The events of a game as they come, each as its type's last word and its payload, to the end of the stream."""
    for _, event in follow(system, f"/api/v1/games/{game_id}/stream"):
        yield event["event_type"].rpartition(".")[2], event["payload"]


def follow(system: ComposeProject, path: str) -> Iterator[tuple[int, Event]]:
    """The events of a stream as they come, with their ids, to its end."""
    with ask(system, path) as answer:
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        identifier = 0
        for line in answer:
            name, _, value = line.decode().rstrip("\r\n").partition(": ")
            if name == "id":
                identifier = int(value)
            elif name == "data":
                yield identifier, json.loads(value)


def deliberate(system: ComposeProject) -> list[Event]:
    """Start a session; its events to the end of the stream that answers."""
    key = system.variable("TOWOW_API_KEYS").partition(":")[0]
    body = {"message": QUERY, "mode": "multi_agent", "userId": "user_alice", "conversationId": "conversation-1"}
    with ask(system, "/api/v1/deliberations", body, key=key) as answer:
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        data = [line.removeprefix(b"data: ").strip() for line in answer if line.startswith(b"data: ")]
    assert data[-1] == b"[DONE]"
    events = [json.loads(each) for each in data[:-1]]
    assert {event["session_id"] for event in events} == {answer.headers["X-Session-Id"]}
    return events


def done_by(system: ComposeProject, container: str) -> int:
    """How many messages a worker has handled, by its own count."""
    read = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:9100/metrics', timeout=5).read().decode())"
    said = system.inside(container, "python", "-c", read).stdout
    counts = re.findall(r'^towow_deliveries_total\{outcome="done",queue="user_agent"\} (\S+)$', said, re.MULTILINE)
    return sum(int(float(count)) for count in counts)


def user_agents(system: ComposeProject) -> list[str]:
    return [str(one["Name"]) for one in system.containers("user_agent")]


def test_all_compose_services_become_healthy(system: ComposeProject) -> None:
    for service in ("rabbitmq", "redis", "gateway", *QUEUES):
        assert [one["Health"] for one in system.containers(service)] == ["healthy"], service
    assert [one["ExitCode"] for one in system.containers("init", every=True)] == [0]
    with ask(system, "/readyz") as answer:
        assert json.load(answer)["ready"] is True


def test_a_negotiation_ends_while_workers_are_scaled_and_killed(system: ComposeProject) -> None:
    events = stream(system, submit(system))
    seen = [next(events)]
    while seen[-1][1]["event_type"] != "towow.demand.broadcast":
        seen.append(next(events))
    [first] = user_agents(system)
    system.compose("up", "--detach", "--no-recreate", "--no-deps", "--scale", "user_agent=4", "user_agent")
    lost = ""
    done: dict[str, int] = {}
    for numbered in events:
        seen.append(numbered)
        if not lost and len(active := [name for name in user_agents(system) if done_by(system, name)]) > 1:
            done = {name: done_by(system, name) for name in active}
            lost = next(name for name in active if name != first)
            system.kill(lost)
    assert [number for number, _ in seen] == list(range(1, len(seen) + 1))
    last = seen[-1][1]
    assert last["event_type"] == "towow.demand.closed"
    assert last["payload"]["totals"]["fallback_calls"] == 0
    assert lost, "only one user_agent worked: nobody was killed"
    left = user_agents(system)
    assert lost not in left
    worked = {name: count for name in left if (count := done_by(system, name))} | {lost: done[lost]}
    print("worked:", worked)  # noqa: T201 - shown by `pytest -s` and on failure
    assert len(worked) > 1


def test_a_deliberation_runs_over_its_five_services(system: ComposeProject) -> None:
    events = deliberate(system)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    types = [event["type"] for event in events]
    assert types[0] == "session_started"
    assert types[-2:] == ["final_report", "session_ended"]
    assert {"agent_skipped", "error"}.isdisjoint(types)
    assert {event["agent"] for event in events if event["type"] == "agent_output"} == {"planner", "critic"}
    # The embedder works in its container: no keyword comparison stands in for it.
    first = next(event for event in events if event["type"] == "host_decision")
    assert (first["analysis"]["method"], first["analysis"]["degraded"]) == ("embedding", False)


def test_a_person_plays_against_the_team(system: ComposeProject) -> None:
    with ask(system, "/api/v1/games", {"game": "gomoku8", "human": "first", "user_id": "user_alice"}) as answer:
        game_id = json.load(answer)["game_id"]
    with ask(system, f"/api/v1/games/{game_id}/move", {"x": 4, "y": 4, "ply": 1}) as answer:
        assert answer.status == 202
    seen: list[str] = []
    moves: list[Event] = []
    for kind, payload in game_events(system, game_id):
        seen.append(kind)
        if kind == "move_played":
            moves.append(payload)
            if payload["by"] == "team":
                with ask(system, f"/api/v1/games/{game_id}/resign", {}) as answer:
                    assert answer.status == 202
    # The engine looks first, so its worker has not left the decision waiting.
    assert seen[:4] == ["started", "move_played", "decision_requested", "board_analysed"]
    assert {"rules_interpreted", "agent_spoke", "tool_called", "tool_answered", "move_proposed"} <= set(seen)
    assert seen[-1] == "ended"
    assert [(move["ply"], move["by"]) for move in moves] == [(1, "human"), (2, "team")]
    assert moves[1]["source"] == "llm", "the team did not decide in time"
    assert moves[1]["reason"]
    with ask(system, f"/api/v1/games/{game_id}") as answer:
        view = json.load(answer)
    assert (view["status"], view["outcome"]["reason"], view["board"]) == ("ended", "resigned", moves[1]["board"])


def test_a_game_server_gets_the_decision_of_the_team_at_its_callback(system: ComposeProject) -> None:
    """The person has a corner: only the centre does not lose."""
    game = ServerGame("tictactoe", 17, moves=((0, 0),))
    with ask(system, "/LMMRunning/add/", form=game.fields(60_000)) as answer:
        accepted = json.load(answer)
    assert accepted["accepted"] is True
    events: dict[str, Event] = {}
    for kind, payload in game_events(system, game.game_id):
        events[kind] = payload
        if kind == "decision_settled":
            break
    played, settled = events["move_played"], events["decision_settled"]
    assert (played["x"], played["y"], played["source"]) == (1, 1, "llm")
    assert (settled["request_id"], settled["outcome"]) == (accepted["request_id"], "delivered")
    printed = system.compose("logs", "--no-log-prefix", "referee").stdout
    received = re.findall(r"(/\S+) (user_id=17&\S+)", printed)
    assert len(received) == settled["attempts"] == 1
    path, body = received[0]
    assert path == "/api/pk/receive/LMM/move/"
    assert dict(urllib.parse.parse_qsl(body, strict_parsing=True)) == {
        "user_id": "17",
        "x": "1",
        "y": "1",
        "model_name": "towow",
        "reason": played["reason"],
    }


def test_anonymous_users_may_read_and_only_the_api_key_administers(system: ComposeProject) -> None:
    with pytest.raises(urllib.error.HTTPError, match="401") as refused:
        ask(system, "/api/v1/admin/dead-letters")
    refused.value.close()
    key = system.variable("TOWOW_API_KEYS").partition(":")[0]
    with ask(system, "/api/v1/admin/dead-letters", key=key) as answer:
        assert answer.status == 200


def test_a_container_has_no_write_access_and_no_extra_rights(system: ComposeProject) -> None:
    gateway = system.one("gateway")
    assert system.inside(gateway, "id", "-u").stdout.strip() not in ("", "0")
    for folder in ("/", "/opt/towow", "/etc"):
        assert system.inside(gateway, "touch", f"{folder}/x").returncode != 0, folder
    assert system.inside(gateway, "sh", "-c", "command -v gcc cc make").stdout == ""
    for service in ("rabbitmq", "redis", "gateway", *QUEUES):
        state = system.inside(system.one(service), "cat", "/proc/1/status").stdout
        assert "CapEff:\t0000000000000000" in state, service
        assert "NoNewPrivs:\t1" in state, service
        assert "Uid:\t0\t" not in state, service


def test_the_broker_management_is_closed_to_other_containers(system: ComposeProject) -> None:
    reach = "exec 3<>/dev/tcp/rabbitmq/"
    assert system.inside(system.one("gateway"), "bash", "-c", f"{reach}5672").returncode == 0
    refused = system.inside(system.one("gateway"), "bash", "-c", f"{reach}15672")
    assert refused.returncode != 0
    assert "refused" in refused.stderr


def test_the_broker_has_only_the_generated_users(system: ComposeProject) -> None:
    listed = system.inside(system.one("rabbitmq"), "rabbitmqctl", "list_users", "--formatter", "json").stdout
    users = {row["user"]: row["tags"] for row in json.loads(listed)}
    assert set(users) == {"init", *QUEUES, "gateway", "subscriber"}
    assert not any(users.values())


def test_accepted_demands_survive_compose_down_and_up(system: ComposeProject) -> None:
    demand_id = submit(system)
    before = list(stream(system, demand_id))
    key = system.variable("TOWOW_API_KEYS")
    system.compose("down")
    system.compose("up", "--detach", "--wait", "--wait-timeout", str(HEALTHY_WITHIN))
    assert list(stream(system, demand_id)) == before
    assert system.variable("TOWOW_API_KEYS") == key
    prepared = system.compose("logs", "--no-log-prefix", "init").stdout
    assert "registry: 338 agents" in prepared
    assert "were added" not in prepared


def test_secrets_are_readable_by_the_service_that_needs_them_and_shown_nowhere(system: ComposeProject) -> None:
    printed = parse_env_file(system.compose("run", "--rm", "secrets", "print").stdout)
    passwords = [printed[name] for name in password_variables()]
    shown = system.inspected()
    assert [password for password in (*passwords, printed["TOWOW_API_KEYS"]) if password in shown] == []
    for service, group in GROUPS.items():
        if service == "init":
            continue
        container = system.one(service)
        modes = system.inside(container, "stat", "-c", "%a %u %g", "/run/secrets/towow").stdout.split()
        assert modes == ["750", "0", str(group)], service
        process = system.inside(container, "grep", "-E", "^(Uid|Gid|Groups)", "/proc/1/status").stdout
        assert re.search(rf"\b{group}\b", process), service
        others = set(GROUPS.values()) - {group}
        assert not [other for other in others if re.search(rf"\b{other}\b", process)], service
    files = system.inside(system.one("gateway"), "sh", "-c", "cd /run/secrets/towow && stat -c '%n %a %u' *").stdout
    names = ("TOWOW_API_KEYS", "TOWOW_BROKER_URL", "TOWOW_EMBEDDER_KEY", "TOWOW_STORE_URL")
    assert files.splitlines() == [f"{name} 640 0" for name in names]


def test_an_incomplete_env_file_stops_the_start_with_a_logged_reason(system: ComposeProject) -> None:
    whole = f"{render_env_file()}TOWOW_USER_AGENTS=2\n"
    file = system.folder / ".env"
    file.write_text(whole[: whole.index("BROKER_PASSWORD_SKILLS")], encoding="utf-8")
    try:
        refused = system.compose("run", "--rm", "secrets", check=False)
        assert refused.returncode == 1
        assert (
            ".env: no value for BROKER_PASSWORD_SKILLS, BROKER_PASSWORD_USER_AGENT" in refused.stderr + refused.stdout
        )
        file.write_text(whole, encoding="utf-8")
        system.compose("up", "--detach", "--wait", "--wait-timeout", str(HEALTHY_WITHIN), "--force-recreate")
        assert parse_env_file(whole)["TOWOW_API_KEYS"] == system.variable("TOWOW_API_KEYS")
        assert len(user_agents(system)) == 2
        assert list(stream(system, submit(system)))[-1][1]["event_type"] == "towow.demand.closed"
    finally:
        file.unlink()
