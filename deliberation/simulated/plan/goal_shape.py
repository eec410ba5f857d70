"""Shape of a goal: the kind of undertaking that its words tell, whatever its field."""

import re
from typing import Literal

from deliberation.simulated.query.clauses import has_chinese
from deliberation.simulated.query.query_reader import UserQuery

Shape = Literal["learn", "make", "count", "care", "arrange", "exam", "repair", "talk"]

MIGRATION = re.compile(r"迁移|迁到|切换|\b(?:migrat\w+|switch(?:ing)? (?:\w+ ){0,4}(?:from|to|over))\b", re.IGNORECASE)
"""Words of moving pieces from one system to another at once, which is not reached by some a day."""

_COUNT = re.compile(
    r"^(?:我|想|要|能|把)*(?:通|重|精|细|一口气)?(?:读(?!懂|书会|研|博|音)|看(?!懂|病|医|护|管|孩|娃|店|房|牙)|逛|参观|走遍|走完|打卡|听(?!懂|力|写)|抄写?|刷完|存(?!活)|攒)|^把[^，。]{1,24}(?:读|看|听|抄|逛|刷)(?:完|遍)|"
    r"^(?:写|记)(?:满|完)?[\d一二两三四五六七八九十百千万]+(?:页|篇|章|封)|"
    r"^(?:finally |re-?|finish |get through )*(?:read(?:ing)?(?! (?:music|minds|palms|lips|tarot|maps))|watch(?!.{0,20}\b(?:weight|diet)\b)|visit|listen to|save (?:up )?(?=[\d$£€¥]|\w+ hundred)|write (?:\d[\d,]*|\w+) (?:pages|letters|postcards|chapters|poems|cards))\b",
    re.IGNORECASE,
)
"""Beginning of a goal that is reached by counting: one reads, watches, visits, writes or saves a number of parts."""

_SHAPES: tuple[tuple[Shape, re.Pattern[str]], ...] = (
    ("talk", re.compile(r"跟.{1,6}(?:说|谈|提|开口)|开口|谈判|加薪|道歉|辞职|\b(?:tell my|talk to|ask my|ask for|negotiat\w+|persuade|convince|apologi[sz]e|resign|a raise|go down to)\b", re.IGNORECASE)),
    ("exam", re.compile(r"考试|考证|考级|笔试|测试|\b(?:exam|test|certificate|certification|licen[cs]e|qualif\w+)\b", re.IGNORECASE)),
    ("arrange", re.compile(r"办(?!法|公)|过.{0,8}(?:寿|生日|节)|组织|筹备|筹办|举行|举办|搬|接待|申请|\b(?:organi[sz]e|arrange|host|hold (?:a|an|the|our)|move to|apply|celebrate|parade|festival|fair|ceremony|gathering)\b", re.IGNORECASE)),
    ("learn", re.compile(r"学|练|教|训|会(?=[弹唱说写跳打])|连续|吹|表演|演|唱|弹|背|打好|\b(?:learn|practi[sc]e|play|perform|ring|sing|speak|master|train|teach|improve|get better|become|juggle|throw|do a|identify|recogni[sz]e|reach|beat|hold|jump|catch|in a row|consecutive|swim|ride|whistle|recite)\b", re.IGNORECASE)),
    ("repair", re.compile(r"修|复原|翻新|\b(?:repair|restore|restring|fix|mend|refurbish|revive|get .{0,30} (?:going|working|running))\b", re.IGNORECASE)),
    ("care", re.compile(r"养|照料|照顾|过冬|戒|坚持|习惯|喂|陪|平安|活下|\b(?:keep|care|look after|feed|befriend|friends|raise|quit|stop|every day|habit|survive|takes? a)\b", re.IGNORECASE)),
    ("make", re.compile(r"做|造|写|画|建|修|刻|印|拍|编|整理|拓|收集|记录|录|种|翻译|\b(?:make|build|write|draw|paint|carve|restore|repair|record|collect|print|translate|photograph|compile|catalogue|map|plant|sew|create|finish|produce)\b", re.IGNORECASE)),
)  # fmt: skip

_EMPTY_WORDS = frozenset(
    re.findall(
        "[a-z']+",
        """
    a about absolutely accomplish achieve actually advice again all alone already also always am an and any anymore
    anything are around as asap at away back bad be because been begin beginning being best better bit bored but by can can't cannot
    change changes clue could day days depressed direction do does doing doesn't don't done down dont each else
    everything exhausted fed feel feeling feels figure finally find finish fix for forward from fulfilled get getting
    give go goal goals going good gonna great guidance handle happen head happy hard have help hello here hey hi hour hours
    how i i'd i'll i'm i've idea ideas idk if im important improve in into is isn't it it's its job just keep kind know
    lately life like little lost lot make makes making matter maybe me mean mind meaning meaningful mess month months more
    motivated motivation move much my myself need needs new next no not nothing now of off ok okay on once one or order
    organised organized other our out over overwhelmed past people perfect person place plan please pls point possible
    problem productive project progress purpose question quick quickly quite really right sad should shape situation so
    some somehow someone something somewhere soon sort sorted start stop straight stress stressed stuck stuff succeed
    success successful suggestion suggestions sure task tell thank thanks that that's the their them then there these
    they thing things think this those time tired to today together tomorrow too track trouble try trying tonight turn
    unhappy up us useful useless very want was way we week weeks well what what's where which who why will wish with
    without won't work working worried would wrong year years you your
        """,
    )
)
"""Words that a request of nothing in particular is made of."""

