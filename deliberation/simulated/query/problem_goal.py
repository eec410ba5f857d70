"""Goal of a query that tells a problem and no wish: what is broken is repaired, who is ill is cared for, a debt is paid."""

import re
from collections.abc import Iterator, Sequence

from deliberation.simulated.query.clauses import Clause

_RELATIVE = r"(?:grand)?(?:mum|mom|mother|dad|father|son|daughter|wife|husband|partner|sister|brother|nan|gran|granny|grandma|grandad|grandpa|aunt|uncle|parents?|in-laws?|friend|girlfriend|boyfriend|neighbou?r|child|kid|toddler|baby)s?"
_ANIMATE = re.compile(
    rf"\b(?:{_RELATIVE}|boss|manager|team|colleagues?|tenants?|landlord|students?|dog|cat|puppy|kitten|horse|people|knees?|back|shoulder|hips?|teeth|tooth|head|skin|life|children|kids)$",
    re.IGNORECASE,
)
_DAMAGE = re.compile(
    r"^(?:so |and |but |help |now |ok )*(?P<whose>my|our|the|this|an?) (?P<thing>(?:[\w'’-]+ ){0,4}?[\w'’-]+?)(?:[’']s)? (?P<symptom>"
    r"(?:(?:has|have) been |is |are |keeps? |started |(?:has|have) started )(?P<ing>leaking|dripping|flooding|sagging|overheating|rattling|squeaking|crashing|"
    r"freezing|rotting|peeling|smoking|tripping|beeping|flickering|jamming|stalling|failing)\b|"
    r"(?:is|are|got|has been|have been|came) (?:completely |totally |badly |all |half )?(?P<state>broken|cracked|blocked|clogged|damp|mou?ldy|dead|stuck|jammed|damaged|faulty|flooded|rotten|rusted|torn|smashed|bust|leaky|corrupted)\b|"
    r"(?P<fault>(?:keeps? \w+ing|"
    r"(?:won't|will not|doesn't|does not|no longer) (?:start|work|turn|open|close|charge|boot|drain|heat|cool|connect|flush|lock|print)s?|(?:has |have )?stopped (?:working|charging|cooling|heating|draining|printing|turning))\b(?: (?!and\b|but\b|so\b)[\w'-]+){0,2})|"
    r"(?:has |have |just )*(?P<verb>broke|broken|burst|packed up|leaks|drips|drops|crashes|overheats|squeaks|died)\b)",
    re.IGNORECASE,
)
_VERBS = {"broke": "broken", "packed up": "broken", "leaks": "leaking", "drips": "dripping", "died": "dead"}
_CARE = re.compile(
    rf"\b(?:my|our) (?P<who>{_RELATIVE})\b[^.;!?]*?\b(?P<event>(?:(?!an?\b|the\b|having\b|had\b|has\b|needs\b)[\w-]+ )?(?:operation|surgery|replacement)|(?<=a )(?<!had a golf )stroke|heart attack|dementia|cancer|chemo\w*|fell(?! (?:in love|asleep|out))|(?<=a )fall|(?<=bad )fall|broke (?:his|her|their) \w+|(?<=in )hospital|(?<=to )hospital|(?<=from )hospital|(?<=of )hospital)\b",
    re.IGNORECASE,
)
_HOME = re.compile(r"\b(?:com(?:ing|es)|sent|back|discharged|going|return\w*)\b[^,.;]{0,8}\b(?:home|from hospital)\b", re.IGNORECASE)  # fmt: skip
_EVENTS = {"fell": "fall"}
_DEBT = re.compile(r"\b(?:i|we) owe (?P<goal>(?:about |around |roughly )?[$£€]?\d.*)", re.IGNORECASE)
_MARK = re.compile(
    rf"\b(?:my|our) (?P<who>{_RELATIVE})\b.*\b(?:got an? [D-FU]|is failing|has failed|failed|is behind|struggl\w+|(?:has )?(?:dropped|fallen|slipped))(?: (?:in|at|with|behind in))? (?P<subject>[a-z]+)\b",
    re.IGNORECASE,
)

