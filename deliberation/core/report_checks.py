"""Check and completion of a model's report, so that it says nothing unsafe and leaves out nothing that is known."""

import re
from collections.abc import Iterator, Sequence

from deliberation.contracts.report import ReportReply, ReportSummary
from deliberation.contracts.text_limits import MAX_CONTENT_CHARACTERS, truncate_text
from deliberation.contracts.turns import ReporterFacts
from deliberation.core.language_check import is_in_language
from deliberation.core.markdown import remove_markup
from deliberation.core.normalized_text import normalize_text
from deliberation.core.report_summary import ARROW, build_summary, list_open_findings, list_remarks
from deliberation.core.template_report import (
    has_positions_section,
    render_positions_section,
    render_remarks_section,
)

MAX_SECTION_CHARACTERS = 2000
"""Maximum length of the section with both positions that code appends to a report."""

_ARROW = re.compile(r"\s*(?:-+>|=+>|→|⇒|－>)\s*")
_EMPHASIS = re.compile(r"[*_`#>\\]")
_PROVISIONAL = re.compile(r"provisional|tentative|preliminary|暂定|临时|初步", re.IGNORECASE)
_PARAGRAPH_GAP = "\n\n"


def clean_report(report: ReportReply) -> ReportReply | None:
    """Return the report without HTML, images and unsafe links; None if nothing is left of its text."""
    content = remove_markup(report.content)
    if not content:
        return None
    summary = report.summary
    return ReportReply(
        content=content,
        summary=ReportSummary(
            key_agreements=_clean_texts(summary.key_agreements),
            resolved_concerns=_clean_texts(summary.resolved_concerns),
            remaining_uncertainties=_clean_texts(summary.remaining_uncertainties),
        ),
    )


def is_report_in_language(report: ReportReply, facts: ReporterFacts) -> bool:
    """Return whether a report is in the language of the session."""
    return is_in_language(report.content, facts.context.language)


def complete_report(report: ReportReply, facts: ReporterFacts) -> ReportReply:
    """Return the report with the sections and the points that it must have and lacks.

    A report on a disagreement that does not give both conclusions, or does not call the plan provisional, gets both
    positions side by side (DL-81). Every report gets the remarks on the discussion that it does not make itself. The
    summary gets the serious findings that are still open, and loses concerns that it calls resolved although they are
    open.
    """
    text = _plain(report.content)
    remarks = [remark for remark in list_remarks(facts) if _plain(remark) not in text]
    sections = (
        render_positions_section(facts, MAX_SECTION_CHARACTERS) if _lacks_positions(report.content, facts) else "",
        render_remarks_section(remarks, facts.context.language),
    )
    appended = _PARAGRAPH_GAP.join(filter(None, sections))
    room = MAX_CONTENT_CHARACTERS - len(appended) - len(_PARAGRAPH_GAP)
    content = _PARAGRAPH_GAP.join(filter(None, (truncate_text(report.content, room), appended)))
    return ReportReply(content=content, summary=_complete_summary(report, facts))


def _clean_texts(texts: Sequence[str]) -> tuple[str, ...]:
    cleaned = (" ".join(remove_markup(text).split()) for text in texts)
    return tuple(text for text in cleaned if text)


def _lacks_positions(content: str, facts: ReporterFacts) -> bool:
    if facts.edition != "divergence" or not facts.positions:
        return False
    if has_positions_section(content, facts.context.language):
        return False
    text = _plain(content)
    named = all(_plain(position.conclusion) in text for position in facts.positions.values())
    return not named or (facts.plan is not None and not _PROVISIONAL.search(content))


def _complete_summary(report: ReportReply, facts: ReporterFacts) -> ReportSummary:
    known, summary = build_summary(facts), report.summary
    missing = _missing_findings(report, facts)
    return ReportSummary(
        key_agreements=summary.key_agreements or known.key_agreements,
        resolved_concerns=tuple(_resolved_concerns(summary, facts)) or known.resolved_concerns,
        remaining_uncertainties=(*missing, *summary.remaining_uncertainties) or known.remaining_uncertainties,
    )


def _resolved_concerns(summary: ReportSummary, facts: ReporterFacts) -> Iterator[str]:
    """Yield the concerns in the form `concern -> how`, except those that are open."""
    still_open = [_plain(finding.text) for finding in facts.findings if finding.is_open]
    for text in summary.resolved_concerns:
        concern, *how = _ARROW.split(text, maxsplit=1)
        if how and concern and how[0] and not any(each in _plain(concern) for each in still_open):
            yield f"{concern}{ARROW}{how[0]}"


def _missing_findings(report: ReportReply, facts: ReporterFacts) -> Sequence[str]:
    """Return the serious open findings that the report does not mention in their words."""
    mentioned = _plain("\n".join((report.content, *report.summary.remaining_uncertainties)))
    serious = [finding for finding in facts.findings if finding.is_open and finding.severity == "high"]
    missing = tuple(finding for finding in serious if _plain(finding.text) not in mentioned)
    return list_open_findings(facts.model_copy(update={"findings": missing}))


def _plain(text: str) -> str:
    """Return a text without emphasis, for the search of one text in another."""
    return normalize_text(_EMPHASIS.sub("", text))
