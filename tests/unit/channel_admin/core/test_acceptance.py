"""What follows from how a plan was answered? The nine rules of DESIGN § 7, over every count up to ten people."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import pytest
from pydantic import ValidationError

from channel_admin.core.acceptance import RoundContext, Tally, Verdict, compute_verdict
from channel_admin.settings import NegotiationRules
from negotiation.contracts.demand import Limits

HIGH, LOW = NegotiationRules().high_threshold, NegotiationRules().low_threshold
GRACE = NegotiationRules().low_accept_grace_rounds
MAX_PEOPLE = 10


def splits(people: int) -> Iterator[Tally]:
    """Every way in which `people` can accept, negotiate, reject, withdraw or be silent."""
    for accepts in range(people + 1):
        for negotiates in range(people - accepts + 1):
            for rejects in range(people - accepts - negotiates + 1):
                for withdraws in range(people - accepts - negotiates - rejects + 1):
                    yield Tally(people, accepts, negotiates, rejects, withdraws)


TALLIES = tuple(tally for people in range(1, MAX_PEOPLE + 1) for tally in splits(people))


FLAGS = ("required_role_vacant", "required_holder_unconfirmed", "required_holder_silent", "limit_kept")


def stages() -> Iterator[RoundContext]:
    """Every moment of a verdict, with every number of grace rounds that makes a difference; and all flags at some."""
    for round_, resends, grace in product(range(1, 6), range(3), (0, 1, 3, 4)):
        yield RoundContext(round_, 5, resends, 2, HIGH, LOW, grace)
    for round_, resends, grace, flags in product((4, 5), range(3), (0, 4), product((False, True), repeat=4)):
        if any(flags) and (round_ < 5 or not grace):
            yield RoundContext(round_, 5, resends, 2, HIGH, LOW, grace, **dict(zip(FLAGS, flags, strict=True)))


STAGES = tuple(stages())


@cache
def shares(tally: Tally) -> tuple[Fraction | None, bool, bool]:
    """The rate, whether at least half of those left answered, and whether half of the answers would go on talking."""
    answers, left = tally.accepts + tally.negotiates + tally.rejects, tally.sent - tally.withdraws
    rate = Fraction(tally.accepts, answers) if answers else None
    willing = answers > 0 and Fraction(tally.accepts + tally.negotiates, answers) >= Fraction(1, 2)
    return rate, Fraction(answers) >= Fraction(left, 2), willing


def by_the_text(tally: Tally, stage: RoundContext) -> tuple[str, int]:
    """DESIGN § 7, "The verdict", sentence by sentence, in fractions. Shares nothing with the code under test."""
    left = tally.sent - tally.withdraws
    someone_silent = tally.accepts + tally.negotiates + tally.rejects < left
    rate, at_least_half_answered, willing = shares(tally)
    # 1. nobody left → FAILED(no_participants, all_left).
    if left == 0:
        return "fail no_participants all_left", 1
    # 2. reject + withdraw > half of `sent_to` → FAILED(low_acceptance, majority_left).
    if 2 * (tally.rejects + tally.withdraws) > tally.sent:
        return "fail low_acceptance majority_left", 2
    # *keep* or silence is a request to prompt 6: rules 3 and 6 become 7 while rounds are left, then FORCE_FINALIZED.
    kept = ("adjust", 7) if stage.round < 5 else ("force_finalize", 0)
    # 3. answers ≥ half of left and rate ≥ 0.8 → FORCE_FINALIZED when a required assignment has no holder; FINALIZED
    # when each such holder accepted; else go on.
    agreed = rate is not None and rate >= Fraction(4, 5)
    if at_least_half_answered and agreed:
        if stage.limit_kept:
            return kept[0], kept[1] or 3
        if stage.required_role_vacant:
            return "force_finalize", 3
        if not stage.required_holder_unconfirmed:
            return "finalize", 3
    # 4. someone silent, round < 5, fewer than 2 re-sends of this version, and (answers < half of left, or rate < 0.5,
    # or a required holder is silent).
    open_ = not at_least_half_answered or rate is None or rate < Fraction(1, 2) or stage.required_holder_silent
    if someone_silent and stage.round < 5 and stage.resends < 2 and open_:
        return "resend", 4
    # 5. no answer → FAILED(timeout, no_feedback).
    if rate is None:
        return "fail timeout no_feedback", 5
    # 6. rate ≥ 0.8 and answers < half of left → FORCE_FINALIZED. Without a required holder's accept it becomes 7, as
    # rule 3 would with one answer more: "an accept never worsens an outcome".
    if agreed and not at_least_half_answered:
        lacks_yes = stage.required_holder_unconfirmed and not stage.required_role_vacant
        return (kept[0], kept[1] or 6) if stage.limit_kept or lacks_yes else ("force_finalize", 6)
    # 7. round < 5 and (rate ≥ 0.5, or round ≤ grace and someone negotiates and accepts + negotiates ≥ half of answers).
    patient = stage.round <= stage.grace_rounds and tally.negotiates > 0 and willing
    if stage.round < 5 and (rate >= Fraction(1, 2) or patient):
        return "adjust", 7
    # 8. rate ≥ 0.5 → FORCE_FINALIZED. 9. otherwise FAILED(low_acceptance).
    return ("force_finalize", 8) if rate >= Fraction(1, 2) else ("fail low_acceptance", 9)


def said(verdict: Verdict) -> tuple[str, int]:
    words = (verdict.kind, verdict.reason or "", verdict.detail or "")
    return " ".join(word for word in words if word), verdict.rule


def test_every_tally_has_the_verdict_of_the_written_rules() -> None:
    met: set[int] = set()
    for tally, stage in product(TALLIES, STAGES):
        expected = by_the_text(tally, stage)
        assert said(compute_verdict(tally, stage)) == expected, (tally, stage)
        met.add(expected[1])
    assert met == set(range(1, 10)), "an enumeration that never meets a rule proves nothing about it"


# How good is a verdict? FAILED < open < FORCE_FINALIZED < FINALIZED. "Open" (another round) stands below an agreement,
# even a forced one, because it can still fail: of an open negotiation nothing is certain. A re-send is open only as
# far as the silent can still bring it: if whatever they say ends in FAILED, it has failed already and merely waits
# for the silent to say so. (Without that, "1 accept, 3 negotiate, 1 silent" would be better than "2 accept,
# 3 negotiate": the silent one's accept would seem to end a negotiation that no accept could have saved.)
FAILED, OPEN, FORCED, FINALIZED = range(4)
WORTH = {"fail": FAILED, "adjust": OPEN, "force_finalize": FORCED, "finalize": FINALIZED}


ANSWERS = ("accepts", "negotiates", "rejects", "withdraws", "silent")


class Moment(NamedTuple):
    """When a verdict is taken, and whether a limit of the demand is kept that the plan leaves."""

    round: int
    resends: int
    grace: int
    kept: bool = False


class Case(NamedTuple):
    """A count of answers, what the holder of the one required part answered (None: there is no such part), and when.

    `vacant`: another required part has had no holder before. The flags of a context follow from it.
    """

    tally: Tally
    moment: Moment
    holder: str | None = None
    vacant: bool = False


@cache
def context_of(moment: Moment, holder: str | None, vacant: bool) -> RoundContext:
    return RoundContext(
        moment.round,
        5,
        moment.resends,
        2,
        HIGH,
        LOW,
        moment.grace,
        required_role_vacant=vacant or holder in ("rejects", "withdraws"),
        required_holder_unconfirmed=holder not in (None, "accepts"),
        required_holder_silent=holder == "silent",
        limit_kept=moment.kept,
    )


@cache
def worth(case: Case) -> int:
    verdict = compute_verdict(case.tally, context_of(case.moment, case.holder, case.vacant))
    return WORTH[verdict.kind] if verdict.kind != "resend" else worth_of_resend(case)


def worth_of_resend(case: Case) -> int:
    following = case.moment._replace(round=case.moment.round + 1, resends=case.moment.resends + 1)
    best = FAILED
    for answered in answers_of_the_silent(case._replace(moment=following)):
        best = max(best, worth(answered))
        if best >= OPEN:
            return OPEN
    return best


def answers_of_the_silent(case: Case) -> Iterator[Case]:
    sent, accepts, negotiates, rejects, withdraws = counts_of(case.tally)
    for more, more_said in splits_and_what_is_said(case.tally.silent):
        tally = tally_of(sent, accepts + more[0], negotiates + more[1], rejects + more[2], withdraws + more[3])
        for holder in more_said if case.holder == "silent" else (case.holder,):
            yield Case(tally, case.moment, holder, case.vacant)


def counts_of(tally: Tally) -> tuple[int, int, int, int, int]:
    return tally.sent, tally.accepts, tally.negotiates, tally.rejects, tally.withdraws


tally_of = cache(Tally)


@cache
def splits_and_what_is_said(people: int) -> Sequence[tuple[tuple[int, int, int, int], Sequence[str]]]:
    """Return, of each split, what is said how often, and what at least one says; silence is said, too."""
    return [(counts_of(split)[1:], [said for said in ANSWERS if getattr(split, said)]) for split in splits(people)]


def with_one_more_accept(case: Case) -> Iterator[Case]:
    """Somebody who negotiated, rejected, withdrew or was silent accepts instead; it may be the required holder."""
    for said in ANSWERS[1:]:
        count = getattr(case.tally, said)
        changed = {said: count - 1} if said != "silent" else {}
        tally = replace(case.tally, accepts=case.tally.accepts + 1, **changed) if count else case.tally
        if count > (case.holder == said):
            yield case._replace(tally=tally)
        if count and case.holder == said:
            yield case._replace(tally=tally, holder="accepts")


MOMENTS = tuple(Moment(*each) for each in product((1, 3, 5), range(3), (0, 2, 4)) if each[0] < 5 or not each[2])
TELLING = tuple(
    Moment(*each) for each in product((3, 5), (0, 2), (0, 4), (False, True)) if each[0] < 5 or not (each[1] or each[2])
)
"""Rounds 3 and 5, before and after the re-sends, with and without grace, a limit kept or not."""


def cases(sent: int) -> Iterator[Case]:
    """Without required parts at every moment; with one, whatever its holder says, where it makes a difference."""
    for tally in (tally for tally in TALLIES if tally.sent == sent):
        for moment in MOMENTS:
            yield Case(tally, moment)
        for moment in TELLING:
            for holder in (said for said in ANSWERS if getattr(tally, said)):
                yield Case(tally, moment, holder)
            yield Case(tally, moment, vacant=True)
            if moment.kept:
                yield Case(tally, moment)


@pytest.mark.parametrize("sent", range(1, MAX_PEOPLE + 1))
def test_an_accept_never_worsens_an_outcome(sent: int) -> None:
    """Nor does that of the required holder, nor any other one while the holder's is missing or a limit is kept."""
    for case in cases(sent):
        before = worth(case)
        if before == FAILED:
            continue  # nothing is worse
        for better in with_one_more_accept(case):
            assert worth(better) >= before, (case, better)
    worth.cache_clear()


