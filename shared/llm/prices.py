"""Prices of tokens by model, as published in November 2026; TOWOW_LLM_PRICES overrides them."""

import re

from pydantic import Field

from shared.core.frozen_model import FrozenModel

_DATE = re.compile(r"-\d{8}$")
_MILLION = 1_000_000


class Price(FrozenModel):
    """Price in US dollars per million tokens: input, output, written to the cache (for five minutes), read from it."""

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)
    cache_write: float = Field(ge=0, allow_inf_nan=False)
    cache_read: float = Field(ge=0, allow_inf_nan=False)

    def cost_usd(
        self, *, input_tokens: int, output_tokens: int, cache_write_tokens: int, cache_read_tokens: int
    ) -> float:
        """Return the cost in US dollars of these numbers of tokens, rounded to nine decimals.

        `input_tokens` must not include the tokens that are written to the cache or read from it.
        """
        total = (
            input_tokens * self.input
            + output_tokens * self.output
            + cache_write_tokens * self.cache_write
            + cache_read_tokens * self.cache_read
        )
        return round(total / _MILLION, 9)


def _price(input_price: float, output_price: float, cache_write: float, cache_read: float) -> Price:
    return Price(input=input_price, output=output_price, cache_write=cache_write, cache_read=cache_read)


PRICES: dict[str, Price] = {
    # For prompts of up to 100,000 tokens; those of this product are far below.
    "claude-haiku-5-5": _price(0.10, 0.50, 0.125, 0.01),
    "claude-haiku-4-5": _price(1, 5, 1.25, 0.10),
    "claude-sonnet-5-5": _price(2, 10, 2.50, 0.10),
    "claude-sonnet-5": _price(2, 10, 2.50, 0.20),
    "claude-sonnet-4-6": _price(3, 15, 3.75, 0.30),
    "claude-sonnet-4-5": _price(3, 15, 3.75, 0.30),
    "claude-opus-5-5": _price(4, 20, 5, 0.20),
    "claude-opus-5": _price(5, 25, 6.25, 0.50),
    "claude-opus-4-6": _price(5, 25, 6.25, 0.50),
    "claude-opus-4-5": _price(5, 25, 6.25, 0.50),
}
"""Price by model name without release date."""


def strip_release_date(model: str) -> str:
    """Return a model's name without a release date (`-YYYYMMDD`) at its end; unchanged if it has none."""
    return _DATE.sub("", model)
