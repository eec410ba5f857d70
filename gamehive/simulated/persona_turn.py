"""Turns of the simulated personas: they have the board analysed, ask the experts of their duties, and propose a move."""

from collections.abc import Iterator, Mapping

from gamehive.contracts.agents import Persona, TaskAgent
from gamehive.contracts.turns import GameTurnFacts, TurnReply
from gamehive.contracts.workspace import CandidateMove
from gamehive.core.games.board import Point
from gamehive.simulated.facts_view import FactsView
from gamehive.simulated.move_reason import explain_move
from gamehive.simulated.replies import answer_forced_call, call_tool, describe_state, display_name, propose_move
from gamehive.simulated.temperament import activity_of, checks_favourite, find_active_move, follows_own_idea
from shared.core.language import Language

DEFENCE_THRESHOLD = 0.5
"""Urgency or danger above which the tactics coordinator asks the defence analyst first."""

SCORE_LOSS = 0.4
"""Loss of the expected result since the last own move from which a persona wants to think that move over."""


def take_strategist_turn(facts: GameTurnFacts) -> TurnReply:
    """Return the strategy director's turn: attack analyst, and a handover when a threat must be answered."""
    view = FactsView(facts)
    return _take_turn(view, "strategist", _strategist_steps(view))


def take_tactician_turn(facts: GameTurnFacts) -> TurnReply:
    """Return the tactics coordinator's turn: defence or attack, and the local expert where they disagree."""
    view = FactsView(facts)
    return _take_turn(view, "tactician", _tactician_steps(view))


def take_endgame_turn(facts: GameTurnFacts) -> TurnReply:
    """Return the endgame specialist's turn: calculation, then the last check for threats."""
    view = FactsView(facts)
    return _take_turn(view, "endgame_specialist", _expert_steps(view, ("endgame_calculator", "defense_analyst")))


def _take_turn(view: FactsView, persona: Persona, steps: Iterator[TurnReply]) -> TurnReply:
    """Return the forced call, else the first step that is still to be done, else the proposal."""
    if view.facts.forced_tool is not None:
        return answer_forced_call(view)
    first = next(_common_steps(view), None) or next(steps, None) or next(_idea_steps(view, persona), None)
    return first or _propose(view, persona)


def _common_steps(view: FactsView) -> Iterator[TurnReply]:
    language = view.facts.context.language
    if not view.candidates and view.can_call("analyze_board") and not view.has_called("analyze_board"):
        yield call_tool("analyze_board", _TEXT[language]["look"])
    if _regrets_last_move(view) and view.can_call("undo_evaluate") and not view.has_called("undo_evaluate"):
        yield call_tool("undo_evaluate", _TEXT[language]["regret"], reason=describe_state(view))


def _regrets_last_move(view: FactsView) -> bool:
    """Return whether the expected result fell far since the last own move, by what an engine says now."""
    context = view.facts.context
    if context.lesson or not view.candidates:
        return False
    expected = next((move.score for move in reversed(context.history) if move.side == context.my_side), None)
    best = view.candidates[0]
    return expected is not None and best.verified and best.score <= expected - SCORE_LOSS


def _strategist_steps(view: FactsView) -> Iterator[TurnReply]:
    language = view.facts.context.language
    can_hand_over = view.can_call("handoff_to_agent") and not view.has_called("handoff_to_agent")
    if _must_reply(view) and can_hand_over:
        yield call_tool(
            "handoff_to_agent",
            _TEXT[language]["handoff"].format(name=display_name("tactician", language)),
            agentName="tactician",
            currentAgentOutputSummary=describe_state(view),
        )
    yield from _expert_steps(view, ("attack_analyst",))


def _tactician_steps(view: FactsView) -> Iterator[TurnReply]:
    threat = view.threat_analysis
    is_urgent = threat is not None and max(threat.urgency, threat.threat) > DEFENCE_THRESHOLD
    first: TaskAgent = "defense_analyst" if is_urgent else "attack_analyst"
    yield from _expert_steps(view, (first,))
    if _experts_disagree(view):
        yield from _expert_steps(view, ("local_tactics_expert",))
    favourite = _choose(view, "tactician")[0]
    if (
        checks_favourite(view, "tactician")
        and view.can_call("evaluate_position")
        and not view.has_called("evaluate_position")
    ):
        language = view.facts.context.language
        thought = _TEXT[language]["check"].format(x=favourite.x, y=favourite.y)
        yield call_tool("evaluate_position", thought, x=favourite.x, y=favourite.y)


def _expert_steps(view: FactsView, experts: tuple[TaskAgent, ...]) -> Iterator[TurnReply]:
    """Yield a call of each expert that was not asked in this loop yet."""
    language = view.facts.context.language
    for expert in experts:
        if view.can_call("call_task_agent") and expert not in view.consulted:
            yield call_tool(
                "call_task_agent",
                _TEXT[language]["ask"].format(name=display_name(expert, language)),
                agentName=expert,
                prompt=_QUESTIONS[language][expert],
            )


def _must_reply(view: FactsView) -> bool:
    threat = view.threat_analysis
    mine = view.facts.context.to_move
    return threat is not None and any(each.must_reply and each.side != mine for each in threat.threats)


def _experts_disagree(view: FactsView) -> bool:
    """Return whether the experts' first choices differ from each other or from the best candidate."""
    firsts = {(moves[0].x, moves[0].y) for moves in (finding.moves for finding in view.findings.values()) if moves}
    best = {(each.x, each.y) for each in view.candidates[:1]}
    return bool(firsts) and len(firsts | best) > 1


