"""Numbers of people in Chinese text: 30人, 二十来个同事, 一家五口, 十几个孩子, 40到50人."""

import re
from collections.abc import Iterable

from negotiation.contracts.demand import PeopleRange
from negotiation.understanding.chinese_numbers import join_range, parse_range
from negotiation.understanding.mention import Mention

MAX_PEOPLE = 1_000_000
"""Number of people beyond which a number is none of people."""

_N = r"(?:\d{1,3}(?:,\d{3})+|\d{1,7}|[零〇一二两三四五六七八九十百千万]{1,8}|几|数)"
_ATTENDEES = (
    r"(?:人(?!民|工|家|员|事|脸|像|生|品|格|物)|同事|朋友|好友|孩子|小孩|小朋友|娃|宝宝|[小中大]学生|学生|同学|客人"
    r"|宾客|来宾|观众|听众|学员|员工|职工|工人|女工|男工|家长|老人|大人|成人|成年人"
    r"|亲戚|亲友|村民|邻居|会员|队员|参与者|参加者|参会者|伙伴|小伙伴|居民|业主|住户|家人|妈妈|老太太"
    r"|大爷|大妈|女生|男生|女士|男士|青年|年轻人|书友|网友|队友|街坊|乡亲|叔叔阿姨|病人|患者|选手|校友|战友|粉丝"
    r"|读者|用户|客户|嘉宾席|展商|商户|商家|摊主|留学生|研究生|工友|病友|老乡|舍友|室友|师生|球友|跑友|车友|骑友|戏迷|球迷|票友"
    r"|老兵|党员|经销商|客商|教职工|华人)"
)
_VAGUE = r"(?P<vague>多|几|来|余)?"
_ABOUT = r"(?:一共|总共|总计|共计?|大概|大约|差不多|约|最多|至多|不超过|至少|最少|不少于|近|上|超过)*"
_LEAD = rf"(?P<about>{_ABOUT})\s?(?:有|是|来|到|坐)?\s?"
_GROUP = re.compile(
    rf"{_LEAD}(?:(?P<low>{_N})个?人?\s?(?:到|至|-|–|—|~|～)\s?)?(?P<number>(?<![周期拜]){_N}){_VAGUE}\s?"
    rf"(?:(?:个|位|名|号|口|来号|多号|几号)?(?:左右)?的?(?:[\u3400-\u9fff]{{2}}的)?(?:大班|中班|小班|退休|外国|外地"
    rf"|本地)?{_ATTENDEES}|(?P<bare>位|口子?人?)(?=[，,。；;！!、\s左上]|$))"
    r"(?:左右|上下(?![学班车楼课山])|以内|之内|以上|以下)?"
)
_AFTER_NOUN = re.compile(
    r"(?:人数|来宾|宾客|客人|观众|听众|学员|参会者?|参加者|规模|街坊|邻居|乡亲|同事|亲友|亲戚|嘉宾席|(?:老人|小孩|孩子|大人|学生|家人|朋友|同学)(?=一共|总共|共|大概|约))\s?(?:大概"
    r"|大约|约|一共|总共|共|有|是|为|得|差不多|(?:改|调整?|变更|更改|增加|减少|加|减|变)(?:到|为|成|至)|:|：)*\s?"
    rf"(?P<number>{_N})(?P<vague>多|来|几|余)?(?:个|位|号|名)?(?:左右|上下)?(?=[，,。；;！!？?、\s]|$)"
    rf"|(?P<count>{_N})(?P<some>多|来|几)?号(?:人|(?=[，,。；;！!？?\s]|$))"
)
_FAMILY = re.compile(
    r"(?:一家(?:老小|老少|子|人|大小)?|全家|三代)(?P<number>[二两三四五六七八九十]|[2-9])口|(?P<two>[我咱他她]们?俩|夫妻俩|夫妻二人|两口子"
    r"|两个人一起)"
)
_HELPERS = re.compile(r"^(?:就够|就行|足够|够了|(?:来|能|可以)?帮|轮流|来搬|来干|搬)")
_REQUEST = re.compile(r"(?:找|招|请|雇|求|缺|差|征|聘|需要|想要|要)(?:来)?$")
_SEATS = ("份", "座", "间", "床", "桌", "组", "制", "位", "沙发", "帐篷", "餐")
_SIZED = re.compile(
    r"(?!左右|参加|吃|一起|聚|去|来|在|都|会(?!议)|用|玩|想|要|的|以|上|规模|到|全|均|同|和)[\u3400-\u9fff]"
)
_WORKERS = re.compile(
    r"(?:找|招|聘|请|雇|求|缺|差|征|募|需要|想要|要)[^，。,；;]{0,8}(?:(?<![学会队组成人职])员|师|(?<![员职])工"
    r"|(?<![选对])手|教练"
    r"|老师|师傅|医生|护士|保安|志愿者|阿姨|司机|翻译|模特|导游|保姆|律师)\s?$"
)
_LISTED_HELPERS = re.compile(r"(?:需要|找|招|请|要|缺|聘)[^，。]{1,16}、$")
_NOT_PEOPLE = re.compile(r"(?:第|每|一桌|每桌|年级|单|双)$")


