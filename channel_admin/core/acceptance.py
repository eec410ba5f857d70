"""Verdict on one version of a plan: nine rules with thresholds of 80 % and 50 % (DESIGN § 7, TW-330…336)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from negotiation.contracts.events import FailDetail, FailReason

VerdictKind = Literal["finalize", "force_finalize", "resend", "adjust", "fail"]


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of the feedback on one version of a plan.

    Attributes:
        sent: Agents to which the version was sent.
        real_accepts: Accepts that are not fallback answers; None if not counted.
    """

    sent: int
    accepts: int = 0
    negotiates: int = 0
    rejects: int = 0
    withdraws: int = 0
    real_accepts: int | None = None

    @property
    def remaining(self) -> int:
        """Number of agents to which the version was sent and that have not withdrawn."""
        return self.sent - self.withdraws

    @property
    def answers(self) -> int:
        """Number of accepts, negotiates and rejects, without withdrawals; the denominator of the accept rate."""
        return self.accepts + self.negotiates + self.rejects

    @property
    def silent(self) -> int:
        """Number of remaining agents without an answer."""
        return self.remaining - self.answers

    @property
    def accept_rate(self) -> Fraction | None:
        """Accepts divided by answers (0 to 1), or None without answers."""
        return Fraction(self.accepts, self.answers) if self.answers else None

    def reaches(self, threshold: Fraction) -> bool:
        """Return whether accepts ÷ answers is at least `threshold` (0 to 1); False without answers."""
        return self.answers > 0 and self.accepts >= threshold * self.answers

    @property
    def has_quorum(self) -> bool:
        """Whether at least half of the remaining agents have answered; False without answers."""
        return self.answers > 0 and 2 * self.answers >= self.remaining


@dataclass(frozen=True, slots=True)
class RoundContext:
    """State of the negotiation on which a verdict depends, beside the tally.

    Attributes:
        round: Number of the round, from 1.
        resends: Number of times the version was sent again.
        required_role_vacant: Whether a required assignment has no holder.
        required_holder_unconfirmed: Whether the holder of a required assignment has not really accepted.
        required_holder_silent: Whether one of them has not answered.
        limit_kept: Whether the version leaves a limit of the demand that the requester keeps.
    """

    round: int
    max_rounds: int
    resends: int
    max_resends: int
    high_threshold: Fraction
    low_threshold: Fraction
    grace_rounds: int
    required_role_vacant: bool = False
    required_holder_unconfirmed: bool = False
    required_holder_silent: bool = False
    limit_kept: bool = False

    @property
    def is_last(self) -> bool:
        """Whether the round is the last: no adjustment and no resend may follow."""
        return self.round >= self.max_rounds


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict, the number (1–9) of the rule that gave it, and the reason of a failure.

    The first rule that matches gives the verdict:

    1. No agent remains: fail.
    2. More than half of the agents rejected the plan or withdrew: fail.
    3. Quorum, and accept rate of `high_threshold` or more: force_finalize if a required role is vacant, finalize if
       every holder of one accepted; else the rules below apply.
    4. Silent agents, and no quorum, a rate below `low_threshold` or a silent required holder: resend, if this is not
       the last round and `max_resends` is not reached.
    5. No answers: fail.
    6. Rate of `high_threshold` or more without quorum: force_finalize; as by rule 7 while rounds are left, if a
       required holder has not accepted, as an accept that makes the quorum must not worsen the verdict.
    7. Rate of `low_threshold` or more, or in one of the `grace_rounds` a negotiate, and half of the answers accept or
       negotiate: adjust, unless the round is the last.
    8. Rate of `low_threshold` or more: force_finalize.
    9. Otherwise: fail.

    If the plan leaves a limit that the requester keeps, rules 3 and 6 adjust it (rule 7) while rounds are left, then
    force-finalize it.

    If only fallback answers accepted (`real_accepts` is 0, not None), rules 3, 6 and 8 fail the plan instead, with
    reason `timeout` and detail `model_unavailable`.
    """

    kind: VerdictKind
    rule: int
    reason: FailReason | None = None
    detail: FailDetail | None = None


def compute_verdict(tally: Tally, context: RoundContext) -> Verdict:
    """Return the verdict on one plan version, given by the first of nine rules that matches (see `Verdict`)."""
    verdict = _first_matching_rule(tally, context)
    is_agreed = verdict.kind in ("finalize", "force_finalize")
    if is_agreed and tally.real_accepts == 0:
        return Verdict("fail", verdict.rule, "timeout", "model_unavailable")
    return verdict


def _first_matching_rule(tally: Tally, context: RoundContext) -> Verdict:
    if tally.remaining == 0:
        return Verdict("fail", 1, "no_participants", "all_left")
    if 2 * (tally.rejects + tally.withdraws) > tally.sent:
        return Verdict("fail", 2, "low_acceptance", "majority_left")
    if tally.has_quorum and tally.reaches(context.high_threshold):
        if context.limit_kept:
            return _adjust_while_possible(context, 3)
        if context.required_role_vacant:
            return Verdict("force_finalize", 3)
        if not context.required_holder_unconfirmed:
            return Verdict("finalize", 3)
    if _may_resend(tally, context):
        return Verdict("resend", 4)
    if tally.answers == 0:
        return Verdict("fail", 5, "timeout", "no_feedback")
    if tally.reaches(context.high_threshold) and not tally.has_quorum:
        is_open = context.limit_kept or (context.required_holder_unconfirmed and not context.required_role_vacant)
        return _adjust_while_possible(context, 6) if is_open else Verdict("force_finalize", 6)
    if not context.is_last and (tally.reaches(context.low_threshold) or _is_grace_round(tally, context)):
        return Verdict("adjust", 7)
    if tally.reaches(context.low_threshold):
        return Verdict("force_finalize", 8)
    return Verdict("fail", 9, "low_acceptance")


def _may_resend(tally: Tally, context: RoundContext) -> bool:
    is_undecided = not tally.has_quorum or not tally.reaches(context.low_threshold) or context.required_holder_silent
    return tally.silent > 0 and not context.is_last and context.resends < context.max_resends and is_undecided


def _adjust_while_possible(context: RoundContext, rule: int) -> Verdict:
    """Return the verdict on an accepted plan that lacks the yes of the requester or of a required holder."""
    return Verdict("force_finalize", rule) if context.is_last else Verdict("adjust", 7)


def _is_grace_round(tally: Tally, context: RoundContext) -> bool:
    willing = 2 * (tally.accepts + tally.negotiates) >= tally.answers
    return context.round <= context.grace_rounds and tally.negotiates > 0 and willing
