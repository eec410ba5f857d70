"""Goal of a Chinese query, in the user's own words."""

import re
from collections.abc import Sequence

from deliberation.simulated.query.clauses import Clause, cut_spans
from deliberation.simulated.query.frequencies import find_frequencies
from deliberation.simulated.query.problem_goal import find_chinese_problem, is_of_another

_AIM = 5
_WISH = 4
_NEED = 3
_ACTION = 2
_PROBLEM = 1.5
_REQUEST = 1
_CHARGE = 4.5
_ORDER = 2.4

_MARKERS: tuple[tuple[float, re.Pattern[str]], ...] = (
    (_AIM, re.compile(r"(?:我的?|我们的?|最终|终极|小|大|首要)?目标(?:就?是|为|：|:|定的?是)?\s*(?P<goal>.*)")),
    (_AIM, re.compile(r"(?:我的|一直有个|有个)?(?:梦想|心愿|愿望)(?:就?是|：|:)?\s*(?P<goal>.*)")),
    (_AIM, re.compile(r"(?:最终|最后|至少|起码|先)(?:想要?|要|希望|得|能)(?:能够?|可以|做到)?(?P<goal>.+)")),
    (_WISH, re.compile(r"(?<!我猜|别瞎)(?<![联回设幻预猜着不别没])(?:特别|很|就|真的?|也|还|一直)?(?:想要|想|希望|争取|力争|打算|渴望|期望|盼着)(?:着|自己|能够?|可以|让我)?(?P<goal>.+)")),
    (_WISH, re.compile(r"(?<![备标])(?:准备|计划)(?:要|在|去|着手)?(?P<goal>(?!的|书|表|个).+)")),
    (_WISH, re.compile(r"答应(?:了|过|好了?)?(?:[^，。！？,.!?]{0,16}?)(?:交出?|提交|上交|交付|拿出|给出)(?:上去?|给[他她]们?)?(?P<goal>(?!给|接|流|往|朋友|通).{2,})")),
    (_WISH, re.compile(r"答应(?:了|过|好了?)?(?:[一-鿿]{1,8}?)(?P<goal>(?:给|帮|替|陪|做|写|画|带|教|办|修|买|织|拍|录|把).+)")),
    (_NEED, re.compile(r"(?P<subject>[\u4e00-\u9fffA-Za-z]{0,6}?)(?:必须|需要|务必|要求我?|一定要|得(?=[能把学考做写上减瘦跑弹会完交办开在给让有])|(?<![只主重快想不需还又])要(?![么是的不求素点命有]))(?:能够?|做到)?(?P<goal>.+)")),
    (_ORDER, re.compile(r"(?:公司|单位|老板|领导|上司|经理|老师|导师|学校|老婆|老公|媳妇|爸妈|家里|社区|班主任|朋友)(?:让|叫|要求|要|派|安排|请|喊)(?:我们?|我俩)(?:去|来)?(?P<goal>.+)")),
    (_NEED, re.compile(r"(?:医生|大夫|康复师|教练|老师)(?:说|让|叫|建议)?(?:我)?(?:现在|已经)?(?:可以|能|该|要)(?:开始|逐步|慢慢)*(?P<goal>.+)")),
    (_WISH, re.compile(r"^.{0,3}?(?:如何|怎么|怎样|咋)(?:才能|能|可以|去)?(?!办|样|开始|安排|说|走|弄|搞|入手|起步|回事)(?:在)?(?P<goal>.+)")),
    (_REQUEST, re.compile(r"(?:帮我|帮忙|给我|请|麻烦|替我)(?:规划|安排|设计|准备|计划|筹划)(?:一下|下)?(?P<goal>(?!一?[个份套张]).+)")),
    (_REQUEST, re.compile(r"(?:帮我|帮忙|给我|求|请|麻烦|替我|帮|跪求)?(?:您|你)?(?:制定|定制|定|做|出|安排|列|写|来|规划|设计|弄|整|搞|想|求)(?:出)?(?:一?[个份套张下]|一下)?(?P<goal>.+?)的?(?:学习|备考|训练|复习|执行|行动|详细|完整)?(?:计划|方案|安排|攻略|清单|时间表|日程|路线图?|规划)(?:表|吧|呗|嘛)?$")),
)  # fmt: skip
_ACTION_START = re.compile(
    r"^(?:我|我们|俩人?|想|自己|明年|今年|孩子|女儿|儿子)*(?:报了|报上了|报名了?|定了|接了|接到|收养了?|领养了?|买了|租了)?"
    r"(?P<goal>(?:学|练|考|办|养|种|开|写|做|搬|装修|减|戒|攒|存|还清?|跑|游|弹|唱|跳|画|拍|修|织|缝|刻|考研|备考|组织|举办|参加|准备|布置|训练|教|带|照顾|筹备|筹|复习|整理|翻译|出版|自学|重学|转行|求职|找工作|面试|旅行|去|爬|骑|徒步|露营|提高|提升|改善|治|买房|申请|创业|建|搭).+)$"
)
_TRAIL = re.compile(
    r"(?:[，,]?(?:我|请问|你看|大概|到底|具体|应?该|都|又)?(?:怎么|如何|从哪|该从|要怎|咋)(?:样|么)?(?:安排|办|练|学|做|开始|准备|规划|弄|搞|入手|着手|一步|才能|走|起步)*.*|给(?:个|我).{0,4}建议|求.{0,3}(?:计划|方案|建议)|(?:吧|呢|啊|呀|了|吗|嘛|呗|哈|救命))+$"
)
_LEAD = re.compile(
    r"^(?:必须|(?:请)?帮(?:我们?|忙|一下)|我俩|俩人?|定了|决定了?|我们?|自己|亲手|能够?|可以|做到|学到|达到|完成|去|要|来|先|再|就|大概|一共|总共|尽快|尽量|赶紧|真正|好好|系统地?|认真地?|，|,|\s|在(?=把|$)|前(?=把))+(?=.{2})"
)
_KEEP_DO = re.compile(r"^(?:完成|达到)(?=[一两三四五六七八九十\d])")
_TAIL_REASON = re.compile(r"(?:才(?:能|行|算|进|可以|不).*|，?不然.*|否则.*|，?因为.*|来着|(?<=.{2})(?:左右|前后))$")
_QUANTITY_ONLY = re.compile(
    r"^(?:大概|约|一共|共|总共|至少)?\s*[\d一二三四五六七八九十百千万两.]+\s*[\u4e00-\u9fffA-Za-z]{1,4}(?:左右)?$"
)
_NUMBER = re.compile(r"\d|[二两三四五六七八九十百千万]|一[个口次分本遍公]")
_CONTINUED = re.compile(r"^(?:然后|并且?|还要|还想|还得|再|外加|加上|同时|把|抓|也要|顺便|最好)")
_MINE = re.compile(r"我们?的|(?<=[把给帮])我(?=[爸妈爷奶姥外哥姐弟妹儿女老媳])")
_SUBJECT_MISSING = re.compile(
    r"^(?:能|要|也|就)*(?:提|升|涨|降|减|长|做|弄|冲|达|拉|搞|刷|练|考|打)?[高升低]?(?:到|至)\s*[\d一二两三四五六七八九十百千万.]+\S{0,3}$"
)
_FIGURE = re.compile(
    r"^(?!(?:我?现在|目前|今年|去年|上次|最近)[^\u4e00-\u9fff]?\d)(?P<subject>(?!身高|年龄)[^\d一二两三四五六七八九十百千万是有才只]{2,10})(?:是|有|才|只有|现在|目前)*(?:[\d.]+|[一二三四五六七八九两半]+成)"
)
_OBJECT_MISSING = re.compile(
    r"^(?P<verb>(?:修|弄|装|洗|卖|搬|种|拼|改|翻|补)(?:好|完|掉|出去|走|活)?)(?=$|，|送|给|交|还|再|后|，)"
)
"""Goal whose verb has no object."""