def find_people(text: str) -> Iterable[Mention]:
    """Yield the mentions of numbers of people in simplified text; adjacent groups (六个大人三个孩子) are added up.

    Helpers that the text asks for (找两个人帮忙) are no number of people that the demand is for.
    """
    groups: list[Mention] = []
    for match in _GROUP.finditer(text):
        people = _people(match)
        if people is None or _is_helpers(text, match):
            continue
        mention = Mention("people", match.span(), people)
        if groups and not text[groups[-1].span[1] : match.start()].strip("和、，, 加带跟"):
            mention = _add(groups.pop(), mention)
        groups.append(mention)
    yield from (each for each in groups if isinstance(each.value, PeopleRange) and (each.value.max or 0) > 1)
    yield from _find_after_noun(text)
    for match in (*_SERVED.finditer(text), *_INVITED.finditer(text)):
        name = match.lastgroup if match.lastgroup == "mixed" else "number"
        ends = parse_range(match[name])
        if ends and 2 <= ends[0] <= ends[1] <= MAX_PEOPLE:
            whole = match.re is _INVITED
            yield Mention(
                "people", match.span() if whole else match.span(name), PeopleRange(min=int(ends[0]), max=int(ends[1]))
            )
    for match in _FAMILY.finditer(text):
        low = parse_range(match["number"]) if match["number"] else (2.0, 2.0)
        if low:
            yield Mention("people", match.span(), PeopleRange(min=int(low[0]), max=int(low[1])))


_AGED = re.compile(r"(?:[5-9]\d|[五六七八九]十[一二三四五六七八九]?)\s?(?:老人|老太太?|老头|老爷子|大爷|大妈)")
_INVITED = re.compile(
    rf"(?:只|就|总共|一共)请(?:了)?[^，。；]{{0,5}}?(?P<number>{_N})个?(?:人|亲友|客人)|"
    rf"(?:男男女女|老老少少|大人小孩|老老小小)(?:一共|总共|大概|差不多|有)*\s?(?P<mixed>{_N})(?:来|多)?(?:个|口|号)?人?(?=[，,。；\s]|$)"
)
_SERVED = re.compile(
    rf"(?:给|为|教|带)(?:我们?(?:公司|单位|学校|社区)?的?)?(?P<number>{_N})[位名个](?P<who>[\u3400-\u9fff]{{2,6}}?)"
    r"(?=讲|上课|上一|做|办|开|培训|拍|教|准备)"
)


def _people(match: re.Match[str]) -> PeopleRange | None:
    if _AGED.search(match[0]):
        return None
    if match["number"] in "几数" or match["low"] in ("几", "数") or _is_trailing_count(match):
        return None
    ends = join_range(match["low"], match["number"]) if match["low"] else parse_range(match["number"])
    if ends is None or ends[1] > MAX_PEOPLE or ends[1] < 1 or ends[0] != int(ends[0]) or ends[1] != int(ends[1]):
        return None
    low, high = int(ends[0]), int(ends[1])
    if match["vague"] in ("多", "几", "余") or match[0].strip().endswith("几"):
        high = low + _last_unit(low) - 1
    if match["about"].endswith(("最多", "至多", "不超过")) or match[0].endswith(("以内", "之内", "以下")):
        low = 1
    return PeopleRange(min=low, max=high)


def _find_after_noun(text: str) -> Iterable[Mention]:
    """Yield the numbers of people after a noun that says whose (来宾一百三), and those in -odd (三十来号)."""
    for match in _AFTER_NOUN.finditer(text):
        number, vague = match["number"] or match["count"], match["vague"] or match["some"]
        ends = parse_range(number) if number not in "几数" else None
        if ends is None or (match["count"] and not vague) or not 2 <= ends[0] <= ends[1] <= MAX_PEOPLE:
            continue
        low, high = int(ends[0]), int(ends[1])
        high = low + _last_unit(low) - 1 if vague in ("多", "几", "余") else high
        yield Mention("people", match.span(), PeopleRange(min=low, max=high))


def _is_trailing_count(match: re.Match[str]) -> bool:
    """Return whether a number with 位 and without noun counts what stands before it (老师两位)."""
    before = match.string[max(0, match.start() - 1) : match.start()]
    return bool(match["bare"]) and not match["about"] and bool(re.match(r"[\u3400-\u9fff]", before))


def _last_unit(number: int) -> int:
    """Return the power of ten that the last digit other than zero stands for: 30 → 10, 200 → 100."""
    unit = 1
    while number % (unit * 10) == 0 and number:
        unit *= 10
    return max(unit, 2)


def _is_helpers(text: str, match: re.Match[str]) -> bool:
    """Return whether a number is none of people that the demand is for: of helpers, seats or a band of four."""
    number, after = match.start("number"), text[match.end() : match.end() + 12]
    before = text[max(0, number - 12) : number]
    sized = len(match["number"]) == 1 and match[0].endswith(match["number"] + "人") and _SIZED.match(after)
    if match[0].endswith("人") and _WORKERS.search(before):
        return True
    listed = (
        text[number - 1 : number] == "、"
        and match[0].endswith("人")
        and _LISTED_HELPERS.search(text[max(0, number - 20) : number])
    )
    if listed and not after.startswith(("左右", "，", "。", "、")) and after:
        return True
    if before.endswith("的") or _NOT_PEOPLE.search(before) or sized or after.startswith(_SEATS):
        return True
    asked = bool(_REQUEST.search(text[max(0, match.start() - 12) : match.start()]))
    return bool(_HELPERS.match(after)) or (asked and not after.startswith(("的", "左右", "吃", "参加")))


def _add(one: Mention, other: Mention) -> Mention:
    first, second = one.value, other.value
    if not isinstance(first, PeopleRange) or not isinstance(second, PeopleRange):
        return other
    total = PeopleRange(min=first.min + second.min, max=first.max + second.max)
    return Mention("people", (one.span[0], other.span[1]), total)
