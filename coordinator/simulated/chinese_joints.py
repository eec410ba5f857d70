"""Joints of the clauses of a Chinese demand: what a mention of a limit has cut, lists of aims, and headings."""

import re
from collections.abc import Sequence
from dataclasses import replace

from coordinator.simulated import chinese_grammar as grammar
from coordinator.simulated import chinese_states as states
from coordinator.simulated import chinese_words as vocabulary
from coordinator.simulated.chinese_clauses import Clause
from coordinator.simulated.chinese_phrases import Fragment, Part
from negotiation.contracts.demand import Span
from negotiation.understanding.mention import Mention


def as_heading(plain: str, clause: Clause, read: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the bare phrase before a colon as an occasion (社区便民日)."""
    if plain[clause.end : clause.end + 1] not in ("：", ":"):
        return read
    read = tuple(
        replace(part, kind="event")
        if part.kind == "need" and vocabulary.EVENT.search(plain[slice(*part.span)])
        else part
        for part in read
    )
    counted = vocabulary.TRAILING_COUNT.search(clause.text) or vocabulary.SERVICE.search(clause.text)
    return read if counted else tuple(replace(part, kind="event") if part.kind == "bare" else part for part in read)


def as_listed(plain: str, clause: Clause, read: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return an aim of an enumeration as a need: 要出图纸、要做报批."""
    listed = "、" in (plain[clause.end - 1 : clause.end], plain[clause.start - 1 : clause.start])
    aims = (listed and re.match(r"(?:也|还)?(?:要|得|需要)", clause.text)) or (
        re.match(r"[\u3400-\u9fff]{0,4}?要[^要]{2,6}$", clause.text)
        and re.match(r"[，,\s](?:也|还)?要(?![是不求])", plain[clause.end :])
    )
    return (
        tuple(
            replace(part, kind="need", span=_without_comma(plain, part.span)) if part.kind == "aim" else part
            for part in read
        )
        if aims
        else read
    )


def _without_comma(plain: str, span: Span) -> Span:
    """Return the span of a list's item without the comma behind it."""
    return span[0], span[1] - (plain[span[1] - 1] == "、")


_HAS_OBJECT = re.compile(r"(?:教|陪|带(?!来)|照顾|照看|辅导|培训|接待|招待|接送|护送|送|拉|载|接|捎|服务)$")
_EXPERIENCE = re.compile(r"(?:以上|多|及以上)?的?(?:[\u3400-\u9fff]{0,4})经验")
_SERVES = re.compile(r"(?:给|为)(?:我们)?$")
_GOES_ON = re.compile(r"[\u3400-\u9fff]{2}")
_WAY = re.compile(r"(?:搬|送|运|寄|拉|带|接|托运|捎|拖)(?:过|回)?$")


def is_part_of_work(plain: str, mention: Mention) -> bool:
    """Return whether a mention stands within the work that it belongs to (教10个孩子画画, 从浦东搬到徐汇)."""
    start, end = mention.span
    before = plain[max(0, start - 3) : start]
    if mention.kind == "period":
        return bool(
            _EXPERIENCE.match(plain, end) or (_DURATION.fullmatch(plain, start, end) and _lasts(plain, mention))
        )
    if mention.kind == "language":
        return bool(_SPEAKS.search(before) and _GOES_ON.match(plain[end:].removeprefix("的"))) or before.endswith("学")
    if mention.kind == "people":
        return (
            bool((_HAS_OBJECT.search(before) or _SERVES.search(before)) and _GOES_ON.match(plain, end))
            and plain[end] not in "的左以"
        )
    if mention.kind != "place":
        return False
    way = plain[end : end + 8]
    return (before.endswith("从") and bool(re.match(r".{0,6}?(?:搬|送|运|寄|拉|带|接|捎)", way))) or (
        plain[start] in "到去" and bool(_WAY.search(before))
    )


_DURATION = re.compile(
    r"(?:几|半|数|[一两二三四五六七八九十\d]{1,3})个?(?:天|小时|钟头|晚上|晚|下午|上午|月|周|年|星期|礼拜)"
)
_SPEAKS = re.compile(r"(?:会|懂|能用|会说|会讲|能说|能讲|说|讲)$")


def _lasts(plain: str, mention: Mention) -> bool:
    """Return whether a duration stands between a verb and its object (做三天饭)."""
    start, end = mention.span
    before, after = plain[max(0, start - 1) : start], plain[end : end + 1]
    return bool(re.match(r"[带做当陪教看守住打帮干跑开代管照]", before)) and bool(
        re.match(r"(?![后内前以左之的了里就都能可要想没多也还和到])[\u3400-\u9fff]", after)
    )


def is_only_person(parts: Sequence[Part]) -> bool:
    """Return whether the last need is a person without ability (请人▮送饭)."""
    last = next((part for part in reversed(parts) if part.kind in ("need", "bare")), None)
    return last is not None and last.kind == "need" and last.generic


_GOES = re.compile(r"(?:去|来|到|过来|上门)[\u3400-\u9fff]{2,}")


def sends_person(plain: str, parts: list[Part], clause: Clause) -> bool:
    """Return whether a clause says what the person asked for goes to do (找个阿姨▮去幼儿园接孩子), who counts no more."""
    index = next((index for index in reversed(range(len(parts))) if parts[index].kind in ("need", "bare")), None)
    if index is None or not _GOES.match(clause.text):
        return False
    last = parts[index]
    apart = re.search(r"[，,。；;！!？?\n]", plain[last.span[1] : clause.start])
    if apart or not re.search(vocabulary.ACTOR + "$", plain[slice(*last.span)]):
        return False
    parts[index] = replace(last, generic=True)
    return True


def goes_on(plain: str, parts: Sequence[Part], start: int) -> bool:
    """Return whether a state of affairs ends with a word that wants an object (做了▮会计)."""
    if not parts or parts[-1].kind not in ("situation", "claim"):
        return False
    if re.search(r"[，,。；;！!？?\n]", plain[parts[-1].span[1] : start]):
        return False
    return bool(re.search(r"(?:了|过|是(?:一?[个家群帮])?|在|有|住|学|干|做|当)$", plain[slice(*parts[-1].span)]))


def tells_where_about(plain: str, clause: Clause) -> bool:
    """Return whether a clause goes on about somebody who is said to be somewhere (我在▮上班), and asks for nothing."""
    start = max(plain.rfind(mark, 0, clause.start) for mark in "，,。；;！!？?\n ") + 1
    who = re.match(
        r"(?:我|他|她|俺|本人)们?(?:一直|现在|目前|人|就|是)*(?:在|喺|住在?|从)", plain[start : clause.start]
    )
    if not who or states.TROUBLE.search(clause.text):
        return False
    return not any(
        pattern.search(clause.text) for pattern in (grammar.REQUEST, grammar.AIM, grammar.HOLD, grammar.WORK)
    )


def join_clause(plain: str, clause: Clause, parts: list[Part]) -> tuple[Fragment, Part | None]:
    """Return a clause, and the need before it that it replaces: it goes on with 的 after a mention (能坐▮的场地)."""
    fragment = Fragment(clause.text, clause.start)
    if clause.after_mention and _is_cut_verb(parts):
        return fragment, parts.pop()
    if clause.after_mention and _is_cut_holding(plain, parts, clause.start):
        return fragment.cut(int(clause.text.startswith("的") and len(clause.text) > 1)), parts.pop()
    if not (clause.after_mention and clause.text.startswith("的") and len(clause.text) > 1):
        return fragment, None
    last = next((index for index in reversed(range(len(parts))) if parts[index].kind in ("need", "bare", "aim")), None)
    if last is not None and not re.search(r"[，,。；;！!？?\n]", plain[parts[last].span[1] : clause.start]):
        cut, parts[last] = parts[last], replace(parts[last], kind="claim")
        return fragment.cut(1), cut
    return fragment.cut(1), None


def _is_cut_holding(plain: str, parts: Sequence[Part], start: int) -> bool:
    """Return whether the last part says that something is held, which follows a mention (搞个▮元宵▮灯会)."""
    if not parts or parts[-1].kind != "aim":
        return False
    end = parts[-1].span[1]
    between = plain[end:start]
    return bool(
        grammar.HOLD_CUE.fullmatch(plain[slice(*parts[-1].span)]) and not re.search(r"[，,。；;！!？?\s]", between)
    )


def _is_cut_verb(parts: Sequence[Part]) -> bool:
    """Return whether the last part is a need of one character, whose object follows a mention (读▮报纸)."""
    return bool(parts) and parts[-1].kind == "need" and parts[-1].span[1] - parts[-1].span[0] == 1


def join_parts(plain: str, read: Sequence[Part], cut: Part) -> list[Part]:
    """Return parts in which a noun without meaning of its own has what stands before the mention (能住▮的地方)."""
    if cut.kind == "aim" and grammar.HOLD_CUE.fullmatch(plain[slice(*cut.span)]):
        return [
            replace(part, kind="aim", held=True, generic=False) if part.kind in ("need", "bare", "event") else part
            for part in read
        ]
    if cut.kind == "aim":
        made = grammar.MAKE.match(plain[cut.span[0] : max((part.span[1] for part in read), default=cut.span[1])])
        if made and any(
            part.kind in ("need", "bare") and not vocabulary.EVENT.search(plain[slice(*part.span)]) for part in read
        ):
            return [
                replace(part, kind="need", span=(cut.span[0] + made.start("what"), part.span[1]), generic=False)
                if part.kind in ("need", "bare")
                else part
                for part in read
            ]
        return [
            replace(part, kind="aim", span=(cut.span[0], part.span[1]), held=True)
            if part.kind in ("need", "bare")
            else part
            for part in read
        ]
    return [
        replace(part, span=(cut.span[0], part.span[1]), generic=False) if part.kind == "need" and part.generic else part
        for part in read
    ]
