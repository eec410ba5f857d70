"""Chinese and English labels of an event's enumerated values: statuses, reasons, decisions."""

from collections.abc import Mapping

Labels = Mapping[str, tuple[str, str]]
"""Value on the wire → (Chinese, English)."""

STATUS_LABELS: Labels = {
    "finalized": ("达成一致", "agreed"),
    "force_finalized": ("勉强成案", "forced through"),
    "failed": ("未能达成", "failed"),
    "cancelled": ("已取消", "cancelled"),
}
CONFIDENCE_LABELS: Labels = {"high": ("高", "high"), "medium": ("中", "medium"), "low": ("低", "low")}
MODEL_LABELS: Labels = {
    "simulated": ("模拟模型（无真实 AI）", "simulated model (no real AI)"),
    "anthropic": ("Anthropic 模型", "Anthropic model"),
    "scenario": ("剧本模型（答案事先写好）", "scenario model (answers written beforehand)"),
}
ROUND_LABELS: Labels = {
    "initial_proposal": ("初稿", "first draft"),
    "adjustment": ("方案已调整", "the plan was adjusted"),
    "no_quorum": ("答复太少，再次征求", "too few answers, asked again"),
}
DECISION_LABELS: Labels = {
    "finalize": ("方案通过", "the plan stands"),
    "renegotiate": ("继续协商", "negotiate on"),
    "force_finalize": ("按已接受的人定案", "forced through with those who agree"),
    "fail": ("协商失败", "the negotiation fails"),
}
REASON_LABELS: Labels = {
    "low_acceptance": ("接受的人太少", "too few accept"),
    "no_participants": ("没有参与者", "nobody takes part"),
    "timeout": ("超时", "time ran out"),
    "max_rounds_exceeded": ("轮次用尽", "no rounds left"),
}
DETAIL_LABELS: Labels = {
    "all_declined": ("所有受邀者都婉拒了", "everybody declined"),
    "no_active_agents": ("没有可邀请的智能体", "there is no active agent to invite"),
    "no_response": ("没有人答复邀请", "nobody answered the invitation"),
    "no_feedback": ("没有人答复方案", "nobody answered the plan"),
    "majority_left": ("多数人反对或退出", "most of them rejected or left"),
    "all_left": ("所有人都退出了", "everybody left"),
    "max_recovery_attempts": ("多次重试无果", "repeated attempts brought nothing"),
    "model_unavailable": ("模型不可用，没有真实的同意", "the model was unavailable, nobody really accepted"),
    "budget": ("预算已用完", "the budget is spent"),
}


def find_label(labels: Labels, value: str, *, chinese: bool) -> str:
    """Return the label of `value`, Chinese if `chinese`, else English; the value itself if `labels` has none for it."""
    wordings = labels.get(value)
    return value if wordings is None else wordings[0 if chinese else 1]
