"""Tone of a Chinese demand."""

import re

from coordinator.simulated import chinese_states as states
from negotiation.contracts.demand import Register


def detect_tone(plain: str) -> Register:
    """Return `grave` for mourning, illness, law and violence, `festive` for celebrations, else `neutral`."""
    if states.GRAVE.search(re.sub(states.NOT_GRAVE, " ", plain)):
        return "grave"
    return "festive" if states.FESTIVE.search(plain) else "neutral"
