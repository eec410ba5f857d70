"""Texts of a profile that have a vector each, and the digests that vectors are stored by."""

import unicodedata
from dataclasses import dataclass
from hashlib import blake2b

from negotiation.registry.profile import Profile

DIGEST_BYTES = 16


@dataclass(frozen=True, slots=True)
class ProfileTexts:
    """Texts of one profile, in Unicode NFC; one without a letter or digit is empty and has no vector.

    Attributes:
        capabilities: One text for each of the profile's capabilities, in their order.
        rest: Tags and summary together. The tags come first, because an embedder may cut off the end of a long text.
    """

    capabilities: tuple[str, ...]
    rest: str

    def non_empty(self) -> tuple[str, ...]:
        """Return the texts that have a vector: those of the capabilities, then the rest."""
        return tuple(text for text in (*self.capabilities, self.rest) if text)


def profile_texts(profile: Profile) -> ProfileTexts:
    """Return the texts that a profile is found by."""
    capabilities = tuple(_clean(capability) for capability in profile.capabilities)
    tags = ", ".join(filter(None, map(_clean, profile.tags)))
    return ProfileTexts(capabilities, "\n".join(filter(None, (tags, _clean(profile.summary)))))


def text_digest(text: str) -> bytes:
    """Return the BLAKE2b digest (DIGEST_BYTES bytes) of a text in Unicode NFC and UTF-8."""
    # A lone surrogate, which JSON may hold, has no UTF-8.
    return blake2b(unicodedata.normalize("NFC", text).encode("utf-8", "replace"), digest_size=DIGEST_BYTES).digest()


def _clean(text: str) -> str:
    """Return the text in NFC with single spaces; empty if it has neither letter nor digit."""
    cleaned = " ".join(unicodedata.normalize("NFC", text).split())
    return cleaned if any(map(str.isalnum, cleaned)) else ""
