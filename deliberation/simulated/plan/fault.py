"""Faults of a plan or a goal as the simulated critic words them, and as the simulated planner reads them again."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from deliberation.contracts.critique import Severity
from deliberation.simulated.text_variants import render, template, wordings
from shared.core.language import Language

FaultKey = Literal[
    "short_hours", "short_days", "tight", "risk", "hours", "obstacle", "vague", "unknown", "date", "missing",
    "reserve", "no_check", "theory", "optimistic", "heavy", "over", "half", "unused", "health", "too_soon", "rate",
    "open_end", "budget", "amount", "pace", "nameless", "beyond",
]  # fmt: skip
RISKS: frozenset[FaultKey] = frozenset(
    (
        "short_hours",
        "short_days",
        "too_soon",
        "tight",
        "rate",
        "risk",
        "hours",
        "optimistic",
        "heavy",
        "over",
        "half",
        "pace",
        "beyond",
    )
)
"""Faults that are risks; the others are suggestions."""

_KEYS: tuple[FaultKey, ...] = (
    "short_hours", "short_days", "tight", "hours", "obstacle", "vague", "unknown", "date", "missing",
    "reserve", "no_check", "theory", "optimistic", "heavy", "over", "half", "unused", "health", "too_soon", "rate",
    "open_end", "budget", "amount", "pace", "nameless", "beyond", "risk",
)  # fmt: skip
"""In the order in which they are read; the wording of a risk may be any sentence."""

_SUBJECTS: Mapping[FaultKey, str] = {
    "obstacle": "obstacle", "missing": "task", "risk": "risk", "date": "words", "unused": "clause", "budget": "money",
}  # fmt: skip
_OTHER_WORDINGS: Mapping[FaultKey, str] = {
    "unused": "unused_goal",
    "budget": "budget_goal",
    "hours": "hours_each",
    "tight": "tight_days",
    "short_hours": "short_fixed",
}
"""Wordings of the same fault for another case."""


@dataclass(frozen=True)
class Fault:
    """Fault of a plan or a goal.

    Attributes:
        key: Kind of fault.
        severity: How much it matters.
        values: Values of its text.
        blocks: Whether the goal cannot be reached as long as it stands.
        is_other: Whether the other wording of its kind is the true one.
    """

    key: FaultKey
    severity: Severity
    values: Mapping[str, object] = field(default_factory=dict[str, object])
    blocks: bool = False
    is_other: bool = False

    @property
    def _name(self) -> str:
        return _OTHER_WORDINGS[self.key] if self.is_other else self.key

    @property
    def subject(self) -> str:
        """Thing that the fault is about, by which two faults of one kind are told apart."""
        name = _SUBJECTS.get(self.key)
        return str(self.values[name]) if name else ""

    def text(self, language: Language, seed: Sequence[object]) -> str:
        """Return the fault in one of its wordings."""
        return render(f"fault.{self._name}.text", language, (*seed, self.key, self.subject), **self.values)

    def addition(self, language: Language, remedy: str = "") -> str:
        """Return what is to be added to a plan, for a fault that does not speak against the plan as a whole."""
        return render(f"addition.{self.key}", language, **{"remedy": remedy, **self.values})

    def consequence(self, language: Language) -> str:
        """Return what follows from a risk, or what is proposed."""
        return render(f"fault.{self._name}.more", language, **self.values)


@dataclass(frozen=True)
class ReadFault:
    """Fault as it is read from a finding: its kind, and the values that its text names."""

    key: FaultKey
    values: Mapping[str, str]

    @property
    def subject(self) -> str:
        """Thing that the fault is about."""
        name = _SUBJECTS.get(self.key)
        return self.values.get(name, "") if name else ""


def read_fault(text: str, language: Language) -> ReadFault | None:
    """Return the fault that a finding's text states; None if it is in no wording of the simulated critic."""
    for key in _KEYS:
        for pattern in _patterns(key, language):
            if match := pattern.fullmatch(text.strip()):
                return ReadFault(key, match.groupdict())
    return None


def matches(text: str, key: str, language: Language) -> bool:
    """Return whether a text is in one wording of the catalogue, given by its whole key."""
    return _pattern(template(key, language)).fullmatch(text) is not None


@cache
def _patterns(key: FaultKey, language: Language) -> tuple[re.Pattern[str], ...]:
    kinds = (key, _OTHER_WORDINGS[key]) if key in _OTHER_WORDINGS else (key,)
    return tuple(_pattern(template(name, language)) for kind in kinds for name in wordings(f"fault.{kind}.text"))


def _pattern(text: str) -> re.Pattern[str]:
    """Return a pattern for a text with fields in braces; a field that occurs again must have the same value."""
    seen: set[str] = set()
    parts: list[str] = []
    for part in re.split(r"(\{\w+\})", text):
        if not part.startswith("{"):
            parts.append(re.escape(part))
        elif part in seen:
            parts.append(f"(?P={part[1:-1]})")
        else:
            seen.add(part)
            parts.append(f"(?P<{part[1:-1]}>.+?)")
    return re.compile("".join(parts), re.DOTALL)
