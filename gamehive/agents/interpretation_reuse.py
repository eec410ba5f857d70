"""Reuse of an interpretation of the rules in later games (GH-113)."""

import json

from gamehive.contracts.turns import GameTurnFacts, TaskFinding, TurnReply
from gamehive.core.games.game import find_game
from gamehive.core.loop.finding_parser import parse_finding
from gamehive.core.rules.interpretation_check import check_interpretation
from gamehive.interpretation_cache.port import InterpretationCache, interpretation_key
from shared.core.language import Language
from shared.store.port import StoreUnavailable
from shared.telemetry.log import Log

_REUSED: dict[Language, str] = {
    "zh": "这套规则此前已经解读过，沿用那次的解读。",
    "en": "These rules were interpreted before; that interpretation is used again.",
}


class InterpretationReuse:
    """Answers the rule analyst's first turn from the cache, and stores what it interprets.

    A cache that is away costs a question to the model, but no interpretation.
    """

    def __init__(self, cache: InterpretationCache, prompt_version: str) -> None:
        """Use the interpretations in `cache` that were made with this version of the rule analyst's prompt."""
        self._cache = cache
        self._prompt_version = prompt_version

    async def find_reply(self, facts: GameTurnFacts, model: str, log: Log) -> TurnReply | None:
        """Return the final message with a stored interpretation; None if the model called `model` has to be asked.

        It has to if another agent speaks, the turn is not its loop's first, the game has an interpretation already,
        which means that a new one is wanted (`force_refresh`), or none is stored that agrees with the rules.
        """
        context = facts.context
        if facts.agent != "rule_analyst" or facts.turn > 1 or context.rule_interpretation is not None:
            return None
        try:
            found = await self._cache.get_interpretation(interpretation_key(context, self._prompt_version, model))
        except StoreUnavailable as error:
            log.warning("interpretation_cache_away", error=str(error))
            return None
        game = find_game(context.game)
        if found is None or game is None or check_interpretation(game, found):
            return None
        log.info("interpretation_reused", game=context.game)
        finding = TaskFinding(text=_REUSED[context.language], interpretation=found)
        message = finding.model_dump(mode="json", include={"text", "interpretation"})
        return TurnReply(message=json.dumps(message, ensure_ascii=False))

    async def remember(self, facts: GameTurnFacts, model: str, reply: TurnReply, log: Log) -> None:
        """Store the interpretation in the rule analyst's final message, if it agrees with the rules of the game."""
        game = find_game(facts.context.game)
        if facts.agent != "rule_analyst" or not reply.message or game is None:
            return
        finding = parse_finding(reply.message)
        if finding is None or finding.interpretation is None or check_interpretation(game, finding.interpretation):
            return
        key = interpretation_key(facts.context, self._prompt_version, model)
        try:
            await self._cache.put_interpretation(key, finding.interpretation)
        except StoreUnavailable as error:
            log.warning("interpretation_cache_away", error=str(error))
