"""Calls of tools: order, rights, wrong calls, handovers and circles (GH-45…60, GH-147…154, GH-188…190)."""

import pytest

from gamehive.contracts.agents import PERSONAS, TASK_AGENTS
from gamehive.contracts.events import GameToolCalled, HandedOver, ToolAnswered
from gamehive.contracts.messages import ExecuteTool, SearchMove, TakeTurn, WriteSummary
from gamehive.contracts.tools import GUIDE_TOOL, TASK_TOOLS
from gamehive.contracts.turns import TurnReply
from tests.support.game_script import GUARDED, ScriptedTeam, ask, call, calls, finding, hand_over, move, turns_of


def test_calls_of_one_reply_are_executed_in_order_and_answered_together() -> None:
    """GH-45: one after the other, one result for each call id, and the model is asked once after them."""
    team = ScriptedTeam(
        strategist=[
            calls(
                ("analyze_board", {}),
                ("call_task_agent", {"agentName": "attack_analyst", "prompt": "?"}),
                ("search_pattern", {"query": "centre"}),
                ("no_such_tool", {}),
            ),
            move(1, 1),
        ]
    )
    team.request()
    team.run()
    reply = next(note for note in team.notes if note.kind == "assistant" and len(note.calls) == 4)
    wanted = [(each.call_id, each.tool) for each in reply.calls]
    answered = [(each.call_id, each.tool) for each in team.results()]
    assert answered[-4:] == wanted
    assert len(set(answered)) == len(answered)
    assert [each.call_id for each in team.of(ToolAnswered)][-4:] == [call_id for call_id, _ in wanted]
    last = list(turns_of(team, "strategist"))[-1]
    shown = [note.result for note in team.notes[last.notes_start : last.notes_end] if note.loop == last.loop]
    assert [result.call_id for result in shown if result is not None][-4:] == [call_id for call_id, _ in wanted]
    assert len(list(turns_of(team, "strategist"))) == 2


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (call("conquer"), ("no tool conquer", "analyze_board")),
        (call(GUIDE_TOOL), ("no tool get_workflow_guide", "call_task_agent")),
        (call("evaluate_position", x="1", y=1), ("x", "int")),
        (call("evaluate_position", x=1), ("y",)),
        (call("call_task_agent", agentName="attack_analyst"), ("prompt",)),
        (call("search_pattern", query=" "), ("query",)),
        (call("analyze_rule", force_refresh="yes"), ("force_refresh",)),
        (ask("chess_master"), ("no task agent chess_master", *TASK_AGENTS)),
        (ask("strategist"), ("no task agent strategist", *TASK_AGENTS)),
        (hand_over("attack_analyst"), ("no agent attack_analyst to hand over to", *PERSONAS)),
        (hand_over("strategist"), ("Strategy director is in charge already",)),
    ],
    ids=lambda each: each.calls[0].tool if isinstance(each, TurnReply) else "",
)
def test_a_wrong_call_is_an_error_that_the_agent_reads(reply: TurnReply, words: tuple[str, ...]) -> None:
    team = ScriptedTeam(strategist=[reply, move(1, 1)])
    team.request()
    team.run()
    result = team.results()[-1]
    assert result.is_error
    assert [word for word in words if word not in result.content] == []
    assert (team.decision.source, team.decision.loops, team.decision.agent) == ("llm", 2, "strategist")
    assert team.sent(ExecuteTool) == []


@pytest.mark.parametrize("tool", ["call_task_agent", "handoff_to_agent", "analyze_rule", "undo_evaluate"])
def test_a_task_agent_may_not_call_what_personas_may(tool: str) -> None:
    """GH-29: an expert calls nobody, so that the depth is one."""
    arguments = {
        "call_task_agent": {"agentName": "opening_expert", "prompt": "?"},
        "handoff_to_agent": {"agentName": "tactician", "currentAgentOutputSummary": "?"},
        "undo_evaluate": {"reason": "?"},
    }.get(tool, {})
    team = ScriptedTeam(
        strategist=[ask("attack_analyst"), move(1, 1)], attack_analyst=[call(tool, **arguments), finding("alone")]
    )
    team.request()
    team.run()
    (refused,) = team.results(tool) if tool != "call_task_agent" else [each for each in team.results() if each.is_error]
    assert refused.is_error
    assert f"Attack analyst can call {', '.join(TASK_TOOLS)}" in refused.content
    assert all(each.facts.tools == TASK_TOOLS for each in turns_of(team, "attack_analyst"))


