"""How a simulated agent words what it decided, in Chinese and English. No decision is taken here."""

from typing import Literal

from shared.contracts.demand import Language
from user_agent.reviewing import Stand
from user_agent.weighing import Refusal

FeedbackKind = Literal["accept", "negotiate", "reject", "withdraw"]

LABEL: dict[str, dict[Language, str]] = {
    "date": {"zh": "日期", "en": "date"},
    "fee": {"zh": "费用", "en": "fee"},
    "people": {"zh": "人数", "en": "number of people"},
    "other": {"zh": "条件", "en": "condition"},
}

TEXT: dict[str, dict[Language, str]] = {
    "brings": {"zh": "可以承担{skills}", "en": "I can take on {skills}"},
    "away": {"zh": "{days}没空", "en": "not free on {days}"},
    "holds": {"zh": "最多{most}人", "en": "for up to {most} people"},
    "free": {"zh": "不收费", "en": "free of charge"},
    "fee": {"zh": "费用{fee}", "en": "fee {fee}"},
    "unsaid": {"zh": "未说明", "en": "not said"},
    "share": {"zh": "预算摊下来约{fee}", "en": "about {fee} of the budget"},
    "people": {"zh": "不超过{most}人", "en": "no more than {most} people"},
}

ASKS: dict[str, dict[Language, str]] = {
    "date": {"zh": "{now}我来不了，{wanted}可以", "en": "I cannot make {now}, but {wanted} works"},
    "fee": {"zh": "{now}，我的价是{wanted}", "en": "there is {now} for it; my price is {wanted}"},
    "fee unsaid": {"zh": "还没有说费用，我的价是{wanted}", "en": "no fee was named; my price is {wanted}"},
    "people": {"zh": "来{now}的话我这边接不下，希望{wanted}", "en": "{now} is more than I can take: {wanted}, please"},
}

REFUSALS: dict[Refusal, dict[Language, str]] = {
    "unclear": {
        "zh": "看不出需要我做什么；我做的是{skills}，用得上时再叫我",
        "en": "I do not understand what is needed of me; what I do is {skills}, should that help",
    },
    "field": {
        "zh": "{wanted}我做不来；我做的是{skills}，用得上时再叫我",
        "en": "{wanted}: not something I can do; what I do is {skills}, should that help",
    },
    "far": {"zh": "我在{place}，过不去", "en": "I am in {place} and cannot get there"},
    "time": {"zh": "这阵子的安排已经满了，接了也做不好", "en": "my calendar is full, and I would do it badly"},
    "size": {
        "zh": "我这边最多接待{most}人，{coming}人太多了",
        "en": "I can take {most} people at most; {coming} is too many",
    },
    "few": {
        "zh": "只有{coming}人，规模太小，我开工不划算",
        "en": "for {coming} people it is not worth my setting up",
    },
    "money": {
        "zh": "我的价是{price}，预算{budget}摊下来差得太多",
        "en": "I charge {price}; what {budget} leaves for me is too far from that",
    },
    "day": {"zh": "{day}我排不开，也来不及准备", "en": "I am not free, or not ready, on {day}"},
}

REGRETS: dict[Language, tuple[str, ...]] = {
    "zh": ("想了想还是说实话更好。", "不想答应了又做不到。", "这次先不参加，祝顺利。"),
    "en": (
        "Better to say so now.",
        "I do not promise what I cannot keep.",
        "Not this time; good luck with it.",
    ),
}

WHY: dict[Literal["keen", "talk"], dict[Language, tuple[str, ...]]] = {
    "keen": {
        "zh": ("{skills}正是我常做的事，时间也合适。", "这件事我有兴趣，{skills}交给我放心。"),
        "en": (
            "That is what I do, and the timing suits me.",
            "I like the idea; leave {skills} to me.",
        ),
    },
    "talk": {
        "zh": ("{skills}我能做，几件事先说清楚，后面才顺。", "愿意来，不过有些条件要先谈好。"),
        "en": (
            "I can do {skills}; a few things should be clear first.",
            "I am willing, once a condition or two is settled.",
        ),
    },
}

KIND: dict[Stand, FeedbackKind] = {
    "fine": "accept",
    "met": "accept",
    "standby": "accept",
    "let_be": "accept",
    "give_way": "accept",
    "ask": "negotiate",
    "again": "negotiate",
    "refuse": "reject",
    "leave": "withdraw",
    "no_role": "withdraw",
    "hollow": "reject",
}

SAID: dict[Stand, dict[Language, tuple[str, ...]]] = {
    "fine": {
        "zh": ("{role}的安排合适，没有问题。", "分工清楚，我这边可以。", "可以，按这个来。"),
        "en": ("{role} suits me as planned.", "Clear enough; count me in.", "Fine by me."),
    },
    "met": {
        "zh": ("我提的“{wanted}”已经照办，接受。", "“{wanted}”解决了，那就定下来。"),
        "en": ("What I asked for ({wanted}) is in; I accept.", "{wanted}: settled. Then let us do it."),
    },
    "standby": {
        "zh": ("可以，需要我顶上时叫我。", "我先候着，用得着再说。"),
        "en": ("Fine; call me if you need me to step in.", "I stand by; say so when there is work for me."),
    },
    "let_be": {
        "zh": ("还有小地方没谈到，不影响我参加。", "细节可以边做边商量，先同意。"),
        "en": (
            "A detail is open, but I would not stop this for it.",
            "We can settle the rest on the way; I agree.",
        ),
    },
    "give_way": {
        "zh": ("“{wanted}”没能满足，我让一步。", "没谈成“{wanted}”，不过大局要紧，接受。"),
        "en": ("I did not get {wanted}, and give way.", "{wanted} did not work out; the whole matters more, so yes."),
    },
    "ask": {
        "zh": ("大体可以，但希望调整——{wanted}。", "有一件事要先定：{wanted}。"),
        "en": ("Mostly fine, with one change: {wanted}.", "One thing has to be settled first: {wanted}."),
    },
    "again": {
        "zh": ("上次提的还没解决：{wanted}。", "我还是要坚持：{wanted}。"),
        "en": ("What I asked for is still open: {wanted}.", "I have to insist: {wanted}."),
    },
    "refuse": {
        "zh": ("说了几次“{wanted}”都没有着落，这一版我不同意。",),
        "en": ("I asked more than once for {wanted}; not with this version.",),
    },
    "leave": {
        "zh": ("“{wanted}”谈不拢，我退出，祝顺利。",),
        "en": ("We do not come together on {wanted}; I am out, good luck.",),
    },
    "hollow": {
        "zh": ("要紧的还没有人做（{wanted}），光有我这一份办不成。",),
        "en": ("What matters most has nobody yet ({wanted}); my part alone will not do it.",),
    },
    "no_role": {
        "zh": ("方案里没有我的分工，我先退出。",),
        "en": ("There is no part for me in this; I am leaving.",),
    },
}
