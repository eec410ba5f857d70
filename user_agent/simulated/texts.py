"""Texts of simulated people in Chinese and English, by decision."""

from typing import Literal

from shared.core.language import Language
from user_agent.simulated.phrasing import Tone
from user_agent.simulated.proposal_review import Stance

TONE_BY_STANCE: dict[Stance, Tone] = {
    "waiting": "yield",
    "hollow_ask": "ask",
    "for_now": "yield",
    "give_way": "yield",
    "standby": "yield",
    "still_by": "yield",
    "let_be": "yield",
    "ask": "ask",
    "again": "ask",
    "one_more": "ask",
    "refuse": "ask",
    "hold_out": "ask",
}
"""Tone of the closing by stance; other stances take it from their feedback type."""

FeedbackKind = Literal["accept", "negotiate", "reject", "withdraw"]

LABELS: dict[str, dict[Language, str]] = {
    "date": {"zh": "日期", "en": "date"},
    "fee": {"zh": "费用", "en": "fee"},
    "people": {"zh": "人数", "en": "number of people"},
    "other": {"zh": "条件", "en": "condition"},
}

TEXTS: dict[str, dict[Language, str]] = {
    "away": {"zh": "{days}没空", "en": "not free on {days}"},
    "holds": {"zh": "最多{most}人", "en": "for up to {most} people"},
    "free": {"zh": "不收费", "en": "free of charge"},
    "fee": {"zh": "费用{fee}", "en": "fee {fee}"},
    "so many": {"zh": "{coming}人", "en": "{coming} people"},
    "unsaid": {"zh": "未说明", "en": "not said"},
    "share": {"zh": "预算摊下来约{fee}", "en": "about {fee} of the budget"},
    "people": {"zh": "不超过{most}人", "en": "no more than {most} people"},
}

CONTRIBUTION_TEXTS: dict[Language, tuple[str, ...]] = {
    "zh": ("可以承担{skills}", "{skills}由我来", "我来做{skills}", "{skills}这一块交给我"),
    "en": (
        "I can cover {skills}",
        "my part would be {skills}",
        "I would look after {skills}",
        "count on me for {skills}",
    ),
}

REQUEST_TEXTS: dict[str, dict[Language, str]] = {
    "date": {"zh": "把日子改到{text}", "en": "{text} instead"},
    "fee": {"zh": "费用按{text}算", "en": "a fee of {text}"},
}

REASON_TEXTS: dict[str, dict[Language, str]] = {
    "date": {"zh": "{now}我来不了，{wanted}可以", "en": "I cannot make {now}, but {wanted} works"},
    "fee": {"zh": "{now}，我的价是{wanted}", "en": "there is {now} for it; my price is {wanted}"},
    "fee unsaid": {"zh": "还没有说费用，我的价是{wanted}", "en": "no fee was named; my price is {wanted}"},
    "people": {"zh": "来{now}的话我这边接不下，希望{wanted}", "en": "{now} is more than I can take: {wanted}, please"},
}

FEEDBACK_TYPE_BY_STANCE: dict[Stance, FeedbackKind] = {
    "fine": "accept",
    "still": "accept",
    "moved": "accept",
    "waiting": "accept",
    "called": "accept",
    "met": "accept",
    "standby": "accept",
    "still_by": "accept",
    "let_be": "accept",
    "give_way": "accept",
    "ask": "negotiate",
    "again": "negotiate",
    "one_more": "negotiate",
    "refuse": "reject",
    "hold_out": "reject",
    "leave": "withdraw",
    "away": "withdraw",
    "replaced": "withdraw",
    "no_role": "withdraw",
    "hollow": "reject",
    "hollow_ask": "negotiate",
    "for_now": "accept",
}
