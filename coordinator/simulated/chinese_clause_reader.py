"""Reader of one clause of a Chinese demand: negation first, then what the requester has, wishes, requests, the rest."""

import re
from collections.abc import Callable
from dataclasses import replace

from coordinator.simulated import chinese_exclusions as exclusions
from coordinator.simulated import chinese_grammar as grammar
from coordinator.simulated import chinese_states as states
from coordinator.simulated import chinese_words as vocabulary
from coordinator.simulated.chinese_phrases import (
    ClauseContext,
    Fragment,
    Part,
    Parts,
    as_optional,
    find_objects,
    split_items,
    with_count,
)
from coordinator.simulated.chinese_requests import (
    find_trouble,
    read_aim,
    read_each,
    read_learned,
    read_question,
    read_request,
    read_sought,
    read_work,
)
from negotiation.search.synonyms import load_thesaurus

MAX_COUNTED = 12
"""Length of the longest clause that a number at its end counts: 随队老师两位."""


def read_clause(fragment: Fragment, around: ClauseContext) -> tuple[Part, ...]:
    """Return the parts of a clause; empty if no rule knows it."""
    filler = vocabulary.FILLERS.match(fragment.text)
    wanted = fragment.cut(filler.end()) if filler else fragment
    if not wanted.text or grammar.READY.match(wanted.text) or (around.asked and _is_only_generic(wanted.text)):
        return (Part("claim", fragment.span),)
    if grammar.GIVING.fullmatch(wanted.text) or grammar.INTENT_ALONE.fullmatch(wanted.text):
        return (Part("claim", fragment.span),)
    if len(wanted.text) > 1 and grammar.HOLD_CUE.fullmatch(wanted.text):
        return (Part("aim", fragment.span, held=True),)
    if states.NONSENSE.search(wanted.text):
        return ()
    if filler and around.asked and re.search(r"顺便|还有", filler[0]):
        around = replace(around, pending=True, asked=False)
    for read in _READERS:
        parts = read(wanted, around)
        if parts is not None:
            return (*((Part("claim", (fragment.start, wanted.start)),) if filler else ()), *parts)
    return ()


def _is_only_generic(text: str) -> bool:
    return bool(re.fullmatch(rf"(?:一个|个|位)?{vocabulary.GENERIC}", text))


def _read_contrast(fragment: Fragment, around: ClauseContext) -> Parts:
    match = exclusions.CONTRAST.match(fragment.text)
    if not match or match["what"].startswith(("很", "太", "问题", "说")) or re.search(r"是$", match["wanted"]):
        return None
    what = fragment.group(match, "what").without_tail()
    wanted = fragment.group(match, "wanted")
    before = read_clause(wanted, around) if wanted.text.strip() else ()
    return (*before, Part("claim", fragment.group(match, "cue").span), *_not_wanted(what))


def _read_negation(fragment: Fragment, around: ClauseContext) -> Parts:
    exception = exclusions.EXCEPTION.match(fragment.text)
    if exception:
        what = fragment.group(exception, "what").without_tail()
        rest = Part("claim", fragment.span)
        settled = re.search(r"(?:不缺|有了|齐了|好了|搞定了?|不用(?:管|操心)?|定了)(?:吧|啦|的)?$", fragment.text)
        return (*find_objects(what), rest) if around.added or settled else (*_not_wanted(what), rest)
    lack = exclusions.LACK.match(fragment.text)
    if lack:
        return (*_not_wanted(fragment.group(lack, "what")), Part("claim", fragment.span))
    match = exclusions.NEGATION.match(fragment.text)
    if match:
        what = fragment.group(match, "what")
        if exclusions.EXCESS.match(what.text) or (match["cue"].endswith("不想") and what.text.startswith("被")):
            return (Part("preference", fragment.span),)
        return (Part("claim", (fragment.start, what.start)), *_not_wanted(what.without_tail()))
    match = exclusions.TRAILING_NEGATION.match(fragment.text)
    if match and not grammar.REQUEST.match(match["what"]):
        return (*_not_wanted(fragment.group(match, "what")), Part("claim", fragment.span))
    return None