_RELATIVE_ZH = r"(?:爸爸?|妈妈?|爸妈|父亲|母亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|岳父|岳母|公公|婆婆|老公|老婆|老伴|妻子|丈夫|哥哥?|姐姐?|弟弟?|妹妹?|父母|老人)"
_LIVING_ZH = re.compile(
    rf"{_RELATIVE_ZH}$|[孩狗猫人娃我你他她]$|孩子|儿子|女儿|膝盖|牙|腿|腰|心情|身体|关系|状态|皮肤|眼睛|记性|英语|成绩"
)
_DAMAGE_ZH = re.compile(
    r"^(?:我们?|现在|最近|突然|昨天|今天|但|可|这|那)*(?P<thing>[\u4e00-\u9fffA-Za-z]{2,14}?)(?:老是|一直|总是|又|都|也|突然|被|有点|经常|已经|在)*"
    r"(?P<symptom>漏水|漏雨|漏电|漏气|漏油|渗水|堵(?:住|死)?(?=了|$)|坏(?:掉|了)|裂(?:开|缝|了)|爆(?:裂|开|了)|不制冷|不制热|不出水|不亮|不通|不转|开不了机|打不开|打不着火?|充不了电|充不进电|死机|发霉|返潮|进水|跳闸|异响|失灵|断网|闪退|蓝屏|脱落|碎(?![片石])|塌了|烂了|故障)"
)
_SYMPTOMS_ZH = {"爆": "爆裂", "堵": "堵塞", "塌": "塌陷", "碎": "碎裂", "裂": "开裂"}
_CARE_ZH = re.compile(
    rf"(?P<who>{_RELATIVE_ZH})[^，。；！？]{{0,10}}?(?P<event>(?:做|动|要做)[^，。；！？]{{0,10}}?手术|住院|中风|骨折|摔[断伤](?:了|到)?[^，。了]{{0,2}}|脑梗|化疗|出院|瘫痪|失智|痴呆)"
)
_MARK_ZH = re.compile(
    r"(?P<subject>数学|语文|英语|物理|化学|生物|历史|地理|政治|成绩|总分)[^，。；]{0,4}(?:从[^，。；]{1,6})?(?:掉|跌|降|退步|下降|滑)(?:到|了|至)|(?P<subject2>数学|语文|英语|物理|化学|生物|历史|地理|政治|成绩)[^，。；]{0,3}(?:不及格|倒数|跟不上|垫底)"
)
_CHILD_ZH = re.compile("孩子|儿子|女儿|老大|老二|外甥|侄子|侄女|弟弟|妹妹|闺女")
_DEBT_ZH = re.compile(
    r"(?P<what>信用卡|网贷|花呗|房贷|车贷|外债|债)?[^，。；]{0,3}欠(?:了|着)?(?P<sum>[^，。；]{0,4}\d[^，。；]{0,6})"
)
_ILL_ZH = re.compile("手术|住院|中风|骨折|摔|脑梗|化疗|出院|瘫痪|失智|痴呆")


def find_english_problem(clauses: Sequence[Clause]) -> str | None:
    """Return the goal of the first problem that English clauses tell; None if they tell none."""
    return next((goal for clause in clauses for goal in _english_goals(clause.text, clauses)), None)


def _english_goals(text: str, clauses: Sequence[Clause]) -> Iterator[str]:
    damage = _DAMAGE.search(text)
    if damage and not _ANIMATE.search(damage["thing"]):
        yield f"fix {_damaged(damage)}"
    if match := _CARE.search(text):
        event = _EVENTS.get(match["event"].lower(), match["event"])
        is_home = any(_HOME.search(clause.text) for clause in clauses)
        when = " at home after hospital" if is_home else "" if "broke" in event else f" around the {event}"
        yield f"arrange the care of your {match['who']}{when}"
    if match := _DEBT.search(text):
        yield f"pay off {match['goal']}"
    if match := _MARK.search(text):
        yield f"improve your {match['who']}'s {match['subject']} grade"


def _damaged(match: re.Match[str]) -> str:
    """Return what is broken, with what is wrong with it: "your dripping kitchen tap", "the fridge that won't start"."""
    whose = "your" if match["whose"].lower() in ("my", "our") else "the"
    verb = match["verb"].lower() if match["verb"] else ""
    before = match["ing"] or match["state"] or _VERBS.get(verb)
    if before:
        owner, joint, thing = match["thing"].rpartition("'s ")
        return f"{whose} {owner}{joint}{before.lower()} {thing}"
    return f"{whose} {match['thing']} that {match['fault'] or verb}"


def find_chinese_problem(clauses: Sequence[Clause]) -> str | None:
    """Return the goal of the first problem that Chinese clauses tell; None if they tell none."""
    return next((goal for clause in clauses for goal in _chinese_goals(clause.text, clauses)), None)


def _chinese_goals(text: str, clauses: Sequence[Clause]) -> Iterator[str]:
    damage = _DAMAGE_ZH.search(text)
    if damage and not _LIVING_ZH.search(damage["thing"]):
        thing = re.sub(r"^(?:家里的?|我家的?)(?=..)", "", damage["thing"])
        symptom = damage["symptom"].removesuffix("了")
        yield f"修{thing}{_SYMPTOMS_ZH.get(symptom, symptom)}"
    if match := _CARE_ZH.search(text):
        who = match["who"] * 2 if len(match["who"]) == 1 else match["who"]
        event = match["event"].removeprefix("要").replace("了", "")
        yield f"安排{who}{event}{'前' * bool(re.search('手术|住院|化疗', event))}后的照顾"
    if match := _MARK_ZH.search(text):
        child = next((found[0] for clause in clauses if (found := _CHILD_ZH.search(clause.text))), "")
        subject = match["subject"] or match["subject2"]
        yield f"提高{child}{subject}" + ("" if subject in ("成绩", "总分") else "成绩")
    if match := _DEBT_ZH.search(text):
        yield f"还清{match['what'] or ''}欠的{match['sum']}"


def is_of_another(text: str) -> bool:
    """Return whether a Chinese clause says what somebody else undergoes: an operation, a stay in hospital."""
    return re.match(rf"(?:我|我们|咱)?{_RELATIVE_ZH}", text) is not None and _ILL_ZH.search(text) is not None
