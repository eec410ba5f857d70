"""Report of the simulated reporter: the template filled from the facts, since it has nothing to add."""

from deliberation.contracts.report import ReportReply
from deliberation.contracts.turns import ReporterFacts
from deliberation.core.template_report import build_template_report


def write_report(facts: ReporterFacts) -> ReportReply:
    """Answer the reporter's prompt by the template; the same facts give the same report."""
    return build_template_report(facts)
