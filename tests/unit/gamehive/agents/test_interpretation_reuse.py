"""Reuse of an interpretation of the rules in later games (GH-113)."""

import json
from typing import Any

import pytest
from typing_extensions import override

from gamehive.agents.interpretation_reuse import InterpretationReuse
from gamehive.contracts.turns import GameTurnFacts, TurnReply
from gamehive.contracts.workspace import RuleInterpretation
from gamehive.core.games.game import games
from gamehive.core.loop.finding_parser import parse_finding
from gamehive.core.rules.rules_text import builtin_interpretation
from gamehive.interpretation_cache.memory import MemoryInterpretationCache
from gamehive.interpretation_cache.port import InterpretationCache
from shared.store.port import StoreUnavailable
from shared.telemetry.log import SILENT
from tests.support.game_team import context_of, facts_of
from tests.support.manual_clock import ManualClock

OURS = builtin_interpretation(games()["misere"], "en")
FLIPPED = builtin_interpretation(games()["tictactoe"], "en")
EMPTY = ("000", "000", "000")


def rules_turn(**context: Any) -> GameTurnFacts:
    return facts_of("rule_analyst", context_of("misere", EMPTY, 1, **context))


def reply_of(interpretation: RuleInterpretation) -> TurnReply:
    return TurnReply(message=json.dumps({"text": "t", "interpretation": interpretation.model_dump(mode="json")}))


async def reused(
    facts: GameTurnFacts, *, stored: RuleInterpretation = OURS, model: str = "m", version: str = "1"
) -> RuleInterpretation | None:
    """Return what is found for a turn after another game's analyst, asked of model m, said `stored` in its last turn."""
    cache = MemoryInterpretationCache(ManualClock())
    await InterpretationReuse(cache, "1").remember(rules_turn(game_rule="a  rule"), "m", reply_of(stored), SILENT)
    found = await InterpretationReuse(cache, version).find_reply(facts, model, SILENT)
    if found is None:
        return None
    finding = parse_finding(found.message or "")
    assert finding is not None
    return finding.interpretation


async def test_the_same_rules_are_interpreted_once() -> None:
    assert await reused(rules_turn(game_rule="a rule\n")) == OURS


@pytest.mark.parametrize(
    ("facts", "other"),
    [
        (rules_turn(game_rule="another rule"), {}),
        (rules_turn(game_rule="a rule", language="zh"), {}),
        (facts_of("rule_analyst", context_of("tictactoe", EMPTY, 1, game_rule="a rule")), {}),
        (rules_turn(game_rule="a rule"), {"model": "n"}),
        (rules_turn(game_rule="a rule"), {"version": "2"}),
    ],
    ids=["rules", "language", "game", "model", "prompt version"],
)
async def test_other_rules_language_model_or_prompt_are_interpreted_anew(
    facts: GameTurnFacts, other: dict[str, Any]
) -> None:
    assert await reused(facts, **other) is None


async def test_a_refresh_a_second_turn_and_another_agent_ask_the_model() -> None:
    assert await reused(rules_turn(game_rule="a rule", rule_interpretation=FLIPPED)) is None
    assert await reused(rules_turn(game_rule="a rule").model_copy(update={"turn": 2})) is None
    assert await reused(facts_of("tactician", context_of("misere", EMPTY, 1, game_rule="a rule"))) is None


async def test_an_interpretation_that_contradicts_the_rules_is_not_stored() -> None:
    assert await reused(rules_turn(game_rule="a rule"), stored=FLIPPED) is None


class AwayCache(InterpretationCache):
    """Cache whose store does not answer."""

    @override
    async def get_interpretation(self, key: str) -> RuleInterpretation | None:
        raise StoreUnavailable("away")

    @override
    async def put_interpretation(self, key: str, interpretation: RuleInterpretation) -> None:
        raise StoreUnavailable("away")


async def test_a_cache_that_is_away_costs_a_question_and_nothing_else() -> None:
    reuse = InterpretationReuse(AwayCache(), "1")
    assert await reuse.find_reply(rules_turn(), "m", SILENT) is None
    await reuse.remember(rules_turn(), "m", reply_of(OURS), SILENT)