@pytest.mark.parametrize(("flag", "rules"), [("limit_kept", {3, 6, 7}), ("required_holder_unconfirmed", {3, 6, 7, 8})])
def test_a_plan_that_lacks_a_yes_is_never_finalized(flag: str, rules: set[int]) -> None:
    """Neither while the requester keeps a limit that it leaves, nor before the required holder's accept."""
    met: set[int] = set()
    for tally, stage in product((tally for tally in TALLIES if tally.sent <= 5), STAGES):
        if getattr(stage, flag):
            verdict = compute_verdict(tally, stage)
            assert verdict.kind != "finalize", (tally, stage)
            if tally.accepts == tally.answers > 0 == tally.withdraws:
                met.add(verdict.rule)
    assert met >= rules - {6 if flag == "limit_kept" else 0}


def test_the_verdict_order_distinguishes_rule_7_from_rule_9() -> None:
    """The order can tell things apart: had rule 9 come before rule 7, an accept would have been seen to worsen."""
    moment = Moment(1, 0, 0)
    assert worth(Case(Tally(5, 1, 3), moment)) == FAILED  # a re-send that nobody can save
    assert worth(Case(Tally(5, 1, 3), moment._replace(grace=GRACE))) == OPEN  # the next rounds can
    assert worth(Case(Tally(5, 1, 1), moment)) == OPEN  # a re-send that two accepts would turn into a plan
    assert worth(Case(Tally(5, 3, 2), moment)) == OPEN
    assert worth(Case(Tally(5, 4, 1), moment)) == FINALIZED
    assert worth(Case(Tally(5, 4, 1), moment, vacant=True)) == FORCED
    assert worth(Case(Tally(5, 4, 1), moment, "negotiates")) == OPEN
    assert worth(Case(Tally(5, 5), moment._replace(kept=True))) == OPEN


