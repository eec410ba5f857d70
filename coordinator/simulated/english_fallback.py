"""Fallback for an English demand that asks for nothing in words: a question, a purpose, or a problem (TW-501)."""

import re
from collections.abc import Iterator

from coordinator.simulated.english_draft import MASK, Draft, add_need
from coordinator.simulated.english_requests import FRAMING_PATTERN, INJECTION_PATTERN
from coordinator.simulated.english_words import ANYONE, KIN, OCCASION
from negotiation.contracts.demand import Span
from negotiation.understanding.content_words import find_content_words
from negotiation.understanding.mentions import overlaps

_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;]?")
_CLAUSE_END = re.compile(
    r"\s*[,;:.!?()\n–—]|\s(?:and|but|so|because|since|as|while|which|who)\s+(?:(?:i|we|he|she|it|they|you|my"
    r"|our|the|his"
    r"|her|their|there|i'm|he's|she's|it's|we're|so|now)\b)|\s*$",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"\s*(?:and |but |so )?(?:(?:is|are|was|does|do|did|has|have|can|could|would|will|any chance|any idea|anyone know"
    r"|do you know)\s+)?(?:(?:there )?(?:anyone|anybody|someone|somebody|any of you)(?: (?:here|around|nearby"
    r"|out there))?"
    r"(?: who)?|who|what|how|where|which|why|whose|when)\b\s*(?:(?:is|are|do|does|did|can|could|should|would"
    r"|will|'s|to)\s+"
    r"(?:(?:i|we|you|one|it|they|this|that|a person)\s+)?)?(?P<what>\S.*)",
    re.IGNORECASE,
)
_STATE = re.compile(
    rf"\s*(?:and |but |so |now |sadly |help |argh )*(?:(?:my|our|the|his|her|their|a|an|this|these"
    rf"|one of (?:my|our))\s+(?:{KIN}'s\s+)?"
    rf"(?!(?:{KIN}|{OCCASION}|budget|price|date|plan|place|people|guests?)\b)|(?:there|it|that)(?:'s| is| are"
    rf"| was)\s+(?:an? |some |the |my |our )?"
    r"|(?:i|we)(?:'ve| have)? (?:just )?(?:inherited|lost|broken|found|got|been given|locked|smashed|spilt"
    r"|spilled|dropped|torn"
    r"|burnt|cracked|snapped)\s+(?:my |our |an? |the )?|(?=(?:have|has|had|can't|cannot|couldn't|haven't"
    r"|don't|didn't)\s+\w))"
    r"(?P<what>\S.*)",
    re.IGNORECASE,
)
_TROUBLE = re.compile(
    r"n't\b|\b(?:not|no|never|cannot|too|failed|stuck|lost|broken|dead|missing|full|stopped|leak\w*|rotten|late|wrong"
    r"|down|out|off|bad|keeps?|falling|fell|broke|burst|virus\w*|damaged|overgrown|blocked|nest|swarm"
    r"|infest\w*|noise|smell\w*|mould\w*"
    r"|damp|ruin\w*|dying|sounds|refuses|gone)\b",
    re.IGNORECASE,
)
_CALL = re.compile(
    r"\b(?:help|please|pls|someone|somebody|anyone|anybody|can you|could you|there's an?|it's (?:the|my|our))\b",
    re.IGNORECASE,
)
"""Words that call for somebody, or say that a thing is there, so that any state of it asks for something."""
_PURPOSE = re.compile(
    r"(?P<what>(?!(?:thanks|thank|sorry|free|cheap|money|time|ready|only|not|no|too|since|because|it"
    r"|they)\b)[a-z][a-z'-]+(?: [a-z'-]+){0,4}?) for "
    r"(?:a|an|my|our|the|his|her|their|some|two|three|four|five|six|\d+)\s",
    re.IGNORECASE,
)
_PERSON = re.compile(rf"(?:an? |some )?(?:[a-z]+ )?{ANYONE}\b", re.IGNORECASE)


def read_fallback(draft: Draft) -> None:
    """Read what stands for a request when no words ask: a question, a thing for somebody, or else what is wrong."""
    for read in (_read_questions, _read_purposes, _read_states):
        if draft.needs:
            return
        for span in tuple(read(draft)):
            restore(draft, span)
            add_need(draft, span)


def restore(draft: Draft, span: Span) -> None:
    """Put words back that were noted as a circumstance or as framing, so that they can be a need; limits stay out."""
    start, end = span
    taken = [each.span for each in draft.mentions]
    taken += [(each[0], each[1]) for each in draft.not_wanted]
    letters = [
        MASK if any(first <= offset < last for first, last in taken) else draft.text[offset]
        for offset in range(start, end)
    ]
    draft.rest = draft.rest[:start] + "".join(letters) + draft.rest[end:]
    draft.preferences = [each for each in draft.preferences if not overlaps(each, span)]
    draft.claims = [part for claim in draft.claims for part in _without(claim, span)]


def _without(claim: Span, span: Span) -> Iterator[Span]:
    for part in ((claim[0], min(claim[1], span[0])), (max(claim[0], span[1]), claim[1])):
        if part[0] < part[1]:
            yield part


def _sentences(draft: Draft) -> Iterator[re.Match[str]]:
    plain = draft.text.replace("’", "'")
    for match in _SENTENCE.finditer(plain):
        if not INJECTION_PATTERN.search(match[0]) and not FRAMING_PATTERN.fullmatch(match[0].strip()):
            yield match


def _cut(text: str, start: int, end: int) -> Span:
    stop = _CLAUSE_END.search(text, start + 1, end)
    return (start, stop.start() if stop else end)


def _read_questions(draft: Draft) -> Iterator[Span]:
    plain = draft.text.replace("’", "'")
    for sentence in _sentences(draft):
        match = _QUESTION.match(sentence[0]) if sentence[0].endswith("?") else None
        if match and find_content_words(match["what"], "en"):
            yield _cut(plain, sentence.start() + match.start("what"), sentence.end())


def _read_purposes(draft: Draft) -> Iterator[Span]:
    for sentence in _sentences(draft):
        match = _PURPOSE.match(sentence[0].strip())
        if match and not _PERSON.fullmatch(match["what"]) and find_content_words(match["what"], "en"):
            start = sentence.end() - len(sentence[0].lstrip())
            yield (start, start + match.end("what"))


def _read_states(draft: Draft) -> Iterator[Span]:
    """Yield the states of things that trouble somebody, or else the first state told."""
    plain = draft.text.replace("’", "'")
    found: list[Span] = []
    for sentence in _sentences(draft):
        start = sentence.start()
        while start < sentence.end():
            stop = re.compile(r",\s*|$").search(plain, start, sentence.end())
            match = _STATE.match(plain, start, sentence.end())
            if match and find_content_words(match["what"], "en"):
                found.append(_cut(plain, match.start("what"), sentence.end()))
            start = max(stop.end() if stop else sentence.end(), start + 1)
    trouble = [span for span in found if _TROUBLE.search(plain[slice(*span)])]
    yield from trouble or (found[:1] if _CALL.search(plain) else ())
