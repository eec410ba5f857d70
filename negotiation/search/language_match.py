"""Languages of needs: a translator, teacher or adviser for one language is none for another."""

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache

from negotiation.registry.profile import Profile

_NAMES = {
    "zh": "chinese|mandarin|putonghua|中文|汉语|普通话|国语|华语|中英|汉英|英中",
    "yue": "cantonese|粤语|广东话|白话",
    "en": "english|英语|英文|中英|英中|汉英",
    "fr": "french|法语|法文",
    "de": "german|德语|德文",
    "es": "spanish|西班牙语|西语|西班牙文",
    "pt": "portuguese|葡萄牙语|葡语|葡文",
    "it": "italian|意大利语|意语",
    "nl": "dutch|flemish|荷兰语",
    "sv": "swedish|瑞典语",
    "no": "norwegian|挪威语",
    "da": "danish|丹麦语",
    "fi": "finnish|芬兰语",
    "is": "icelandic|冰岛语",
    "pl": "(?-i:Polish)|波兰语",
    "cs": "czech|捷克语",
    "hu": "hungarian|匈牙利语",
    "ro": "romanian|罗马尼亚语",
    "el": "greek|希腊语",
    "ru": "russian|俄语|俄文",
    "uk": "ukrainian|乌克兰语",
    "tr": "turkish|土耳其语",
    "ar": "arabic|阿拉伯语|阿语",
    "he": "hebrew|希伯来语",
    "fa": "farsi|persian|波斯语",
    "hi": "hindi|印地语",
    "ur": "urdu|乌尔都语",
    "bn": "bengali|孟加拉语",
    "ta": "tamil|泰米尔语",
    "ja": "japanese|日语|日文",
    "ko": "korean|韩语|韩文|朝鲜语",
    "vi": "vietnamese|越南语",
    "th": "thai|泰语",
    "id": "indonesian|印尼语",
    "ms": "malay|马来语",
    "sw": "k?iswahili|swahili|斯瓦希里语",
    "yo": "yoruba|约鲁巴语",
    "am": "amharic|阿姆哈拉语",
    "so": "somali|索马里语",
    "zu": "zulu|祖鲁语",
    "ga": "irish(?: gaelic)?|爱尔兰语",
    "cy": "welsh|威尔士语",
    "qu": "quechua|克丘亚语",
    "bo": "tibetan|藏语|藏文",
    "ug": "uyghur|维吾尔语|维语",
    "mn": "mongolian|蒙古语|蒙语",
    "la": "(?-i:Latin)|拉丁语",
}
"""Names of languages in both languages, as a pattern, by ISO 639 code."""

_TAUGHT = (
    r"[- ](?:language |conversation )?(?:lessons?|class(?:es)?|courses?|teachers?|tutor(?:s|ing)?|tuition|conversation"
    r"|speak(?:ing|ers?)|tax(?:es)?|accountants?|lawyers?|solicitors?|attorneys?|law|legal|vat|notary)\b"
)
_PAPER = (
    r"(?:manuals?|letters?|texts?|instructions|contracts?|forms?|documents?|papers?|recipes?|diary|diaries"
    r"|certificates?)"
)
_CHINESE_PAPER = r"(?:说明书|文件|合同|信件?|证件|证书|材料|资料|手册|病历|图纸)"


def _compile(describe: Callable[[str], str]) -> dict[str, re.Pattern[str]]:
    return {
        code: re.compile("|".join(map(describe, names.split("|"))), re.IGNORECASE) for code, names in _NAMES.items()
    }


@cache
def _name_patterns() -> dict[str, re.Pattern[str]]:
    return _compile(lambda name: rf"\b{name}\b" if name.isascii() else name)


@cache
def _asked_patterns() -> dict[str, re.Pattern[str]]:
    """Return what is about a language or the law of its country: Spanish lessons, not Spanish guitar lessons."""
    return _compile(
        lambda name: (
            rf"\b{name}{_TAUGHT}|\b(?:learn|teach|speak|study|practi[cs]e)(?: \w+){{0,3}} {name}\b(?! \w)"
            if name.isascii()
            else name
        )
    )


@cache
def _told_patterns() -> dict[str, re.Pattern[str]]:
    """Return papers in a language: a manual in Korean, a French contract, 说明书全是韩文."""
    return _compile(
        lambda name: (
            rf"\b{_PAPER}(?: (?!not\b)\w+){{0,5}} in {name}\b(?! \w)|\b{name} {_PAPER}\b"
            if name.isascii()
            else rf"{_CHINESE_PAPER}[^，,。！？；不]{{0,5}}{name}|{name}的?{_CHINESE_PAPER}"
        )
    )


_TRANSLATION = re.compile(r"translat|\binterpret(?:ers?|ing|ation)?\b|subtitl|译|字幕", re.IGNORECASE)
_SAME_LANGUAGE = {"nb": "no", "nn": "no", "fil": "tl", "in": "id", "iw": "he"}


def lacks_language(need: str, profile: Profile, context: str = "") -> bool:
    """Return whether a need is about a language that a profile neither lists nor names, as far as it tells any.

    So is a need for the law or taxes of the country that speaks it: a `Norwegian accountant`. The cooking, music or
    writing of a country is no such need. A translation that names no language is about those of papers that the demand
    tells of; whoever knows one of several does not lack it.

    Args:
        need: Words of the need.
        profile: A profile.
        context: Text of the demand; may be empty.
    """
    is_translation = _TRANSLATION.search(need) is not None
    wanted = _find_languages(need) if is_translation else _search(_asked_patterns(), need)
    told = _find_told_languages(context) if is_translation and not wanted else frozenset[str]()
    if not (wanted or told):
        return False
    codes = [code.lower().partition("-")[0] for code in profile.languages]
    listed = frozenset(_SAME_LANGUAGE.get(code, code) for code in codes)
    known = listed | _find_languages("\n".join((*profile.capabilities, *profile.tags, profile.summary)))
    return bool(known) and (not wanted <= known or (bool(told) and not told & known))


@lru_cache(maxsize=8192)
def _find_languages(text: str) -> frozenset[str]:
    return _search(_name_patterns(), text)


@lru_cache(maxsize=256)
def _find_told_languages(text: str) -> frozenset[str]:
    return _search(_told_patterns(), text)


def _search(patterns: Mapping[str, re.Pattern[str]], text: str) -> frozenset[str]:
    """Return the codes of the languages whose pattern occurs in a text."""
    return frozenset(code for code, pattern in patterns.items() if pattern.search(text))
