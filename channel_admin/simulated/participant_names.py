"""Names in the texts of an adjusted plan: only of those who hold a part in it (DESIGN § 7)."""

import re
from collections.abc import Collection, Sequence

from channel_admin.simulated.plan_draft import stand_in_text
from channel_admin.simulated.texts import render_text
from negotiation.contracts.proposal import Assignment
from shared.core.language import Language, join_clauses


def refresh_names(parts: Sequence[Assignment], names: Collection[str], language: Language) -> tuple[Assignment, ...]:
    """Return the parts with texts that name nobody who left, is in reserve now, or holds another role.

    A text without such a name stays as it is.

    Args:
        parts: Assignments of the adjusted plan.
        names: Display names of everybody who is or was in the plan.
        language: Language of the texts.
    """
    return tuple(_refresh(part, parts, names, language) for part in parts)


def names_only(text: str, names: Collection[str], present: Collection[str]) -> bool:
    """Return whether a text names nobody of `names` who is not among `present`."""
    for name in sorted(present, key=len, reverse=True):
        text = _pattern(name).sub(" ", text)
    return not any(_pattern(name).search(text) for name in names if name and name not in present)


def _refresh(part: Assignment, parts: Sequence[Assignment], names: Collection[str], language: Language) -> Assignment:
    holders = [each for each in parts if not each.reserve and _is_same(each, part) and each.agent_id != part.agent_id]
    present = [name for each in holders if (name := each.display_name)]
    changes: dict[str, str] = {}
    if not names_only(part.responsibility, names, [*present, part.display_name]):
        changes["responsibility"] = _duty(part, next(iter(present), ""), language)
    all_present = [each.display_name for each in parts if each.display_name and not each.reserve]
    if not names_only(part.notes, names, [*all_present, part.display_name]):
        separator = join_clauses(("", ""), language)
        clauses = [c for c in part.notes.split(separator) if names_only(c, names, [*all_present, part.display_name])]
        changes["notes"] = separator.join(clauses)
    return part.model_copy(update=changes) if changes else part


def _duty(part: Assignment, holder: str, language: Language) -> str:
    if part.reserve:
        return stand_in_text(part.role, holder, language)
    return render_text("shares" if holder else "does", language, role=part.role, holder=holder)


def _is_same(one: Assignment, other: Assignment) -> bool:
    return one.need == other.need if one.need and other.need else one.role == other.role


def _pattern(name: str) -> re.Pattern[str]:
    """Pattern of a name: of Latin letters only as whole words."""
    escaped = re.escape(name)
    return re.compile(rf"(?<![A-Za-z0-9]){escaped}(?![A-Za-z0-9])" if name.isascii() else escaped)
