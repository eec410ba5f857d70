"""Rules that were interpreted in an earlier game (GH-113)."""

import json

from shared.runtime.virtual_clock import VirtualClock
from tests.support.game_harness import GameHarness, decision_request


async def test_the_second_game_shows_the_analyst_but_asks_no_model(clock: VirtualClock) -> None:
    """Two games of one system, one after the other: the second has the call, its result and the event all the same."""
    async with GameHarness(clock) as harness:
        asked: list[object] = []
        for number in (1, 2):
            game_id = f"g-{number}"
            await harness.request(decision_request("misere", [], now=clock.now()), game_id=game_id)
            await harness.wait_for("move_played", game_id=game_id)
            events = await harness.events(game_id)
            analysts = [each for each in events if each["type"] == "tool_called" and each["tool"] == "call_task_agent"]
            assert analysts[0]["arguments"]["agentName"] == "rule_analyst"
            (interpreted,) = [each for each in events if each["type"] == "rules_interpreted"]
            asked.append(interpreted["interpretation"])
        assert asked[0] == asked[1]
        assert harness.lines.getvalue().count('"interpretation_reused"') == 1
        lines = [json.loads(line) for line in harness.lines.getvalue().splitlines()]
        assert {line["demand"] for line in lines if line.get("prompt") == "game_rule_analyst"} == {"g-1"}
