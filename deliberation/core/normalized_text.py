"""Normal form of short texts, so that only differences of meaning count when two are compared."""

import re
import unicodedata

_SPACES = re.compile(r"\s+")
_EDGES = " \t.,;:!?…·\"'`*_()[]{}。，；：！？、“”‘’「」『』（）【】《》-–—"


def normalize_text(text: str) -> str:
    """Return a text without differences of case, width and spacing, and without punctuation at its two ends.

    Punctuation within it stays: 3.5 is not 35.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _SPACES.sub(" ", folded).strip(_EDGES)
