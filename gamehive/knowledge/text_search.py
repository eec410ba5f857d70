"""Search of the knowledge base by words: English words, and pairs of Chinese characters (GH-51, GH-181)."""

import re

from gamehive.core.games.game import Game
from gamehive.knowledge.knowledge_base import KnowledgeEntry, find_entries

_CHINESE = re.compile(r"[\u4e00-\u9fff]+")
_WORD = re.compile(r"[a-z0-9]+")
_STOP_WORDS = frozenset(
    (
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "for",
        "from",
        "in",
        "is",
        "it",
        "of",
        "on",
        "or",
        "that",
        "the",
        "to",
    )
)


def rank_entries(game: Game, query: str, limit: int) -> list[tuple[KnowledgeEntry, float]]:
    """Return the entries of a game that share words with a query, the best first, each with its similarity.

    The similarity is the share of the query's words that the entry, in either language, has: above 0, at most 1.
    """
    wanted = _terms(query)
    if not wanted:
        return []
    scored = [(entry, len(wanted & _terms(f"{entry.zh} {entry.en}")) / len(wanted)) for entry in find_entries(game)]
    found = [pair for pair in scored if pair[1] > 0]
    return sorted(found, key=lambda pair: -pair[1])[:limit]


def _terms(text: str) -> frozenset[str]:
    words = {_stem(word) for word in _WORD.findall(text.lower()) if word not in _STOP_WORDS}
    pairs = {run[at : at + 2] for run in _CHINESE.findall(text) for at in range(max(1, len(run) - 1))}
    return frozenset(words | pairs)


def _stem(word: str) -> str:
    return word.removesuffix("s") if len(word) > 3 else word
