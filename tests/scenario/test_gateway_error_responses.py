"""Every refusal over HTTP: its code, its body, its language, and nothing of what is inside (TW-430…440, INTERFACES § 4)."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Any

import pytest

from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.registry.memory import MemoryProfileRegistry
from shared.core.api_error import ErrorCode, PlatformErrorCode
from shared.runtime.virtual_clock import VirtualClock
from tests.support.embedded_system import run_in_virtual_time
from tests.support.gateway_harness import ALICE, API, KEYS, ROOT, GatewayHarness, event_payloads, gateway_harness

BODY = {"raw_input": "I need a venue", "user_id": "user_alice"}
CHINESE = {"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.8"}
SECRET = "the-secret-inside"


class Broken(MemoryProfileRegistry):
    """A registry with a bug."""

    async def get(self, agent_id: str) -> Any:
        raise RuntimeError(f"{SECRET} {agent_id}")


async def of_sessions(running: GatewayHarness, who: Mapping[str, str]) -> Any:
    return await running.get("/session", {**who, "Authorization": "Bearer of-nobody"})


async def of_others(running: GatewayHarness, who: Mapping[str, str]) -> Any:
    return await running.post("/demand/submit", {**BODY, "user_id": "user_bob"}, {**ALICE, **who})


async def of_ended(running: GatewayHarness, who: Mapping[str, str]) -> Any:
    demand = await running.submit(who=ALICE)
    await running.ended(demand["demand_id"])
    return await running.post(f"/demands/{demand['demand_id']}/cancel", who={**ALICE, **who})


async def of_another_body(running: GatewayHarness, who: Mapping[str, str]) -> Any:
    key = {**ALICE, "Idempotency-Key": "k"}
    await running.post("/demand/submit", BODY, key)
    return await running.post("/demand/submit", {**BODY, "raw_input": "other"}, {**key, **who})


async def of_too_much(running: GatewayHarness, who: Mapping[str, str]) -> Any:
    return await running.post("/demand/submit", {**BODY, "raw_input": "x" * 70_000}, {**ALICE, **who})


async def of_another_type(running: GatewayHarness, who: Mapping[str, str]) -> Any:
    headers = {**ALICE, **who, "Content-Type": "text/plain"}
    return await running.ask("POST", "/demand/submit", headers, content=json.dumps(BODY).encode())


def getting(path: str) -> Callable[[GatewayHarness, Mapping[str, str]], Any]:
    async def ask(running: GatewayHarness, who: Mapping[str, str]) -> Any:
        return await running.get(path, {**ALICE, **who})

    return ask


async def of_no_question(running: GatewayHarness, who: Mapping[str, str]) -> Any:
    return await running.post("/agents/bob/questions/ask_none", {"decision": "decline"}, {**ROOT, **who})


async def of_an_empty_text(running: GatewayHarness, who: Mapping[str, str]) -> Any:
    return await running.post("/demand/submit", {**BODY, "raw_input": " \n"}, {**ALICE, **who})


async def of_another_method(running: GatewayHarness, who: Mapping[str, str]) -> Any:
    return await running.ask("PATCH", "/demands", {**ALICE, **who})


REFUSED: Mapping[str, tuple[int, ErrorCode, Callable[[GatewayHarness, Mapping[str, str]], Any]]] = {
    "a bad body": (400, PlatformErrorCode.E001, of_an_empty_text),
    "no such demand": (404, NegotiationErrorCode.E002, getting("/demands/d-abcdefghijklm")),
    "no such channel": (404, NegotiationErrorCode.E007, getting("/channels/collab-abcdefghijklm")),
    "no such agent": (404, NegotiationErrorCode.E008, getting("/agents/nobody")),
    "no such question": (404, PlatformErrorCode.E019, of_no_question),
    "another's agent": (403, PlatformErrorCode.E013, getting("/agents/bob/questions")),
    "a wrong key": (401, PlatformErrorCode.E012, of_sessions),
    "for somebody else": (403, PlatformErrorCode.E013, of_others),
    "after the end": (409, PlatformErrorCode.E014, of_ended),
    "a key used before": (422, PlatformErrorCode.E015, of_another_body),
    "too large": (413, PlatformErrorCode.E016, of_too_much),
    "no such route": (404, PlatformErrorCode.E019, getting("/nothing")),
    "another method": (405, PlatformErrorCode.E020, of_another_method),
    "another type": (415, PlatformErrorCode.E020, of_another_type),
}


@pytest.mark.parametrize("what", REFUSED)
def test_each_refusal_is_told_in_both_languages(what: str) -> None:
    status, code, ask = REFUSED[what]

    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, keys=KEYS) as running:
            english, chinese = await ask(running, {}), await ask(running, CHINESE)
            assert event_payloads(english) == event_payloads(chinese) == (status, code.name)
            assert (english.json()["message"], english.headers["content-language"]) == (code.english, "en")
            assert (chinese.json()["message"], chinese.headers["content-language"]) == (code.chinese, "zh")

    run_in_virtual_time(main)


def test_a_conflict_names_what_it_is_with_and_how_that_is_now() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            demand = (await running.submit())["demand_id"]
            await running.ended(demand)
            late = await running.post(f"/demands/{demand}/cancel")
            assert late.json()["details"] == {"id": demand, "status": "finalized"}
            amy = {"agent_id": "amy", "display_name": "Amy"}
            again = await running.post("/admin/agents", amy)
            assert again.json()["details"] == {"id": "amy", "status": "registered"}
            other = await running.ask("PUT", "/admin/agents/bob", json=amy)
            assert other.json()["details"]["id"] == "bob"

    run_in_virtual_time(main)


def test_the_seeds_own_error_is_answered_as_the_seed_has_it() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            refused = await running.post("/demand/submit", {**BODY, "raw_input": ""}, CHINESE)
            assert refused.status_code == 400
            assert refused.json() == {"error_code": "E001", "message": "需求格式错误", "details": "raw_input 不能为空"}

    run_in_virtual_time(main)


@pytest.mark.parametrize("language", [{}, CHINESE])
def test_what_nobody_foresaw_is_logged_and_says_nothing_of_the_inside(language: dict[str, str]) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, profiles=Broken()) as running:
            refused = await running.get("/agents/bob", language)
            assert event_payloads(refused) == (500, "E099")
            assert SECRET not in refused.text
            line = running.system.logged("request_failed")[0]
            assert line["request_id"] in refused.json()["details"]
            assert SECRET in json.dumps(line)
            assert (await running.get("//healthz")).status_code == 200

    run_in_virtual_time(main)


DEEP = b'{"raw_input":' + b"[" * 30_000
BODIES = {
    "nothing": b"",
    "no JSON": b"raw_input=x",
    "cut": b'{"raw_input": "a venue", "user_id": "us',
    "no UTF-8": b'{"raw_input": "\xff\xfe", "user_id": "u"}',
    "UTF-16": '{"raw_input": "a", "user_id": "u"}'.encode("utf-16"),
    "a list": b"[]",
    "null": b"null",
    "a number": b"1e400",
    "NaN": b'{"raw_input": NaN, "user_id": "u"}',
    "Infinity": b"Infinity",
    "a huge number": b'{"raw_input": ' + b"9" * 20_000 + b', "user_id": "u"}',
    "nested deeply": DEEP,
    "nested objects": b'{"raw_input":' * 5000,
    "a lone surrogate": b'{"raw_input": "\\ud83d", "user_id": "u"}',
    "NUL": b'{"raw_input": "a\\u0000b", "user_id": "u"}',
    "another key": b'{"raw_input": "a", "user_id": "u", "admin": true}',
    "a missing key": b'{"raw_input": "a"}',
    "another type": b'{"raw_input": ["a"], "user_id": "u"}',
    "a number for a user": b'{"raw_input": "a", "user_id": 7}',
    "no user": b'{"raw_input": "a", "user_id": ""}',
    "a user with a line break": b'{"raw_input": "a", "user_id": "u\\r\\nx"}',
    "an unknown visibility": b'{"raw_input": "a", "user_id": "u", "visibility": "secret"}',
    "null for a visibility": b'{"raw_input": "a", "user_id": "u", "visibility": "PUBLIC"}',
    "too many characters": json.dumps({"raw_input": "a" * 8001, "user_id": "u"}).encode(),
}


@pytest.mark.parametrize("what", BODIES)
def test_a_body_that_is_no_demand_is_refused_in_both_languages(what: str) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            for language in ({}, CHINESE):
                headers = {**language, "Content-Type": "application/json"}
                refused = await running.ask("POST", "/demand/submit", headers, content=BODIES[what])
                assert event_payloads(refused) == (400, "E001")
                assert refused.text.isprintable()
            assert await running.system.store.list_correlations() == []
            assert running.system.logged("request_failed") == []

    run_in_virtual_time(main)


def test_each_wrong_field_is_named_with_what_is_wrong_with_it() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            body = {"raw_input": 5, "color\r\n" + "x" * 200: 1}
            english = (await running.post("/demand/submit", body)).json()["details"]
            chinese = (await running.post("/demand/submit", body, CHINESE)).json()["details"]
            named = {problem["field"]: problem["problem"] for problem in english}
            assert named["raw_input"] == "Input should be a valid string"
            assert named["user_id"] == "Field required"
            assert all(len(field) <= 64 and field.isprintable() for field in named)
            assert [problem["problem"] for problem in chinese] == ["必须是字符串", "缺少该字段", "未知字段"]

    run_in_virtual_time(main)


@pytest.mark.parametrize("said", ["application/json", "application/json; charset=utf-8", "APPLICATION/JSON"])
def test_json_is_json_however_it_is_spelt(said: str) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            headers = {"Content-Type": said}
            answer = await running.ask("POST", "/demand/submit", headers, content=json.dumps(BODY).encode())
            assert answer.status_code == 200

    run_in_virtual_time(main)


@pytest.mark.parametrize(
    "said", ["", "text/json", "application/jsonx", "application/json; charset=latin-1", "multipart/form-data"]
)
def test_anything_else_is_another_type(said: str) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            headers = {"Content-Type": said}
            refused = await running.ask("POST", "/demand/submit", headers, content=json.dumps(BODY).encode())
            assert event_payloads(refused) == (415, "E020")

    run_in_virtual_time(main)


QUERIES = (
    "limit=0",
    "limit=201",
    "limit=1_0",
    "limit=1.0",
    "limit=%201",
    "limit=x",
    "limit=",
    "status=open",
    "before=x",
    "before=",
)


@pytest.mark.parametrize("query", QUERIES)
def test_a_parameter_that_is_not_as_documented_is_refused(query: str) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            assert event_payloads(await running.get(f"/demands?{query}")) == (400, "E001")

    run_in_virtual_time(main)


IDS = (
    "d-x%0d%0aSet-Cookie:%20a=b",
    "d-%00",
    "..%2f..%2fetc",
    "d-" + "a" * 5000,
    "d-ABC",
    "{demand_id}",
    "%F0%9F%98%80",
    "d-*",
    "' OR 1=1",
)


@pytest.mark.parametrize("identifier", IDS)
def test_an_id_that_is_none_is_unknown_and_reaches_no_header_and_no_store(identifier: str) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            for path in (f"/demands/{identifier}", f"/demands/{identifier}/events", f"/channels/{identifier}"):
                refused = await running.get(path)
                assert refused.status_code == 404
                assert refused.json()["error_code"] in ("E002", "E007", "E019")
                assert "set-cookie" not in refused.headers

    run_in_virtual_time(main)


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/demands", "GET, HEAD, OPTIONS"),
        ("/demand/submit", "POST, OPTIONS"),
        ("/session", "GET, HEAD, POST, DELETE, OPTIONS"),
        ("/admin/agents/bob", "GET, HEAD, PUT, DELETE, OPTIONS"),
        ("/agents/bob/attendance", "PUT, DELETE, OPTIONS"),
        ("/agents/bob/questions", "GET, HEAD, OPTIONS"),
        ("/agents/bob/questions/ask_1", "POST, OPTIONS"),
        ("//readyz", "GET, HEAD, OPTIONS"),
    ],
)
def test_a_path_tells_all_its_methods(path: str, methods: str) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            refused = await running.ask("PATCH", path)
            assert (refused.status_code, refused.headers["allow"]) == (405, methods)
            asked = await running.ask("OPTIONS", path)
            assert (asked.status_code, asked.headers["allow"], asked.content) == (204, methods, b"")
            assert event_payloads(await running.ask("OPTIONS", "/nothing")) == (404, "E019")

    run_in_virtual_time(main)


def test_head_is_get_without_its_body() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            demand = await running.submit()
            await running.ended(demand["demand_id"])
            for path in ("//healthz", "//docs", "/demands", f"/demands/{demand['demand_id']}", "/nothing"):
                got, head = await running.get(path), await running.ask("HEAD", path)
                assert (head.status_code, head.content) == (got.status_code, b"")
                assert head.headers.get("content-length") == got.headers.get("content-length")

    run_in_virtual_time(main)


def test_every_answer_tells_the_browser_what_it_must_not_do() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, profiles=Broken()) as running:
            for path in ("//", "//docs", "//healthz", "/demands", "/nothing", "/agents/bob"):
                headers = (await running.get(path)).headers
                assert headers["x-content-type-options"] == "nosniff"
                assert "frame-ancestors 'none'" in headers["content-security-policy"]
                assert "unsafe" not in headers["content-security-policy"]

    run_in_virtual_time(main)


def test_a_body_without_a_length_is_counted_while_it_is_read() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            sent = 0

            async def endless() -> AsyncGenerator[bytes]:
                nonlocal sent
                while sent < 100:
                    sent += 1
                    yield b" " * 8192

            answer = await running.http.post(
                API + "/demand/submit", content=endless(), headers={"Content-Type": "application/json"}
            )
            assert event_payloads(answer) == (413, "E016")
            assert sent < 20

    run_in_virtual_time(main)


def test_a_body_that_never_comes_is_not_waited_for_long() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:

            async def slow() -> AsyncGenerator[bytes]:
                while True:
                    await asyncio.sleep(1)
                    yield b" "

            began = clock.now()
            answer = await running.http.post(
                API + "/demand/submit", content=slow(), headers={"Content-Type": "application/json"}
            )
            assert event_payloads(answer) == (400, "E001")
            assert clock.now() - began < 25_000

    run_in_virtual_time(main)
