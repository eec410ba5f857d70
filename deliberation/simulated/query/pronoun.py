"""Pronouns of an English goal, replaced by the noun before them that they can mean."""

import re

_PRONOUN = re.compile(
    r"\b(?:it|them|him|this|that|these|those|her(?= (?:in|into|out|off|to|on|back|up|down|through|over|ready|sleeping)\b))(?=$|[ ,.])(?! (?:is|are|was|i|we|she|he|they|\w+s)\b)",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    r"^(?:(?:be able to|finally) )?[\w'-]+(?: (?:rid|out|up|away|back|down|off|over))?(?: (?:of|with|from|on|to|for))?$",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"\b(?:my|our)\s+(?P<noun>(?:(?!(?:is|are|was|were|has|have|had|keeps?|won't|can't|doesn't|never|always|and|but|or|so|to|in|on|at|of|for|with|from|by|who|which|that|hates?|needs?|wants?|drops?|got|gets|just|came|fell|broke|barks?|pulls?|refuses?|ran|runs|costs?|looks?|says?|said|left|gave|before|after|until)\b)[\w'’-]+\s*){1,4})",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    r"(?:\(|^|[,.;] )\s*(?P<noun>(?!doctor|it|i|we|he|she|about|only|age\b)[A-Za-z][A-Za-z0-9]*(?: [a-z]+)?)(?: (?:is|was|at|of|came back at|has gone up to|went up to|rose to|stands at))* \d+(?:\.\d+)?(?!\s*(?:people|guests|kids|hours|days|weeks|months|years))",
    re.IGNORECASE,
)
_CHANGE = re.compile(r"\b(?:down|up|lower|reduce|raise|under|below|back to)\b", re.IGNORECASE)


def has_pronoun(goal: str) -> bool:
    """Return whether the object of a goal is a pronoun: "get it down", "fix it"."""
    match = _PRONOUN.search(goal)
    return match is not None and _OBJECT.match(goal[: match.start()].strip()) is not None


def replace_pronoun(goal: str, before: str) -> str:
    """Return a goal with its pronoun replaced by a noun of the text before it; unchanged if there is none."""
    pronoun = _PRONOUN.search(goal)
    if not pronoun:
        return goal
    figures = list(_FIGURE.finditer(before)) if _CHANGE.search(goal) else []
    nouns = [f"your {match['noun'].strip()}" for match in _NOUN.finditer(before)]
    noun = (
        re.sub(r"^(?:my|our) ", "your ", figures[-1]["noun"], flags=re.IGNORECASE)
        if figures
        else nouns[-1]
        if nouns
        else ""
    )
    return f"{goal[: pronoun.start()]}{noun}{goal[pronoun.end() :]}" if noun else goal
