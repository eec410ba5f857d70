"""What do tokens cost? US dollars per million, by model, as published in November 2026; TOWOW_LLM_PRICES overrides."""

import re

from pydantic import Field

from shared.core.frozen_model import FrozenModel

_DATE = re.compile(r"-\d{8}$")
_MILLION = 1_000_000


class Price(FrozenModel):
    """US dollars per million tokens: read, written, put into the cache (for five minutes), read from it."""

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)
    cache_write: float = Field(ge=0, allow_inf_nan=False)
    cache_read: float = Field(ge=0, allow_inf_nan=False)

    def cost_usd(self, *, fresh: int, written: int, cached: int, reused: int) -> float:
        """US dollars for `fresh` tokens read, `written` ones, `cached` ones put into the cache, `reused` from it."""
        total = fresh * self.input + written * self.output + cached * self.cache_write + reused * self.cache_read
        return round(total / _MILLION, 9)


def _price(read: float, written: float, cached: float, reused: float) -> Price:
    return Price(input=read, output=written, cache_write=cached, cache_read=reused)


PRICES: dict[str, Price] = {
    # Of prompts up to 100,000 tokens; ours are far below.
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
"""By model, without the date that a model's name may end in."""


def strip_release_date(model: str) -> str:
    """A model's name without the date of its release."""
    return _DATE.sub("", model)
