"""Times that a query names although the user does not have them: of a talk, a race, a job, sleep or a journey."""

import re

from deliberation.simulated.query.numerals import CHINESE_NUMBER, ENGLISH_NUMBER

_UNIT_EN = r"(?:hours?|hrs?|h|minutes?|mins?|min)"
_TIME_EN = rf"(?:{ENGLISH_NUMBER}(?:\s*(?:to|-|–)\s*{ENGLISH_NUMBER})?|\ban?|\bhalf an?)[\s-]*{_UNIT_EN}\b"
_TIME_ZH = rf"(?:{CHINESE_NUMBER}个?半?(?:多|来)?(?:小时|钟头|分钟)|半个?(?:小时|钟头))"
_THING_EN = (
    r"(?:talk|speech|presentation|lecture|pitch|keynote|toast|meeting|call|interview|video|film|movie|documentary|"
    r"episode|podcast|set|song|piece|recital|concert|show|sketch|exam|test|paper|drive|flight|commute|webinar|demo)s?"
)
_THING_ZH = "(?:演讲|汇报|发言|讲话|报告|分享|讲座|会议?|视频|短片|片子|电影|节目|表演|路演|答辩|说课|试讲|曲子|歌|车程|飞机|考试)"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # Length of something that is given, shown or sat through.
        rf"{_TIME_EN}(?:[\s-]long)?(?: \w+)? {_THING_EN}\b",
        rf"\b{_THING_EN}(?:,| is| are| lasts?| lasting| of| for| must be| should be| has to be| takes)*"
        rf"(?: about| around| roughly| only)? {_TIME_EN}(?! (?:a|per|each|every)\b)(?: long)?",
        rf"\b(?:speak|talk|present|plank|headstand|breath)(?: \w+)?(?: \w+)? for {_TIME_EN}(?! (?:a|per|each|every)\b)",
        rf"{_TIME_ZH}(?:长)?的?{_THING_ZH}",
        rf"{_THING_ZH}(?:要|得|需要|时长|大概|一共|是|有|限时)*[，,]?{_TIME_ZH}",
        rf"(?:讲|说)(?:一?下|一讲|一说)[^，,。；;!！?？\n]{{0,20}}[，,]\s*(?:大概|一共|限时|要讲)?{_TIME_ZH}(?=[，,。；;!！?？\n]|$)",
        # Speed.
        rf"(?<!fit )(?<!put )(?<!get )(?<!squeeze )(?<!cram )\bin (?:about |around |just (?:over|under) )?{_TIME_EN}"
        r"(?! (?:a|per|each|every|most)\b| (?:chunks|blocks|slots|sessions|bursts)\b)",
        r"\b\d{1,2}(?::\d\d)?\s*min(?:ute)?s?\s*(?:/|per |a )\s?(?:km|k|mile|mi)\b",
        rf"(?:每公里|配速|用时|成绩|跑了|跑进|游了)(?:大概|大约|是|在)?\s*{_TIME_ZH}",
        # Job and school.
        rf"\b(?:teach|lecture|mark|grade|commute|travel|volunteer|babysit)(?: (?:about|around|roughly))? {_TIME_EN} (?:a|per|each|every) (?:day|week)\b",
        rf"(?<![^.!?\n])[^.!?\n]*?(?=\b(?:that|which|this|it|so) leaves\b[^.,;!?\n]{{0,24}}?{_TIME_EN})",
        rf"(?:班|倒班|做六休一|厂里?)[^。！!？?；;，,\n]{{0,8}}[，,]?(?:一天|每天|一上就是|一个班)(?:就是|要|得)?{_TIME_ZH}",
        rf"(?<!can )(?<!could )(?<!will )(?<!'ll )(?<!to )\b(?:work|works|working)(?: (?:about|around|roughly|full[- ]time))?"
        rf"[, ]+(?:{_TIME_EN}|{ENGLISH_NUMBER} days) (?:a|per|each) (?:day|week)\b",
        r"\b(?:work|works|working|job|office|shifts?|school)(?: is| are| runs?| from)* \d{1,2}(?:[:.]\d\d)?\s?(?:am)?\s?(?:to|till|-|–)\s?"
        r"\d{1,2}(?:[:.]\d\d)?\s?(?:pm)?(?:,? (?:mon\w*|tue\w*)\s?(?:to|-|–|through)\s?(?:fri|sat|thu)\w*|,? weekdays)?",
        rf"{_TIME_EN} shifts?\b(?: \w+ (?:days|times) (?:a|per) week)?",
        rf"\b{ENGLISH_NUMBER}[- ]day (?:working |work |school )?week\b",
        rf"\b(?:down to|drop to|reduce to|cut to|switch to|move to|in the office|on site|works?|working) {ENGLISH_NUMBER} days(?: (?:a|per|each) week)?",
        rf"(?:每?一?个?[天周]|每个?星期|每个?礼拜)?(?:要|得|都)?(?:上班|上课|工作|加班)(?:要|得)?{_TIME_ZH}",
        rf"(?:每个?周|一周|每个?星期|一个?星期)(?:要|得|都)?(?:上班?|工作){CHINESE_NUMBER}天(?:班)?",
        rf"(?:一周|每周)?(?:只?上|改成|改为|减到){CHINESE_NUMBER}天(?:班|工作制)",
        r"(?:上班|上课|坐班)(?:时间)?(?:是|从)?(?:早上?|上午)?[\d一二三四五六七八九十]+点半?(?:到|至|-|~)(?:晚上?|下午)?[\d一二三四五六七八九十]+点半?",
        # Sleep, journeys, screens.
        rf"(?:每[天晚日]|一天|每天晚上|晚上)?(?:只|才|就|大概|平均)*(?:能)?(?:睡|通勤|刷手机|刷短视频|路上|坐车)(?:觉|了|要|得|不到|不够|单程|来回)*{_TIME_ZH}",
        rf"\b(?:sleep|sleeps|sleeping|slept|commute|drive|scroll(?:ing)?|nap|naps)(?: is| of| takes)?(?: only| about| around| for)* {_TIME_EN}"
        r"(?: (?:a|per|each|every) (?:day|night|way))?",
        rf"{_TIME_EN}(?: of)? (?:sleep|commut\w+|screen time|away\b(?! from (?:work|it))|(?:by|on) (?:car|train|bus|foot|bike)|drive\b|walk\b(?= (?:away|from|to)))\b(?: (?:a|per|each|every) (?:day|night))?",
        # What somebody else has.
        r"\b(?:my|our) (?:brother|sister|mum|mom|mother|dad|father|husband|wife|partner|son|daughter|friend|colleague|assistant|neighbou?r)s? "
        r"(?:can |could |will |is |has |only |helps? |works? )[^,.;!?\n]*?(?:weekends?|evenings?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)",
        # Rehearsals of a group are times of the group.
        rf"\b(?:rehearsals?|choir practice|band practice)(?: (?:a|per|each|every) week| weekly)?(?:,| of| for| is| are| last\w*)*"
        rf" {_TIME_EN}(?: each)?(?: (?:on |every |each )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?: (?:evening|night)s?)?)?",
        rf"{_TIME_EN}(?: \w+)? rehearsals?\b(?: (?:a|per|each|every) week| on (?:mon|tues|wednes|thurs|fri|satur|sun)days?)?",
        rf"(?:每周|一周)?(?:合练|彩排|排练)(?:一次|{CHINESE_NUMBER}次)?[，,]?(?:每次|一次)?{_TIME_ZH}",
    )
)  # fmt: skip


def mask_other_times(text: str) -> str:
    """Return a text of equal length in which the times that the user does not have are blank."""
    for pattern in _PATTERNS:
        text = pattern.sub(lambda match: "_" * len(match[0]), text)
    return text
