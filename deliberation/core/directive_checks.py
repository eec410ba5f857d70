"""Check whether an agent that was told to move did so in its next turn (DL-118, DL-133)."""

import re
from collections.abc import Mapping, Sequence

from deliberation.contracts.control import Directive
from deliberation.contracts.critique import CritiqueDraft
from deliberation.contracts.position import Position, PositionDraft
from deliberation.contracts.roles import Discussant
from deliberation.core.normalized_text import normalize_text
from shared.core.language import Language

MIN_CONFIDENCE_DROP = 0.05
"""Least amount by which a lower confidence counts as a move."""

QUOTE_TOKENS: Mapping[Language, int] = {"zh": 5, "en": 4}
"""Consecutive characters (Chinese) or words (English) of the other's position that count as a reference to it."""

_TOKEN = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]")
_OTHER_SIDE: Mapping[Language, str] = {
    "zh": r"对方|另一方|规划师|规划者|规划方|计划方|讨论者\s*{label}"
    r"|(?<![A-Za-z]){label}\s*(?:的|方|认为|主张|假设|声称)",
    "en": r"\bthe other (?:side|discussant|agent)\b|\bplanner\b"
    r"|\b(?:discussant|side|agent|position) {label}\b|\b{label}['’]s\b",
}


def find_command(directives: Sequence[Directive], agent: Discussant) -> Directive | None:
    """Return the command to this agent to move away from its position; None if there is none."""
    commands = (each for each in directives if each.action == "update_command")
    return next((each for each in commands if each.target_agent in (None, agent)), None)


def has_moved(previous: Position | None, current: PositionDraft) -> bool:
    """Return whether an assumption is no longer made, or the confidence is lower by MIN_CONFIDENCE_DROP (0.05).

    A first position (`previous` is None) has nothing to move from, and counts as moved.
    """
    if previous is None:
        return True
    kept = {normalize_text(assumption) for assumption in current.assumptions}
    dropped = any(normalize_text(assumption) not in kept for assumption in previous.assumptions)
    return dropped or round(previous.confidence - current.confidence, 6) >= MIN_CONFIDENCE_DROP


def has_rebuttal(rebuttals: Sequence[str]) -> bool:
    """Return whether the planner names a flaw in the other's reasoning."""
    return any(normalize_text(rebuttal) for rebuttal in rebuttals)


def refers_to_other(critique: CritiqueDraft, label: str, other: Position | None, language: Language) -> bool:
    """Return whether a risk or suggestion names the other side, or quotes the reasoning of its position.

    Args:
        critique: What the critic wrote.
        label: Name of the other side in the critic's prompt, such as `A`.
        other: Position of the other side, if it has one.
        language: Language of the session.
    """
    risks = (f"{risk.risk}\n{risk.impact}" for risk in critique.risks)
    suggestions = (f"{each.issue}\n{each.solution}" for each in critique.suggestions)
    texts = [*risks, *suggestions]
    named = re.compile(_OTHER_SIDE[language].format(label=re.escape(label)), re.IGNORECASE)
    if any(named.search(text) for text in texts):
        return True
    size = QUOTE_TOKENS[language]
    reasoning = (other.conclusion, *other.key_reasons, *other.assumptions) if other else ()
    quotable = {run for text in reasoning for run in _token_runs(text, size)}
    return any(run in quotable for text in texts for run in _token_runs(text, size))


def _token_runs(text: str, size: int) -> set[tuple[str, ...]]:
    """Return all runs of `size` consecutive words or Chinese characters of a text."""
    tokens = _TOKEN.findall(normalize_text(text))
    return {tuple(tokens[start : start + size]) for start in range(len(tokens) - size + 1)}
