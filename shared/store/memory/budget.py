"""What a correlation has paid, and what it may still pay: its account (DESIGN § 6)."""

from shared.core.usage import Usage


class BudgetAccount:
    """The account of one correlation, in tokens. `budget` 0 = no bound."""

    def __init__(self) -> None:
        self.usage = Usage()
        self.budget_tokens = 0
        self.spent_field = _spent(self.usage)

    def allows(self, tokens: int, keep: float) -> bool:
        """Whether `tokens` more, all reservations among them, leave the share `keep` of the budget alone."""
        if self.budget_tokens == 0:
            return True
        kept = int(self.budget_tokens * keep + 0.5)
        return self.usage.tokens + tokens <= self.budget_tokens - kept

    @property
    def is_exhausted(self) -> bool:
        """Whether all of the budget is really spent."""
        return 0 < self.budget_tokens <= self.usage.tokens

    def add_usage(self, usage: Usage) -> None:
        """Something was really paid."""
        self.usage += usage
        self.spent_field = _spent(self.usage)


def _spent(usage: Usage) -> bytes:
    """The field that every event's payload ends with (INTERFACES § 6)."""
    return b'"spent":{"calls":%d,"tokens":%d,"usd":%.9g}' % (usage.calls, usage.tokens, usage.cost_usd)
