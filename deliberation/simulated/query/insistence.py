"""Insistence of a request: the words by which it says that its date or goal is not open to discussion."""

import re

_INSISTENCE = re.compile(
    r"(?<![不未])必须|(?<!不)(?<!没)一定(?:要|得)|务必|非[^，。！？,.!?；;\n]{1,16}不可|(?:别|不要|少)(?:跟|和|给|对)我(?:说|讲|提|扯|找)|别告诉我|(?:别|不要|不许|不准)找(?:任何)?借口|"
    r"没(?:有)?(?:任何)?借口|不接受(?:任何)?(?:借口|理由)|不听(?:任何)?(?:借口|解释|理由)|无论如何|不管怎(?:样|么样|么着)|不惜(?:一切|任何)?代价|没(?:有|得)?商量|不容商量|雷打不动|"
    r"说什么(?:也|都)(?:要|得)|怎么(?:着)?(?:也|都)(?:要|得)|死(?:命令|任务|期限)|(?:一天|一小时|一分钟|一刻)(?:也|都)(?:不能|不许|不可以|不准)(?:再)?(?:晚|拖|多|迟|等|延)|"
    r"不(?:能|许|准|可以)(?:再)?(?:拖|延期|推迟|延后|改期|商量)|绝(?:对)?不(?:能|许)(?:再)?(?:晚|拖|改|输|失败)|只许成功|没有退路|没有(?:第二条|别的)路|"
    r"\b(?:(?<!a )must(?!-|\s+(?:admit|say|confess|have been|be (?:why|because))\b)|no excuses?|no ifs\b|no buts\b|whatever it takes|no matter what|come what may|come hell or high water|without fail|"
    r"at (?:all|any) costs?|by any means|non-?negotiable|not negotiable|not (?:a|one|one single|a single) (?:day|hour|minute|week) later|(?:set|cast|carved) in stone|"
    r"(?:failure|failing|moving it|postponing|being late) is (?:not|no) (?:an )?option|not an option|(?:no|not up for) (?:discussion|debate)|no extensions?|no postponements?|under no circumstances|"
    r"(?:don't|do not|dont) (?:you )?(?:dare )?tell me|(?:won't|will not|don't|do not) (?:accept|take|want to hear) (?:any |no |an? )?(?:excuses?|delays?|no for an answer|less|that it)|"
    r"i insist|have no choice|there is no way around|there's no way around|can(?:'t|not) be (?:moved|postponed|changed|put off|late))",
    re.IGNORECASE,
)
_COMPLAINT = re.compile(
    r"(?:(?:别|不要|少)(?:跟|和|给|对)我|别告诉我).{0,12}|(?:不可能|做不到|来不及|办不到|太难|没时间|借口|理由|解释)|"
    r"\b(?:don't|do not|dont) (?:you )?(?:dare )?tell me\b.{0,50}(?:impossible|can(?:'t|not)|won't|hard|time|unrealistic|late|work|no)\b.{0,20}|"
    r"\b(?:excuses?|please|it|this|that|is|are|be|i|we|will|any|and|or|the|so|really|just|it's|impossible|an?|option|"
    r"accept|want|to|hear|no|not)\b",
    re.IGNORECASE,
)
"""What is left of a clause that only insists."""

_REST = frozenset("的了啊吧呢吗嘛任何都也我你这那请就可是听")


def find_insistence(text: str) -> str:
    """Return the words by which a request insists; "" if it does not."""
    match = _INSISTENCE.search(text)
    return match[0] if match else ""


def only_insists(clause: str) -> bool:
    """Return whether a clause insists and says nothing else: "no excuses", "别跟我说不可能"."""
    if not find_insistence(clause):
        return False
    rest = _COMPLAINT.sub("", _INSISTENCE.sub(_keep_complaint, clause))
    return not re.sub(r"[\W_]", "", "".join(sign for sign in rest if sign not in _REST))


def _keep_complaint(match: re.Match[str]) -> str:
    """Return what stands for the words in the clause: complaints go together with what they complain of."""
    return match[0] if re.match("别|不要|少|do", match[0], re.IGNORECASE) else ""