def test_of_fewer_than_half_only_accepts_force_a_plan_unless_the_required_holder_is_silent() -> None:
    """Rule 6: with the accept that makes the quorum, rule 3 would go on to adjust; without it must be no better."""
    stage = RoundContext(3, 5, 2, 2, HIGH, LOW, GRACE)
    lacking = replace(stage, required_holder_unconfirmed=True, required_holder_silent=True)
    assert said(compute_verdict(Tally(3, 1), lacking)) == ("adjust", 7)
    assert said(compute_verdict(Tally(3, 2), lacking)) == ("adjust", 7)
    assert said(compute_verdict(Tally(3, 1), stage)) == ("force_finalize", 6)
    assert said(compute_verdict(Tally(3, 1), replace(lacking, round=5))) == ("force_finalize", 6)


LAST = RoundContext(5, 5, 0, 2, HIGH, LOW, GRACE)


@pytest.mark.parametrize(
    ("threshold", "answers", "needed"),
    [
        ("0.8", 5, 4),
        ("0.8", 10, 8),
        ("0.8", 9, 8),
        ("0.7", 10, 7),
        ("0.7", 3, 3),
        ("0.6667", 3, 3),  # two thirds are less than 0.6667
        ("0.6666", 3, 2),
        ("0.1", 10, 1),
        ("1", 10, 10),
    ],
)
def test_an_acceptance_threshold_is_met_exactly(threshold: str, answers: int, needed: int) -> None:
    high = NegotiationRules.model_validate(
        {"accept_threshold_high": threshold, "accept_threshold_low": 0}
    ).high_threshold
    stage = replace(LAST, high_threshold=high, low_threshold=Fraction(0))
    assert compute_verdict(Tally(answers, needed, answers - needed), stage).kind == "finalize"
    if needed > 1:
        assert compute_verdict(Tally(answers, needed - 1, answers - needed + 1), stage).kind == "force_finalize"


