"""Scripted model answers from a game's scenario file, selected by agent and turn; the others are simulated."""

import json
from typing import Any

from pydantic import BaseModel

from gamehive.contracts.turns import GameTurnFacts, ReplyCall, TurnReply
from shared.llm.port import Prompt
from shared.llm.rule_based_model import Rules
from shared.llm.scripted_model import ScriptedAnswer
from towow.scenario.game_entries import FindingFields, GameCallEntry, GameTurnFields, ScriptedMoveFields
from towow.scenario.game_schema import GameScenario, entry_of_turn

INVALID_DETAIL = "the answer has not the required structure"


class GameScript:
    """Model script of a game's scenario."""

    def __init__(self, scenario: GameScenario, rules: Rules) -> None:
        """Use the entries of the file, and `rules` (by prompt key) for what it leaves out."""
        self._scenario = scenario
        self._rules = rules

    def get_answer(self, prompt: Prompt[Any]) -> ScriptedAnswer:
        """Return the answer to a prompt: that of the file for its agent and turn, else the simulated model's.

        Raises:
            LookupError: Scenarios of games do not cover this kind of prompt.
        """
        facts = prompt.facts
        if isinstance(facts, GameTurnFacts) and facts.agent in self._scenario.agents:
            entry = entry_of_turn(self._scenario.agents[facts.agent], count_own_turns(facts))
            match entry:
                case "simulated":
                    pass
                case "empty":
                    return _answer(TurnReply())
                case "silent" | "error":
                    return ScriptedAnswer(entry)
                case "invalid":
                    return ScriptedAnswer("unusable", detail=INVALID_DETAIL)
                case GameTurnFields():
                    return _answer(_build_reply(entry), entry.after)
        if prompt.key not in self._rules:
            raise LookupError(f"scenarios of games have no answers for the prompt {prompt.key}")
        return _answer(self._rules[prompt.key](facts))


def count_own_turns(facts: GameTurnFacts) -> int:
    """Return how many turns the agent has taken before in this run of its loop.

    Turns without a usable reply leave no note; they count for whoever speaks now, who is asked again at once.
    """
    turns = [note for note in facts.notes if note.kind == "assistant" and not _is_forced(note.calls)]
    own = sum(note.agent == facts.agent for note in turns)
    return own + max(0, facts.turn - 1 - len(turns))


def _is_forced(calls: Any) -> bool:
    return bool(calls) and all(call.forced_by is not None for call in calls)


def _build_reply(entry: GameTurnFields) -> TurnReply:
    calls = tuple(_build_call(each) for each in entry.calls)
    return TurnReply(thought=entry.thought, calls=calls, message=_build_message(entry))


def _build_call(entry: GameCallEntry) -> ReplyCall:
    return ReplyCall(tool=entry) if isinstance(entry, str) else ReplyCall(tool=entry.tool, arguments=entry.arguments)


def _build_message(entry: GameTurnFields) -> str | None:
    match entry:
        case GameTurnFields(move=ScriptedMoveFields() as move):
            return json.dumps(move.model_dump(), ensure_ascii=False)
        case GameTurnFields(finding=FindingFields() as finding):
            return finding.model_dump_json(exclude_none=True)
        case _:
            return entry.message


def _answer(reply: BaseModel, delay_s: float = 0) -> ScriptedAnswer:
    return ScriptedAnswer(fields=reply.model_dump(mode="json", by_alias=True), delay_s=delay_s)