def test_an_expert_is_found_by_its_names_in_both_languages() -> None:
    """GH-32."""
    team = ScriptedTeam(strategist=[ask("攻势分析"), ask("Defence analyst"), ask("收官计算专家"), move(1, 1)])
    team.request()
    team.run()
    assert [each.facts.agent for each in team.asked if each.facts.agent in TASK_AGENTS][2:] == [
        "attack_analyst",
        "defense_analyst",
        "endgame_calculator",
    ]


def test_the_rules_are_read_from_the_workspace_and_refreshed_on_demand() -> None:
    """GH-49, GH-60."""
    team = ScriptedTeam(
        strategist=[call("analyze_rule"), call("analyze_rule", force_refresh=True), move(1, 1)],
        rule_analyst=[None],
    )
    team.request()
    team.run()
    first, second = team.results("analyze_rule")
    interpretation = team.workspace.rule_interpretation
    assert interpretation is not None
    assert first.data == interpretation.model_dump(mode="json")
    assert not second.is_error
    assert len(list(turns_of(team, "rule_analyst"))) == 2


def test_a_tool_that_fails_is_an_error_that_the_agent_reads() -> None:
    team = ScriptedTeam(strategist=[call("analyze_board"), move(1, 1)])
    team.request()
    team.run("tool")
    assert team.fail("engine_unavailable")
    team.run()
    result = team.results("analyze_board")[0]
    assert (result.is_error, result.content) == (True, "analyze_board gave no answer")
    assert team.decision.source == "llm"


# Handovers.


def test_a_handover_carries_a_summary_cut_at_the_end_of_a_sentence() -> None:
    """GH-147, GH-178, GH-260, GH-C27."""
    text = "中" * 150 + "。" + "长" * 100
    team = ScriptedTeam("gomoku8", strategist=[hand_over("战术协调员"), move(1, 1)], summary=[text])
    team.request()
    team.run()
    (event,) = team.of(HandedOver)
    assert (event.speaker, event.successor, event.forced) == ("strategist", "tactician", False)
    assert event.summary == "中" * 150 + "。"
    assert team.workspace.current_agent_name == "tactician"
    assert next(turns_of(team, "tactician")).facts.context.summary == event.summary
    assert team.decision.agent == "tactician"
    assert "HANDOFF" in [each.type for each in team.workspace.changes]
    (request,) = team.sent(WriteSummary)
    assert (request.facts.own_words, request.facts.successor) == ("over to you", "tactician")


def test_a_sentence_without_an_end_is_cut_at_200_characters() -> None:
    team = ScriptedTeam("gomoku8", strategist=[hand_over("tactician")], summary=["x" * 300])
    team.request()
    team.run()
    assert team.of(HandedOver)[0].summary == "x" * 200


@pytest.mark.parametrize("is_failing", [True, False])
def test_without_a_summary_the_facts_are_handed_over(is_failing: bool) -> None:
    """GH-153."""
    team = ScriptedTeam("gomoku8", tactician=[hand_over("strategist"), move(1, 1)], summary=[None])
    team.request((3, 3), (3, 4), (4, 3), (4, 4), (0, 0), (0, 7))
    team.run("turn")
    while team.pending.kind != "summary" or "rules" not in (team.workspace.summary or "rules"):
        team.step()
    if is_failing:
        assert team.fail()
    team.run()
    summary = team.of(HandedOver)[0].summary
    assert summary.startswith("midgame; 2:(3,4) 1:(4,3) 2:(4,4) 1:(0,0) 2:(0,7); ")
    assert summary.count("(") == 5 + 3


def test_a_new_phase_hands_over_once_without_asking_the_persona() -> None:
    """GH-80, GH-151, GH-152: who is sent back by a model stays until the next phase."""
    team = ScriptedTeam(tactician=[hand_over("strategist")])
    team.request((0, 0), (1, 1))
    team.run()
    assert [(each.successor, each.forced) for each in team.of(HandedOver)] == [
        ("tactician", True),
        ("strategist", False),
    ]
    forced = next(each for each in team.of(GameToolCalled) if each.tool == "handoff_to_agent")
    assert forced.forced_by == "WorkflowPhaseTransitionHook"
    assert team.decision.agent == "strategist"
    team.request((0, 0), (1, 1), (team.decision.x, team.decision.y), (2, 1))
    team.run()
    assert len(team.of(HandedOver)) == 2


