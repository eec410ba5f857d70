"""Requests in a clause of a Chinese demand: what is asked for, the work that somebody shall do, aims and trouble."""

import re
from dataclasses import replace
from itertools import pairwise

from coordinator.simulated import chinese_exclusions as exclusions
from coordinator.simulated import chinese_grammar as grammar
from coordinator.simulated import chinese_states as states
from coordinator.simulated import chinese_words as vocabulary
from coordinator.simulated.chinese_phrases import (
    ClauseContext,
    Fragment,
    Part,
    Parts,
    find_objects,
    is_generic,
    split_items,
    with_count,
)


def read_work_of_person(fragment: Fragment) -> tuple[Part, ...]:
    """Return the work in the rest of a request for a person that a mention has cut (请人▮给她送饭)."""
    match = grammar.REMAINDER.match(fragment.text)
    work = fragment.group(match, "work") if match else fragment
    if len(work.text) < 2:
        return (Part("claim", fragment.span),)
    return (*_work_items(work), Part("claim", fragment.span))


def read_question(fragment: Fragment, around: ClauseContext) -> Parts:
    """Return what a question asks for: 有没有会…的老师, 谁能…, …有吗; None if it is no such question."""
    match = grammar.QUESTION.match(fragment.text)
    if match:
        what = fragment.group(match, "what").without_tail()
        ability = re.match(r"(?:能够?|可以|愿意|有空|能不能|想)+(?=.{2})|会(?=.{2})", what.text)
        what = what.cut(ability.end()) if ability and not re.search(r"的", what.text) else what
        return _with_claim(fragment, read_work(what, around) or find_objects(what))
    match = grammar.OFFER_QUESTION.match(fragment.text)
    return _with_claim(fragment, find_objects(fragment.group(match, "what").without_tail())) if match else None