@pytest.mark.parametrize("written", ["0.8", "0.80", 0.8])
def test_a_threshold_is_the_decimal_that_was_written(written: object) -> None:
    assert NegotiationRules.model_validate({"accept_threshold_high": written}).high_threshold == Fraction(4, 5)


@pytest.mark.parametrize("accepts", range(1, 6))
def test_an_agreement_needs_one_accept_that_is_no_fallback(accepts: int) -> None:
    """TWC-27: fallback accepts count in the rate, but nobody is bound by them alone."""
    nobody = Tally(5, accepts, 5 - accepts, real_accepts=0)
    somebody = replace(nobody, real_accepts=1)
    verdict = compute_verdict(somebody, LAST)
    agreed = verdict.kind in ("finalize", "force_finalize")
    assert agreed == (accepts >= 3)
    if agreed:
        assert said(compute_verdict(nobody, LAST)) == ("fail timeout model_unavailable", verdict.rule)
    else:
        assert compute_verdict(nobody, LAST) == verdict


@pytest.mark.parametrize(
    ("tally", "kinds"),
    [
        (Tally(1, 0, 1), ["adjust"] * 4 + ["fail"]),
        (Tally(3, 1, 2), ["adjust"] * 4 + ["fail"]),
        (Tally(2, 0, 1, 1), ["adjust"] * 4 + ["fail"]),
        (Tally(2, 0, 0, 1), ["resend"] * 4 + ["fail"]),
        (Tally(4, 1, 0, 2), ["resend"] * 4 + ["fail"]),
        (Tally(3, 1, 0, 2), ["fail"] * 5),
        (Tally(1, 0, 0, 1), ["fail"] * 5),
    ],
)
def test_by_default_rounds_1_to_4_go_on_if_someone_negotiates_and_half_would_talk(
    tally: Tally, kinds: list[str]
) -> None:
    """TW-341, TWC-09: 0 accepts of 1, 1 of 3; who only rejects, or more than half rejecting, ends it as ever."""
    stages = [RoundContext(n, 5, 0, 2, HIGH, LOW, GRACE) for n in range(1, 6)]
    assert [compute_verdict(tally, stage).kind for stage in stages] == kinds


@pytest.mark.parametrize("grace", range(1, 6))
def test_a_plan_below_the_lower_threshold_is_adjusted_in_the_grace_rounds_and_no_other(grace: int) -> None:
    """TWC-09: the setting counts rounds; it never prolongs the last one."""
    for round_ in range(1, 6):
        verdict = compute_verdict(Tally(3, 1, 2), RoundContext(round_, 5, 0, 2, HIGH, LOW, grace))
        assert said(verdict) == (("adjust", 7) if round_ <= min(grace, 4) else ("fail low_acceptance", 9))


def test_the_last_round_is_the_limit_of_this_demand() -> None:
    tally = Tally(4, 3, 1)
    assert compute_verdict(tally, RoundContext(2, 3, 0, 2, HIGH, LOW, GRACE)).kind == "adjust"
    assert compute_verdict(tally, RoundContext(3, 3, 0, 2, HIGH, LOW, GRACE)).kind == "force_finalize"
    assert Limits().max_rounds == 5


def test_thresholds_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ValidationError, match="must not be above accept_threshold_high"):
        NegotiationRules(accept_threshold_high=Decimal("0.4"))
