"""Fallback of the report prompt: the report from a template (DL-154)."""

from deliberation.contracts.report import ReportReply
from deliberation.contracts.turns import ReporterFacts
from deliberation.core.template_report import build_template_report


def report_fallback(facts: ReporterFacts) -> ReportReply:
    """Build the fallback answer of the report prompt: plan, agreements and open points as they are in the facts."""
    return build_template_report(facts)