def _not_wanted(what: Fragment) -> tuple[Part, ...]:
    """Return what is ruled out, item by item."""
    items = [item.without_tail() for item in split_items(what)]
    parts: list[Part] = []
    for item in items:
        cue = re.match(r"^(?:也|还|再)?(?:不要|不用|不需要|别|要|找|个|位|一个|一位|任何|什么)+(?=.)", item.text)
        short = item.cut(cue.end()) if cue else item
        if not re.fullmatch(
            r"(?:都|什么|啥|全|也|任何|一切|其他|其它|别的?|东西|人|谁|来|去|的|了)*|(?:找|请|买|管|操心|准备)(?:了|的)?",
            short.text,
        ):
            parts.append(Part("not_wanted", short.span))
    return tuple(parts)


def _read_owned(fragment: Fragment, around: ClauseContext) -> Parts:
    del around
    purpose = exclusions.OWNED_FOR.match(fragment.text)
    if purpose and not re.search(r"[找请求招]", fragment.text):
        return (Part("aim", fragment.group(purpose, "what").without_tail().span), Part("claim", fragment.span))
    if exclusions.OWNED.match(fragment.text) and not re.search(r"[吗么]$", fragment.text):
        return (Part("claim", fragment.span),)
    if exclusions.OWNED_TAIL.match(fragment.text) or (
        exclusions.SELF.match(fragment.text) and "学" not in fragment.text
    ):
        return (Part("claim", fragment.span),)
    return None


def _read_wish(fragment: Fragment, around: ClauseContext) -> Parts:
    del around
    match = grammar.WISH.match(fragment.text) or grammar.BETTER.match(fragment.text)
    if not match:
        return None
    what = fragment.group(match, "what").without_tail()
    if re.match(
        rf"(?:点|些|一定|丰富的?|相关)*[^，]{{0,6}}{vocabulary.QUALITY}$", what.text
    ) or vocabulary.MODIFIER.match(what.text + "的人"):
        return (Part("preference", fragment.span),)
    objects = tuple(part for part in find_objects(what) if not part.generic)
    return (*as_optional(objects), Part("claim", fragment.span)) if objects else (Part("preference", fragment.span),)


def _read_trailing_request(fragment: Fragment, around: ClauseContext) -> Parts:
    """Return what is asked for before the cue word: 气球也要, 变魔术的来一个."""
    del around
    match = grammar.TRAILING_REQUEST.match(fragment.text)
    if not match or grammar.REQUEST.match(match["what"]) or states.STATEMENT.match(match["what"]):
        return None
    count = vocabulary.TRAILING_COUNT.search(fragment.text)
    number = count["number"] if count else None
    objects = find_objects(fragment.group(match, "what"))
    return (*(with_count(part, number) for part in objects), Part("claim", fragment.span)) if objects else None


