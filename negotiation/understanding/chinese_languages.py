"""Languages that people must speak, and work from afar, in Chinese text: 会说粤语, 全程英文, 线上."""

import re
from collections.abc import Iterable

from negotiation.understanding.mention import Mention

_LANGUAGES = {
    "普通话|国语|中文|汉语|华语": "zh",
    "粤语|广东话|白话|广州话": "yue",
    "闽南语|闽南话|台语": "nan",
    "上海话|吴语": "wuu",
    "客家话": "hak",
    "英语|英文": "en",
    "日语|日文": "ja",
    "韩语|韩文": "ko",
    "法语|法文": "fr",
    "德语|德文": "de",
    "西班牙语|西语": "es",
    "葡萄牙语|葡语": "pt",
    "意大利语": "it",
    "俄语|俄文": "ru",
    "阿拉伯语": "ar",
    "泰语": "th",
    "越南语": "vi",
    "印尼语": "id",
    "马来语": "ms",
    "印地语": "hi",
    "土耳其语": "tr",
    "波兰语": "pl",
    "荷兰语": "nl",
    "瑞典语": "sv",
    "希腊语": "el",
    "藏语": "bo",
    "维吾尔语|维语": "ug",
    "蒙古语|蒙语": "mn",
    "哈萨克语": "kk",
    "朝鲜语": "ko",
    "乌克兰语": "uk",
    "斯瓦希里语": "sw",
}
_NAMES = "|".join(_LANGUAGES)
_SPOKEN = re.compile(
    rf"(?:(?:只|要|得|必须|需(?!要)|需要|最好|能够?|可以)*(?:会|能|懂|通)(?:点|一点|流利)?(?:说|讲|用|听)?|(?:要"
    rf"|得|必须|只)?(?:说|讲)|(?:全程|用))\s?(?P<one>{_NAMES})"
    r"(?!翻译|老师|课|书|资料|教|歌|作文|简历|口译|合同|文件|文章|网站|名著|辅导|家教|班|演讲稿"
    r"|论文)(?:沟通|交流|讲解|授课|上课|主持)?(?:的|才行|就行|即可|也行)?"
    rf"|(?P<two>{_NAMES})(?:沟通|交流|流利|授课|讲解|服务|好一点|过关|要好|熟练)"
)
_EACH = re.compile(r"(?:一个|一位|一名|有的)$")
_REMOTE = re.compile(
    r"(?:可以?|能|支持|接受|全程|也可以?)?(?:线上|远程|网上|网络上|在线|异地"
    r"|(?<!短)视频(?=聊|通话|沟通|上课|教学|会议)|腾讯会议|云端)"
    r"(?:进行|完成|沟通|交流|办公|协作|上课|教学|做|就行|就可以|就好|即可|也可以?|也行|都行|都可以?|可以?|ok"
    r"|OK)?(?:都行|都可以?|就行|就好|也行|也可以?)?"
    r"(?!课|社群|活动|店|商城|超市)"
)


def find_languages(text: str) -> Iterable[Mention]:
    """Yield the mentions of languages that people must speak and of work from afar, in simplified text.

    A language without an ISO 639-1 code has that of ISO 639-3. The language of a subject (粤语老师) is no mention.
    """
    for match in _SPOKEN.finditer(text):
        if _EACH.search(text[max(0, match.start() - 3) : match.start()]):
            continue
        name = match["one"] or match["two"]
        code = next(code for names, code in _LANGUAGES.items() if name in names.split("|"))
        yield Mention("language", match.span(), code)
    for match in _REMOTE.finditer(text):
        yield Mention("remote", match.span(), True)
