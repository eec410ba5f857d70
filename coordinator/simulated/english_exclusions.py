"""Exclusions in English demands: what is not wanted, and what the requester has already (TW-501, simulated)."""

import re

from coordinator.simulated.english_draft import MASK, Draft, add_need
from coordinator.simulated.english_words import KIN

_NOUN = (
    r"(?<![\w'’🀀-🿿])(?:(?!(?:but|only|just|and|or|nor|because|since|as|if|please|thanks|though|although|who"
    r"|that|which|for|in|on|at|again|so|we|i|he|she|they|it|is|are|was|to|this|with|need|needs|needed|looking"
    rf"|instead|anymore|any more|either)\b)[^\s,.;:!?()\n{MASK}–—]++ ?){{1,6}}"
)
_DETERMINER = (
    r"(?:(?:me|us|a|an|any|the|another|more|your|some|kind of|sort of|to have|to see|to be|people who are"
    r"|anyone who is|from|into|of|one of those|after|looking for|interested in) )*"
)
_VERB_NEGATION = (
    r"\b(?:(?:i|we|you|she|he|they|it|there) (?:really |definitely |certainly |absolutely )*)?"
    r"(?:do not|don't|dont|does not|doesn't|doesnt|will not|won't|wont|would not|wouldn't|would rather not"
    r"|'d rather not|rather not|would prefer not to|'d prefer not to|shouldn't|should not|must not|mustn't)"
    r"(?: really| necessarily| actually| even| ever)* (?:need|want|like|require|have|get|book|hire|send|bring"
    r"|invite|fancy|include|involve|use|care for)(?: to (?:have|hire|see|get|invite|use))?:? "
)
_WORD_NEGATION = (
    r"\b(?:(?:but |and |please |so |with |definitely |certainly |absolutely "
    r"|strictly )*(?:(?<!am )(?<!are )(?<!is )(?<!was )(?<!were )(?<!'m )(?<!'re )(?<!'s )(?<!have )(?<!has )(?<!had )(?<!did )"
    r"(?<!could )(?<!can )(?<!do )not"
    r"|under no circumstances|on no account|no|without|avoid|excluding|except(?: for)?|anything but|anyone but"
    r"|everything but|nothing(?= (?:with|like|containing|that|from|involving|made|to do|\w+ (?:based|related"
    r"|themed|said|done|sung|played|read)|flown|religious|spicy|alcoholic|\w+ed (?:in|from|by|with))\b)"
    r"|(?:nobody|no-one)(?= (?:who|with|from|under|over)\b)|rather than|instead of"
    r"|as opposed to|in place of|other than"
    r"|apart from|skip|leave out|neither|nor|hates?|allergic to|sick of|never)) "
)
_NOT_NEGATED = (
    r"(?!(?:more|less|fewer|later|earlier|longer|idea|problem|problems|matter|rush|hurry|need\b|one knows"
    r"|notice|notice\b|delay|joke|sure|too|only|before|until|sooner|clue|experience|previous|far|yet|even|just"
    r"|always|doubt|luck|success|money|budget|work|working|be|been|to\b|able|know|understand|have|been|much"
    r"|very|really|so\b|nothing|fancy|fuss|over|above|beyond|under|seriously|honestly|kidding|worries|thanks"
    r"|happening|whatsoever|extra|wheelchair|urgent|important|essential|necessarily|in|on|at"
    r"|posh|particular|big|special|expensive|more)\b)"
)
_EXCLUDED_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<cue>{_VERB_NEGATION}){_DETERMINER}(?P<what>{_NOUN})(?P<more>(?:,? ?(?:or|nor|and no"
        rf"|or any) {_DETERMINER}{_NOUN})*)(?:again|either|anymore|any more|please|thanks)?",
        rf"(?P<cue>{_WORD_NEGATION}){_NOT_NEGATED}{_DETERMINER}(?P<what>{_NOUN})(?P<more>(?:,? ?(?:or|nor|and no"
        rf"|or any) {_DETERMINER}{_NOUN})*)(?:again|either|please|thanks)?",
        rf"(?P<cue>)\b(?:the |a |an |any )?(?P<what>{_NOUN})(?P<more>)(?:is |are |will )?(?:not (?:needed|required"
        r"|wanted|necessary|happening|allowed|welcome)|unnecessary|not be (?:needed|necessary)|out of the question)",
    )
)
_SORTED = (
    r"(?:(?:all |already |now |also |been |taken )*(?:sorted(?: out)?|taken care of|covered|booked|arranged"
    r"|organi[sz]ed|done|in place|provided(?: for)?|dealt with|handled|in hand|ready|confirmed))"
)
_OWNED_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:\b(?:our|my|the) )?\b[\w-]+'s {_SORTED}\b",
        rf"(?:\b(?:our|my|the|a) )?{_NOUN}(?:(?:,|,? and) (?:our |my |the )?{_NOUN})?(?:is|are|has been|have been"
        rf"|'s) {_SORTED}\b(?:,? (?:and|but) so (?:is|are) (?:the |our |my )?{_NOUN})?",
        r"\b(?:i|we)(?:'ve| have)(?: already| just| now)? (?:got|booked|bought|found|hired|rented|arranged"
        r"|organi[sz]ed|sorted|reserved|ordered|chosen)(?: already)? [^,.;:!?\n]{0,80}?(?=\s*(?:,|[.;:!?\n]|$"
        r"|\b(?:but|and (?:we |i )?(?:just |now |still |only )?(?:need|want|are|look)|so (?:we|i)|just need"
        r"|only need)\b))",
        r"\b(?:i|we) (?:already (?:have|own|got|booked)|have already|do have) [^,.;:!?\n]{0,80}?(?=\s*(?:,"
        r"|[.;:!?\n]|$|\b(?:but|and (?:we |i )?(?:just |now |still |only )?(?:need|want|are|look)|so|just need"
        r"|only need)\b))",
        r"\b(?:i|we) (?:have|own) (?!to\b|(?:\w+ ){0,3}(?:leak|problem|broken|blocked|damaged|infest|crack"
        r"|appointment|that need|who need|which need|needing))[^,.;:!?\n]{0,80}? ?(?:already|ourselves|myself)\b",
        r"\b(?:i|we) have (?:our|my|the) [^,.;:!?\n]{0,80}?(?:, (?:and )?(?:our|my"
        r"|the) [^,.;:!?\n]{1,40}?)*(?=\s*(?:,|[.;:!?\n]|$|\b(?:but|and (?:we |i )?(?:need"
        r"|want)|so|just need|only need)\b))",
        r"(?:(?<=[.;,] )|^)(?:(?:and|but) )?(?:already )?(?:have|got|have got) [^,.;:!?\n]{1,60} al+ready\b",
        rf"\b(?:i|we)(?: can|'ll| will)? (?:bring|provide|supply|own) (?:our |my |the |all )?{_NOUN}(?:myself"
        r"|ourselves)?",
    )
)
_NEED_INSIDE = re.compile(rf"\b(?:needs?|needing|leak\w*|broken|blocked|{MASK})\b", re.IGNORECASE)


