"""Names on the broker, and binding keys."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.transport.topology import Topology, matches
from tests.support.case_tables import load_cases

words = st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=6).map(".".join)
patterns = st.lists(st.sampled_from(["a", "b", "*", "#"]), min_size=1, max_size=6).map(".".join)


def test_the_namespace_is_the_first_word_of_every_name() -> None:
    topology = Topology("demo")
    assert (topology.commands, topology.events, topology.dead) == ("demo.commands", "demo.events", "demo.dead")
    assert topology.queue("user_agent") == "demo.user_agent"
    assert topology.role("demo.user_agent") == "user_agent"
    assert Topology().commands == "towow.commands"


@pytest.mark.parametrize(
    ("pattern", "routing_key", "expected"), load_cases(__file__, "a_star_matches_one_word_and_a_hash_any_number")
)
def test_a_star_matches_one_word_and_a_hash_any_number(pattern: str, routing_key: str, expected: bool) -> None:
    assert matches(pattern, routing_key) is expected


@given(patterns, words)
def test_binding_key_matching_agrees_with_a_regular_expression(pattern: str, routing_key: str) -> None:
    parts = {"*": r"\.[^.]+", "#": r"(\.[^.]+)*"}
    expression = "".join(parts.get(word, re.escape(f".{word}")) for word in pattern.split("."))
    assert matches(pattern, routing_key) is bool(re.fullmatch(expression, f".{routing_key}"))
