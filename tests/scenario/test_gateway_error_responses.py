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
@pytest.mark.gateway(keys=KEYS)
async def test_each_error_response_has_code_and_message_in_both_languages(what: str, running: GatewayHarness) -> None:
    status, code, ask = REFUSED[what]
    english, chinese = await ask(running, {}), await ask(running, CHINESE)
    assert event_payloads(english) == event_payloads(chinese) == (status, code.name)
    assert (english.json()["message"], english.headers["content-language"]) == (code.english, "en")
    assert (chinese.json()["message"], chinese.headers["content-language"]) == (code.chinese, "zh")


async def test_a_conflict_response_names_the_object_and_its_status(running: GatewayHarness) -> None:
    demand = (await running.submit())["demand_id"]
    await running.ended(demand)
    late = await running.post(f"/demands/{demand}/cancel")
    assert late.json()["details"] == {"id": demand, "status": "finalized"}
    amy = {"agent_id": "amy", "display_name": "Amy"}
    again = await running.post("/admin/agents", amy)
    assert again.json()["details"] == {"id": "amy", "status": "registered"}
    other = await running.ask("PUT", "/admin/agents/bob", json=amy)
    assert other.json()["details"]["id"] == "bob"


async def test_an_empty_demand_gets_the_documented_error_body(running: GatewayHarness) -> None:
    refused = await running.post("/demand/submit", {**BODY, "raw_input": ""}, CHINESE)
    assert refused.status_code == 400
    assert refused.json() == {"error_code": "E001", "message": "需求格式错误", "details": "raw_input 不能为空"}


@pytest.mark.parametrize("language", [{}, CHINESE])
async def test_an_unexpected_exception_is_logged_and_its_text_not_returned(
    language: dict[str, str], clock: VirtualClock
) -> None:
    async with gateway_harness(clock, profiles=Broken()) as running:
        refused = await running.get("/agents/bob", language)
        assert event_payloads(refused) == (500, "E099")
        assert SECRET not in refused.text
        line = running.system.logged("request_failed")[0]
        assert line["request_id"] in refused.json()["details"]
        assert SECRET in json.dumps(line)
        assert (await running.get("//healthz")).status_code == 200


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
async def test_a_body_that_is_no_demand_is_refused_in_both_languages(what: str, running: GatewayHarness) -> None:
    for language in ({}, CHINESE):
        headers = {**language, "Content-Type": "application/json"}
        refused = await running.ask("POST", "/demand/submit", headers, content=BODIES[what])
        assert event_payloads(refused) == (400, "E001")
        assert refused.text.isprintable()
    assert await running.system.store.list_correlations() == []
    assert running.system.logged("request_failed") == []


async def test_each_wrong_field_is_named_with_what_is_wrong_with_it(running: GatewayHarness) -> None:
    body = {"raw_input": 5, "color\r\n" + "x" * 200: 1}
    english = (await running.post("/demand/submit", body)).json()["details"]
    chinese = (await running.post("/demand/submit", body, CHINESE)).json()["details"]
    named = {problem["field"]: problem["problem"] for problem in english}
    assert named["raw_input"] == "Input should be a valid string"
    assert named["user_id"] == "Field required"
    assert all(len(field) <= 64 and field.isprintable() for field in named)
    assert [problem["problem"] for problem in chinese] == ["必须是字符串", "缺少该字段", "未知字段"]


@pytest.mark.parametrize("said", ["application/json", "application/json; charset=utf-8", "APPLICATION/JSON"])
async def test_every_spelling_of_the_json_content_type_is_accepted(said: str, running: GatewayHarness) -> None:
    headers = {"Content-Type": said}
    answer = await running.ask("POST", "/demand/submit", headers, content=json.dumps(BODY).encode())
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "said", ["", "text/json", "application/jsonx", "application/json; charset=latin-1", "multipart/form-data"]
)
async def test_another_content_type_is_refused(said: str, running: GatewayHarness) -> None:
    headers = {"Content-Type": said}
    refused = await running.ask("POST", "/demand/submit", headers, content=json.dumps(BODY).encode())
    assert event_payloads(refused) == (415, "E020")


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
async def test_a_parameter_that_is_not_as_documented_is_refused(query: str, running: GatewayHarness) -> None:
    assert event_payloads(await running.get(f"/demands?{query}")) == (400, "E001")


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
async def test_a_malformed_id_is_answered_as_unknown(identifier: str, running: GatewayHarness) -> None:
    for path in (f"/demands/{identifier}", f"/demands/{identifier}/events", f"/channels/{identifier}"):
        refused = await running.get(path)
        assert refused.status_code == 404
        assert refused.json()["error_code"] in ("E002", "E007", "E019")
        assert "set-cookie" not in refused.headers


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
async def test_options_and_405_list_the_methods_of_a_path(path: str, methods: str, running: GatewayHarness) -> None:
    refused = await running.ask("PATCH", path)
    assert (refused.status_code, refused.headers["allow"]) == (405, methods)
    asked = await running.ask("OPTIONS", path)
    assert (asked.status_code, asked.headers["allow"], asked.content) == (204, methods, b"")
    assert event_payloads(await running.ask("OPTIONS", "/nothing")) == (404, "E019")


async def test_head_returns_the_headers_of_get_without_a_body(running: GatewayHarness) -> None:
    demand = await running.submit()
    await running.ended(demand["demand_id"])
    for path in ("//healthz", "//docs", "/demands", f"/demands/{demand['demand_id']}", "/nothing"):
        got, head = await running.get(path), await running.ask("HEAD", path)
        assert (head.status_code, head.content) == (got.status_code, b"")
        assert head.headers.get("content-length") == got.headers.get("content-length")


async def test_every_response_has_the_security_headers(clock: VirtualClock) -> None:
    async with gateway_harness(clock, profiles=Broken()) as running:
        for path in ("//", "//docs", "//healthz", "/demands", "/nothing", "/agents/bob"):
            headers = (await running.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff"
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]


async def test_a_body_without_a_length_is_counted_while_it_is_read(running: GatewayHarness) -> None:
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


async def test_a_request_body_that_never_arrives_times_out(clock: VirtualClock, running: GatewayHarness) -> None:

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
