"""Texts of what an agreed plan is worth: agreed, or partly agreed (2 of 4), and what is missing (DESIGN § 7)."""

from collections.abc import Iterator
from typing import Literal

from rich.text import Text

from negotiation.contracts.events import PlanOutcomeFields
from negotiation.contracts.proposal import Proposal
from towow.narration.context import NarrationContext
from towow.narration.rendered_event import assemble_text

INCOMPLETE_STYLE = "yellow"
"""Style of whatever is agreed, but not complete."""

STATUS_STYLES = {"finalized": "green", "force_finalized": "yellow", "failed": "red", "cancelled": "magenta"}


def agreement_title(event: PlanOutcomeFields, key: Literal["agreed", "forced"], context: NarrationContext) -> str:
    """Return the title of an agreement, `Agreed` or `Settled with those who accept`, or what an incomplete one is.

    An event without `complete`, as in logs of earlier releases, has the plain title.
    """
    if event.complete is not False:
        return context.text(key)
    partly = "agreed_partly" if key == "agreed" else "forced_partly"
    return context.text(partly, counted=context.in_brackets(_needs_met(event, context)))


def status_text(status: str, channel_id: str, context: NarrationContext) -> tuple[str, str]:
    """Return the label of a channel's status and its rich style; a plan that is not complete is agreed only partly."""
    outcome = context.outcomes.get(channel_id)
    if outcome is None or outcome.complete is not False or status not in ("finalized", "force_finalized"):
        return context.label(f"status.{status}"), STATUS_STYLES[status]
    counted = context.in_brackets(_needs_met(outcome, context))
    return context.text(f"status.{status}_partly", counted=counted), INCOMPLETE_STYLE


def missing_lines(event: PlanOutcomeFields, context: NarrationContext) -> Iterator[Text]:
    """Yield a line for each thing that is missing; none if the event does not say what the plan is worth."""
    if event.complete is False:
        for text in dict.fromkeys(event.missing or ()):
            yield context.labelled_line("line.missing", f"bold {INCOMPLETE_STYLE}", text)


def changed_worth_lines(event: PlanOutcomeFields, context: NarrationContext) -> Iterator[Text]:
    """Yield what the plan is worth after a change: complete, or partly agreed and what is missing."""
    if event.complete is None:
        return
    if event.complete:
        yield assemble_text((context.text("complete"), "green"))
        return
    counted = context.in_brackets(_needs_met(event, context))
    yield assemble_text((context.text("agreed_partly", counted=counted), INCOMPLETE_STYLE))
    yield from missing_lines(event, context)


def finding_lines(plan: Proposal, context: NarrationContext, said: tuple[str, ...] = ()) -> Iterator[Text]:
    """Yield a line for each finding against the plan whose text is not among those that were `said`."""
    for text in dict.fromkeys(finding.text for finding in plan.findings):
        if text not in said:
            yield context.labelled_line("line.finding", INCOMPLETE_STYLE, text)


def _needs_met(event: PlanOutcomeFields, context: NarrationContext) -> str | None:
    """Return the text `2 of 4`; None if no needs are known."""
    if not event.needs:
        return None
    return context.text("needs_met", met=sum(need.met for need in event.needs), total=len(event.needs))
