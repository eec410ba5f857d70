"""Places in Chinese text: known names (chinese_locations.txt, thesaurus), and grammar for the others (在…, …路)."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.mention import Mention

_HAN = r"[\u3400-\u9fff]"
_KIND = (
    r"(?:街道|火车站|高铁站|地铁站|汽车站|机场|广场|公园|大学城|大学|医院|殡仪馆|体育馆|图书馆|博物馆"
    r"|商场|古城|古镇|老城区|开发区|园区|校区|新区|社区|胡同|大道"
    r"|镇|乡(?!下)|村|路口|路|街|巷|区|县|市|州|旗|站|港|湾|湖边|湖|山|岛|寺|桥|门|坊)"
)
_NEAR = r"(?:附近|那边|这边|一带|周边|周围|市区|郊区|市中心|本地|当地|这里|边上)?"
_CUE = (
    r"(?:(?:就|(?<!个)人|都|我|家|现)?(?:在|住在?|位于)|地点(?:在|是|:|：)?|地址(?:在|是|:|：)?|坐标(?:在|是|:|：)?"
    r"|城市(?:是|:|：)|(?<![来回得收找看想拿接说提直])(?:到|去|来)|限)?\s?"
)
_NO_PART = (
    r"[找求要想需办做修学教租买卖招请帮会能有的了个位名和与、在是摆唱玩就也想两一二三四五六七八九十几半不没给"
    r"把让陪看拍拉带搬住去来到从就都开这那练骑领登]"
)
_DOING = r"(?:结婚|成亲|订婚|登记|团聚|团圆|过年|过节|开张|开业|办酒|摆酒|送[他她别行走])"
"""What is done at a place, right behind its name."""

_WORK = (
    rf"(?:{_DOING}|维修|清洗|安装|搬家|搬运|保姆|月嫂|家教|翻译|摄影|拍照|跟拍|装修|陪诊|护工|律师|教练|代驾|导游"
    r"|中介|司机|厨师|保洁|阿姨|辅导|培训|团建|婚礼|聚会|同城|求租|本人|师傅|急用|开锁|家政|设计|主持"
    r"|司仪|化妆|婚庆|寄养|遛狗|喂猫|上门|线下|线上|周边|左右|游玩|旅行|旅游|出差|老师|朋友|附近|市内"
    r"|期间|当天|活动|年会|钢琴|瑜伽|吉他|篮球|足球|羽毛球|约拍|打拼|工作|上班|生活|读书|上学|定居|漂泊"
    r"|打工|出发|集合|见面)"
)
_NOT_AFTER = (
    r"(?:菜|方言|料理|火锅|小面|烤鸭|拉面|米粉|话|语(?!言)|人|朋友|同学(?!会|聚)|同胞|菜馆|籍|装(?!修)|玉|治|评弹|口音"
    r"|户口|刺绣|大闸蟹|凉皮|风味|味|队|瑜伽|文(?![化一])|肉夹馍|咖喱|舞(?!台)|军|史|版|羊|龙井|特产|小吃"
    r"|烧烤|早茶|熟食)"
)
_NO_PLACE = re.compile(_NOT_AFTER)
_MADE = re.compile(r"(?:会做|会唱|会拉|会烧|教|学|吃|懂|喝|讲|爱|做|唱|说)$")
_NOT_THERE = r"(?!线|家|这|那|一|读|职|校|场|外|网|我|乎|哪|于|下|上|里)"
_UNKNOWN_IN = re.compile(
    rf"(?:(?:人|就|家|都)?(?<![现正存实所])在|位于|地点(?:在|是|:|：)?|地址(?:在|是|:|：)?|坐标(?:在|是|:"
    rf"|：)?|住在)\s?"
    rf"(?P<name>{_NOT_THERE}(?:(?!{_NO_PART}){_HAN}){{1,6}}?{_KIND}{_NEAR}"
    rf"|{_NOT_THERE}(?:(?!{_NO_PART}|{_DOING}){_HAN}){{2,4}})"
    rf"(?={_DOING}|[，,。！!？?；;、\s]|$|附近|办|举行|举办|租|开(?!车|会|心|始|放))"
)
_ALONE = re.compile(
    rf"(?:^|(?<=[，,。！!？?；;\s]))(?P<name>(?:(?!(?!和){_NO_PART}"
    rf"|{_DOING}|出发|[爬逛下上修走过一两三几每周]){_HAN}){{1,6}}{_KIND}{_NEAR})(?=[，,。！!？?；;\s]|$)"
)
_ROUTE = re.compile(r"(?:从|自|由)\s?$")
_OPEN = re.compile(r"不限(?:地点|地区|城市|地域)|(?:地点|地区|城市|地域)(?:都)?不限|全国(?:都|各地)?(?:可以?|均可|行)?")


def find_places(text: str) -> Iterable[Mention]:
    """Yield the mentions of places in simplified text; the value is the place without 在 or 的."""
    for match in _known().finditer(text):
        before = text[max(0, match.start() - 3) : match.start()]
        attribute = _NO_PLACE.match(text, match.end()) or _MADE.search(before)
        if match["cue"].strip() or not attribute:
            yield Mention("place", _span(match), match["name"].rstrip("的"))
    for pattern in (_UNKNOWN_IN, _ALONE):
        for match in pattern.finditer(text):
            if not re.search(
                r"(?:超|夜|菜|集|门)市$|^(?:阳台|客厅|厨房|卧室|卫生间|院子|楼下|楼上|门口|书房)|[一二三四五六七八九十\d]+[个位名点]|[时时]候|[期间]间",
                match["name"],
            ):
                yield Mention("place", match.span(), match["name"])
    for match in _OPEN.finditer(text):
        yield Mention("remote", match.span(), True)


def names_known_place(words: str) -> bool:
    """Return whether words hold the name of a known place, as 成都周边 does and 小区附近 does not."""
    return bool(_known().search(words))


def is_start_of_route(text: str, mention: Mention) -> bool:
    """Return whether a place is only where a way starts (从浦东搬到松江)."""
    start = mention.span[0]
    return text.startswith("从", start) or bool(_ROUTE.search(text[max(0, start - 3) : start]))


def _span(match: re.Match[str]) -> tuple[int, int]:
    start = match.start()
    return start + len(match[0]) - len(match[0].lstrip()), match.end()


@cache
def _known() -> re.Pattern[str]:
    lines = files("negotiation.understanding").joinpath("chinese_locations.txt").read_text("utf-8").split("\n")
    listed = {name for line in lines if not line.startswith("#") for name in line.split()}
    known = listed | {name for term in load_thesaurus("places").terms for name in term.zh}
    names = "|".join(sorted(known, key=len, reverse=True))
    one = rf"(?:{names})(?:特别行政区|自治区|自治州|地区|省|市|区|县|州)?"
    part = rf"(?:(?!{_NO_PART}|{_WORK}){_HAN}){{1,5}}?{_KIND}{_NEAR}(?!{_HAN})"
    end = (
        rf"(?!{_NOT_AFTER})(?:(?!{_NO_PART}|{_WORK}){_HAN}){{2,3}}(?<![师员工匠手生家人课课])(?=[，,。！!？?；;"
        rf"\s]|$)"
    )
    return re.compile(
        rf"(?P<cue>{_CUE})(?P<name>{one}(?:(?:\s?·?\s?|的){one}){{0,2}}(?:{part}|{_KIND}?{_NEAR}(?!{_HAN})"
        rf"|(?:(?!{_NO_PART}|{_WORK}){_HAN}){{2,5}}(?:附近|旁边|对面)|{_NEAR}(?:{end})?)(?:(?:或者?|和"
        rf"|、){one}{_NEAR})?)"
    )
