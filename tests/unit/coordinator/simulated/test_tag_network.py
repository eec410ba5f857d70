import numpy as np
import pytest

from coordinator.simulated.demand_tagger import tag_demand
from coordinator.simulated.tag_features import FEATURES
from coordinator.simulated.tag_network import TAGS, TagNetwork, load_tag_network


def every_path(network: TagNetwork, emissions: np.ndarray) -> dict[tuple[int, ...], float]:
    """Return the score of each sequence of tags."""
    paths = {(tag,): float(network.starts[tag] + emissions[0, tag]) for tag in range(len(TAGS))}
    for emission in emissions[1:]:
        paths = {
            (*path, tag): score + float(network.transitions[path[-1], tag] + emission[tag])
            for path, score in paths.items()
            for tag in range(len(TAGS))
        }
    return paths


@pytest.fixture
def emissions() -> np.ndarray:
    return np.random.default_rng(3).normal(scale=2, size=(3, len(TAGS))).astype(np.float32)


def test_the_best_path_has_the_highest_score_of_all(emissions: np.ndarray) -> None:
    network = load_tag_network()
    paths = every_path(network, emissions)
    assert tuple(network.best_path(emissions)) == max(paths, key=lambda path: paths[path])


def test_the_probability_outside_adds_up_all_paths(emissions: np.ndarray) -> None:
    network = load_tag_network()
    paths = every_path(network, emissions)
    total = sum(np.exp(score) for score in paths.values())
    expected = [sum(np.exp(s) for path, s in paths.items() if path[step] == 0) / total for step in range(3)]
    assert network.outside(emissions) == pytest.approx(expected, rel=1e-3)


def test_the_shipped_weights_fit_features_and_tags() -> None:
    rows, features = np.zeros((2, 1280), np.float32), np.zeros((2, len(FEATURES)), np.float32)
    assert load_tag_network().emit(rows, features).shape == (2, len(TAGS))


def test_an_empty_text_has_no_spans() -> None:
    assert tag_demand(" \n", "en", ()).spans == ()