def _propose(view: FactsView, persona: Persona) -> TurnReply:
    point, candidate, is_own_idea = _choose(view, persona)
    language = view.facts.context.language
    reason = explain_move(view, point, candidate, is_own_idea=is_own_idea)
    return propose_move(point, reason, _TEXT[language]["decide"].format(x=point.x, y=point.y))


IDEA_TOLERANCE = 0.02
"""Loss of the expected result at which a persona still prefers its own idea to the best candidate."""


def _idea_steps(view: FactsView, persona: Persona) -> Iterator[TurnReply]:
    """Yield the evaluation of the persona's own idea, unless it trusts the check of the move to see a mistake."""
    idea = _find_idea(view, persona)
    if idea is None or _is_proof_near(view) or not view.can_call("evaluate_position"):
        return
    if not view.has_called("evaluate_position", x=idea.x, y=idea.y):
        thought = _TEXT[view.facts.context.language]["idea"].format(x=idea.x, y=idea.y)
        yield call_tool("evaluate_position", thought, x=idea.x, y=idea.y)


def _is_proof_near(view: FactsView) -> bool:
    """Return whether an engine proves every result on this board, so that a mistake is seen before it is played."""
    return bool(view.searched) and all(each.proof is not None for each in view.searched)


def _find_idea(view: FactsView, persona: Persona) -> Point | None:
    """Return the active move that a persona prefers to the best candidate; None if it follows the candidate."""
    best = _best_known(view)
    if (best is not None and best.proof in ("won", "lost")) or not _may_follow_idea(view, persona):
        return None
    idea = find_active_move(view)
    is_active = activity_of(view.position, idea) > 1 or view.position.game.goal == "liberties"
    return idea if is_active and (best is None or idea != (best.x, best.y)) else None


def _choose(view: FactsView, persona: Persona) -> tuple[Point, CandidateMove | None, bool]:
    """Return the move, what is known of it, and whether it is the persona's own idea."""
    best, idea = _best_known(view), _find_idea(view, persona)
    if idea is not None:
        known = next((each for each in view.candidates if (each.x, each.y) == idea and each.verified), None)
        is_good = known is not None and best is not None and known.score >= best.score - IDEA_TOLERANCE
        if is_good or best is None or _is_proof_near(view):
            return idea, known, True
    if best is not None:
        return Point(best.x, best.y), best, False
    return view.allowed_moves[0], None, False


def _may_follow_idea(view: FactsView, persona: Persona) -> bool:
    """Return whether a persona may prefer its own idea: not after a lesson or a rejected move."""
    return not view.facts.context.lesson and not view.forbidden and follows_own_idea(view, persona)


def _best_known(view: FactsView) -> CandidateMove | None:
    """Return the best candidate; moves of experts count by their own scores where nothing verified is known.

    Where all that is known for sure loses, the engine's first choice is best: it holds out longest, and a move that
    nobody has searched only looks better.
    """
    if view.searched and all(each.proof == "lost" for each in view.searched):
        for each in view.searched:
            if view.may_propose(Point(each.x, each.y)):
                return each
    verified = view.candidates[0] if view.candidates else None
    if verified is not None and (verified.verified or verified.source == "book") and verified.is_bound is not True:
        return verified
    advised = [
        CandidateMove(x=move.x, y=move.y, score=move.score, source=agent, reason=move.reason, ply=view.position.plies)
        for agent, finding in view.findings.items()
        for move in finding.moves
        if view.may_propose(Point(move.x, move.y))
    ]
    return max(advised, key=lambda each: each.score, default=verified)


_TEXT: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "look": "还没有候选，先看全盘。",
        "regret": "局面比上一手时预期的差得多，要重新想想那一手。",
        "handoff": "对方有必须应对的威胁，这是局部战斗，交给{name}。",
        "ask": "请{name}来看。",
        "check": "先核对 ({x},{y})。",
        "idea": "我更想走 ({x},{y})：先请引擎核对。",
        "decide": "决定走 ({x},{y})。",
    },
    "en": {
        "look": "There is no candidate yet: look at the whole board first.",
        "regret": "The position is much worse than expected at our last move; think that move over.",
        "handoff": "The opponent has a threat that must be answered: a local fight, so the {name} takes over.",
        "ask": "Ask the {name}.",
        "check": "Check ({x},{y}) first.",
        "idea": "I would rather play ({x},{y}): have it evaluated first.",
        "decide": "Decide for ({x},{y}).",
    },
}
_QUESTIONS: Mapping[Language, Mapping[TaskAgent, str]] = {
    "zh": {
        "attack_analyst": "先后手形势怎样？我方从哪里进攻，对方必须怎样应？",
        "defense_analyst": "对方有什么威胁，有多急，挡在哪里最好？",
        "local_tactics_expert": "各方首选不同：逐个核对有争议的点，哪一个最好？",
        "endgame_calculator": "剩下的空点怎样收最好？给出次序和证明。",
    },
    "en": {
        "attack_analyst": "How do first and second move stand? Where do we attack, and how must the opponent reply?",
        "defense_analyst": "What does the opponent threaten, how urgent is it, and where is it best stopped?",
        "local_tactics_expert": "First choices differ: check each disputed point. Which is best?",
        "endgame_calculator": "How are the remaining points best played? Give the sequence and what is proved.",
    },
}