def test_the_fourth_handover_in_twenty_messages_trips_the_breaker() -> None:
    circle = [hand_over("tactician"), hand_over("tactician"), call("analyze_rule"), move(1, 1)]
    team = ScriptedTeam("gomoku8", strategist=circle, tactician=[hand_over("strategist")])
    team.request()
    team.run()
    assert team.alerts().count("repeated_handoff") == 1
    assert len([each for each in team.results("handoff_to_agent") if not each.is_error]) == 4
    assert set(team.workspace.handoff_exclude_agents) == {"strategist", "tactician"}
    offered = ["handoff_to_agent" in each.facts.tools for each in turns_of(team, "strategist")]
    assert offered == [True, True, True, False]


def test_after_the_breaker_a_handover_is_refused_with_the_reason() -> None:
    team = ScriptedTeam(
        "gomoku8",
        strategist=[hand_over("tactician"), hand_over("tactician"), hand_over("endgame_specialist"), move(1, 1)],
        tactician=[hand_over("strategist")],
    )
    team.request()
    team.run()
    result = team.results("handoff_to_agent")[-1]
    assert result.is_error
    assert "no handover to the Endgame specialist any more in this decision" in result.content
    assert (team.decision.agent, team.decision.source) == ("strategist", "llm")


def test_the_next_decision_may_hand_over_again() -> None:
    team = ScriptedTeam(
        "gomoku8",
        strategist=[hand_over("tactician"), hand_over("tactician"), move(1, 1)],
        tactician=[hand_over("strategist")],
    )
    team.request()
    team.run()
    team.request((1, 1), (0, 0))
    assert team.workspace.handoff_exclude_agents == ()


# Repeated calls.


def test_the_fifth_identical_call_is_reported_and_the_sixth_is_answered_from_the_cache() -> None:
    """GH-73, GH-186, GH-C23: the order of the arguments does not matter, and the game goes on."""
    same = call("evaluate_position", x=1, y=1)
    turned = call("evaluate_position", y=1, x=1)
    team = ScriptedTeam("gomoku8", strategist=[same, turned, same, turned, same, same, turned, move(1, 1)])
    team.request()
    team.run()
    assert len(team.sent(ExecuteTool)) == 5
    results = team.results("evaluate_position")
    assert [each.content for each in results[5:]] == [results[4].content] * 2
    assert len({each.call_id for each in results}) == 7
    assert team.alerts().count("repeated_call") == 1
    assert team.decision.source == "llm"


def test_a_repeated_call_is_remembered_however_many_others_follow() -> None:
    def look(request: TakeTurn) -> TurnReply:
        turn = request.facts.turn
        return calls(*(("search_pattern", {"query": f"{turn} {number}"}) for number in range(4)))

    same = call("analyze_board")
    team = ScriptedTeam("gomoku8", strategist=[same, same, same, same, same, look, look, look, same, move(1, 1)])
    team.request()
    team.run()
    assert len([each for each in team.sent(ExecuteTool) if each.call.tool == "analyze_board"]) == 5


def test_the_engine_is_asked_for_the_team_and_not_by_it() -> None:
    """GH-59: one search of the board and one of the board after the choice; tools are executed elsewhere."""
    team = ScriptedTeam(strategist=[move(1, 1)])
    team.request()
    team.run()
    assert [each.purpose for each in team.sent(SearchMove)] == ["root", "verification"]


def test_without_the_feature_the_knowledge_base_is_neither_offered_nor_asked() -> None:
    reply = call("search_pattern", query="opening")
    team = ScriptedTeam(flags=GUARDED - {"rag_enabled"}, strategist=[reply, move(1, 1)])
    team.request()
    team.run()
    turns = [each for each in team.sent(TakeTurn) if each.facts.agent == "strategist"]
    assert turns
    assert all("search_pattern" not in each.facts.tools for each in turns)
    (answer,) = [each for each in team.of(ToolAnswered) if each.tool == "search_pattern"]
    assert answer.is_error
    assert "there is no tool search_pattern" in answer.content
