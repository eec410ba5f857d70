"""Simulated team: whole decisions with the real tools, and single turns by tables (GH-14…31, part 23)."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gamehive.agents.prompts import build_summary_prompt, build_turn_prompt
from gamehive.contracts.agents import PERSONAS, PHASE_PERSONAS, TASK_AGENTS, Persona, TaskAgent
from gamehive.contracts.tools import ToolName, allowed_tools
from gamehive.contracts.transcript import Note
from gamehive.contracts.turns import BoardContext, SuggestedMove, SummaryFacts, TaskFinding, TurnReply
from gamehive.contracts.workspace import CandidateMove, MoveRecord, RejectedMove, StrategicPlan, Threat, ThreatAnalysis
from gamehive.core.games.board import Point
from gamehive.core.games.game import games
from gamehive.core.games.position import find_result, is_safe, play_move, safe_moves, start_position
from gamehive.core.phases.phase import find_phase
from gamehive.core.proof_check import Proof
from gamehive.core.rules.interpretation_check import check_interpretation
from gamehive.core.rules.rules_text import builtin_interpretation
from gamehive.simulated.facts_view import FactsView
from gamehive.simulated.move_reason import cut_at_clause, explain_move
from gamehive.simulated.rules import NORMAL_STRATEGY_RULES, RULES
from shared.core.language import Language
from shared.llm.rule_based_model import RuleBasedModel
from tests.support.game_team import Team, ask, context_at, context_of, exchange, facts_of, note_of

THREE = ("00000000", "00000000", "00000000", "00111000", "00220000", "00000000", "00000000", "00000000")
QUIET = ("00000000", "00000000", "00000000", "00010000", "00002000", "00000000", "00000000", "00000000")


def move_of(reply: TurnReply) -> tuple[Point, str]:
    found = json.loads(reply.message or "")
    assert set(found) == {"x", "y", "reason"}
    assert found["reason"]
    return Point(found["x"], found["y"]), found["reason"]


def tool_of(reply: TurnReply) -> tuple[str, str]:
    (call,) = reply.calls
    assert reply.message is None
    return call.tool, str(call.arguments.get("agentName", ""))


@pytest.mark.parametrize(
    ("key", "language", "plies"),
    [("tictactoe", "zh", 9), ("misere", "en", 9), ("gomoku8", "zh", 16), ("nogo7", "en", 10), ("nogo7", "zh", 30)],
)
async def test_a_whole_game_of_the_team_against_itself_is_legal_and_safe(
    key: str, language: Language, plies: int
) -> None:
    position, history = start_position(games()[key]), ()
    while find_result(position) is None and position.plies < plies:
        team = Team()
        persona = PHASE_PERSONAS[find_phase(position.game, position.plies)]
        point, _ = move_of(await team.decide(persona, context_at(position, history, language)))
        assert is_safe(position, point) or not safe_moves(position)
        assert any(tool == "call_task_agent" for _, tool in team.spoken)
        record = MoveRecord(ply=position.plies + 1, x=point.x, y=point.y, side=position.to_move, by="team", at=0)
        position, history = play_move(position, point), (*history, record)


async def test_the_same_facts_have_the_same_decision() -> None:
    context = context_of("gomoku8", QUIET, 1)
    assert await Team().decide("strategist", context) == await Team().decide("strategist", context)


# Single turns.

THREAT = ThreatAnalysis(
    threat=0.8,
    urgency=0.8,
    threats=(Threat(kind="open_three", side=1, points=((3, 1), (3, 5)), must_reply=True),),
    computed_at_ply=5,
)
CALM = ThreatAnalysis(threat=0.4, urgency=0.0, computed_at_ply=2)


def candidate(x: int, y: int, score: float = 0.5, **fields: Any) -> CandidateMove:
    values: dict[str, Any] = {"source": "engine", "verified": True, "ply": 2, **fields}
    return CandidateMove(x=x, y=y, score=score, **values)


def asked(agent: str, moves: tuple[SuggestedMove, ...] = ()) -> tuple[Note, ...]:
    finding = TaskFinding(text="found", moves=moves)
    return exchange("call_task_agent", {"agentName": agent, "prompt": "?"}, finding.model_dump_json())


KNOWN: dict[str, Any] = {"candidates": (candidate(2, 2, 0.55), candidate(4, 2, 0.5))}


@pytest.mark.parametrize(
    ("persona", "fields", "notes", "call"),
    [
        ("strategist", {}, (), ("analyze_board", "")),
        ("strategist", KNOWN, (), ("call_task_agent", "attack_analyst")),
        ("strategist", {**KNOWN, "threat_analysis": THREAT}, (), ("handoff_to_agent", "tactician")),
        ("tactician", {**KNOWN, "threat_analysis": CALM}, (), ("call_task_agent", "attack_analyst")),
        ("tactician", {**KNOWN, "threat_analysis": THREAT}, (), ("call_task_agent", "defense_analyst")),
        (
            "tactician",
            {**KNOWN, "threat_analysis": CALM},
            asked("attack_analyst", (SuggestedMove(x=4, y=2, score=0.5),)),
            ("call_task_agent", "local_tactics_expert"),
        ),
        ("endgame_specialist", KNOWN, (), ("call_task_agent", "endgame_calculator")),
        ("endgame_specialist", KNOWN, asked("endgame_calculator"), ("call_task_agent", "defense_analyst")),
    ],
    ids=["look", "attack", "hand over", "calm", "urgent", "disagree", "calculate", "last check"],
)
def test_the_next_call_of_a_persona(
    persona: Persona, fields: dict[str, Any], notes: tuple[Note, ...], call: tuple[str, str]
) -> None:
    context = context_of("gomoku8", QUIET, 2, **fields)
    assert tool_of(ask(facts_of(persona, context, notes))) == call


def test_an_expert_who_failed_is_not_asked_again() -> None:
    context = context_of("gomoku8", QUIET, 1, **KNOWN)
    first, second = exchange("call_task_agent", {"agentName": "攻势分析", "prompt": "?"}, "no time")
    assert second.result is not None
    failed = second.model_copy(update={"result": second.result.model_copy(update={"is_error": True})})
    tools = tuple(tool for tool in allowed_tools("strategist") if tool != "evaluate_position")
    assert ask(facts_of("strategist", context, (first, failed), tools=tools)).message is not None


def test_without_tools_or_turns_a_persona_decides_at_once() -> None:
    context = context_of("gomoku8", QUIET, 1)
    point, _ = move_of(ask(facts_of("strategist", context, tools=())))
    assert is_safe(start_position(games()["gomoku8"]), point)
    assert ask(facts_of("tactician", context, turn=30)).message is not None


@pytest.mark.parametrize(
    "tool", ["call_task_agent", "handoff_to_agent", "analyze_rule", "evaluate_position", "undo_evaluate"]
)
def test_a_forced_tool_is_called(tool: ToolName) -> None:
    context = context_of("gomoku8", QUIET, 1, **KNOWN)
    assert tool_of(ask(facts_of("strategist", context, forced_tool=tool)))[0] == tool


@pytest.mark.parametrize(("language", "words"), [("zh", "挡住对方的活三"), ("en", "blocks the open three")])
def test_a_reason_names_the_threat_and_who_advised(language: Language, words: str) -> None:
    fields = {"threat_analysis": THREAT, "candidates": (candidate(3, 5, 0.45, ply=5),)}
    context = context_of("gomoku8", THREE, 2, language, **fields)
    notes = asked("defense_analyst", (SuggestedMove(x=3, y=5, score=0.45),))
    _, reason = move_of(ask(facts_of("tactician", context, notes, tools=())))
    assert words in reason
    assert "(3,5)" in reason
    assert ("防守分析专家" if language == "zh" else "Defence analyst") in reason


def test_a_reason_claims_no_threat_that_the_facts_do_not_name() -> None:
    context = context_of("gomoku8", THREE, 2, candidates=(candidate(3, 5, 0.45, ply=5),))
    _, reason = move_of(ask(facts_of("tactician", context, tools=())))
    assert "three" not in reason


def test_a_lesson_is_named_and_the_move_taken_back_is_not_proposed() -> None:
    context = context_of(
        "gomoku8",
        QUIET,
        1,
        candidates=(candidate(2, 2, 0.9), candidate(4, 2, 0.5)),
        lesson="(2,2) leaves the four open",
        blacklist=(RejectedMove(board=QUIET, x=2, y=2),),
    )
    point, reason = move_of(ask(facts_of("strategist", context, tools=())))
    assert point == (4, 2)
    assert "leaves the four open" in reason


def test_a_move_that_was_proposed_in_the_loop_and_rejected_is_not_proposed_again() -> None:
    context = context_of("gomoku8", QUIET, 1, candidates=(candidate(2, 2, 0.9), candidate(4, 2, 0.5)))
    rejected = note_of("strategist", TurnReply(message='{"x": 2, "y": 2, "reason": "r"}'), ())
    assert move_of(ask(facts_of("strategist", context, (rejected,), tools=())))[0] == (4, 2)


@pytest.mark.parametrize(
    ("candidates", "expected"),
    [
        ((candidate(2, 2, 0.9, is_bound=True), candidate(4, 2, 0.5)), (4, 2)),
        ((candidate(2, 2, 0.9, source="tactician", verified=False), candidate(4, 2, 0.5)), (4, 2)),
        ((candidate(2, 2, 0.9), candidate(4, 2, 1.0, proof="won")), (4, 2)),
        ((candidate(2, 2, 0.9, proof="lost"), candidate(4, 2, 0.1)), (4, 2)),
        ((candidate(3, 3, 0.9), candidate(4, 2, 0.5)), (4, 2)),
        ((candidate(2, 2, 0.0, is_bound=True), candidate(4, 2, 0.0, proof="lost")), (4, 2)),
        ((candidate(2, 2, 0.3, source="tactician", verified=False), candidate(4, 2, 0.0, proof="lost")), (4, 2)),
    ],
    ids=["bound", "opinion", "won", "lost", "occupied", "lost beside a bound", "lost beside an opinion"],
)
def test_the_choice_between_candidates(candidates: tuple[CandidateMove, ...], expected: tuple[int, int]) -> None:
    context = context_of("gomoku8", QUIET, 1, candidates=candidates, lesson="x")
    assert move_of(ask(facts_of("tactician", context, tools=())))[0] == expected


def test_what_a_re_evaluation_recommends_counts_only_on_its_board() -> None:
    """After a what-if about the last move the board is another one; the lesson remains."""
    notes = asked("undo_reevaluator", (SuggestedMove(x=4, y=2, score=0.9),))
    lesson = "(7,7) leaves the four open"
    for blacklist, expected in (((), (2, 2)), ((RejectedMove(board=QUIET, x=6, y=6),), (4, 2))):
        context = context_of("gomoku8", QUIET, 1, lesson=lesson, blacklist=blacklist)
        known = candidate(2, 2, 0.4, verified=False, source="attack_analyst")
        context = context.model_copy(update={"candidates": (known,)})
        point, reason = move_of(ask(facts_of("tactician", context, notes, tools=())))
        assert point == expected
        assert lesson in reason


def test_a_candidate_of_another_board_does_not_count() -> None:
    context = context_of("gomoku8", QUIET, 1, candidates=(candidate(2, 2, 0.9, ply=4),))
    assert tool_of(ask(facts_of("strategist", context)))[0] == "analyze_board"


def test_a_persona_regrets_a_move_after_a_great_loss() -> None:
    last = MoveRecord(ply=1, x=3, y=3, side=1, by="team", score=0.8, at=0)
    context = context_of("gomoku8", QUIET, 1, candidates=(candidate(2, 2, 0.2),), history=(last,))
    assert tool_of(ask(facts_of("tactician", context)))[0] == "undo_evaluate"
    learnt = context.model_copy(update={"lesson": "learnt"})
    assert tool_of(ask(facts_of("tactician", learnt)))[0] == "call_task_agent"


def drawn_contexts(**fields: Any) -> Iterator[BoardContext]:
    """Yield 120 boards with one candidate in the corner."""
    for number in range(120):
        row = f"{number % 64:06b}".replace("1", "2")
        rows = (*QUIET[:6], f"00{row}", f"{number % 3}{number // 64}000000")
        stones = sum(cell != "0" for text in rows for cell in text)
        yield context_of("gomoku8", rows, 1, candidates=(candidate(0, 0, 0.6, ply=stones, **fields),))


def test_now_and_then_a_persona_prefers_a_move_of_its_own_where_a_mistake_would_be_proved() -> None:
    own = 0
    for context in drawn_contexts(proof="drawn"):
        point, reason = move_of(ask(facts_of("strategist", context, tools=())))
        own += point != (0, 0)
        assert (point != (0, 0)) == ("own judgement" in reason)
    assert 5 <= own <= 50


@pytest.mark.parametrize(("score", "is_kept"), [(0.65, True), (0.59, True), (0.5, False), (0.1, False)])
def test_elsewhere_it_has_its_own_move_evaluated_first(score: float, is_kept: bool) -> None:
    ideas = 0
    for context in drawn_contexts():
        reply = ask(facts_of("strategist", context, tools=("evaluate_position",)))
        if not reply.calls:
            assert move_of(reply)[0] == (0, 0)
            continue
        ideas += 1
        (call,) = reply.calls
        x, y = call.arguments["x"], call.arguments["y"]
        notes = exchange(call.tool, call.arguments, "found", {"x": x, "y": y, "score": score, "proof": None})
        point, _ = move_of(ask(facts_of("strategist", context, notes, tools=("evaluate_position",))))
        assert point == ((x, y) if is_kept else (0, 0))
    assert 5 <= ideas <= 50


# Task agents: what a tool found decides what they say, and what they say decides the next turn.

ANALYSIS = {
    "threat_analysis": THREAT.model_dump(mode="json"),
    "mobility": [59, 59],
    "candidates": [
        candidate(3, 5, 0.45, ply=5).model_dump(mode="json"),
        candidate(3, 1, 0.4, ply=5).model_dump(mode="json"),
    ],
    "line": [[3, 5], [2, 2]],
}
LOOKED = exchange("analyze_board", {}, "text", ANALYSIS)


def finding_of(agent: TaskAgent, context: BoardContext, notes: tuple[Note, ...]) -> TaskFinding:
    reply = ask(facts_of(agent, context, notes, tools=()))
    return TaskFinding.model_validate_json(reply.message or "")


@pytest.mark.parametrize(
    ("agent", "tool"),
    [
        ("rule_analyst", "search_pattern"),
        ("opening_expert", "search_pattern"),
        ("attack_analyst", "analyze_board"),
        ("defense_analyst", "analyze_board"),
        ("local_tactics_expert", "analyze_board"),
        ("endgame_calculator", "analyze_board"),
        ("undo_reevaluator", "analyze_board"),
    ],
)
def test_a_task_agent_uses_its_tool_first(agent: TaskAgent, tool: str) -> None:
    assert tool_of(ask(facts_of(agent, context_of("gomoku8", THREE, 2), max_turns=15)))[0] == tool


@pytest.mark.parametrize(
    "agent", ["attack_analyst", "defense_analyst", "local_tactics_expert", "endgame_calculator", "undo_reevaluator"]
)
def test_a_finding_comes_from_the_results_in_the_notes(agent: TaskAgent) -> None:
    context = context_of("gomoku8", THREE, 2)
    found, nothing = finding_of(agent, context, LOOKED), finding_of(agent, context, ())
    assert [(move.x, move.y) for move in found.moves] == [(3, 5), (3, 1)]
    assert not nothing.moves
    assert found.text != nothing.text


def test_the_defence_analyst_tells_urgency_and_threats() -> None:
    found = finding_of("defense_analyst", context_of("gomoku8", THREE, 2, "zh"), LOOKED)
    assert (found.urgency, found.suggests_undo) == (0.8, False)
    assert "活三 (3,1)、(3,5)" in found.text


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("game", games())
async def test_the_rule_analysts_interpretation_agrees_with_the_game(game: str, language: Language) -> None:
    rules = games()[game]
    context = context_at(start_position(rules), (), language)
    final = await Team().decide("rule_analyst", context, "?")
    finding = TaskFinding.model_validate_json(final.message or "")
    assert finding.interpretation is not None
    assert not finding.interpretation.builtin
    assert check_interpretation(rules, finding.interpretation) == ()
    assert finding.interpretation.special_rules == builtin_interpretation(rules, language).special_rules


async def test_no_plan_speaks_of_reflection_without_the_centre() -> None:
    for board, words in ((("000", "010", "000"), "save safe points"), (("200", "010", "000"), "reflection")):
        side = 2 if "2" not in board[0] else 1
        final = await Team().decide("attack_analyst", context_of("misere", board, side), "?")
        plan = TaskFinding.model_validate_json(final.message or "").plan
        assert plan is not None
        assert words in plan.goal
        assert ("reflection" in plan.goal) == (side == 1)


@pytest.mark.parametrize(("other", "words"), [("drawn", "proved to lose by the engine"), ("lost", "no better move")])
def test_a_lost_move_is_the_best_only_if_every_other_is_lost(other: Proof, words: str) -> None:
    proofs: tuple[tuple[int, Proof], ...] = ((1, "lost"), (2, other))
    lost, better = (
        CandidateMove(x=x, y=0, score=0.0, source="engine", verified=True, proof=proof, ply=2) for x, proof in proofs
    )
    context = context_of("misere", ("200", "010", "000"), 1).model_copy(update={"candidates": (lost, better)})
    view = FactsView(facts_of("tactician", context))
    assert words in explain_move(view, Point(1, 0), lost, is_own_idea=True)


async def test_the_opening_expert_finds_the_book_move() -> None:
    final = await Team().decide("opening_expert", context_of("tictactoe", ("000", "000", "002"), 1), "?")
    finding = TaskFinding.model_validate_json(final.message or "")
    assert [(move.x, move.y) for move in finding.moves] == [(1, 1)]
    assert finding.moves[0].score == 0.5  # the book only says that every other reply loses
    assert "centre" in (finding.knowledge or "")


async def test_the_re_evaluator_learns_why_a_move_was_wrong() -> None:
    rows = ("110", "020", "000")
    context = context_of("tictactoe", rows, 2, blacklist=(RejectedMove(board=rows, x=2, y=2),))
    finding = TaskFinding.model_validate_json((await Team().decide("undo_reevaluator", context, "?")).message or "")
    assert "(2,2)" in (finding.lesson or "")
    assert "(0,2)" in (finding.lesson or "")
    assert (2, 2) not in [(move.x, move.y) for move in finding.moves]
    assert (finding.moves[0].x, finding.moves[0].y) == (0, 2)


@pytest.mark.parametrize("agent", [agent for agent in TASK_AGENTS if agent != "rule_analyst"])
def test_removing_a_task_agents_result_changes_the_turn(agent: TaskAgent) -> None:
    """Without its finding nothing is known of the point that it recommends."""
    taken_back = RejectedMove(board=QUIET, x=0, y=0)
    context = context_of("gomoku8", QUIET, 1, lesson="x", blacklist=(taken_back,))
    notes = asked(agent, (SuggestedMove(x=6, y=6, score=0.8),))
    assert move_of(ask(facts_of("tactician", context, notes, tools=())))[0] == (6, 6)
    assert move_of(ask(facts_of("tactician", context, tools=())))[0] != (6, 6)


# A model that plays reversed games by the normal strategy.


def test_the_normal_strategy_completes_its_own_line_in_misere() -> None:
    context = context_of("misere", ("110", "220", "000"), 1)
    for persona in PERSONAS:
        assert move_of(ask(facts_of(persona, context), NORMAL_STRATEGY_RULES))[0] == (0, 2)
        assert move_of(ask(facts_of(persona, context, tools=())))[0] != (0, 2)


def test_the_normal_strategy_captures_in_nogo_and_then_tries_the_next_move() -> None:
    rows = ("2100000", "0000000", "0000000", "0000000", "0000000", "0000000", "0000000")
    context = context_of("nogo7", rows, 1)
    reply = ask(facts_of("strategist", context), NORMAL_STRATEGY_RULES)
    assert move_of(reply)[0] == (1, 0)
    again = ask(facts_of("strategist", context, (note_of("strategist", reply, ()),)), NORMAL_STRATEGY_RULES)
    assert move_of(again)[0] != (1, 0)


def test_other_games_are_played_as_usual() -> None:
    facts = facts_of("strategist", context_of("gomoku8", QUIET, 1))
    assert ask(facts, NORMAL_STRATEGY_RULES) == ask(facts)


# Rules and prompts fit together.


async def test_the_model_answers_every_prompt() -> None:
    model = RuleBasedModel(RULES)
    context = context_of("misere", ("100", "020", "000"), 1, "zh")
    for agent in (*PERSONAS, *TASK_AGENTS):
        assert not (await model.answer(build_turn_prompt(facts_of(agent, context), 0.3))).output.is_empty
    facts = SummaryFacts(
        purpose="handoff",
        context=context.model_copy(update={"strategic_plan": StrategicPlan(goal="守" * 150, updated_at_ply=2)}),
        speaker="strategist",
        successor="tactician",
        own_words="小心。" * 30,
    )
    summary = (await model.answer(build_summary_prompt(facts))).output
    assert "开局" in summary.text or "中盘" in summary.text
    assert len(summary.text) <= 200


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("keep your stones apart, save your safe points", 60, "keep your stones apart, save your safe points"),
        ("keep your stones apart, save your safe points", 40, "keep your stones apart…"),
        ("keep your stones apart", 12, "keep your…"),
        ("与普通井字棋相反，分散己方棋子，保留安全点", 15, "与普通井字棋相反…"),
        ("与普通井字棋相反", 5, "与普通井…"),
    ],
)
def test_a_long_ground_of_a_move_ends_with_a_clause(text: str, limit: int, shown: str) -> None:
    assert cut_at_clause(text, limit) == shown
    assert len(shown) <= limit
