"""Order of the host's rules: the vectors of the ledger (§ 15), and properties over all figures (DL-115…122, DL-160)."""

from typing import Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deliberation.contracts.control import KEYWORD_THRESHOLDS, SEED_THRESHOLDS, Thresholds, Veto
from deliberation.host.core.decision_order import RoundFigures, RoundVerdict, decide_round, is_high, is_low

LEVELS = st.one_of(st.none(), st.integers(0, 1_000_000).map(lambda millionths: millionths / 1_000_000))
TRIPLES = st.tuples(st.integers(0, 100), st.integers(0, 100)).map(
    lambda pair: Thresholds(high=max(pair) / 100, low=min(pair) / 100)
)
FIGURES = st.builds(
    RoundFigures,
    round=st.integers(1, 5),
    max_rounds=st.just(5),
    consensus=LEVELS,
    previous_consensus=LEVELS,
    was_opposition=st.booleans(),
    stubborn=st.lists(st.sampled_from(("planner", "critic")), unique=True).map(tuple),
    veto=st.sampled_from((None, *get_args(Veto))),
    method=st.sampled_from(("embedding", "keyword")),
    fatal=st.sampled_from((None, None, None, "user", "moderation", "error")),
)


@pytest.mark.parametrize(
    ("consensus", "action"),
    [
        (0.900000, "continue"),
        (0.900001, "converge"),
        (0.700000, "force_opposition"),
        (0.700001, "continue"),
        (0.9000004, "continue"),
        (0.7000004, "force_opposition"),
    ],
)
def test_the_boundaries_are_strict_after_rounding_to_six_decimals(consensus: float, action: str) -> None:
    assert decide_round(RoundFigures(round=1, consensus=consensus)).action == action


def test_a_trend_of_80_and_81_stops_early_in_agreement() -> None:
    verdict = decide_round(RoundFigures(round=2, consensus=0.81, previous_consensus=0.80))
    assert verdict == RoundVerdict("converge", 7, "early_stop")


def test_a_stall_in_the_low_band_does_not_converge() -> None:
    verdict = decide_round(RoundFigures(round=2, consensus=0.605, previous_consensus=0.60))
    assert verdict == RoundVerdict("terminate", 7, "early_stop")


def test_a_round_without_a_value_prevents_an_early_stop() -> None:
    assert decide_round(RoundFigures(round=2, consensus=0.80, previous_consensus=None)).action == "continue"
    assert decide_round(RoundFigures(round=2, consensus=None, previous_consensus=0.80)).rule == 3


def test_a_difference_of_exactly_the_limit_is_a_change() -> None:
    assert decide_round(RoundFigures(round=2, consensus=0.82, previous_consensus=0.80)).action == "continue"


def test_the_last_round_terminates_below_and_converges_above_the_threshold() -> None:
    assert decide_round(RoundFigures(round=5, consensus=0.85)) == RoundVerdict("terminate", 5, "max_rounds")
    assert decide_round(RoundFigures(round=5, consensus=0.95)) == RoundVerdict("converge", 4, "consensus")


@pytest.mark.parametrize("veto", ["infeasible", "findings_unanswered", "opposite_conclusions"])
def test_a_veto_forbids_to_converge_and_never_outlives_the_last_round(veto: Veto) -> None:
    assert decide_round(RoundFigures(round=2, consensus=0.95, veto=veto)) == RoundVerdict("continue", 4, vetoed=True)
    last = decide_round(RoundFigures(round=5, consensus=0.95, veto=veto))
    assert last == RoundVerdict("terminate", 5, "max_rounds", vetoed=True)


def test_a_lack_of_objections_ends_with_the_last_round() -> None:
    figures = RoundFigures(round=5, consensus=0.95, veto="nothing_challenged")
    assert decide_round(figures) == RoundVerdict("converge", 4, "consensus")


def test_a_veto_also_forbids_the_early_stop() -> None:
    figures = RoundFigures(round=3, consensus=0.81, previous_consensus=0.80, veto="findings_unanswered")
    assert decide_round(figures) == RoundVerdict("continue", 7, vetoed=True)


