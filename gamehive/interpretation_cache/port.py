"""Port of the interpretation cache: rules that the analyst interpreted in an earlier game (GH-113)."""

from typing import Protocol

from gamehive.contracts.turns import BoardContext
from gamehive.contracts.workspace import RuleInterpretation
from shared.core.ids import digest

TTL_MS = 7 * 24 * 3_600_000
"""Life of an interpretation in the cache: 7 days from when it was stored."""


class InterpretationCache(Protocol):
    """Interpretations of rules by key (`interpretation_key`)."""

    async def get_interpretation(self, key: str) -> RuleInterpretation | None:
        """Return the interpretation that is stored for a key; None if there is none, or it cannot be read any more.

        Remote caches raise StoreUnavailable (shared.store.port) if the store does not answer, StoreMisconfigured if it
        rejects the call.
        """
        ...

    async def put_interpretation(self, key: str, interpretation: RuleInterpretation) -> None:
        """Store an interpretation for TTL_MS from now; it replaces an earlier one.

        Remote caches raise StoreUnavailable if the store does not answer (the call may be repeated),
        StoreMisconfigured if it rejects the call.
        """
        ...


def interpretation_key(context: BoardContext, prompt_version: str, model: str) -> str:
    """Return the key of an interpretation: a hash as 32 base32 characters.

    Args:
        context: Its game (with the size), text of the rules, whose white space does not count, and language are hashed.
        prompt_version: Version of the rule analyst's prompt.
        model: Name of the model that interprets.
    """
    rules = " ".join(context.game_rule.split())
    return digest(context.game, rules, context.language, prompt_version, model, length=32)
