"""Parts of the work that a verb phrase asks for, and the pattern of a person without a trade."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coordinator.simulated.english_draft import MASK
from coordinator.simulated.english_requests import OTHER_PATTERN
from coordinator.simulated.english_words import ANYONE, is_role, is_work_verb, work_base
from negotiation.contracts.demand import Span
from negotiation.understanding.english_numbers import NUMBER

ITEM_END = re.compile(
    r"(?P<separator>\s*(?:,(?!\d)|;|&|\+|/(?=\s|\w)|[–—]|\s-\s|\n)\s*|\s+(?:and|or|plus|then(?= an? )"
    r"|as well as|along with"
    r"|together with)\s+)"
    r"|(?P<tail>\s+(?=(?:for|who|whom|that|which|whose|with|without|to|in|at|from|into|because|since|as|if|so|when"
    r"|while|where|before|after|until|near|around|over|during|by|within|can|could|will|would|should|must|is|are"
    rf"|was|has|able|capable|willing|available|free(?=\s*(?:{MASK}|on|at|this|next|in|for|to|now))|needed|wanted"
    r"|required|experienced|familiar|trained|good|called|please|asap|urgently|quickly|immediately|soon|rather|but"
    r"|although|though|including|via|per|based|sought|sorted|instead|again|too|though|only|we|i|not|afterwards?"
    r"|later|(?:she|he|they|you|it|everyone|people)(?= (?:can|could|will|would|may|might|must|should|loves?|likes?"
    r"|wants?)\b))\b(?!-)))"
    rf"|(?P<mask>\s*[{MASK}]+)|(?P<end>\s*[.:!?()]|\s*$)",
    re.IGNORECASE,
)
VERB_END = re.compile(
    rf"\s*[,;:.!?()\n{MASK}–—]|\s-\s|\s+(?=its? (?:\w+ed|broken|stuck)\b)|\s+(?=(?:because|while|whilst|so|when"
    r"|before(?!,? (?:and|or)\b)|if|who|until|since|now(?= (?:he|she|it|they|i|we|that)(?:'|\b))|but|as"
    r"|please|asap|though|although|where|unless|that|which|would be|is needed"
    r"|are needed|lol)\b(?! out))|\s*$",
    re.IGNORECASE,
)
GENERIC_PATTERN = re.compile(
    rf"(?:{NUMBER}(?:\s?(?:-|–|to|or)\s?{NUMBER})?\s+)?(?:(?:good|strong|nice|kind|friendly|patient|reliable"
    rf"|trusted|local|qualified|experienced"
    r"|gentle|honest|fit|extra|another|other|a few|few|lovely|young|willing|skilled|professional|nearby)\s+)*"
    rf"{ANYONE}(?:\s+(?:patient|reliable|kind|friendly|local|nearby|nice|good|qualified|experienced|gentle"
    r"|trustworthy|strong|skilled|clever|handy|else|near me|here|around here|there))*",
    re.IGNORECASE,
)
"""Person without a trade: "someone reliable", "two strong people"."""


@dataclass(frozen=True, slots=True)
class WorkPart:
    """Words that ask for one thing, and the words behind it that say more about it."""

    span: Span
    count: int = 1
    work: bool = False


def split_work(text: str, start: int, end: int) -> Iterator[WorkPart]:
    """Yield the verb phrases up to the end of the clause, and the list of nouns that may end it."""
    stop = VERB_END.search(text, start, end)
    last = stop.start() if stop else end
    offset = start
    for joint in re.finditer(
        r"\s*(?:,|&)?\s*\b(?:and|or|plus|then)\s+(?:then |also |maybe |to )*", text[start:last], re.IGNORECASE
    ):
        head = re.match(r"([a-z-]+)(?:\s+([a-z0-9'-]+))?", text[start + joint.end() : last], re.IGNORECASE)
        before = text[offset : start + joint.start()].split()
        rest = text[start + joint.end() : last]
        if head is None and before and GENERIC_PATTERN.match(rest):
            yield WorkPart((offset, start + joint.start()), work=True)
            yield WorkPart((start + joint.end(), last))
            return
        if head is None or not before:
            continue
        verb = is_work_verb(head[1]) and (head[2] or len(before) == 1)
        bare_verb = len(before) == 1 and (is_work_verb(before[0]) or before[0].endswith("ing")) and head[2]
        again = re.search(
            r" (?:it|them|(?:\w+ )?of (?:it|them))$", re.split(rf"[,;{MASK}]| and ", rest)[0].strip(), re.IGNORECASE
        )
        ing = bool(re.match(r"[a-z]+ing ", text[offset:last], re.IGNORECASE))
        verb = verb or (ing and head[1].endswith("ing") and head[2] and bool(work_base(head[1])))
        if OTHER_PATTERN.match(text, start + joint.start()):
            continue
        if GENERIC_PATTERN.match(rest):
            yield WorkPart((offset, start + joint.start()), work=True)
            yield WorkPart((start + joint.end(), last))
            return
        if verb and not bare_verb and not again:
            yield WorkPart((offset, start + joint.start()), work=True)
            offset = start + joint.end()
        elif re.match(r"(?:an?|some) ", rest, re.IGNORECASE) and is_role(ITEM_END.split(rest)[0] or rest):
            yield WorkPart((offset, start + joint.start()), work=True)
            yield WorkPart((start + joint.end(), last))
            return
    yield WorkPart((offset, last), work=True)
