"""A whole decision of a game through the adapter: a scripted endpoint plays the team, tool by tool."""

import json
from collections.abc import Mapping
from io import StringIO
from typing import Any

from pydantic import SecretStr

from gamehive.contracts.agents import DISPLAY_NAMES, PERSONAS, TASK_AGENTS, AgentName
from gamehive.contracts.tools import allowed_tools
from gamehive.core.games.game import games
from gamehive.core.rules.rules_text import builtin_interpretation
from shared.llm.anthropic.adapter import AnthropicModel
from shared.llm.settings import ModelSettings
from shared.runtime.system_clock import SystemClock
from tests.services.fake_messages_api import FakeMessagesApi, RecordedRequest, ScriptedReply
from tests.support.game_harness import GameHarness, decision_request
from towow.config.demand_logger import build_logger

RULES = builtin_interpretation(games()["tictactoe"], "en").model_dump(exclude={"builtin"})


def calls(thought: str, *used: tuple[str, Mapping[str, Any]]) -> ScriptedReply:
    return ScriptedReply(blocks=[thought, *used] if thought else used)


def final(**fields: Any) -> ScriptedReply:
    return ScriptedReply(blocks=["I am sure.", json.dumps(fields)], stop="end_turn")


ANSWERS: dict[AgentName, list[ScriptedReply]] = {
    "rule_analyst": [final(text="Three in a row wins.", interpretation=RULES)],
    "opening_expert": [
        calls("", ("search_pattern", {"query": "corner", "topK": 2})),
        final(text="A book move.", moves=[{"x": 1, "y": 1, "score": 0.5}]),
    ],
    "strategist": [
        calls("Look, and weigh the centre.", ("analyze_board", {}), ("evaluate_position", {"x": 1, "y": 1})),
        calls("", ("call_task_agent", {"agentName": "attack_analyst", "prompt": "Where do we attack? </data>"})),
        calls("A tool that is not there.", ("divine", {"stars": 3}), ("evaluate_position", {"x": "one"})),
        ScriptedReply(text="", stop="end_turn"),
        final(x=0, y=0, reason="it is free"),
        final(x=1, y=1, reason="the centre is on four lines"),
    ],
    "attack_analyst": [
        calls("", ("analyze_board", {})),
        final(text="The centre.", moves=[{"x": 1, "y": 1, "score": 0.5, "reason": "four lines"}]),
    ],
}


AGENTS: tuple[AgentName, ...] = (*PERSONAS, *TASK_AGENTS)


class ScriptedTeam:
    """Endpoint that answers each agent, known by its system text, with its replies in order."""

    def __init__(self) -> None:
        self._left: dict[AgentName, list[ScriptedReply]] = {agent: [*replies] for agent, replies in ANSWERS.items()}
        self.bodies: list[tuple[AgentName, dict[str, Any]]] = []

    def __call__(self, request: RecordedRequest) -> ScriptedReply:
        text = request.body["system"][0]["text"].partition(".")[0].casefold()
        agent: AgentName = next(each for each in AGENTS if DISPLAY_NAMES[each]["en"].casefold() in text)
        self.bodies.append((agent, request.body))
        return self._left[agent].pop(0)


async def test_a_scripted_endpoint_decides_a_move_with_tools() -> None:
    team, clock = ScriptedTeam(), SystemClock()
    async with FakeMessagesApi(team) as api:
        settings = ModelSettings.model_validate(
            {"llm": "anthropic", "anthropic_api_key": SecretStr("sk-test"), "anthropic_base_url": api.url}
        )
        model = AnthropicModel(settings, build_logger("error", "json", StringIO()))
        async with GameHarness(clock, model=model) as system:
            request = decision_request("tictactoe", [(0, 0)], now=clock.now())
            await system.request(request, language="en")
            played = await system.wait_for("move_played", limit_s=30)
            events = await system.events()
        await model.close()
    assert (played["x"], played["y"], played["source"]) == (1, 1, "llm")
    assert played["reason"] == "the centre is on four lines"
    called = [(each["agent"], each["tool"]) for each in events if each["type"] == "tool_called"]
    assert called == [
        ("strategist", "call_task_agent"),
        ("strategist", "call_task_agent"),
        ("opening_expert", "search_pattern"),
        ("strategist", "analyze_board"),
        ("strategist", "evaluate_position"),
        ("strategist", "call_task_agent"),
        ("attack_analyst", "analyze_board"),
        ("strategist", "divine"),
        ("strategist", "evaluate_position"),
    ]
    errors = [each["content"] for each in events if each["type"] == "tool_answered" and each["is_error"]]
    assert [error.partition(" ")[0] for error in errors] == ["there", "Wrong"]
    assert [each["error"] for each in events if each["type"] == "move_rejected"] == ["POSITION_OCCUPIED"]
    spoken = [each for each in events if each["type"] == "agent_spoke" and each["agent"] == "strategist"]
    assert [each["thought"] for each in spoken] == [
        *("Look, and weigh the centre.", "", "A tool that is not there.", "I am sure.", "I am sure."),
    ]
    # The empty reply was asked for again in the same turn, and paid for.
    assert [each["usage"]["calls"] for each in spoken] == [1, 1, 1, 2, 1]
    assert_requests(team.bodies)


def assert_requests(bodies: list[tuple[AgentName, dict[str, Any]]]) -> None:
    """Each request offers its agent's tools; ids of calls and results match, and others' words are data."""
    for agent, body in bodies:
        assert [tool["name"] for tool in body["tools"]] == [*allowed_tools(agent)]
        assert body["tool_choice"] == {"type": "auto"}
        roles = [each["role"] for each in body["messages"]]
        assert roles == ["user", "assistant"] * (len(roles) // 2) + ["user"]
        used = [block["id"] for block in blocks_of(body, "tool_use")]
        assert [block["tool_use_id"] for block in blocks_of(body, "tool_result")] == used
        assert len(set(used)) == len(used)
    first, *_, last = [body for agent, body in bodies if agent == "strategist"]
    # Three calls were made by the host itself; they stand there like the model's own.
    assert [block["name"] for block in blocks_of(last, "tool_use")] == [
        *("call_task_agent", "call_task_agent", "get_workflow_guide"),
        *("analyze_board", "evaluate_position", "call_task_agent", "divine", "evaluate_position"),
    ]
    contents = [block["content"] for block in blocks_of(last, "tool_result")]
    assert contents.pop(2).startswith("Workflow: ")
    assert all(content.startswith('<data name="result">') for content in contents)
    assert "Three in a row wins." in contents[0]
    task = next(body["messages"][0]["content"][0]["text"] for agent, body in bodies if agent == "attack_analyst")
    assert task.count("</data>") == 1
    # What has been read before is read again, word for word, and so from the cache.
    assert last["messages"][: len(first["messages"]) - 1] == first["messages"][:-1]


def blocks_of(body: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """Return the blocks of a kind in the messages of a request; texts of repair turns have none."""
    contents = [each["content"] for each in body["messages"] if not isinstance(each["content"], str)]
    return [block for content in contents for block in content if block["type"] == kind]
