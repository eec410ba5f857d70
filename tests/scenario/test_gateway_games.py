"""Games over HTTP: start, the person's moves, resignation and undo, lists, limits, owners, the stream."""

import asyncio
import json
from typing import Any

import pytest

from gamehive.contracts.events import GameStarted, MovesRemoved
from gamehive.game_start import is_game_id
from gamehive.settings import GameSettings
from gateway.games.views.game_projection import GameProjection, fold
from shared.core.envelope import Envelope
from shared.runtime.virtual_clock import VirtualClock
from tests.support.game_gateway import GameGateway, GameLogWriter, game_gateway
from tests.support.gateway_harness import ALICE, BOB, KEYS, ROOT

UNKNOWN = f"/g-{'a' * 26}"
ONE, TWO = ("000", "010", "000"), ("200", "010", "000")


async def sent(running: GameGateway) -> list[Envelope]:
    """What the host has received, after everything under way has arrived."""
    await asyncio.sleep(2)
    return running.received


async def test_a_started_game_is_shown_and_its_host_gets_one_message(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        body = {"game": "井字棋", "human": "second", "level": 2, "rule": "三子连珠", "user_id": "user_alice"}
        answer = await running.post("", body, accept_language="zh")
        assert answer.status_code == 201
        view = answer.json()
        assert answer.headers["location"] == f"/api/v1/games/{view['game_id']}"
        assert is_game_id(view["game_id"])
        assert (view["game"], view["seats"], view["referee"]) == ("tictactoe", ["team", "human"], "towow")
        assert (view["board"], view["to_move"], view["plies"]) == (["000"] * 3, 1, 0)
        assert (view["language"], view["level"], view["status"]) == ("zh", 2, "running")
        assert (await running.get(f"/{view['game_id']}")).json() == view
        (message,) = await sent(running)
        assert (message.type, message.recipient) == ("start_game", f"game/{view['game_id']}")
        assert message.body["seats"] == ["team", "human"]
        assert message.body["owner"] == "user_alice"
        found = await running.context.store.get_correlation(view["game_id"])
        assert found is not None
        assert (found.owner, found.private, found.closed_at) == ("user_alice", False, None)
        usage = await running.context.store.get_budget_usage(view["game_id"])
        assert usage.budget_tokens == GameSettings().game_budget_tokens


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"game": "chess", "human": "first"}, "game"),
        ({"game": "", "human": "first"}, "game"),
        ({"human": "first"}, "game"),
        ({"game": "nogo"}, "human"),
        ({"game": "nogo", "human": "third"}, "human"),
        ({"game": "nogo", "human": "first", "level": 5}, "level"),
        ({"game": "nogo", "human": "first", "level": "4"}, "level"),
        ({"game": "nogo", "human": "none", "opponent": "human"}, "opponent"),
        ({"game": "nogo", "human": "second", "opponent": "team"}, "opponent"),
        ({"game": "nogo", "human": "first", "rule": "x" * 4001}, "rule"),
        ({"game": "nogo", "human": "first", "size": 9}, "size"),
    ],
)
async def test_a_wrong_start_says_what_is_wrong(clock: VirtualClock, body: Any, field: str) -> None:
    async with game_gateway(clock) as running:
        answer = await running.post("", body)
        assert (answer.status_code, answer.json()["error_code"]) == (400, "E001")
        assert [each["field"] for each in answer.json()["details"]] == [field]