def _read_preference(fragment: Fragment, around: ClauseContext) -> Parts:
    choice = re.match(
        r"^(?:(?:别|其他|其它)的|任何)?(?P<what>.{2,}?)(?:都可以|都行|就行|就可以|即可|优先)$", fragment.text
    )
    if choice and not around.asked and not grammar.REQUEST.match(choice["what"]) and _is_service(choice["what"]):
        return (*_as_bare(find_objects(fragment.group(choice, "what")), strong=True), Part("claim", fragment.span))
    qualified = grammar.QUALIFIED.match(fragment.text)
    if qualified and _names_skill(qualified["what"]):
        what = fragment.group(qualified, "what")
        how = fragment.group(qualified, "how").without_tail()
        return (Part("bare", what.span), Part("preference", how.span), Part("claim", fragment.span))
    if qualified and around.asked and not grammar.FIRST_PERSON.match(qualified["what"]):
        return (Part("preference", fragment.span),)
    if around.asked and grammar.DISTRIBUTED.match(fragment.text):
        return (Part("preference", fragment.span),)
    if grammar.CAREFUL.match(fragment.text) and not grammar.REQUEST.match(fragment.text):
        return (Part("preference", fragment.span),)
    if around.asked and _WHERE.fullmatch(fragment.text):
        return (Part("preference", fragment.span),)
    if around.asked and _DUTY.match(fragment.text) and not grammar.REQUEST.search(fragment.text):
        return (Part("preference", fragment.span),)
    if (around.first and _is_service(fragment.text)) or _ASKING.match(fragment.text):
        return None
    if re.match(vocabulary.BENEFICIARY, fragment.text) and grammar.SPECIFICATION.match(fragment.text):
        return (Part("situation", fragment.span),)
    if re.match(rf"{vocabulary.NUMERAL}[个位名](?:会|能|懂|可以|擅长).{{2,}}的$", fragment.text):
        return (*find_objects(fragment), Part("claim", fragment.span))
    made = grammar.MADE_OBJECT.fullmatch(fragment.text)
    if made and (around.asked or around.wished) and not vocabulary.EVENT.search(fragment.text):
        return (Part("need", fragment.group(made, "work").without_tail().span), Part("claim", fragment.span))
    wanted = grammar.HEADLESS_REQUEST.match(fragment.text)
    if wanted and not vocabulary.MODIFIER.match(wanted["what"] + "的人") and not _is_only_generic(wanted["what"]):
        return (Part("need", fragment.group(wanted, "what").span), Part("claim", fragment.span))
    enough = re.match(r"^(?P<what>[\u3400-\u9fff]{2,6})的(?:就行|就好|就可以|即可)$", fragment.text)
    if enough and not around.asked and not vocabulary.MODIFIER.match(enough["what"] + "的人"):
        return (Part("need", fragment.group(enough, "what").span), Part("claim", fragment.span))
    headless = grammar.HEADLESS.match(fragment.text)
    if headless and not around.asked and fragment.text.endswith(("的", "就行", "就可以", "就好")):
        return (Part("need", fragment.group(headless, "what").span), Part("claim", fragment.span))
    if vocabulary.COUNT.match(fragment.text) and re.search(vocabulary.ACTOR + "$", fragment.text):
        return None
    if grammar.SPECIFICATION.match(fragment.text) or grammar.PREFERENCE.match(fragment.text):
        return (Part("preference", fragment.span),)
    if around.asked and not around.pending and grammar.ABILITY.match(fragment.text):
        return (Part("preference", fragment.span),)
    if (
        fragment.text.endswith("的")
        and around.asked
        and 1 < len(fragment.text) <= 10
        and re.search(r"[\u3400-\u9fffA-Za-z]", fragment.text[:-1])
        and not grammar.REQUEST.search(fragment.text)
    ):
        return (Part("preference", fragment.span),)
    return None


_ASKING = re.compile(r"^(?:我们?|也|还|只|就)*(?:想|要)?(?:找|求|招|寻|缺|雇|聘|请(?=[一两几个位]))(?!不)")
_WHERE = re.compile(r"[\u3400-\u9fff]{1,5}(?:厅|馆|楼|店|院|园|超市|家里|室内|户外|室外)")
"""Where something is, said alone after what is asked for: 告别厅."""
_DUTY = re.compile(
    r"^(?:(?:主要|就)?(?:照顾|照看|负责|陪同|包括|用于|用来|为了)|给|教|讲(?!师|解员)|陪|带(?!领"
    r"|队))(?!我(?:做|找|拍|画))"
)


def _names_skill(text: str) -> bool:
    """Return whether a text is a service, or ends with the name of a skill."""
    if vocabulary.SERVICE.search(text):
        return True
    return any(found.offset + len(found.word) == len(text) for found in load_thesaurus("skills").find_all(text))


def _is_service(text: str) -> bool:
    return bool(vocabulary.SERVICE.search(text) or vocabulary.ACTION.match(text))