_THING = re.compile(
    r"[一两这那](?:块|台|架|辆|只|件|个|部|盏|把|扇|幅|套|棵|盆|张|间|栋|艘)(?P<thing>[^，。！？；的]{0,8}的?[^，。！？；的]{1,10})$"
)
"""Thing at the end of a clause, after its measure word."""

MOST_SIGNS = 40
"""Most characters of a goal, if it can be cut at a comma."""

_HAPPENED = re.compile(
    r"^(?:我们?|俺|俩人?|昨天|上周|上个?月|刚刚?|前几天|前阵子|最近|去年)*(?:答应|收到|收|买|捡|接到?|领养?|收养|租|借|攒|继承|报名?|入手|网购|得到?|拿到?)[了过](?=..)"
)
_GENERIC = {
    "考试",
    "面试",
    "比赛",
    "准备",
    "准备一下",
    "怎么准备",
    "安排一下",
    "规划",
    "入学",
    "计划",
    "方案",
    "安排",
    "学习",
    "学习计划",
    "可行",
    "可以",
    "一个",
    "详细",
    "靠谱",
    "合理",
    "帮忙",
}
_STORY = re.compile(
    r"^.{0,14}(?:做完|动完|出院|刚刚?|已经|被诊断|分手|生完).{0,14}(?:了|[\d一二两三四五六七八九十半]+个?(?:天|周|月|星期|年)(?:了)?)$|^.{0,6}(?:老是|总是|一直|天天)(?!想).+$"
)
_VAGUE = re.compile(
    r"^(?:.{0,4}(?:还|也|都|啥)?没(?:有)?(?:怎么|好好)?准备(?:好|过)?|[一个份的能可行坚持下来靠谱合理详细具体科学简单完整备考学习]+|让它们?|(?:把)?(?:它们?|这[个些件]?|那[个些件]?|事情?)?(?:年前|周末前|节前|尽快|赶紧)?(?:弄|搞|修|做|办|处理|解决|整|修理)(?:好|完|定|掉|妥)?(?:它|一下)?|要?(?:交|用|考|去|出发)|你|帮我|知道|问.*|请教.*|听听.*|试试|改变|开始|努力)$"
)


