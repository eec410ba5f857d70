"""Request parameters that models accept: a forced tool and a temperature, except for the newer models listed here."""

from dataclasses import dataclass
from typing import Literal

from shared.llm.prices import strip_release_date


@dataclass(frozen=True, slots=True)
class ModelCapabilities:
    """Request parameters that a model accepts according to its migration guide; it answers 400 to others.

    Attributes:
        temperature: Whether it accepts a temperature.
        forced_tool: Whether it accepts a forced tool.
        thinking: Value that turns thinking off, which would cost tokens and time; None where none is needed.
        thinking_tokens: Tokens to add to the answer's for a model whose thinking cannot be turned off.
    """

    temperature: bool = True
    forced_tool: bool = True
    thinking: Literal["disabled", "between_tools"] | None = None
    thinking_tokens: int = 0


DEFAULT_CAPABILITIES = ModelCapabilities()
_NO_TEMPERATURE = ModelCapabilities(temperature=False)
_THINKING_DISABLED = ModelCapabilities(temperature=False, thinking="disabled")
_ALWAYS_THINKING = ModelCapabilities(temperature=False, forced_tool=False, thinking_tokens=4096)

CAPABILITIES: dict[str, ModelCapabilities] = {
    "claude-opus-4-7": _NO_TEMPERATURE,
    "claude-opus-4-8": _NO_TEMPERATURE,
    "claude-haiku-5-5": _NO_TEMPERATURE,  # a forced tool turns its thinking off
    "claude-sonnet-5": _THINKING_DISABLED,
    "claude-opus-5": _THINKING_DISABLED,
    "claude-sonnet-5-5": ModelCapabilities(temperature=False, forced_tool=False, thinking="between_tools"),
    "claude-opus-5-5": _ALWAYS_THINKING,
    "claude-fable-5": _ALWAYS_THINKING,
    "claude-fable-5-1": _ALWAYS_THINKING,
    "claude-fable-5-2": _ALWAYS_THINKING,
}


def get_capabilities(model: str) -> ModelCapabilities:
    """Return the capabilities of the model `model`, named with or without release date.

    DEFAULT_CAPABILITIES (forced tool and temperature are accepted) for a model that CAPABILITIES does not list.
    """
    return CAPABILITIES.get(strip_release_date(model), DEFAULT_CAPABILITIES)
