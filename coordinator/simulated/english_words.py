"""Word classes of English demands: verbs of work, and who does something (TW-501, simulated)."""

import re
from functools import cache
from importlib.resources import files

_AGENT_PATTERN = re.compile(r"[a-z]{3,}(?:ers?|ors?|ists?|ians?|men|man|woman|women|smiths?|wrights?)$", re.IGNORECASE)


@cache
def work_verbs() -> frozenset[str]:
    """Return the base forms of common verbs of work, from the file work_verbs.en.txt."""
    return _read_words("work_verbs.en.txt")


@cache
def _not_agents() -> frozenset[str]:
    """Return words that end like a role but name none, from the file not_agents.en.txt."""
    return _read_words("not_agents.en.txt")


def _read_words(name: str) -> frozenset[str]:
    return frozenset(files("coordinator.simulated").joinpath(name).read_text("utf-8").split())


def is_work_verb(word: str) -> bool:
    """Return whether a word is the base form of a common verb of work, also one with "re-": "repaint"."""
    lower = word.lower()
    return lower in work_verbs() or (
        re.match(r"re-?\w{3}", lower) is not None and lower[2:].lstrip("-") in work_verbs()
    )


def is_agent(word: str) -> bool:
    """Return whether a word in lower case names by its ending who does something: plumber, florist, blacksmith."""
    return _AGENT_PATTERN.fullmatch(word) is not None and word not in _not_agents()
