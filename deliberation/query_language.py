"""Detection of the language in which a session's outputs are written: that of the query."""

import re

from shared.core.language import Language

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_LATIN_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_ENGLISH_FUNCTION_WORDS = {
    *("a", "an", "and", "at", "by", "can", "for", "from", "help", "how", "i", "in", "is", "it", "me", "my", "of", "on"),
    *("or", "so", "that", "the", "this", "to", "want", "we", "what", "with", "you"),
}


def detect_language(query: str) -> Language:
    """Return the language of a query: en without Chinese characters, and if it is English that only cites some.

    English cites Chinese if it has more words than Chinese characters, and words that only sentences have: "help me
    learn 普通话 fast" is English, "用 Docker Compose 部署" is not.
    """
    characters = len(_CHINESE.findall(query))
    if not characters:
        return "en"
    words = [word.lower() for word in _LATIN_WORD.findall(query)]
    is_english = len(words) > characters and not _ENGLISH_FUNCTION_WORDS.isdisjoint(words)
    return "en" if is_english else "zh"
