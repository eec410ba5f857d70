"""Area under the ROC curve, its interval, and the record of runs over sealed pairs."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.embedder_auc import bootstrap_interval, record_run
from benchmarks.fit_agreement import fit_scaled
from benchmarks.fit_weights import predict
from benchmarks.position_pairs import area_under_curve

VALUES = st.lists(st.integers(0, 9).map(float), min_size=1, max_size=20).map(np.array)


@pytest.mark.parametrize(
    ("higher", "lower", "area"),
    [([2, 3], [0, 1], 1.0), ([0, 1], [2, 3], 0.0), ([1, 1], [1], 0.5), ([0, 2], [1], 0.5), ([1, 2], [1, 0], 0.875)],
)
def test_the_area_counts_pairs_in_the_right_order_and_half_of_ties(
    higher: list[float], lower: list[float], area: float
) -> None:
    assert area_under_curve(np.array(higher, float), np.array(lower, float)) == area


@given(VALUES, VALUES)
def test_the_area_turned_round_is_the_rest(higher: np.ndarray, lower: np.ndarray) -> None:
    assert area_under_curve(higher, lower) == pytest.approx(1 - area_under_curve(lower, higher))


def test_the_interval_holds_the_area_and_narrows_with_more_pairs() -> None:
    generator = np.random.default_rng(1)
    widths: list[float] = []
    for size in (30, 300):
        agree, others = generator.normal(1, 1, size), generator.normal(0, 1, size)
        low, high = bootstrap_interval(agree, others)
        assert low < area_under_curve(agree, others) < high
        widths.append(high - low)
    assert widths[1] < widths[0] / 2


def test_a_run_is_recorded_once_for_each_result(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    for figures in ({"auc": 0.9}, {"auc": 0.9}, {"auc": 0.91}, {"auc": 0.9}):
        record_run(file, figures)
    assert [json.loads(line)["figures"] for line in file.read_text().splitlines()] == [{"auc": 0.9}, {"auc": 0.91}]


def test_the_regression_does_not_depend_on_the_scale_of_its_features() -> None:
    generator = np.random.default_rng(2)
    features = generator.normal(0, 1, (200, 2))
    labels = (features[:, 0] + generator.normal(0, 0.5, 200) > 0).astype(float)
    scaled = features * (100, 0.01) + (7, -3)
    plain = predict(fit_scaled(features, labels, 1.0), features)
    assert plain == pytest.approx(predict(fit_scaled(scaled, labels, 1.0), scaled))
    assert area_under_curve(plain[labels == 1], plain[labels == 0]) > 0.9
