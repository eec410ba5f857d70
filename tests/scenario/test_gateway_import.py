"""What does an import change, is that told beforehand, and can it be undone?"""

import json
from typing import Any

import pytest

from negotiation.registry.import_preview import MAX_PREVIEWED
from shared.runtime.virtual_clock import VirtualClock
from tests.support.gateway_harness import GatewayHarness, event_payloads, gateway_harness

LINES = "\n".join(
    (
        json.dumps({"agent_id": "amy", "display_name": "Amy", "capabilities": ["venue", "tea"], "price": 5}),
        json.dumps({"agent_id": "new", "display_name": "First"}),
        json.dumps({"agent_id": "bad", "display_name": "Bad", "capabilities": "venue"}),
        json.dumps({"agent_id": "new", "display_name": "New", "location": "London"}),
    )
)


async def tell(running: GatewayHarness, path: str, lines: str, language: str = "en") -> Any:
    """Send JSON Lines; the answer's JSON."""
    headers = {"Content-Type": "application/x-ndjson", "Accept-Language": language}
    answer = await running.ask("POST", f"/admin/agents/{path}", headers=headers, content=lines.encode())
    assert answer.status_code == 200, answer.text
    return answer.json()


async def ids(running: GatewayHarness) -> list[str]:
    return [one["agent_id"] for one in (await running.get("/agents")).json()["items"]]


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", 'capabilities must be a list of texts, such as ["venue", "catering"]'),
        ("zh", 'capabilities 应为文字的列表，例如 ["场地", "餐饮"]'),
    ],
)
async def test_a_preview_tells_what_an_import_would_change_and_changes_nothing(
    language: str, reason: str, running: GatewayHarness
) -> None:
    before = (await running.get("/admin/agents/amy")).json()
    shown = await tell(running, "import/preview", LINES, language)
    assert {name: shown[name] for name in ("added", "changed", "unchanged", "rejected")} == {
        "added": 1, "changed": 1, "unchanged": 0, "rejected": 1
    }  # fmt: skip
    assert [(one["line"], one["error"]) for one in shown["errors"]] == [(3, reason)]
    assert shown["repeated"] == [2]
    amy, new = shown["changes"]
    assert (amy["line"], amy["before"], amy["fields"]) == (1, before, ["capabilities", "price"])
    assert amy["after"] == {**before, "capabilities": ["venue", "tea"], "price": 5}
    assert (new["line"], new["after"]["display_name"]) == (4, "New")
    assert "before" not in new
    assert (await running.get("/admin/agents/amy")).json() == before
    assert "new" not in await ids(running)
    assert (await tell(running, "import/preview", json.dumps(before)))["unchanged"] == 1


async def test_an_import_is_undone_except_for_what_was_changed_since(running: GatewayHarness) -> None:
    everybody = await ids(running)
    before = [(await running.get(f"/admin/agents/{one}")).json() for one in everybody]
    bob = {**before[everybody.index("bob")], "summary": "imported"}
    lines = "\n".join((LINES, json.dumps(bob)))
    changes = (await tell(running, "import/preview", lines))["changes"]
    await tell(running, "import", lines)
    assert "new" in await ids(running)
    await running.ask("PUT", "/admin/agents/bob", json={**bob, "summary": "by hand"})
    undone = await running.post("/admin/agents/import/undo", {"changes": changes})
    assert undone.json() == {"restored": 1, "deleted": 1, "kept": ["bob"]}
    assert await ids(running) == everybody
    assert (await running.get("/admin/agents/amy")).json() == before[everybody.index("amy")]
    assert (await running.get("/admin/agents/bob")).json()["summary"] == "by hand"
    again = await running.post("/admin/agents/import/undo", {"changes": changes})
    assert again.json() == {"restored": 0, "deleted": 0, "kept": ["bob"]}


async def test_bad_requests_to_undo_are_refused(clock: VirtualClock) -> None:
    async with gateway_harness(clock) as running:
        after = {"agent_id": "x", "display_name": "X"}
        refused: list[dict[str, Any]] = [{}, {"changes": [{}]}, {"changes": [{"after": {"agent_id": "X"}}]}]
        for bad in refused:
            assert event_payloads(await running.post("/admin/agents/import/undo", bad)) == (400, "E001")
        many = {"changes": [{"after": after}] * (MAX_PREVIEWED + 1)}
        assert event_payloads(await running.post("/admin/agents/import/undo", many)) == (400, "E001")
        nothing = await running.post("/admin/agents/import/undo", {"changes": [{"after": after}]})
        assert nothing.json() == {"restored": 0, "deleted": 0, "kept": []}
