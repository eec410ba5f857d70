"""Requests of a game server over HTTP: form and JSON, repetition, races, wrong fields, keys, the end."""

import asyncio
import json
from typing import Any

import pytest

from gamehive.contracts.events import DecisionRefused, DecisionRequested, DecisionSettled
from gamehive.decision_request import server_game_id
from gamehive.settings import GameSettings
from shared.runtime.virtual_clock import VirtualClock
from tests.support.game_gateway import GameGateway, game_gateway
from tests.support.gateway_harness import ALICE, BOB, KEYS, ROOT

GAME = server_game_id(17, 4)
FIELDS: dict[str, Any] = {
    "gameId": "17",
    "userId": "4",
    "currentMap": "000\n010\n000\n",
    "LLMFlag": "2",
    "gameType": "井字棋",
    "gameRule": "",
    "historySteps": "step1:玩家在(1,1)下棋",
    "gridSize": "3",
    "allowedTimeout": "600000",
}
LATER = {
    **FIELDS,
    "currentMap": "210\n010\n000",
    "historySteps": "step1:玩家在(1,1)下棋\nstep2:AI在(0,0)下棋\nstep3:玩家在(0,1)下棋",
}


async def decisions(running: GameGateway) -> list[dict[str, Any]]:
    """The requests that the host has received, after everything under way has arrived."""
    await asyncio.sleep(2)
    return [each.body for each in running.received if each.type == "request_decision"]


@pytest.mark.parametrize("as_json", [False, True])
async def test_a_request_opens_the_game_and_reaches_its_host(clock: VirtualClock, as_json: bool) -> None:
    async with game_gateway(clock) as running:
        answer = await running.request_decision(FIELDS, json=as_json)
        assert answer.status_code == 200
        assert answer.json()["accepted"] is True
        (row,) = await running.log(GAME).events()
        assert (row.seq, row.type) == (1, "towow.game.started")
        assert json.loads(row.data)["payload"]["seats"] == ["opponent", "team"]
        (body,) = await decisions(running)
        assert body["request"]["request_id"] == answer.json()["request_id"]
        assert (body["language"], body["by_engine"], body["game_id"]) == ("zh", False, GAME)
        assert body["request"]["deadline"] == "2026-01-22T10:09:55.000Z"
        usage = await running.context.store.get_budget_usage(GAME)
        assert usage.budget_tokens == GameSettings().game_budget_tokens


async def test_json_may_hold_numbers(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        numbers = {**FIELDS, "gameId": 17, "userId": 4, "gridSize": 3, "allowedTimeout": 5999, "gameRule": None}
        assert (await running.request_decision(numbers, json=True)).status_code == 200
        (body,) = await decisions(running)
        assert body["by_engine"] is True


async def test_a_repeated_request_is_one_decision(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        answers = await asyncio.gather(*(running.request_decision(FIELDS) for _ in range(5)))
        answers += [await running.request_decision({**FIELDS, "allowedTimeout": "9000"})]
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.json()["request_id"] for answer in answers}) == 1
        assert len(await decisions(running)) == 1
        assert len(await running.log(GAME).events()) == 1