_IN_CHARGE = re.compile(
    r"(?P<before>[^，。]*?)(?:让|叫|派|安排|交给|由|要)(?:了)?我们?(?:来|去)?(?:一个人)?(?:全权)?(?:负责|牵头|张罗|操办|主办|来办|来做)(?P<after>[^，。]*)"
)
_EVENT = re.compile("(?:会|典礼|晚宴|活动|婚礼|聚会|比赛|仪式|庆典|节|团建|演出|展览|展)$")
_CONDITION = re.compile(
    "要求?(?:必须|一定)?要?(?:有|带|包含|包括)(?!一[家个套])|^(?:不能|不要|不得|别)(?:超过|影响|耽误)|(?:下雨|下雪|降温|天气)|"
    "(?:每[天周晚]|周[一二三四五六日末]|白天|晚上|平时|上午|下午|工作日).{0,8}(?:要去?|得去?|只有|只能)(?:实习|上班|上课|加班|应酬|带娃|带孩子|值班|出差|在家|接送)|^(?:上班)?只有(?:周末|晚上)|"
    "^(?:领导|老板|客户|甲方|公司|学校|老师|单位|上级)(?:们)?(?:还)?(?:想要?|要求|希望|说要)"
)
"""Clause of a condition or of the weather, which is no goal."""


def find_chinese_goal(clauses: Sequence[Clause], spans: tuple[tuple[int, int], ...]) -> str | None:
    """Return the goal that the clauses name, without the words in `spans`; None if there is none."""
    found: list[tuple[float, int, str]] = []
    for index in range(len(clauses)):
        for priority, goal in _goals(clauses, index, spans):
            has_number = _NUMBER.search(goal) is not None
            found.append((priority + 1.5 * (has_number and priority > _REQUEST), index, goal))
    if charge := next((goal for clause in clauses if (goal := _charge(clause.text))), ""):
        found.append((_CHARGE, 0, charge))
    if problem := find_chinese_problem(clauses):
        found.append((_PROBLEM, 0, problem))
    return _shorten(max(found, key=lambda each: (each[0], each[1]))[2]) if found else None


def _charge(text: str) -> str:
    """Return what a clause puts into the hands of the user: "公司年会让我负责", "学校让我负责毕业典礼"; or ""."""
    match = _IN_CHARGE.search(text)
    thing = clean(match["after"] or match["before"]).removeprefix("办") if match else ""
    return f"{'筹办' if _EVENT.search(thing) else '负责'}{thing}" if len(thing) > 1 else ""


def _shorten(goal: str) -> str:
    """Return a goal of more than MOST_SIGNS characters without its last parts."""
    while len(goal) > MOST_SIGNS and "，" in goal:
        goal = goal.rpartition("，")[0]
    return goal


