"""How must a model be asked? All take a forced tool and a temperature, but for the newer ones listed here."""

from dataclasses import dataclass
from typing import Literal

from shared.llm.prices import strip_release_date


@dataclass(frozen=True, slots=True)
class ModelCapabilities:
    """What a model takes, as its migration guide says; it answers 400 to what it does not take.

    `thinking`: how to keep it from thinking first, which costs tokens and time; `room`: the tokens that it may think in
    when nothing keeps it from that.
    """

    temperature: bool = True
    forced_tool: bool = True
    thinking: Literal["disabled", "between_tools"] | None = None
    thinking_tokens: int = 0


DEFAULT_CAPABILITIES = ModelCapabilities()
_COOL = ModelCapabilities(temperature=False)
_QUIET = ModelCapabilities(temperature=False, thinking="disabled")
_THINKER = ModelCapabilities(temperature=False, forced_tool=False, thinking_tokens=4096)

CAPABILITIES: dict[str, ModelCapabilities] = {
    "claude-opus-4-7": _COOL,
    "claude-opus-4-8": _COOL,
    "claude-haiku-5-5": _COOL,  # it does not think when the tool is forced
    "claude-sonnet-5": _QUIET,
    "claude-opus-5": _QUIET,
    "claude-sonnet-5-5": ModelCapabilities(temperature=False, forced_tool=False, thinking="between_tools"),
    "claude-opus-5-5": _THINKER,
    "claude-fable-5": _THINKER,
    "claude-fable-5-1": _THINKER,
    "claude-fable-5-2": _THINKER,
}


def get_capabilities(model: str) -> ModelCapabilities:
    """By the model's name, with or without its date; whatever is not listed is asked as INTERFACES § 8 says."""
    return CAPABILITIES.get(strip_release_date(model), DEFAULT_CAPABILITIES)