async def test_a_repeated_request_reaches_the_host_again_once_its_delivery_has_failed(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        request_id = (await running.request_decision(FIELDS)).json()["request_id"]
        log = running.log(GAME)
        await log.move(
            2, 0, 0, ("200", "010", "000"), by="team", side=2, request_id=request_id, source="llm", reason="corner"
        )
        await running.request_decision(FIELDS)  # it is being delivered
        await log.append(DecisionSettled(game_id=GAME, request_id=request_id, outcome="expired", attempts=4))
        answers = await asyncio.gather(*(running.request_decision(FIELDS) for _ in range(3)))
        assert {answer.json()["request_id"] for answer in answers} == {request_id}
        assert len(await decisions(running)) == 2
        await log.append(DecisionSettled(game_id=GAME, request_id=request_id, outcome="delivered", attempts=1))
        await running.request_decision(FIELDS)
        assert len(await decisions(running)) == 2


async def test_a_superseded_request_that_is_repeated_reaches_the_host_again(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        await running.request_decision(FIELDS)
        request_id = (await running.request_decision(LATER)).json()["request_id"]
        await running.log(GAME).append(
            DecisionRequested(
                game_id=GAME, request_id=request_id, ply=4, side=2, deadline=clock.now(), board=("000", "010", "000")
            )
        )
        for _ in range(2):
            await running.request_decision(FIELDS)
        assert len(await decisions(running)) == 3


async def test_a_refused_request_that_is_repeated_reaches_the_host_again(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        request_id = (await running.request_decision(FIELDS)).json()["request_id"]
        await running.log(GAME).append(DecisionRefused(game_id=GAME, request_id=request_id, problem="a hook failed"))
        for _ in range(2):
            assert (await running.request_decision(FIELDS)).json()["request_id"] == request_id
        assert len(await decisions(running)) == 2


@pytest.mark.parametrize("fields", [FIELDS, LATER])
@pytest.mark.parametrize(
    ("language", "problem"),
    [
        ("zh", "该 gameId 是一局井字棋；换一种游戏须使用新的 gameId"),
        ("en", "this gameId is a game of tictactoe; another game needs another gameId"),
    ],
)
async def test_a_game_stays_the_game_that_it_is(
    clock: VirtualClock, fields: dict[str, Any], language: str, problem: str
) -> None:
    async with game_gateway(clock) as running:
        await running.request_decision(FIELDS)
        answer = await running.request_decision({**fields, "gameType": "反井字棋"}, accept_language=language)
        assert (answer.status_code, answer.json()["error_code"]) == (400, "E001")
        assert answer.json()["details"] == [{"field": "gameType", "problem": problem}]
        assert (await running.request_decision({**FIELDS, "gameType": "tictactoe"})).status_code == 200
        assert len(await decisions(running)) == 1


async def test_of_two_first_requests_about_different_games_one_is_refused(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        kinds = ("井字棋", "反井字棋")
        answers = await asyncio.gather(*(running.request_decision({**FIELDS, "gameType": each}) for each in kinds))
        assert sorted(answer.status_code for answer in answers) == [200, 400]
        (body,) = await decisions(running)
        (accepted,) = (answer.json()["request_id"] for answer in answers if answer.is_success)
        assert body["request"]["request_id"] == accepted


async def test_the_next_request_of_a_game_adds_a_message_only(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        first, second = await running.request_decision(FIELDS), await running.request_decision(LATER)
        assert first.json()["request_id"] != second.json()["request_id"]
        assert len(await decisions(running)) == 2
        assert len(await running.log(GAME).events()) == 1


async def test_games_of_two_users_are_two_games(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        await running.request_decision(FIELDS)
        await running.request_decision({**FIELDS, "userId": "5"})
        assert {body["game_id"] for body in await decisions(running)} == {GAME, server_game_id(17, 5)}
        items = (await running.get("", user_id="5")).json()["items"]
        assert [item["game_id"] for item in items] == [server_game_id(17, 5)]


async def test_a_last_move_that_was_not_delivered_in_time_is_a_conflict(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        request_id = (await running.request_decision(FIELDS)).json()["request_id"]
        board = ("200", "010", "000")
        log = running.log(GAME)
        await log.move(2, 0, 0, board, by="team", side=2, request_id=request_id, source="llm", reason="corner")
        await log.append(DecisionSettled(game_id=GAME, request_id=request_id, outcome="expired", attempts=4))
        await log.end(reason="line", winner=2, plies=2)
        answer = await running.request_decision(FIELDS)
        assert (answer.status_code, answer.json()["error_code"]) == (409, "E014")


async def test_an_ended_game_takes_no_request_but_repeats_its_last_one(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        request_id = (await running.request_decision(FIELDS)).json()["request_id"]
        board = ("200", "010", "000")
        log = running.log(GAME)
        await log.move(2, 0, 0, board, by="team", side=2, request_id=request_id, source="llm", reason="corner")
        await log.end(reason="line", winner=2, plies=2)
        assert (await running.request_decision(FIELDS)).json()["request_id"] == request_id
        answer = await running.request_decision(LATER, accept_language="en")
        assert (answer.status_code, answer.json()["error_code"]) == (409, "E014")
        assert answer.json()["details"] == {"id": GAME, "status": "ended"}
        assert len(await decisions(running)) == 1


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"gameType": "象棋"}, "gameType"),
        ({"gridSize": "4"}, "gridSize"),
        ({"allowedTimeout": "0"}, "allowedTimeout"),
        ({"allowedTimeout": "-5"}, "allowedTimeout"),
        ({"allowedTimeout": "soon"}, "allowedTimeout"),
        ({"currentMap": "000\n000\n000"}, "currentMap"),
        ({"currentMap": "0000\n0000\n0000\n0000"}, "currentMap"),
        ({"historySteps": "step1:玩家在(1,5)下棋"}, "historySteps"),
        ({"LLMFlag": "0"}, "LLMFlag"),
    ],
)
async def test_a_wrong_request_is_refused_at_once(clock: VirtualClock, changes: Any, field: str) -> None:
    async with game_gateway(clock) as running:
        answer = await running.request_decision({**FIELDS, **changes})
        assert (answer.status_code, answer.json()["error_code"]) == (400, "E001")
        assert answer.headers["content-language"] == "zh"
        assert [each["field"] for each in answer.json()["details"]] == [field]
        assert await running.context.store.get_correlation(GAME) is None
        assert await decisions(running) == []


async def test_errors_are_chinese_unless_another_language_is_asked(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        wrong = {**FIELDS, "LLMFlag": "0"}
        assert (await running.request_decision(wrong)).json()["message"] == "需求格式错误"
        english = await running.request_decision(wrong, accept_language="en")
        assert english.json()["message"] == "the request is not well formed"
        await running.request_decision(FIELDS, accept_language="en-GB")
        (body,) = await decisions(running)
        assert body["language"] == "en"


@pytest.mark.parametrize(
    ("content_type", "data", "status"),
    [
        ("application/json", b"[]", 400),
        ("application/json", b"{", 400),
        ("application/json", b"", 400),
        ("application/x-www-form-urlencoded", b"gameId=1&gameId=2", 400),
        ("application/x-www-form-urlencoded", b"gameId=%ff", 400),
        ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % n for n in range(60)), 400),
        ("application/x-www-form-urlencoded", b"gameId=" + b"1" * 70_000, 413),
        ("text/plain", b"gameId=1", 415),
        ("application/x-www-form-urlencoded; charset=gbk", b"gameId=1", 415),
    ],
)
async def test_a_body_of_another_form_is_refused(
    clock: VirtualClock, content_type: str, data: bytes, status: int
) -> None:
    async with game_gateway(clock) as running:
        headers = {"content-type": content_type}
        answer = await running.ask("POST", "/LMMRunning/add/", headers=headers, content=data)
        assert answer.status_code == status, answer.text


async def test_with_keys_a_server_needs_one(clock: VirtualClock) -> None:
    async with game_gateway(clock, keys=KEYS) as running:
        assert (await running.request_decision(FIELDS)).status_code == 401
        assert (await running.request_decision(FIELDS, ALICE)).status_code == 200
        assert (await running.request_decision(LATER, BOB)).status_code == 403
        assert (await running.request_decision(LATER, ROOT)).status_code == 200
        found = await running.context.store.get_correlation(GAME)
        assert found is not None
        assert found.owner == "user_alice"
        assert (await running.get(f"/{GAME}", ALICE)).status_code == 200
        assert (await running.get(f"/{GAME}", BOB)).status_code == 404


async def test_nobody_acts_in_a_servers_game(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        await running.request_decision(FIELDS)
        for action, body in (("resign", None), ("undo", {"ply": 1}), ("move", {"x": 0, "y": 0, "ply": 1})):
            assert (await running.post(f"/{GAME}/{action}", body)).status_code == 409


async def test_the_rate_limit_counts_requests_of_servers(clock: VirtualClock) -> None:
    async with game_gateway(clock, keys=KEYS, rate_limit_per_minute=2) as running:
        answers = [await running.request_decision(FIELDS, ALICE) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]


async def test_the_path_has_only_this_method_and_no_prefix(clock: VirtualClock) -> None:
    async with game_gateway(clock) as running:
        assert (await running.ask("GET", "/LMMRunning/add/")).status_code == 405
        assert (await running.ask("POST", "/api/v1/LMMRunning/add/", json={})).status_code == 404
        document = (await running.ask("GET", "/openapi.json")).json()
        content = document["paths"]["/LMMRunning/add/"]["post"]["requestBody"]["content"]
        assert set(content) == {"application/json", "application/x-www-form-urlencoded"}