def _goals(clauses: Sequence[Clause], index: int, spans: tuple[tuple[int, int], ...]) -> list[tuple[float, str]]:
    clause = clauses[index]
    found: list[tuple[float, str]] = []
    if is_of_another(clause.text) or _CONDITION.search(clause.text):
        return found
    for priority, pattern in _MARKERS:
        match = pattern.search(clause.text)
        if match:
            groups = match.groupdict()
            subject = _subject(groups.get("subject") or "")
            start = match.start("subject") if subject else match.start("goal")
            goal = clean(cut_spans(clause.start + start, clause.text[start:], spans))
            if priority == _REQUEST:
                goal = clean(cut_spans(clause.start + start, match["goal"], spans))
            goal = _with_subject(clauses, index, _continue(clauses, index, goal, spans))
            goal = _with_object(clauses[:index], goal)
            if is_content(goal):
                found.append((priority, goal))
    words = cut_spans(clause.start, clause.text, spans).strip()
    if (match := _ACTION_START.match(words)) and is_content(goal := clean(match["goal"])):
        found.append((_ACTION, _continue(clauses, index, goal, spans)))
    return found


def _with_subject(clauses: Sequence[Clause], index: int, goal: str) -> str:
    """Return a goal that is only a change to a figure with what it is the figure of, named in the clause before."""
    if index and _SUBJECT_MISSING.match(goal) and (match := _FIGURE.match(clauses[index - 1].text)):
        return match["subject"] + goal
    return goal


def _with_object(before: Sequence[Clause], goal: str) -> str:
    """Return a goal that only says what is done with a thing ("修好送给爸爸") with the thing of a clause before it."""
    match = _OBJECT_MISSING.match(goal)
    things = [found["thing"] for clause in before if (found := _THING.search(clause.text))]
    return f"{match['verb']}{things[-1]}{goal[match.end() :]}" if match and things else goal


def _subject(words: str) -> str:
    """Return the subject before a need ("行测" of "行测要上75分"), or "" for a person or time."""
    return "" if re.search(r"[我你他她它们俩爸妈婆导师老板领时候就都也后前天晚早]|^[\d]", words) else words


def _continue(clauses: Sequence[Clause], index: int, goal: str, spans: tuple[tuple[int, int], ...]) -> str:
    """Return a goal with the clause after it, if that gives its quantity or goes on with it, or if the goal is empty."""
    if index + 1 >= len(clauses):
        return goal
    after = clauses[index + 1]
    words = cut_spans(after.start, after.text, spans).strip()
    if not goal.strip("，, 在"):
        return clean(words)
    same = after.sentence == clauses[index].sentence and not find_frequencies(words)
    is_quantity = _QUANTITY_ONLY.match(words) and not re.search("分钟$|小时$", words)
    if same and (is_quantity or (_CONTINUED.match(words) and len(goal) + len(words) < 40)):
        return f"{goal}，{clean(words)}"
    shared = set(goal) & set(words) - set("的一了我个在有")
    if same and shared and len(words) < 16 and _NUMBER.search(words) and not _NUMBER.search(goal):
        return f"{goal}，{clean(words)}"
    return goal


def clean(goal: str) -> str:
    """Return a goal without leading adverbs and trailing questions."""
    goal = _BEFORE_EVENT.sub("", _MINE.sub("", goal)).strip(' ，,、。:："“”')
    before = None
    while before != goal:
        before = goal
        goal = _TAIL_REASON.sub("", _TRAIL.sub("", goal)).strip(" ，,、。~！!的")
        if not _KEEP_DO.match(goal):
            goal = _LEAD.sub("", goal)
    return goal


def cut_story(goal: str) -> str:
    """Return a goal without the verb of what has happened before it: "买了一把小提琴" is about the violin."""
    return _HAPPENED.sub("", goal) or goal


_BEFORE_EVENT = re.compile(
    r"^(?:在|赶在)[^，。]{1,12}(?:之前|以前|前)(?=学|做|把|完成|考|拿|写|读|练|装|修|搬|跑|存|攒)"
)
"""Event before which something is done, which is no part of the goal."""

_SPAN = re.compile(
    r"(?:(?:住|待|呆|用|花|过|等|有|做)?(?:上|满)?(?:大约|差不多|只有)?[\d一二两三四五六七八九十半几]+个?(?:小时|天|周|星期|礼拜|月|年)(?:时间|左右)?|"
    r"(?:平时|周末|晚上|早上|每天|有空|抽空)+(?:带|教|陪|练|弄|看|学)?(?:一)?(?:带|教|陪|练|弄|看|学|下))"
)
"""A span of time alone, or only when something is done, which is no goal."""


def is_content(goal: str) -> bool:
    """Return whether a goal says something: at least two characters that are no filler and no span of time."""
    if len(goal) < 2 or goal in _GENERIC or _SPAN.fullmatch(goal):
        return False
    return _VAGUE.match(goal) is None and not _STORY.match(goal)