_EMPTY_WORDS_ZH = re.compile(
    "|".join((
        r"[那这](?:一?[个件些份样档]|边)?(?:[\u4e00-\u9fff]{0,1}(?:项目|东西|事情|事儿?|任务|活儿?|工作|问题|玩意儿?|文件|材料|方案|情况))?",
        r"之前说(?:过|好)?的|上次(?:说)?的?|越快越好|越早越好|尽快|尽早|尽量|赶紧|马上|快点|抓紧|很急|急|一下|一点|点[儿啥]?",
        r"(?:我|你|您|他|她|咱)们?|大家|自己|人家|最近|近来|现在|目前|这段时间|每天|整天|天天|今天|明天|今年|明年|以后|未来|总是|老是|一直|经常|有时候?",
        r"不知道|不清楚|不明白|没想好|没想法|不知|该?怎么(?:办|做|样|弄|搞|走)?|咋(?:办|整|弄)|如何|是好|什么|啥|哪里|为什么|怎样|多少|谁",
        r"(?:好|很|太|特别|非常|真的?|挺|超|有点|越来越|更加?|更)*(?:烦躁?|累|难受|难过|迷茫|焦虑|丧|无聊|郁闷|痛苦|崩溃|颓废?|迷失|空虚|心累|压抑|沮丧|孤独|糟糕|糟|乱|差劲|没劲|没意思|没动力|不开心|不高兴|不快乐|不顺|心情|状态|压力)(?:不好|很差|大|啊|了)*",
        r"想要?|需要|希望|打算|应该|可以|可能|能够?|会|得|要|请|求|帮忙?|麻烦|给|让|替|建议|意见|主意|办法|指导|指点|救命|救救|谢谢|您好|你好|大佬|各位",
        r"弄好?|搞好?|搞定|处理|解决|做好?|干|办好?|整|完成|推进|安排|规划|计划|方案|开始|行动|努力|加油|坚持|改变|改善|提升|提高|变得?|成为|成功|成长|进步|优秀|自律|振作|生活|人生|日子|活着|方向|目标|意义|梦想|理想|未来|命运|幸福|快乐|开心|重新|逆袭|翻身|出路",
        r"事情|事儿?|东西|问题|项目|任务|一切|所有|任何|有点?|没有?|没啥|去|来|把|被|对|跟|和|与|也|都|就|还|又|再|才|是|在|不|别|太|很|好|更|最|多|少|大|小|人|的|地|了|着|过|吗|呢|吧|啊|呀|哦|嘛|啦|哈|唉|哎|嗯|个|些|些|样|上|下|里|出|起|到|那|这|而|但|可|只|所以|因为|觉得|感觉|看|说|走|过|活",
        r"[\d一二两三四五六七八九十半几]+个?(?:年|月|周|天|星期|小时|分钟)(?:内|之内|里|左右|时间)?|[\W\d_]+",
    ))
)  # fmt: skip
"""Words of a Chinese request that names nothing in particular."""

_BEYOND_REACH = re.compile(
    r"(?:造|制造|建造?|做|发明|研发|研制|手搓|组装).{0,12}(?:宇宙飞船|飞船|航天飞机|太空船|星舰|载人火箭|时光机|时间机器|永动机|传送门|空间站|虫洞|黑洞|反重力|曲速)|"
    r"(?:去|飞往|飞到|登陆?上?|移民|殖民|前往|住到|(?<![早晚])上)(?:火星|月球|太阳|木星|土星|金星|月亮|外星)(?![岛湾镇石路村谷山节])|长生不老|永生(?!花)|起死回生|返老还童|长命千岁|穿越(?:时空|到|回)|回到过去|瞬间移动|隔空取物|(?:统治|征服|毁灭|称霸)(?:全?世界|地球|宇宙)|"
    r"(?:预测|算出|猜中|推算|破解).{0,6}(?:彩票|双色球|大乐透|中奖号码|开奖)|(?:读懂?别人的?心|读心术|隐身术|心灵感应)|"
    r"\b(?:build|make|invent|construct|create|design|develop|assemble)\b[^,.;!?]{0,30}\b(?:space ?ships?|space ?craft|starships?|space shuttle|space station|moon rocket|rocket to|time machine|perpetual[- ]motion|perpetuum mobile|teleporter|teleportation|warp drive|wormhole|black hole|anti-?gravity|free energy|death star)\b|"
    r"\b(?:go|fly|travel|move|flight|mission|journey|emigrate|land|live)\b[^,.;!?]{0,12}\b(?:to|on) (?:the )?(?:mars|moon|venus|jupiter|saturn|sun|another planet|another galaxy)(?=$|[.;!?]| (?:in|by|within|before|alone|this|next|with)\b)|"
    r"\b(?:live|living) forever\b|\b(?:immortality|become immortal|be immortal|raise the dead|bring .{2,30} back (?:to life|from the dead)|travel (?:back )?(?:in|through) time|go back in time|read (?:people's |other people's )?minds|become invisible|take over the world|rule the world|end all wars?|reverse ag(?:e)?ing)\b|"
    r"\b(?:predict|guess|foresee|calculate|work out|crack)\b[^,.;!?]{0,24}\b(?:lottery|lotto|powerball|euromillions|roulette)\b",
    re.IGNORECASE,
)
"""Undertakings that no person can finish, whatever the time: of astronomical scale, or against what nature allows."""

