"""Summary of a discussion as code reads it from the facts: agreed, resolved, open, worst cases, remarks (DL-77…79)."""

from collections.abc import Iterator, Sequence

from deliberation.contracts.critique import SEVERITIES, CritiqueFinding
from deliberation.contracts.position import Position
from deliberation.contracts.report import ReportSummary
from deliberation.contracts.roles import DISCUSSANTS
from deliberation.contracts.turns import ReporterFacts
from deliberation.core.keyword_comparison import position_tokens
from deliberation.core.normalized_text import normalize_text
from shared.core.language import Language, join_items
from shared.core.text_catalog import TextCatalog

CATALOG = TextCatalog.load("deliberation.core")
"""Texts of reports."""

REPETITION_SHARE = 0.85
"""Share of a conclusion's words that another one repeats, from which on it is not listed again."""

ARROW = " -> "
"""Between a concern and how it was resolved (DL-78)."""


def build_summary(facts: ReporterFacts) -> ReportSummary:
    """Return what was agreed, what was resolved and what stayed open, each without repetitions."""
    return ReportSummary(
        key_agreements=tuple(list_agreements(facts)),
        resolved_concerns=tuple(list_resolved_concerns(facts)),
        remaining_uncertainties=(*list_open_findings(facts), *list_uncertainties(facts)),
    )


def list_agreements(facts: ReporterFacts) -> Sequence[str]:
    """Return what the discussants agreed on: their conclusions after a consensus, and reasons that both give."""
    held = [facts.positions[agent] for agent in DISCUSSANTS if agent in facts.positions]
    agreed = _distinct_conclusions(held) if facts.edition == "consensus" else []
    if len(held) == len(DISCUSSANTS):
        first, second = ((each.conclusion, *each.key_reasons, *each.assumptions) for each in held)
        known = set(map(normalize_text, second))
        shared = [text for text in first if normalize_text(text) in known]
        language = facts.context.language
        agreed += [
            CATALOG.render("agreement.both", language, text=text)
            for text in _without_repetitions(shared)
            if normalize_text(text) not in map(normalize_text, agreed)
        ]
    return _without_repetitions(agreed)


def _distinct_conclusions(held: Sequence[Position]) -> list[str]:
    """Return the conclusions; only the first if the others say the same in nearly the same words."""
    return [
        position.conclusion
        for number, position in enumerate(held)
        if not any(_says_the_same(position.conclusion, earlier.conclusion) for earlier in held[:number])
    ]


def _says_the_same(text: str, earlier: str) -> bool:
    tokens, known = position_tokens(text), position_tokens(earlier)
    return bool(known) and len(tokens & known) / len(known) >= REPETITION_SHARE


def list_resolved_concerns(facts: ReporterFacts) -> Sequence[str]:
    """Return the findings for which the plan was changed, each as `concern -> how`, the most severe first."""
    return [
        f"{finding.text}{ARROW}{finding.answer.text}"
        for finding in _by_severity(facts.findings)
        if not finding.is_open and finding.answer is not None and finding.answer.decision == "accepted"
    ]


def list_open_findings(facts: ReporterFacts) -> Sequence[str]:
    """Return what stands, the most severe first: open findings, and those that were rebutted and not raised again."""
    language = facts.context.language
    return [
        _describe_open(finding, language)
        for finding in _by_severity(facts.findings)
        if finding.is_open or (finding.answer is not None and finding.answer.decision == "rebutted")
    ]


def list_uncertainties(facts: ReporterFacts) -> Sequence[str]:
    """Return what the discussants called uncertain in their last statements."""
    return _without_repetitions([text for each in facts.statements for text in each.uncertainties if text.strip()])


def list_worst_cases(facts: ReporterFacts) -> Sequence[str]:
    """Return the worst case of each last statement, with who names it."""
    language = facts.context.language
    agents: dict[str, list[str]] = {}
    for each in facts.statements:
        if each.worst_case.strip():
            agents.setdefault(each.worst_case.strip(), []).append(CATALOG.render(f"agent.{each.agent}", language))
    return [
        CATALOG.render("worst_case", language, text=text, agent=join_items(dict.fromkeys(named), language))
        for text, named in agents.items()
    ]


def list_remarks(facts: ReporterFacts) -> Sequence[str]:
    """Return the remarks on the discussion as sentences; a code that is not known is left out."""
    return _without_repetitions(list(_describe_remarks(facts.remarks, facts.context.language)))


def _describe_remarks(codes: Sequence[str], language: Language) -> Iterator[str]:
    for code in codes:
        name, *values = code.split(":")
        if CATALOG.has(f"remark.{code.replace(':', '.')}"):
            yield CATALOG.render(f"remark.{code.replace(':', '.')}", language)
        elif values and CATALOG.has(f"remark.{name}"):
            agents = [value for value in values if CATALOG.has(f"agent.{value}")]
            agent = CATALOG.render(f"agent.{agents[0]}", language) if agents else values[0]
            yield _capitalize(CATALOG.render(f"remark.{name}", language, agent=agent, round=values[-1]))


def _describe_open(finding: CritiqueFinding, language: Language) -> str:
    more = ""
    if finding.solution.strip():
        key = "open.impact" if finding.kind == "risk" else "open.solution"
        more += CATALOG.render(key, language, text=finding.solution)
    if finding.answer is not None:
        more += CATALOG.render(f"open.{finding.answer.decision}", language, text=finding.answer.text)
    severity = CATALOG.render(f"severity.{finding.severity}", language)
    return CATALOG.render("open.risk", language, severity=severity, text=finding.text, more=more)


def _by_severity(findings: Sequence[CritiqueFinding]) -> Sequence[CritiqueFinding]:
    return sorted(findings, key=lambda finding: -SEVERITIES.index(finding.severity))


def _without_repetitions(texts: Sequence[str]) -> list[str]:
    first: dict[str, str] = {}
    for text in texts:
        first.setdefault(normalize_text(text), text)
    return list(first.values())


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]
