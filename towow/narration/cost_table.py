"""Cost table of a plan: who gets how much for what and when, and the sums against the budget."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from negotiation.contracts.money import Money
from negotiation.contracts.proposal import Assignment, Proposal
from negotiation.contracts.terms import Terms
from negotiation.understanding.derived_fields import format_money
from towow.narration.context import NarrationContext
from towow.narration.term_text import format_fee


def cost_lines(plan: Proposal, channel_id: str, context: NarrationContext) -> Iterator[Text]:
    """Yield a line for each fee of a plan, then those of `total_lines`; without fees nothing.

    A line has the name, the role, the fee, the day and, if it was bargained down, the fee that was asked for first.
    Holders in reserve are left out. The context must include the offers.
    """
    paid = [part for part in plan.assignments if part.terms is not None and part.terms.fee and not part.reserve]
    rows = [_cells(part, plan, context) for part in paid]
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for part, row in zip(paid, rows, strict=True):
        cells = "  ".join(_pad(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()
        first = _first_fee(part, context)
        lowered = context.in_brackets(context.text("down_from", fee=format_fee(first, context)) if first else None)
        yield context.labelled_line("line.cost", "dim", cells, (lowered, "green"))
    yield from total_lines(plan, channel_id, context)


def total_lines(plan: Proposal, channel_id: str, context: NarrationContext) -> Iterator[Text]:
    """Yield a line for each currency of the plan's sums; the one of the budget's currency names the budget, too.

    It is red if the sum is above the budget.
    """
    budget = context.budgets.get(channel_id)
    for total in plan.totals:
        yield context.labelled_line("line.total", "dim", _total_text(total, budget, context))


def _total_text(total: Money, budget: Money | None, context: NarrationContext) -> tuple[str, str]:
    amount = format_money(total, context.language)
    if budget is None or budget.currency != total.currency:
        return amount, "bold"
    text = context.text("of_budget", total=amount, budget=format_money(budget, context.language))
    return text, "bold red" if total.amount > budget.amount else "bold"


def _cells(part: Assignment, plan: Proposal, context: NarrationContext) -> Sequence[str]:
    terms = part.terms or Terms()
    name = part.display_name or context.display_name(part.agent_id)
    return name, part.role, format_fee(terms, context), _when(terms, plan)


def _when(terms: Terms, plan: Proposal) -> str:
    """Return the day, with the hours if they are known; the plan's first day if the terms name none."""
    start, end = terms.start or plan.timeline.start_date or "", terms.end or ""
    day, hour = start[:10], start[11:16]
    until = f"–{end[11:16] if end[:10] == day else end[:16].replace('T', ' ')}" if hour and "T" in end else ""
    return f"{day} {hour}{until}".strip()


def _first_fee(part: Assignment, context: NarrationContext) -> Terms | None:
    """Return the terms with the highest fee that the agent offered or first asked for, if it is above the plan's."""
    agreed = part.terms
    if agreed is None or agreed.fee is None:
        return None
    asked = (context.offered_terms.get(part.agent_id), context.requested_terms.get(part.agent_id))
    above = [
        (terms.fee.amount, terms)
        for terms in asked
        if terms is not None
        and terms.fee is not None
        and terms.fee.currency == agreed.fee.currency
        and (terms.per or "event") == (agreed.per or "event")
        and terms.fee.amount > agreed.fee.amount
    ]
    return max(above, key=lambda pair: pair[0])[1] if above else None


def _pad(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