_PROFESSION = re.compile(
    r"(?:成为|当上?|做|考上|转行(?:做|当|成))(?:一名|一个|个)?(?:外科|内科|神经|心脏|儿科|执业){0,2}(?:医生|医师|牙医|兽医|法官|检察官|教授|宇航员|民航飞行员|飞行员)(?!助理|助手|秘书|护士)|"
    r"\b(?:become|qualify as|retrain as|certified as) (?:an? )?(?:[\w-]+ ){0,2}?(?:surgeon|neurosurgeon|physician|doctor|dentist|vet|veterinarian|anaesthetist|psychiatrist|judge|professor|astronaut|airline pilot)(?=$|[,.;!?]| (?:by|in|within|before|next)\b)",
    re.IGNORECASE,
)
PROFESSION_DAYS = 3 * 365
"""Days in which nobody gets a licence of a profession that takes a degree and years of training."""

_QUOTED = re.compile('《[^》]*》|“[^”]*”|"[^"]*"')

_LIKENESS = re.compile(
    r"模型|乐高|积木|玩具|纸|小说|故事|绘本|画|漫画|游戏|电影|短片|动画|视频|蛋糕|服装|道具|科普|作文|论文|歌|展|主题|积木|"
    r"\b(?:models?|lego|toys?|paper|cardboard|costumes?|props?|novels?|stor(?:y|ies)|books?|poems?|songs?|films?|movies?|videos?|animations?|games?|cakes?|paint(?:ing)?s?|drawings?|"
    r"quilts?|posters?|murals?|themed?|party|exhibition|essay|simulat\w+|kerbal|minecraft|concerts?|piñata|playground|playhouse)\b",
    re.IGNORECASE,
)
"""Words by which such an undertaking is only told, drawn or played."""


def find_shape(query: UserQuery) -> Shape:
    """Return the kind of undertaking that the words of a query tell."""
    if _COUNT.search(query.goal):
        return "count"
    amount = query.amount
    is_counted = amount is not None and amount.kind in ("pieces", "words") and amount.number >= 10
    is_counted = is_counted and not MIGRATION.search(query.goal)
    for shape, pattern in _SHAPES:
        if pattern.search(query.goal):
            return "count" if shape == "make" and is_counted else shape
    for shape, pattern in _SHAPES:
        if pattern.search(query.text):
            return "count" if shape == "make" and is_counted else shape
    return "count" if is_counted else "make"


def is_counted(query: UserQuery) -> bool:
    """Return whether a goal of a field that the rules do not know is reached by counting its parts."""
    return query.match is None and find_shape(query) == "count"


def is_number_known(query: UserQuery) -> bool:
    """Return whether a goal names the number of its parts."""
    return query.amount is not None and query.amount.kind in ("pieces", "words", "money", "length")


def is_vague(query: UserQuery) -> bool:
    """Return whether a query names no object that could be finished: "get my life together", "把那个项目弄一下"."""
    if query.match is not None or query.amount is not None:
        return False
    if query.language == "zh" and has_chinese(query.text):
        return len(_EMPTY_WORDS_ZH.sub("", query.text)) < 2
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", query.text.lower().replace("’", "'"))
    return all(word in _EMPTY_WORDS for word in words)


def is_beyond_reach(query: UserQuery) -> bool:
    """Return whether a query asks for what no person can do: a spaceship, or a doctor's licence within a year."""
    day = query.deadline.day if query.deadline else None
    if day is not None and (day - query.today).days < PROFESSION_DAYS and _PROFESSION.search(query.goal):
        return True
    is_meant = _BEYOND_REACH.search(_QUOTED.sub("", query.goal if query.match else query.text)) is not None
    return is_meant and _LIKENESS.search(query.text) is None
