"""Task of seeing a clinician, which comes first wherever a request speaks of illness, treatment or pain."""

import re
from dataclasses import replace

from deliberation.simulated.plan.work_plan import WorkPhase, WorkPlan, WorkTask
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import render

CLINICIAN_H = 0.5
"""Hours for the question to a clinician."""

_HEALTH = re.compile(
    r"手术(?![类题])|术后|开刀|确诊|诊断(?!书|学|报告)|糖尿病|高血压|血糖|血压|血脂|癌|肿瘤|化疗|心脏病|哮喘|癫痫|抑郁|焦虑症|中风|痛风|骨折|扭伤|腰伤|旧伤|受伤|伤口|"
    r"怀孕|孕妇|孕期|备孕|产后|早产|吃药|服药|用药|药物|停药|过敏|发烧|发热|咳嗽|湿疹|腹泻|呕吐|失眠|整晚睡不着|整夜睡不着|住院(?!部)|复健|腰间盘|椎间盘|半月板|"
    r"(?<!心)(?<!头)疼(?!爱|惜)|(?<!心)(?<!头)(?<!悲)(?<!惨)痛(?!快|点|苦|恨)|膝盖.{0,4}(?:不好|不行|有问题)|生病|慢病|慢性病|病情|病人|患者|患有|"
    r"\b(?:surgery|operated on|post[- ]?op|diagnos\w+|(?:pre-?)?diabet\w+|blood (?:sugar|pressure)|cholesterol|cancer|tumou?r|chemo\w*|heart (?:disease|condition|attack)|asthma\w*|epilep\w+|"
    r"depress(?:ed|ion)|(?:a|had|his|her|the) stroke(?! (?:technique|play|rate))|gout|arthritis|fracture[ds]?|sprain\w*|injur(?:y|ies|ed)|concussion|slipped disc|herniated|pregnan\w+|postpartum|miscarriage|"
    r"medication|medicines?(?! balls?)|prescri\w+|antidepressants?|insulin|pain(?:ful|s)?|hurts?|sore (?:knee|back|shoulder|hip|ankle|wrist|throat)|"
    r"(?:bad|dodgy|weak) (?:knee|back|hip|shoulder|heart|ankle)s?|allerg\w+|rash|fever|vomit\w*|eczema|insomnia|disease|illness|chronic|symptoms?|hospital|"
    r"baby (?:arrives|comes|is due)|due date)\b",
    re.IGNORECASE,
)
_ANIMAL = re.compile(
    r"狗|猫|犬|兔|毛孩子|\b(?:dogs?|pupp(?:y|ies)|cats?|kittens?|rabbits?|horses?|mare)\b", re.IGNORECASE
)
_SEEN = re.compile(r"医生|医院|兽医|\b(?:doctor|clinic|clinician|GP|midwife|physio\w*|vet)\b", re.IGNORECASE)


def find_health_words(query: UserQuery) -> str:
    """Return the words of a request that speak of illness, treatment, pregnancy or pain; "" without any."""
    match = _HEALTH.search(query.text)
    return match[0] if match else ""


def has_animal(query: UserQuery) -> bool:
    """Return whether a goal is about an animal."""
    return _ANIMAL.search(query.goal) is not None


def has_health_task(work: WorkPlan) -> bool:
    """Return whether a plan asks somebody who treats people, or animals."""
    return bool(seen_title(work))


def seen_title(work: WorkPlan) -> str:
    """Return the title of the task that asks somebody who treats people, or animals; "" without one."""
    return next((task.title for task in work.tasks if _SEEN.search(task.title)), "")


def health_title(query: UserQuery) -> str:
    """Return the title of the task."""
    name = "task.health_animal" if has_animal(query) else "task.health"
    return render(name, query.language, words=find_health_words(query))


def with_health_task(query: UserQuery, work: WorkPlan) -> WorkPlan:
    """Return the plan with the question to a clinician as its first task, if the request asks for one."""
    if not find_health_words(query) or has_health_task(work) or not work.phases:
        return work
    giver = max(work.tasks, key=lambda task: task.hours)
    if giver.hours > CLINICIAN_H:
        work = work.map_hours([task.hours - CLINICIAN_H * (task is giver) for task in work.tasks])
    elif len(work.tasks) > 1:
        work = work.map_hours([0.0 if task is work.tasks[-1] else task.hours for task in work.tasks])
    first = WorkTask(health_title(query), "arrange", CLINICIAN_H)
    opening = work.phases[0]
    return replace(work, phases=(WorkPhase(opening.name, (first, *opening.tasks)), *work.phases[1:]))
