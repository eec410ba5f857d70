"""Names of the kinds of model that may answer, as clients are shown them."""

from typing import Literal

ModelName = Literal["anthropic", "simulated", "scenario"]
