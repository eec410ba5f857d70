"""Needs that a demand refuses or says are settled: "no DJ", 不用摄影师, "the cake is ordered", 饭店订好了 (TW-501, simulated).

The tagger learned such words, too, but a refusal must not be missed: what stands right beside a need is read by rules.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from coordinator.simulated.demand_tagger import TaggedSpan, TaggedText
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.mentions import overlaps

_DONE = (
    r"(?:booked|arranged|sorted(?: out)?|organi[sz]ed|ordered|settled|covered|hired|bought|provided|lined up|in place"
    r"|paid for|taken care of|dealt with)"
)
_SETTLED = re.compile(
    rf"[^.;:!?\n，。；：！？]{{0,24}}?(?:\b(?:is|are|'s|have been|has been) (?:all |already |both |now )*{_DONE}\b"
    r"(?! by you)"
    r"|(?:都|也|已经?|早就?|全)*(?:(?:订|定|借|租|备|买|请|找|约|谈|安排|准备|布置|联系)(?:好|妥|齐|下来|到)了?|搞定了)"
    r"(?!吗|没))",
    re.IGNORECASE,
)
"""Words that follow what is settled, in the same clause or list."""

_WISHED = re.compile(r"(?:没|未|不|想|要|求|请帮|帮忙|需要|得)[^，。；]{0,4}$|\b(?:not|to be|get|n't)\b", re.IGNORECASE)

_REFUSED_BEFORE = re.compile(
    r"(?:\b(?:no|not|without|never|(?:don['’]?t|do not|won['’]?t|needn['’]?t|doesn['’]?t) (?:need|want|require|bring|send|book)"
    r"|no need (?:for|of)|instead of|rather than|as opposed to|skip|forget(?: about)?|spare (?:me|us)|hold|neither|nor"
    r"|anything but|over my dead body|(?:fed up|had it|done) with|(?:had )?enough of|sick of|you (?:can|may) keep)"
    r"(?: (?:an?|any|the|another|more|your|me|us|that))*"
    r"|(?:不要|不用|不需要|不想要|不想请|不必|无需|不请|不找|不是找|谢绝|用不着|别(?:再)?(?:给我)?(?:请|找|要|来|叫|带|推荐|安排)?"
    r"|免|不缺|再也不(?:要|请|找)|(?:千万|可)别(?:再)?(?:给我|给我们)?(?:推荐?|找|请|派|安排)?|不是(?:要|请|找|来)|请的不是"
    r"|受够了|看够了|吃够了)(?:什么|任何|再)?)\s*$",
    re.IGNORECASE,
)
"""Words right before what is refused."""

_OWN_REFUSAL = re.compile(
    r"(?:spare (?:me|us)|over my dead body|instead of|rather than|anything but|no need (?:for|of)"
    r"|(?:don['’]?t|do not|won['’]?t) (?:need|want|bring|send|book)) (?:(?:an?|any|the|another|your) )*\w"
    r"|(?:不要(?!命|紧)|不用|不需要|不想要|谢绝|千万别|别再|再也不要)\w",
    re.IGNORECASE,
)
"""First words of what is refused; short ones are none: skip hire, 别墅, no frills."""

_INDISPENSABLE = re.compile(
    r"(?:\b(?:can['’]?t|cannot|can not) (?:do|go|live) without|\bwhy not|不得不|少不了)[^,，。]{0,12}$", re.IGNORECASE
)

_REFUSED_BEHIND = re.compile(
    r"\s*(?:(?:people |folks? )?(?:can stand down|need not apply|needn['’]t apply|may stay (?:away|home)|(?:is|are) (?:vetoed|banned))\b"
    r"|(?:,|is|are)? ?(?:not (?:needed|required|necessary|wanted)|unnecessary|no thanks)\b|: ?no\b"
    r"|(?:就|都|也)?(?:不用|不要|不需要|免了|不必|用不着|就算了)(?:[了啦]|管|请|找|操心)?(?=[，,。；;！!\s]|$)"
    r"|\s*[?？]\s*(?:(?:不(?:要|用|需要|必|了|做|签|拍|请|找)了?|免了?|算了|no(?: thanks| way)?|nope|never)(?=[，,。；;！!.]|$))"
    r"|(?:们|的)?(?:就|都|也|一概|通通|请|更|千万|可)*(?:免谈|绕道|勿扰|勿推|勿荐|退散|甭提|不考虑|省省吧?|省了|打住|退下|靠边站|别来|别再来)"
    r"(?=[，,。；;！!、：:\s]|$)"
    r"|(?:就|都|也)?(?:已经?有了|自带|自备|自理|我们?自己(?:有|带|来|弄|解决)|家里有|有现成的?)(?=[，,。；;！!\s]|$))",
    re.IGNORECASE,
)
"""Words right after what is refused, or there already."""

_SPARED = re.compile(
    r"(?:\b(?:except|but|apart from|other than)(?: for)?(?: (?:an?|the|our))?|除了|就差|只差|单缺)\s*$", re.IGNORECASE
)
"""Words right before what is left of things that are settled."""

_LACKING_BEHIND = re.compile(
    r"\s*(?:(?:is|are) (?:still |yet )?(?:missing|open|lacking|to be found)|not (?:yet )?(?:found|booked|sorted))\b"
    r"|\s*(?:目前|现在|也|还|都|尚)*(?:未定|没定|(?:没有?|无)(?:着落|人选)|无人|没人(?:管|做|会|来)?(?=[，,。；！\s]|$)|没找到|没解决|空缺)"
    r"|\s*(?:我们?|完全|都|也|实在|真的?|根本)*(?:一窍不通|(?:不会|不懂|不太懂|没学过|搞不定|弄不来)(?=[，,。；！\s]|$))",
    re.IGNORECASE,
)
"""Words right behind what is still looked for."""

_LACKING_BEFORE = re.compile(r"(?:^|[，,。；！？\s]|我们?|自己)(?:都|也|完全)?(?:不太?会|不懂|没学过)(?:怎么|如何)?$")
"""Words right before what the person cannot do themselves."""

_CUE = re.compile(
    r"\b(?:no|not|nor|none|neither|never|nobody|nothing|without|skip|instead|rather|except|but|spare|avoid|already|enough"
    r"|sick|fed|hate|done|sorted|booked|arranged|covered|ordered|hired|bought|provide[sd]?|supplie[sd]|(?:have|has|had)(?! to\b)|got|own"
    r"|brings?|bringing|do|does|doing|taken|veto(?:ed)?|bann?(?:ed)?|last|keep|stand|makes?|making|bakes?|baking|brother"
    r"|sister|cousin|uncle|aunt(?:ie)?|mum|mom|dad|friends?|neighbou?rs?)\b|n['’]t\b|['’](?:s|ve) (?:got|doing|done)"
    r"|[不别没无免未勿甭拒谢已有自够订定包管除省]|受够|去年|上次|绕道|退下|打住",
    re.IGNORECASE,
)
"""Words of which at least one stands in a sentence that refuses something, or says that it is there."""

_SENTENCE_PATTERN = re.compile(r"[^.!?;\n。！？；]+")
_CLAUSE_PATTERN = re.compile(r"[^,:()\-•*，、：（）]+")

_JOINT = re.compile(r"\s*(?:[和与跟及、]|以及|,? and|&|\+)\s*(?:(?:an?|the|some) )?", re.IGNORECASE)
"""Words between two things of which both are needed, or neither."""

_LIST_COMMA = re.compile(r",\s*(?:(?:an?|the|some) )?", re.IGNORECASE)
_LIST_END = re.compile(r"\s*(?:[.!?;]|$|in\b|at\b|for\b|on\b)", re.IGNORECASE)
"""What follows the last thing of a list, of which nothing else is said."""

_REACH = 24


def mark_settled(text: str, tagged: TaggedText) -> TaggedText:
    """Return tagged spans in which needs that are refused or settled are unwanted things.

    So are the names of known skills that stand in no span and are refused. If nothing is needed, names of skills beside
    which no refusal stands are needs: somebody who only lists them wants them.
    """
    shared = tuple(_share_kind(text, tagged.spans))
    marked = [*_mark(text, shared), *_find_refused_names(text, shared)]
    if not any(each.kind in ("need", "optional") for each in marked):
        marked = list(_restore_needs(text, marked))
    return replace(tagged, spans=tuple(sorted(marked, key=_start)))


def _restore_needs(text: str, spans: list[TaggedSpan]) -> Iterator[TaggedSpan]:
    for each in spans:
        is_plain = load_thesaurus("skills").find_exact(text[slice(*each.span)]) is not None
        is_bare = is_plain and not _is_refused(text, each.span) and not _is_settled(text, each.span, len(text))
        yield TaggedSpan(each.span, "need") if each.kind == "unwanted" and is_bare else each


def _share_kind(text: str, spans: Sequence[TaggedSpan]) -> Iterator[TaggedSpan]:
    """Yield the spans; a skill joined to a need ("host and sound") is one, too, unless something beside it refuses it."""
    before: TaggedSpan | None = None
    for number, each in enumerate(spans):
        is_joined = before is not None and (
            _JOINT.fullmatch(text, before.span[1], each.span[0]) is not None
            or _is_in_list(text, before, spans[number:])
        )
        is_plain = load_thesaurus("skills").find_exact(text[slice(*each.span)]) is not None
        if before and is_joined and is_plain and each.kind == "unwanted" and before.kind in ("need", "optional"):
            is_refused = _is_refused(text, each.span) or _is_settled(text, each.span, len(text))
            each = each if is_refused else TaggedSpan(each.span, before.kind)
        before = each
        yield each


def _is_in_list(text: str, before: TaggedSpan, rest: Sequence[TaggedSpan]) -> bool:
    """Return whether a thing behind a comma has a need behind it in the same list, which then ends: "A, B and C."."""
    if len(rest) < 2 or rest[1].kind not in ("need", "optional"):
        return False
    gaps = ((before, rest[0], _LIST_COMMA), (rest[0], rest[1], _JOINT))
    is_list = all(joint.fullmatch(text, one.span[1], other.span[0]) for one, other, joint in gaps)
    return is_list and _LIST_END.match(text, rest[1].span[1]) is not None


def _start(each: TaggedSpan) -> int:
    return each.span[0]


def _find_refused_names(text: str, spans: tuple[TaggedSpan, ...]) -> Iterator[TaggedSpan]:
    taken = [each.span for each in spans]
    for found in load_thesaurus("skills").find_all(text):
        span = (found.offset, found.offset + len(found.word))
        if _is_refused(text, span) and not any(overlaps(span, other) for other in taken):
            taken.append(span)
            yield TaggedSpan(span, "unwanted")


def _mark(text: str, spans: tuple[TaggedSpan, ...]) -> Iterator[TaggedSpan]:
    for number, each in enumerate(spans):
        end = spans[number + 1].span[0] if number + 1 < len(spans) else len(text)
        is_need = each.kind in ("need", "optional")
        if each.kind == "unwanted":
            yield from _check_refusal(text, each)
        elif is_need and (_is_refused(text, each.span) or _is_settled(text, each.span, end)):
            yield TaggedSpan(each.span, "unwanted")
        else:
            yield each


def _check_refusal(text: str, each: TaggedSpan) -> Iterator[TaggedSpan]:
    """Yield what is not wanted as it is; as a need what is said to be missing, or is a mere item of a list.

    Nothing is yielded where no word of the sentence refuses anything: then it is not understood.
    """
    if _LACKING_BEHIND.match(text, each.span[1]) or _lacks_before(text, each.span):
        yield TaggedSpan(each.span, "need")
        return
    sentence = next((part for part in _SENTENCE_PATTERN.finditer(text) if part.end() > each.span[0]), None)
    if sentence is None or sentence.end() < each.span[1] or _CUE.search(text, *sentence.span()):
        yield each
        return
    clause = next(
        (part for part in _CLAUSE_PATTERN.finditer(text, *sentence.span()) if part.end() > each.span[0]), None
    )
    if clause and text[slice(*clause.span())].strip() == text[slice(*each.span)].strip():
        yield TaggedSpan(each.span, "need")


def _lacks_before(text: str, span: tuple[int, int]) -> bool:
    return _LACKING_BEFORE.search(text[: span[0]]) is not None and not text.startswith("的", span[1] - 1)


def _is_refused(text: str, span: tuple[int, int]) -> bool:
    """Return whether the words beside a span, or its own first or last ones, refuse it, or say that it is there."""
    before = text[max(0, span[0] - _REACH) : span[0]]
    words = text[slice(*span)]
    if _OWN_REFUSAL.match(words) and not _INDISPENSABLE.search(before):
        return True
    if any(
        match.end() == len(words) and match.start() for match in _REFUSED_BEHIND.finditer(words) if match[0].strip()
    ):
        return True
    if _REFUSED_BEHIND.match(text, span[1]):
        return True
    return bool(_REFUSED_BEFORE.search(before)) and not _INDISPENSABLE.search(before)


def _is_settled(text: str, span: tuple[int, int], end: int) -> bool:
    """Return whether a span, or what follows it up to the next one, says that it is settled."""
    words = text[span[0] : end]
    match = None if _SPARED.search(text[max(0, span[0] - _REACH) : span[0]]) else _SETTLED.match(words, 1)
    return match is not None and not _WISHED.search(words[: match.end()])
