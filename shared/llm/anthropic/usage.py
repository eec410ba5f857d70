"""What did a question cost? The tokens of all its requests, cut and repaired ones too, and their price (TWQ-08)."""

from shared.core.usage import NO_USAGE, Usage
from shared.llm.anthropic.api_models import TokenCounts
from shared.llm.prices import Price


class UsageMeter:
    """Adds up requests."""

    def __init__(self, price: Price | None) -> None:
        """`price`: None when nobody knows; then it costs nothing."""
        self._price = price
        self.usage = NO_USAGE

    def add(self, counts: TokenCounts) -> Usage:
        """One more request, and what it cost; a request that the endpoint never counted is none."""
        usage = _usage(counts, self._price)
        self.usage += usage
        return usage


def _usage(counts: TokenCounts, price: Price | None) -> Usage:
    fresh, written = counts.input_tokens, counts.output_tokens
    cached, reused = counts.cache_creation_input_tokens, counts.cache_read_input_tokens
    if not fresh + written + cached + reused:
        return NO_USAGE
    return Usage(
        calls=1,
        input_tokens=fresh + cached + reused,
        output_tokens=written,
        cost_usd=price.cost_usd(fresh=fresh, written=written, cached=cached, reused=reused) if price else 0.0,
    )
