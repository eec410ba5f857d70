"""Tone of a demand: whether it is grave, festive or neutral, by its words."""

import re

from negotiation.contracts.demand import Register
from negotiation.understanding.chinese_characters import simplify
from shared.core.language import Language

_ENGLISH_GRAVE = re.compile(
    r"\b(?:died|dies|dying|death|dead (?:mother|father|wife|husband|child)|passed away|funerals?|burial|cremation"
    r"|wake|mourning|grief|grieving|bereave\w*|widow\w*|memorial|eulogy|obituary|hospice|palliative|terminal"
    r"|miscarriage|stillbirth|suicid\w*"
    r"|lost (?:my|our|his|her) (?!way|key|keys|phone|cat|dog|job|wallet|bag)\w+|cancer|chemo\w*|tumou?r|stroke"
    r"|dementia|parkinson'?s|alzheimer'?s?|diagnos\w*|hospital\w*|surgery|illness|depress\w*|anxiety|panic attacks"
    r"|self-harm|overdose|rehab|addict\w*|alcoholic|ptsd|trauma\w*"
    r"|solicitors?|lawyers?|attorney|court|lawsuit|sued|suing|evict\w*|throwing us out|custody|divorc\w*|separation"
    r"|restraining order|police|arrest\w*|prison|jail|bail|charged with|legal (?:advice|aid|help)|mediator"
    r"|inheritance|estate dispute|probate|asylum|deport\w*|immigration|bankrupt\w*|redundan\w*|unfair dismissal"
    r"|abus\w*|violen\w*|assault\w*|attacked|threaten\w*|stalk\w*|harass\w*|rape\w*|beaten|hits me|domestic|refuge"
    r"|unsafe|bull(?:y|ied|ying)|neglect\w*|foster\w*|social services|child protection|safeguarding"
    r"|missing (?:child|person|son|daughter)|accident|disabled|special needs)\b",
    re.IGNORECASE,
)
_ENGLISH_FESTIVE = re.compile(
    r"\b(?:wedding|married|marry(?:ing)?|birthday|part(?:y|ies)(?! wall)|anniversary|christening|baptism"
    r"|bar mitzvah|bat mitzvah|engagement|hen do|stag do|baby shower|graduation|housewarming|celebrat\w*|festival"
    r"|carnival|reunion|burns supper|burns night|christmas (?:party|dinner)|new year's eve party|proposal"
    r"|quincea\w+|gala|fête|turns \d+|(?:mum|mom|dad|gran|grandma|grandad|grandpa|nan|nana|husband|wife|son"
    r"|daughter|friend)'s \d+th|\d+th birthday)\b",
    re.IGNORECASE,
)
_CHINESE_GRAVE = re.compile(
    r"去世|过世|(?:老伴|爸爸?|妈妈?|爷爷|奶奶|外公|外婆|姥姥|姥爷|父亲|母亲|老公|老婆)走了?(?:以|之)?后|离世|病逝|走了(?=[，,。]|$)|刚走(?=[，,。]|$)"
    r"|没了(?=[，,。])|(?<!治)丧|葬|殡|追思|追悼"
    r"|遗体|遗物|遗嘱|遗产|悼|后事|骨灰|墓|灵堂|守灵|头七|告别仪式|临终|癌|肿瘤|化疗|放疗|透析|重病|病危"
    r"|病重|住院|出院|手术|瘫|卧床|失能|中风|偏瘫|脑梗|老年痴呆|阿尔茨海默|帕金森|摔了|骨折|自闭症|抑郁"
    r"|自杀|轻生|自残|家暴|打我|打人|虐待|欺负|霸凌|侵犯|性侵|性骚扰|跟踪|威胁|走失|走丢|失踪|失联|律师"
    r"|官司|起诉|仲裁|诉讼|拖欠|欠薪|被骗|诈骗(?!课)|报警|离婚|法律援助|监护权|抚养权|工伤|车祸|事故|火灾"
    r"|地震|洪水|灾|流产|重症|ICU|绝症|安乐死|校园暴力|被打(?!扰)"
)
_NOT_GRAVE = re.compile(r"防诈骗|反诈|防骗|急救(?:课|培训|知识)|灾备")
_CHINESE_FESTIVE = re.compile(
    r"婚礼|结婚(?!证)|婚宴|订婚|婚纱|婚庆|喜宴|喜酒|生日|大寿|寿宴|祝寿|满月|百日宴?|周岁|抓周|庆祝|庆典"
    r"|周年庆|派对|party|求婚|纪念日|金婚|银婚|乔迁|开业|年会(?!计)|圣诞|跨年|元宵|毕业典礼|联欢|晚会"
    r"|接亲|迎亲|伴郎|伴娘|惊喜",
    re.IGNORECASE,
)


def detect_tone(text: str, language: Language) -> Register:
    """Return `grave` for mourning, illness, law and violence, `festive` for celebrations, else `neutral`."""
    if language == "zh":
        plain = _NOT_GRAVE.sub(" ", simplify(text))
        grave, festive = _CHINESE_GRAVE, _CHINESE_FESTIVE
    else:
        plain = text.replace("’", "'")
        grave, festive = _ENGLISH_GRAVE, _ENGLISH_FESTIVE
    return "grave" if grave.search(plain) else "festive" if festive.search(plain) else "neutral"
