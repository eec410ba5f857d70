"""Level of playing strength."""

from typing import Literal

Level = Literal[1, 2, 3, 4]
"""From 1, a beginner, to 4, the strongest."""