def _ruled_out(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return needs of a negated request as not wanted (这次不请乐队)."""
    return tuple(replace(part, kind="not_wanted") if part.kind == "need" else part for part in parts)


def _with_claim(fragment: Fragment, parts: tuple[Part, ...]) -> Parts:
    return (*parts, Part("claim", fragment.span)) if parts else None


def read_request(fragment: Fragment, around: ClauseContext) -> Parts:
    """Return what follows a cue word such as 找 or 需要, and whose it is before it; None without a cue word."""
    rather = grammar.RATHER.match(fragment.text)
    if rather and not around.asked and not around.first:
        return (*find_objects(fragment.group(rather, "what")), Part("claim", fragment.span))
    match = grammar.REQUEST.search(fragment.text)
    if not match:
        return None
    if exclusions.NEGATED.search(fragment.text[: match.start()]):
        return (*_ruled_out(find_objects(fragment.cut(match.end()))), Part("claim", fragment.span))
    subject = fragment.cut(0, match.start())
    own = not subject.text or bool(grammar.FIRST_PERSON.match(subject.text))
    if (
        not own
        and match["cue"] in ("要", "来", "差", "招", "约")
        and len(subject.text) > 1
        and not vocabulary.COUNT.match(fragment.text[match.end() :])
    ):
        return None
    rest = fragment.cut(match.end())
    head = _read_subject(subject, around) if not own else ()
    work = read_work(rest, around)
    objects = work if work is not None else find_objects(rest) if rest.text else ()
    if match["cue"][-1] in "租买订约学询请验名卖制" and match["cue"][:1] in "想要打" and "租" not in match["cue"]:
        objects = objects or ()
    return (*head, Part("claim", (fragment.start if own else fragment.start + match.start(), rest.start)), *objects)


def _read_subject(subject: Fragment, around: ClauseContext) -> tuple[Part, ...]:
    """Return what stands before a cue word: trouble, the occasion, or whoever asks."""
    if states.TROUBLE.search(subject.text):
        return find_trouble(subject)
    del around
    aim = re.search(r"(?:(?<!主)(?<!重)要|想|打算|要|准备)(?P<aim>.{2,})$", subject.text)
    if aim:
        return (Part("aim", subject.group(aim, "aim").span), Part("claim", subject.span))
    if grammar.PREFERENCE.match(subject.text):
        return (Part("preference", subject.span),)
    named = len(subject.text) > 1 and not re.fullmatch(vocabulary.BENEFICIARY, subject.text)
    return (Part("event", subject.span),) if named else (Part("claim", subject.span),)


def read_work(fragment: Fragment, around: ClauseContext) -> Parts:
    """Return the work that somebody shall do: 帮我妈做饭, 教我画画; None if the clause asks for none."""
    match = grammar.WORK.search(fragment.text)
    if match and (match.start() == 0 or grammar.FIRST_PERSON.match(fragment.text[: match.start()])):
        work = fragment.group(match, "work")
        if not re.fullmatch(r"(?:我|我们|一把|一下|帮我|忙|助|手|个忙|帮忙|个小忙|(?:我们?)?(?:给|为|替))", work.text):
            return (Part("claim", (fragment.start, work.start)), *_work_items(work))
    match = grammar.UNABLE.match(fragment.text)
    if match:
        return (Part("need", fragment.group(match, "what").span), Part("claim", fragment.span))
    match = grammar.TEACH.match(fragment.text)
    if match and not around.asked:
        return (*_work_items(fragment.group(match, "work")),)
    return None


def read_work_for_person(fragment: Fragment) -> tuple[Part, ...]:
    """Return the work in what follows 给 and a mention (给▮的妹妹送一束花), without whom it is for."""
    person = re.match(vocabulary.BENEFICIARY, fragment.text)
    work = fragment.cut(person.end()) if person and len(fragment.text) - person.end() > 1 else fragment
    return (*_work_items(work), Part("claim", fragment.span))


def _work_items(work: Fragment) -> tuple[Part, ...]:
    found = re.match(r"^(?:找|请|安排|推荐|介绍|物色)(?:一?[个位名些]|到|一下)?(?=.{2})", work.text)
    if found:
        return find_objects(work.cut(found.end()))
    return tuple(
        Part("need", short.span, generic=is_generic(short.text))
        for item in split_items(work)
        if (short := item.without_tail()).text
    )


def read_aim(fragment: Fragment, around: ClauseContext) -> Parts:
    """Return what the requester wants to do (想…) or to hold (办一场…); None without such a wish."""
    more = grammar.MORE_AIM.match(fragment.text)
    if more and around.asked and not vocabulary.EVENT.search(fragment.text):
        return (Part("need", fragment.group(more, "aim").without_tail().span), Part("claim", fragment.span))
    match = grammar.HOLD.match(fragment.text)
    if match:
        aim = fragment.group(match, "aim").without_tail()
        return (Part("claim", (fragment.start, aim.start)), Part("aim", aim.span, held=True))
    match = grammar.AIM.match(fragment.text)
    if match and not re.match(r"(?:问|知道|了解|说)", match["aim"]):
        aim = fragment.group(match, "aim").without_tail()
        made = grammar.MAKE.match(aim.text)
        if made and not vocabulary.EVENT.search(aim.text):
            return (Part("need", aim.group(made, "what").span), Part("claim", fragment.span))
        caused = re.match(rf"(?:让|叫)(?!{vocabulary.BENEFICIARY})", aim.text)
        kind = "need" if aim.text.startswith("把") or caused else "aim"
        topic = re.match(rf"(?!我|{vocabulary.BENEFICIARY})[\u3400-\u9fff]{{2,6}}(?=想|要)", fragment.text)
        if topic and match["aim"].endswith("的") and not vocabulary.ORGANIZATION.match(topic[0]):
            return (Part("need", fragment.without_tail().span), Part("claim", fragment.span))
        held = bool(grammar.HOLD.match(aim.text) or vocabulary.EVENT.search(aim.text))
        return (Part("claim", fragment.span), Part(kind, aim.span, held=held))
    match = grammar.SUBJECT_AIM.match(fragment.text)
    if match and (vocabulary.ACTION.match(match["aim"]) or grammar.MAKE.match(match["aim"])):
        aim = fragment.group(match, "aim").without_tail()
        made = grammar.MAKE.match(aim.text)
        own = vocabulary.ORGANIZATION.match(match["subject"]) or vocabulary.EVENT.search(aim.text)
        return (Part("claim", fragment.span), Part("need" if made or not own else "aim", aim.span))
    return None


def read_each(fragment: Fragment, around: ClauseContext) -> Parts:
    """Return the items of a list that a number counts each (木工、裁缝各一位); None without such a number."""
    del around
    match = grammar.EACH.match(fragment.text)
    if not match:
        return None
    cue = grammar.REQUEST.match(match["what"])
    what = fragment.cut(cue.end() if cue else 0, match.end("what"))
    cuts = [
        0,
        *(each.end() for each in re.finditer(r"、|以及|还有|和(?=会|能|懂|做|修)|和(?!.*、)", what.text)),
        len(what.text) + 1,
    ]
    items = [what.cut(start, end).without_tail() for start, end in pairwise(cuts)]
    items = [item.cut(0, len(re.sub(r"(?:、|以及|还有|和)$", "", item.text))).without_tail() for item in items]
    if len(items) < 2 or not all(len(item.text) > 1 for item in items):
        return None
    needs = (with_count(Part("need", item.span), match["number"]) for item in items)
    return (*needs, Part("claim", fragment.span))


def read_sought(fragment: Fragment, around: ClauseContext) -> Parts:
    """Return the ability that somebody must have (还要有人懂电路); None if the clause asks for nobody."""
    del around
    match = grammar.SOUGHT.match(fragment.text)
    if not match:
        return None
    needs = _work_items(fragment.group(match, "work").without_tail())
    needs = (
        tuple(replace(part, required=False) for part in needs)
        if "最好" in fragment.text[: match.start("work")]
        else needs
    )
    return (*needs, Part("claim", fragment.span))


def read_learned(fragment: Fragment, around: ClauseContext) -> Parts:
    """Return what somebody has taken to (迷上了编程), which a teacher asked for shall teach; None without it."""
    del around
    match = states.LEARNED.match(fragment.text)
    if not match or grammar.REQUEST.search(fragment.text):
        return None
    what = fragment.group(match, "what" if match["what"] else "keen")
    return (Part("learned", what.span), Part("claim", fragment.span))


def find_trouble(fragment: Fragment) -> tuple[Part, ...]:
    """Return what is broken, without whose it is and without particles after 了."""
    if both := re.fullmatch(r"(?P<one>[^+＋]{2,})[+＋](?P<other>[^+＋]{2,})", fragment.text):
        return (*find_trouble(fragment.group(both, "one")), *find_trouble(fragment.group(both, "other")))
    lead = re.match(r"(?:我们?)?(?:家里|家中|家|公司|店里|办公室)?的?(?=.{2})", fragment.text)
    words = fragment.cut(lead.end() if lead else 0, len(re.sub(r"[啊呀哦吧啦!！]+$", "", fragment.text)))
    return (Part("trouble", words.span), Part("claim", fragment.span))
