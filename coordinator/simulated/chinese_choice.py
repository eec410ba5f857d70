"""Choice of what a Chinese demand needs among its parts: what is asked for, else aims, trouble, states of affairs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from coordinator.simulated import chinese_states as states
from coordinator.simulated import chinese_words as vocabulary
from coordinator.simulated.chinese_phrases import Part, PartKind
from negotiation.contracts.demand import Span

MAX_NEEDS = 12
"""Maximum number of needs; further ones stay not understood."""

MAX_STATE = 40
"""Length of the longest state of affairs that several clauses make up."""

_TEACHER = re.compile(r"老师|师傅|教练|高手|教|带|指导|指点|辅导")
_ASKING = re.compile(r"漏|堵|坏|断|裂|破|跟不上|不及格|修|装修|布置|维修|翻译|辅导|陪|照顾|整理|打扫|设计")
_SENTENCE_END = re.compile(r"[。；;！!？?\n]")
_HAN = re.compile(r"[\u3400-\u9fff]")


def choose_needs(plain: str, parts: Sequence[Part], *, grounded: bool, placed: bool) -> tuple[Part, ...]:
    """Return the needs: what is asked for and services; else the first choice that there is.

    The choices are aims, trouble, bare phrases, occasions, a state of affairs, and last a person without ability.

    Args:
        plain: Simplified text.
        parts: Its parts, in text order.
        grounded: Whether the text names a skill or states a limit, so that a bare phrase in it may ask for something.
        placed: Whether it states where or for how much, so that a state of affairs in it may ask for something.
    """
    chosen = [part for part in parts if part.kind in ("need", "bare") and not part.generic]
    if not chosen:
        asked = any(part.kind in ("need", "aim", "trouble") for part in parts)
        choices = _other_choices(plain, parts, weak=grounded or asked, stated=placed or asked)
        chosen = next((choice for choice in choices if choice), chosen)
    return tuple(dict.fromkeys(sorted(chosen, key=lambda part: part.span)))[:MAX_NEEDS]


def _other_choices(plain: str, parts: Sequence[Part], *, weak: bool, stated: bool) -> Iterator[list[Part]]:
    yield [part for part in parts if part.kind == "aim"]
    yield [part for part in parts if part.kind == "trouble"]
    if weak:
        yield [part for part in parts if part.kind == "bare"]
        yield [part for part in parts if part.kind == "event"]
    if stated:
        yield _state(plain, parts)
    yield [part for part in parts if part.kind == "need" and part.span[1] - part.span[0] > 1]


def _state(plain: str, parts: Sequence[Part]) -> list[Part]:
    """Return the first state of affairs that may stand for a request, with what goes on about it in the sentence."""
    told = sorted((part for part in parts if part.kind in ("situation", "loose")), key=lambda part: part.span)
    told = [part for part in told if len(_HAN.findall(plain[slice(*part.span)])) > 2]
    first = next((part for part in told if not states.ABOUT_REQUESTER.match(plain[slice(*part.span)])), None)
    if first is None:
        return []
    start, end = first.span
    for part in told:
        if part.span[0] >= end and part.span[1] - start <= MAX_STATE and plain[end : part.span[0]].strip("，, ") == "":
            end = part.span[1]
    lead = re.match(rf"(?:{vocabulary.BENEFICIARY}的|家里的?|我家的?)?(?=.{{3}})", plain[start:end])
    return [Part("need", (start + lead.end() if lead else start, end))]


def without_repeats(plain: str, parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return parts in which a bare phrase that names an earlier need again (直播要三机位的) is a claim."""
    named: set[str] = set()
    kept: list[Part] = []
    for part in parts:
        words = plain[slice(*part.span)]
        kept.append(replace(part, kind="claim") if part.kind == "bare" and words in named else part)
        if part.kind in ("need", "bare"):
            named.add(words)
    return tuple(kept)


def with_learned(plain: str, parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return parts in which what the requester has taken to is a need if somebody is asked who shall teach it."""
    taught = any(part.kind == "need" and part.generic and _TEACHER.search(plain, *part.span) for part in parts)
    kind: PartKind = "need" if taught else "situation"
    return tuple(replace(part, kind=kind) if part.kind == "learned" else part for part in parts)


def find_other_wishes(plain: str, parts: Sequence[Part], needs: Sequence[Part]) -> list[Span]:
    """Return aims, bare phrases and trouble that are no needs since the text asks for others, but for the topic."""
    others = ("aim", "bare", "trouble")
    shown = [part.span for part in parts if part.kind in others and not part.held and part not in needs]
    return shown + [part.span for part in parts if part.kind == "situation" and _may_ask(plain, part)]


def _may_ask(plain: str, part: Part) -> bool:
    """Return whether a state of affairs names work or trouble, so that it is shown as a wish and not passed over."""
    return bool(_ASKING.search(plain, *part.span))