_LACK_PATTERN = re.compile(
    r"\b(?:i|we)(?:'ve got|'ve| have got| have) [^.;:!?\n]{2,60}\bbut (?:(?:we |i )?have |still "
    r"|we've got )*no (?:\w+ )?$",
    re.IGNORECASE,
)
_PLAN_PATTERN = re.compile(
    r"(?:(?:exact|fixed|firm|final|clear|set|real|specific) )?(?:budgets?|dates?|times?|days?|places?|plans?|ideas?"
    r"|numbers?|prices?|quotes?|answers?|luck)\b(?! (?!yet|so far)\w)",
    re.IGNORECASE,
)
_YET_PATTERN = re.compile(r"\s(?:yet|so far)\s*$", re.IGNORECASE)
_HAVE_PATTERN = re.compile(r"\b(?:have|got|no)\b", re.IGNORECASE)


def read_exclusions(draft: Draft) -> None:
    """Take what the text does not want, and what its author has already, out of a draft."""
    for pattern in _OWNED_PATTERNS:
        for match in pattern.finditer(draft.rest):
            if not _NEED_INSIDE.search(match[0]) and not re.match(rf"(?:my |our )?{KIN}\b", match[0], re.IGNORECASE):
                draft.claim(match.span())
    for pattern in _EXCLUDED_PATTERNS:
        for match in pattern.finditer(draft.rest):
            if not _read_lack(draft, match):
                _exclude(draft, match)


def _read_lack(draft: Draft, match: re.Match[str]) -> bool:
    """Note what the requester does not have yet as a need, and return whether the negation says so."""
    start, end = match.span("what")
    before = draft.text[max(0, start - 100) : start]
    yet = _YET_PATTERN.search(draft.rest, start, end)
    if not match["cue"] or not (_LACK_PATTERN.search(before) or (yet and _HAVE_PATTERN.search(match["cue"]))):
        return False
    if _PLAN_PATTERN.match(draft.rest, start):
        draft.claim(match.span())
        return True
    draft.claim((match.start(), start))
    add_need(draft, (start, yet.start() if yet else end))
    if yet:
        draft.claim(yet.span())
    return True


def _exclude(draft: Draft, match: re.Match[str]) -> None:
    """Note the items of one negation as not wanted."""
    start, end = match.span("more")
    draft.exclude(match.span("what"), match.span("cue") if match["cue"] else match.span())
    draft.mask(match.span())
    draft.claims.append((match.start(), match.start("what")))
    for item in re.finditer(rf"(?:or|nor|and no|or any) {_DETERMINER}(?P<what>{_NOUN})", match["more"], re.IGNORECASE):
        span = (start + item.start("what"), start + item.end("what"))
        words = draft.text[span[0] : span[1]]
        draft.not_wanted.append((span[0], span[0] + len(words.rstrip())))
    if end < match.end():
        draft.claims.append((end, match.end()))
