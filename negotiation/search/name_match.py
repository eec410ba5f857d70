"""Who is called that? Whose id or name a text is, told from the encoded profile: a name needs no copy of its own."""

import re

from negotiation.registry.profile import Profile
from negotiation.search.keyword_matcher import is_anywhere, normalize

WHOLE, PART, NOT = 0, 1, 2
"""How a text fits a name: as whole words (of Chinese, two characters or more), as a part of it, not at all."""

_BEFORE, _KEY = len(b'{"agent_id":"'), b'","display_name":"'
"""Characters before the id, and what comes between it and the name."""


class NameMatcher:
    """A text that somebody may be called."""

    def __init__(self, text: str) -> None:
        self._text = normalize(text)
        self._id = text.strip().lower()
        self._words = re.compile(rf"(?<!\w){re.escape(self._text)}(?!\w)")
        self._chinese = is_anywhere(self._text)

    def fits(self, agent_id: str, data: bytes) -> int:
        """How it fits a profile: by its id, else by its name. `data`: the profile encoded."""
        if agent_id == self._id:
            return WHOLE
        name = _name(agent_id, data)
        if not self._text or self._text not in name.lower().replace("-", " "):
            return NOT
        if self._chinese:
            return WHOLE if len(self._text) > 1 else PART
        return WHOLE if self._words.search(normalize(name)) else PART if len(self._text) > 1 else NOT


def _name(agent_id: str, data: bytes) -> str:
    """The name, as our own programs write it at the beginning; of what others wrote, it is read in full."""
    at = len(agent_id) + _BEFORE
    if data.startswith(_KEY, at):
        said = data[at + len(_KEY) : data.index(b'"', at + len(_KEY))]
        if b"\\" not in said:
            return said.decode()
    return Profile.model_validate_json(data).display_name