async def test_a_start_with_a_key_is_repeated_without_effect(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        body = {"game": "nogo", "human": "none", "user_id": "user_alice"}
        first, second = [await running.post("", body, idempotency_key="k1") for _ in range(2)]
        assert first.status_code == second.status_code == 201
        assert first.json() == second.json()
        assert (await running.post("", {**body, "human": "first"}, idempotency_key="k1")).status_code == 422
        assert len(await sent(running)) == 1


async def test_a_user_has_a_limit_of_running_games(clock: VirtualClock) -> None:
    async with game_gateway(clock, games=GameSettings(max_games_per_user=2)) as running:
        first, _ = [await running.start() for _ in range(2)]
        body = {"game": "nogo", "human": "first", "user_id": "user_alice"}
        refused = await running.post("", body)
        assert (refused.status_code, refused.json()["error_code"]) == (429, "E017")
        assert (await running.post("", {**body, "user_id": "user_bob"})).status_code == 201
        await first.end()
        assert (await running.post("", body)).status_code == 201


async def test_the_system_has_a_limit_of_open_games(clock: VirtualClock) -> None:
    async with game_gateway(clock, max_open_channels=1) as running:
        await running.start()
        refused = await running.post("", {"game": "nogo", "human": "first"})
        assert (refused.status_code, refused.json()["error_code"]) == (503, "E018")


async def test_a_move_is_sent_once(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        game = await running.start()
        move = {"x": 1, "y": 1, "ply": 1}
        for _ in range(3):
            answer = await running.post(f"/{game.game_id}/move", move)
            assert (answer.status_code, answer.json()) == (202, {"game_id": game.game_id, "status": "accepted"})
        await game.move(1, 1, 1, ONE)
        assert (await running.post(f"/{game.game_id}/move", move)).status_code == 202
        messages = [each for each in await sent(running) if each.type == "play_move"]
        assert [(each.body["x"], each.body["y"], each.body["ply"]) for each in messages] == [(1, 1, 1)]


async def test_of_two_moves_for_one_ply_the_first_is_sent(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        game = await running.start()
        path = f"/{game.game_id}/move"
        answers = await asyncio.gather(*(running.post(path, {"x": x, "y": 0, "ply": 1}) for x in (0, 1, 2)))
        assert sorted(answer.status_code for answer in answers) == [202, 409, 409]
        assert [each.type for each in await sent(running)].count("play_move") == 1


@pytest.mark.parametrize(
    ("move", "status", "words"),
    [
        ({"x": 1, "y": 1, "ply": 1}, 400, "E001"),
        ({"x": 0, "y": 3, "ply": 3}, 400, "E001"),
        ({"x": -1, "y": 0, "ply": 3}, 400, "E001"),
        ({"x": 0, "y": 0, "ply": 3}, 400, "E001"),
        ({"x": 0, "y": "0", "ply": 3}, 400, "E001"),
        ({"x": 0, "y": 1}, 400, "E001"),
        ({"x": 0, "y": 1, "ply": 2}, 409, "E014"),
        ({"x": 0, "y": 1, "ply": 4}, 409, "E014"),
        ({"x": 0, "y": 1, "ply": 1}, 409, "E014"),
        ({"x": 0, "y": 1, "ply": 3}, 202, ""),
    ],
)
async def test_a_move_is_checked_against_the_view(clock: VirtualClock, move: Any, status: int, words: str) -> None:
    async with game_gateway(clock) as running:
        game = await running.start()
        await game.move(1, 1, 1, ONE)
        await game.move(2, 0, 0, TWO, by="team", reason="corner", source="llm", agent="strategist")
        answer = await running.post(f"/{game.game_id}/move", move)
        if move == {"x": 1, "y": 1, "ply": 1}:
            assert answer.status_code == 202  # the move that was made
            return
        assert answer.status_code == status
        if status != 202:
            assert answer.json()["error_code"] == words
        if status == 409:
            status_text = "running: next ply 3, human to move"
            assert answer.json()["details"] == {"id": game.game_id, "status": status_text}


async def test_it_is_not_the_persons_turn_while_the_team_decides(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        game = await running.start({"human": "second"})
        answer = await running.post(f"/{game.game_id}/move", {"x": 0, "y": 0, "ply": 1})
        assert answer.status_code == 409
        assert answer.json()["details"]["status"] == "running: next ply 1, team to move"


async def test_a_self_losing_move_is_accepted(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        game = await running.start({"game": "misere"})
        for ply, (x, y) in enumerate(((0, 0), (1, 0), (0, 1), (1, 2)), 1):
            await game.move(ply, x, y, BOARDS[ply - 1], by="human" if ply % 2 else "team")
        assert (await running.post(f"/{game.game_id}/move", {"x": 0, "y": 2, "ply": 5})).status_code == 202


BOARDS = (("100", "000", "000"), ("100", "200", "000"), ("110", "200", "000"), ("110", "202", "000"))


async def test_after_an_undo_the_same_move_can_be_sent_again(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        game = await running.start()
        path = f"/{game.game_id}"
        assert (await running.post(f"{path}/undo", {"ply": 0})).status_code == 409
        assert (await running.post(f"{path}/move", {"x": 1, "y": 1, "ply": 1})).status_code == 202
        await game.move(1, 1, 1, ONE)
        assert (await running.post(f"{path}/undo", {"ply": 2})).status_code == 409
        for _ in range(2):
            assert (await running.post(f"{path}/undo", {"ply": 1})).status_code == 202
        await game.append(MovesRemoved(game_id=game.game_id, plies=0, board=("000",) * 3))
        view = (await running.get(path)).json()
        assert (view["plies"], view["to_move"], view["history"]) == (0, 1, [])
        assert (await running.post(f"{path}/move", {"x": 1, "y": 1, "ply": 1})).status_code == 202
        await sent(running)
        assert running.types() == ["start_game", "play_move", "take_back_move", "play_move"]


async def test_a_person_resigns_once(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        game = await running.start()
        for _ in range(2):
            assert (await running.post(f"/{game.game_id}/resign")).status_code == 202
        await game.end()
        for action, body in (("resign", None), ("undo", {"ply": 0}), ("move", {"x": 0, "y": 0, "ply": 1})):
            answer = await running.post(f"/{game.game_id}/{action}", body)
            assert (answer.status_code, answer.json()["details"]["status"]) == (409, "ended")
        view = (await running.get(f"/{game.game_id}")).json()
        assert (view["status"], view["outcome"]) == ("ended", {"winner": 2, "reason": "resigned"})
        assert "to_move" not in view
        await sent(running)
        assert running.types() == ["start_game", "resign_game"]


async def test_nobody_moves_in_a_game_without_a_person(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        game = await running.start({"human": "none", "opponent": "team"})
        for action, body in (("resign", None), ("undo", {"ply": 0}), ("move", {"x": 0, "y": 0, "ply": 1})):
            assert (await running.post(f"/{game.game_id}/{action}", body)).status_code == 409


async def test_an_unknown_game_is_404_everywhere(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        for game in (UNKNOWN, "/d-abcdefghijklm", "/G"):
            for path in ("", "/stream"):
                answer = await running.get(game + path)
                assert (answer.status_code, answer.json()["error_code"]) == (404, "E019")
            for action, body in (("resign", None), ("undo", {"ply": 0}), ("move", {"x": 0, "y": 0, "ply": 1})):
                assert (await running.post(f"{game}/{action}", body)).status_code == 404


async def test_a_game_belongs_to_its_user(clock: VirtualClock) -> None:
    async with game_gateway(clock, keys=KEYS) as running:
        body = {"game": "nogo", "human": "first"}
        assert (await running.post("", body)).status_code == 401
        assert (await running.post("", {**body, "user_id": "user_alice"}, BOB)).status_code == 403
        game = (await running.post("", body, ALICE)).json()["game_id"]
        assert (await running.get(f"/{game}", ALICE)).status_code == 200
        assert (await running.get(f"/{game}", ROOT)).status_code == 200
        for who in (BOB, None):
            assert (await running.get(f"/{game}", who)).status_code == 404
            assert (await running.post(f"/{game}/resign", None, who)).status_code == 404
        listed = [(await running.get("", who)).json()["items"] for who in (ALICE, BOB, None)]
        assert [[item["game_id"] for item in items] for items in listed] == [[game], [], []]


async def test_games_are_listed_newest_first(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        logs: list[GameLogWriter] = []
        for _ in range(3):
            logs.append(await running.start())
            await asyncio.sleep(1)
        await logs[0].end(reason="full_board", winner=None, plies=9)
        page = (await running.get("", user_id="user_alice", limit=2)).json()
        assert [item["game_id"] for item in page["items"]] == [log.game_id for log in (logs[2], logs[1])]
        assert page["items"][0]["status"] == "running"
        rest = (await running.get("", user_id="user_alice", limit=2, before=page["next"])).json()
        (item,) = rest["items"]
        assert (item["game_id"], item["status"]) == (logs[0].game_id, "ended")
        assert item["outcome"] == {"winner": None, "reason": "full_board"}
        assert (await running.get()).json() == {"items": []}
        assert (await running.get("", before="x")).status_code == 400


async def test_the_stream_has_named_events_and_is_resumed(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        game = await running.start()
        async with running.stream(game.game_id) as stream:
            assert stream.headers["content-type"] == "text/event-stream"
            (first,) = await stream.frames(1)
            assert first.startswith(b"id: 1\nevent: towow.game.started\ndata: {")
            await game.move(1, 1, 1, ONE)
            await game.end()
            last = (await stream.frames())[-1]
            assert last.startswith(b"id: 3\nevent: towow.game.ended\n")
            assert set(json.loads(last.split(b"data: ")[1])) == {"event_id", "event_type", "timestamp", "payload"}
        async with running.stream(game.game_id, query="after=2") as stream:
            assert len(await stream.frames()) == 1
        async with running.stream(game.game_id, query="after=3") as stream:
            assert stream.status == 204


async def test_the_view_is_the_fold_of_the_events(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        game = await running.start()
        await game.move(1, 1, 1, ONE)
        folded: GameProjection | None = None
        for row in await game.events():
            folded = fold(folded, row.data)
        assert folded is not None
        answer = await running.get(f"/{game.game_id}")
        assert answer.text == folded.view.model_dump_json()
        assert answer.headers["cache-control"] == "no-store"


async def test_a_private_system_announces_games_to_gateways_only(clock: VirtualClock) -> None:
    async with game_gateway(clock, default_visibility="private") as running:
        found = await running.context.store.get_correlation((await running.start()).game_id)
        assert found is not None
        assert found.private


async def test_the_first_event_says_who_plays(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        game = await running.start({"human": "none"})
        (row,) = await game.events()
        assert row.type == GameStarted.type
        payload = json.loads(row.data)["payload"]
        assert (payload["seats"], payload["referee"], payload["model"]) == (["team", "engine"], "towow", "simulated")
