"""Usage of the language model: calls, tokens, cost (TWQ-08)."""

from pydantic import Field

from shared.core.frozen_model import FrozenModel


class Usage(FrozenModel):
    """Paid model calls, tokens read and written, and their price in US dollars."""

    calls: int = Field(default=0, ge=0)
    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    cost_usd: float = Field(default=0.0, ge=0, allow_inf_nan=False)

    @property
    def tokens(self) -> int:
        """Input plus output tokens: the number that is charged against a token budget."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost_usd=round(self.cost_usd + other.cost_usd, 9),
        )


NO_USAGE = Usage()
"""Usage of zero."""
