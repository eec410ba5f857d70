"""Match of a text against agent ids and display names, read from encoded profiles to save copies of the names."""

import re

from negotiation.registry.profile import Profile
from negotiation.search.tokenizer import contains_cjk, normalize

WHOLE_NAME, PARTIAL_NAME, NO_MATCH = 0, 1, 2
"""Kinds of match: whole words of the name (in Chinese: two characters or more), part of a word, none."""

_ID_OFFSET, _NAME_KEY = len(b'{"agent_id":"'), b'","display_name":"'
"""Offset of the id in an encoded profile, and the text between id and name."""


class NameMatcher:
    """Matcher of one searched text against many names."""

    def __init__(self, text: str) -> None:
        self._text = normalize(text)
        self._id = text.strip().lower()
        self._words = re.compile(rf"(?<!\w){re.escape(self._text)}(?!\w)")
        self._is_chinese = contains_cjk(self._text)

    def match(self, agent_id: str, data: bytes) -> int:
        """Return the kind of match of one agent: WHOLE_NAME, PARTIAL_NAME or NO_MATCH.

        WHOLE_NAME: the searched text is the id or whole words of the name, in Chinese any two characters or more of it.
        PARTIAL_NAME: it is another part of the name, other than a single Latin letter. Case, and hyphen or space, make
        no difference.

        Args:
            agent_id: Id of the agent.
            data: Its encoded profile (see `encode_profile`), from which the name is read.
        """
        if agent_id == self._id:
            return WHOLE_NAME
        name = _read_display_name(agent_id, data)
        if not self._text or self._text not in name.lower().replace("-", " "):
            return NO_MATCH
        if self._is_chinese:
            return WHOLE_NAME if len(self._text) > 1 else PARTIAL_NAME
        if self._words.search(normalize(name)):
            return WHOLE_NAME
        return PARTIAL_NAME if len(self._text) > 1 else NO_MATCH


def _read_display_name(agent_id: str, data: bytes) -> str:
    """Return the name from its usual offset in our own encoding, else by parsing the whole profile."""
    start = len(agent_id) + _ID_OFFSET
    if data.startswith(_NAME_KEY, start):
        name = data[start + len(_NAME_KEY) : data.index(b'"', start + len(_NAME_KEY))]
        if b"\\" not in name:
            return name.decode()
    return Profile.model_validate_json(data).display_name