def _read_bare(fragment: Fragment, around: ClauseContext) -> Parts:
    text = fragment.text
    short = fragment.without_tail()
    if around.pending or (around.listed and _continues_list(text)):
        return find_objects(short)
    if states.TROUBLE.search(text):
        return find_trouble(fragment)
    helpless = states.HELPLESS.match(text)
    if helpless:
        return (Part("trouble", fragment.group(helpless, "what").span), Part("claim", fragment.span))
    if grammar.SOMEBODY.search(text) and not text.endswith("了"):
        return _read_somebody(fragment)
    if around.asked and (more := _MORE_WORK.match(text)):
        return (Part("need", fragment.group(more, "work").span), Part("claim", fragment.span))
    if vocabulary.EVENT.search(short.text) and text[0] not in "他她它":
        return (Part("event", short.span),)
    actor = re.match(rf"^(?P<who>.{{0,6}}?{vocabulary.ACTOR})(?=在|给|帮|来|教|陪|上门|为|去)", text)
    if actor:
        return (Part("bare", short.span), Part("claim", fragment.span))
    if grammar.ROUTE.match(text) or (not around.asked and grammar.PERSON_PHRASE.fullmatch(short.text)):
        return (Part("bare", short.span), Part("claim", fragment.span))
    if states.STATEMENT.match(text):
        return (Part("situation", fragment.span),)
    counted = len(text) <= MAX_COUNTED and vocabulary.TRAILING_COUNT.search(text)
    if around.subject and vocabulary.SERVICE.search(short.text):
        return (Part("event", short.span),)
    if counted or vocabulary.SERVICE.search(short.text) or (not around.asked and vocabulary.ACTION.match(text)):
        return _as_bare(find_objects(short), strong=True)
    if states.SITUATION.search(text):
        return (Part("situation", fragment.span),)
    return _read_rest(fragment, short, around)


def _read_rest(fragment: Fragment, short: Fragment, around: ClauseContext) -> Parts:
    """Return a phrase of no known form: a known skill, a duty of whoever is asked for, else what opens the demand."""
    text = fragment.text
    known = load_thesaurus("skills").find_all(short.text)
    if known:
        return _as_bare(find_objects(short), strong=max(len(found.word) for found in known) >= len(short.text) - 1)
    if around.asked and vocabulary.ACTION.match(text) and len(text) <= 10:
        return (Part("preference", short.span), Part("claim", fragment.span))
    if around.first and len(re.findall(r"[\u3400-\u9fff]", text)) >= 2:
        return _as_bare(find_objects(short), strong=False)
    return None


_MORE_WORK = re.compile(
    r"^(?:再|然后再?|接着|最后|顺带|顺便)(?!便宜|好|多|来|有|快|说|见|加|要|找"
    rf"|请)(?P<work>(?=.*{vocabulary.NUMERAL}{vocabulary.MEASURE}"
    rf"|{vocabulary.ACTION.pattern[1:]}).{{3,}})$"
)


def _read_somebody(fragment: Fragment) -> tuple[Part, ...]:
    """Return what somebody shall do (有人放点音乐), with what is listed beside it."""
    needs: list[Part] = []
    for item in split_items(fragment):
        lead = re.match(r"(?:再|还|最好|能)?有人(?:能|来|给我们)?", item.text)
        work = item.cut(lead.end()) if lead else item
        if len(work.text) > 1:
            needs.append(Part("need", work.without_tail().span))
    return (*needs, Part("claim", fragment.span))


def _continues_list(text: str) -> bool:
    return bool(vocabulary.COUNT.match(text) or re.match(r"(?:以及|和|外加|再加|加上|跟|还有)", text))


def _as_bare(parts: tuple[Part, ...], *, strong: bool) -> tuple[Part, ...]:
    """Return needs as bare noun phrases; `generic` ones and those of no known form need more words around them."""
    return tuple(
        replace(part, kind="bare", generic=part.generic or not strong) if part.kind == "need" else part
        for part in parts
    )


_READERS: tuple[Callable[[Fragment, ClauseContext], Parts], ...] = (
    _read_contrast,
    _read_negation,
    _read_owned,
    read_each,
    read_learned,
    _read_wish,
    read_question,
    _read_trailing_request,
    _read_preference,
    read_work,
    read_request,
    read_sought,
    read_aim,
    _read_bare,
)
