"""Usage and cost of a question: all its requests, aborted ones and repair turns included (TWQ-08)."""

from shared.core.usage import NO_USAGE, Usage
from shared.llm.anthropic.api_models import TokenCounts
from shared.llm.prices import Price


class UsageMeter:
    """Sum of the usage of requests."""

    def __init__(self, price: Price | None) -> None:
        """Start at zero; the cost counts as 0 without a known `price` (None)."""
        self._price = price
        self.usage = NO_USAGE

    def add(self, counts: TokenCounts) -> Usage:
        """Add the tokens of one request to the sum in `usage`, and return the usage of this request alone.

        That is one call with its tokens and its cost in US dollars (0 without a known price), or NO_USAGE, also no
        call, when all counts are zero.
        """
        usage = _usage(counts, self._price)
        self.usage += usage
        return usage


def _usage(counts: TokenCounts, price: Price | None) -> Usage:
    uncached, output = counts.input_tokens, counts.output_tokens
    cache_write, cache_read = counts.cache_creation_input_tokens, counts.cache_read_input_tokens
    if not uncached + output + cache_write + cache_read:
        return NO_USAGE
    cost_usd = 0.0
    if price:
        cost_usd = price.cost_usd(
            input_tokens=uncached, output_tokens=output, cache_write_tokens=cache_write, cache_read_tokens=cache_read
        )
    return Usage(calls=1, input_tokens=uncached + cache_write + cache_read, output_tokens=output, cost_usd=cost_usd)
