"""Languages in which the product writes its texts."""

from typing import Literal

Language = Literal["zh", "en"]
"""ISO 639-1 code: Chinese or English."""
