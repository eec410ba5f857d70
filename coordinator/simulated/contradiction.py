"""Contradiction of a demand: the same ability both ruled out and asked for."""

import re

from coordinator.simulated.english_words import is_agent, is_work_verb
from negotiation.search.synonyms import load_thesaurus
from negotiation.search.tokenizer import contains_cjk, normalize
from negotiation.understanding.need_head import cut_after_head, find_head

MIN_STEM = 4
"""Minimum length of what two English words of one family have in common."""

_AGENT_ENDING = re.compile(r"(?P<stem>\w+?)(?:graphers?|ers?|ors?|ists?|ians?)")
_WORK_ENDING = re.compile(r"(?P<stem>\w+?)(?:ings?|graphs?|graphy|ures?|ery)")
_LIGHT_VERBS = frozenset({"do", "take", "make", "give", "get", "have", "play", "provide", "bring"})
_CHINESE_AGENT_PATTERN = re.compile(r"(?P<work>[\u3400-\u9fff]{2,})(?:师傅|老师|[师员手家工匠])$")
_CHINESE_DOING = "表演|演出|演奏|服务|节目|活动|工作"


def is_same_ability(refused: str, need: str) -> bool:
    """Return whether a need asks for what a demand rules out; the rest of the need may say more about it.

    Both name the same skill of the thesaurus (in English as their head, or as the work to be done), or the need is the
    refused words with others before them, or both heads are of one family and one is who does it: photographer and
    "photos of everyone", but not pianist and "piano removal".
    """
    if contains_cjk(refused) or contains_cjk(need):
        return _is_same_chinese(refused, need)
    one, other = (normalize(cut_after_head(words)) for words in (refused, need))
    if not (one and other):
        return False
    is_longer = other == one or other.endswith((f" {one}", f" {one}s"))
    return is_longer or bool(_terms(one) & _terms(other)) or _are_of_one_family(one, other)


def _is_same_chinese(refused: str, need: str) -> bool:
    skills = load_thesaurus("skills")
    terms = {found.term.en[0] for found in skills.find_all(refused)}
    # 给大家拍的照片 is 给大家拍照片.
    named = {found.term.en[0] for text in (need, need.replace("的", "")) for found in skills.find_all(text)}
    agent = _CHINESE_AGENT_PATTERN.search(refused)
    work = agent and re.fullmatch(rf"{re.escape(agent['work'])}(?:{_CHINESE_DOING})?", find_head(need))
    return refused.lower() in need.lower() or bool(terms & named) or bool(work)


def _terms(phrase: str) -> frozenset[str]:
    """Return the skills that a phrase is about: those named at its end, of work to be done those at its beginning."""
    is_work = _work_verb(phrase) is not None
    return frozenset(
        found.term.en[0]
        for found in load_thesaurus("skills").find_all(phrase)
        if (found.offset == 0 if is_work else found.offset + len(found.word) == len(phrase))
    )


def _work_verb(phrase: str) -> str | None:
    """Return the verb that begins a phrase and says what is to be done; None for a noun phrase ("drive shaft repair")."""
    first, _, rest = phrase.partition(" ")
    is_verb = is_work_verb(first) and first not in _LIGHT_VERBS
    return first if rest and is_verb and not is_work_verb(rest.rpartition(" ")[2]) else None


def _are_of_one_family(refused: str, need: str) -> bool:
    """Return whether two phrases name who does something and what is done: painter and "paintings".

    A thing alone is no work (port and porter), but what a photographer makes is.
    """
    verb, head = _work_verb(need), find_head(need)
    if " " in refused:
        return False
    pairs = ((refused, head), (head, refused))
    return any(
        is_agent(agent)
        and (
            bool(_stems(_AGENT_ENDING, agent) & _stems(_WORK_ENDING, work))
            or re.sub(r"graphers?$", "", agent) == work.removesuffix("s")
        )
        for agent, work in pairs
    ) or (verb is not None and verb in _stems(_AGENT_ENDING, refused))


def _stems(ending: re.Pattern[str], word: str) -> frozenset[str]:
    """Return a word without an ending, and with an e in its place: bak and bake of baker; empty if it is too short."""
    match = ending.fullmatch(word)
    stem = match["stem"] if match else ""
    return frozenset({stem, f"{stem}e"}) if len(stem) >= MIN_STEM else frozenset()