def test_fewer_than_two_positions_go_on_while_rounds_remain() -> None:
    assert decide_round(RoundFigures(round=4)) == RoundVerdict("continue", 3)
    assert decide_round(RoundFigures(round=5)) == RoundVerdict("terminate", 3, "max_rounds")


def test_directly_after_a_devils_advocate_there_is_no_other() -> None:
    figures = RoundFigures(round=3, consensus=0.5, was_opposition=True)
    assert decide_round(figures) == RoundVerdict("continue", 9)


def test_a_stubborn_agent_is_commanded_instead_of_an_early_stop() -> None:
    figures = RoundFigures(round=3, consensus=0.80, previous_consensus=0.80, stubborn=("planner",))
    assert decide_round(figures) == RoundVerdict("continue", 9, commanded=("planner",))
    low = RoundFigures(round=3, consensus=0.60, previous_consensus=0.60, stubborn=("critic",))
    assert decide_round(low) == RoundVerdict("force_opposition", 8, commanded=("critic",))


@pytest.mark.parametrize(("value", "high", "low"), [(0.6, True, False), (0.59, False, False), (0.29, False, True)])
def test_jaccard_indices_reach_their_thresholds(value: float, *, high: bool, low: bool) -> None:
    assert is_high(value, KEYWORD_THRESHOLDS, "keyword") is high
    assert is_low(value, KEYWORD_THRESHOLDS, "keyword") is low


def test_with_keywords_there_is_neither_stubbornness_nor_an_early_stop() -> None:
    figures = RoundFigures(round=3, consensus=0.5, previous_consensus=0.5, stubborn=("planner",), method="keyword")
    assert decide_round(figures, KEYWORD_THRESHOLDS) == RoundVerdict("continue", 9)


@given(FIGURES, TRIPLES)
def test_every_verdict_is_consistent(figures: RoundFigures, thresholds: Thresholds) -> None:
    verdict = decide_round(figures, thresholds)
    assert (verdict.end_reason is not None) == (verdict.action in ("converge", "terminate"))
    assert verdict.action in ("converge", "terminate") or figures.round < figures.max_rounds
    assert set(verdict.commanded) <= set(figures.stubborn)
    if verdict.action == "converge":
        assert figures.consensus is not None
        assert not is_low(figures.consensus, thresholds, figures.method) or is_high(
            figures.consensus, thresholds, figures.method
        )
        assert figures.veto is None or (figures.veto == "nothing_challenged" and figures.round == figures.max_rounds)
    if verdict.action == "force_opposition":
        assert not figures.was_opposition
        assert figures.consensus is not None
        assert is_low(figures.consensus, thresholds, figures.method)


@given(FIGURES, TRIPLES, st.sampled_from(("user", "moderation", "error")))
def test_a_fatal_reason_comes_before_everything(
    figures: RoundFigures, thresholds: Thresholds, fatal: Literal["user", "moderation", "error"]
) -> None:
    stopped = RoundFigures(round=figures.round, consensus=figures.consensus, veto=figures.veto, fatal=fatal)
    assert decide_round(stopped, thresholds).end_reason == fatal


@given(st.integers(1, 5), LEVELS, st.tuples(st.booleans(), st.booleans()))
def test_more_consensus_never_leads_away_from_agreement(
    round: int, level: float | None, flags: tuple[bool, bool]
) -> None:
    """Without veto or history: converge above high, else continue, else opposition."""
    order = {"force_opposition": 0, "terminate": 0, "continue": 1, "converge": 2}
    if level is None:
        return
    lower = decide_round(RoundFigures(round=round, consensus=level / 2, was_opposition=flags[0]))
    higher = decide_round(RoundFigures(round=round, consensus=level, was_opposition=flags[0]))
    assert order[lower.action] <= order[higher.action]


def test_the_thresholds_of_the_seed_are_the_default() -> None:
    assert (SEED_THRESHOLDS.high, SEED_THRESHOLDS.low, SEED_THRESHOLDS.stubborn) == (0.90, 0.70, 0.98)
