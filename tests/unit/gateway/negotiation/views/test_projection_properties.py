"""What holds of the view of every log: the recorded ones, and those with holes, repeats and things of tomorrow."""

import copy
import json
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from gateway.negotiation.views.channel_view import ChannelResponse, build_channel_response
from gateway.negotiation.views.demand_projection import fold
from gateway.negotiation.views.demand_summary import DemandItem, demand_item
from gateway.negotiation.views.schema import DemandView
from tests.golden.golden_logs import RECORDED, golden_logs, views
from tests.support.log_builder import LogBuilder

FOLLOWING = {
    "understanding": {"reviewing", "filtering", "after"},
    "reviewing": {"understanding", "filtering", "after"},
    "filtering": {"reviewing", "collecting", "after"},
    "collecting": {"aggregating", "after"},
    "aggregating": {"negotiating", "after"},
    "negotiating": {"asking", "adjusting", "after"},
    "asking": {"negotiating", "adjusting", "after"},
    "adjusting": {"negotiating", "after"},
    "after": {"closed"},
    "closed": set[str](),
}
"""Which phase can follow which."""

NAMES = list(RECORDED)


def last(log: Sequence[bytes]) -> DemandView:
    view = fold(None, log[0])
    for event in log[1:]:
        view = fold(view, event)
    return view


@pytest.mark.parametrize("name", NAMES)
def test_folding_a_log_twice_gives_equal_views(name: str) -> None:
    assert json.dumps(last(golden_logs(name))) == json.dumps(last(golden_logs(name)))


@pytest.mark.parametrize("name", NAMES)
def test_a_continued_fold_equals_a_fold_from_scratch(name: str) -> None:
    log = golden_logs(name)
    for count, view in enumerate(views(log), start=1):
        assert last(log[:count]) == view
        assert view["last_seq"] == count


@pytest.mark.parametrize("name", NAMES)
def test_fold_does_not_mutate_its_input(name: str) -> None:
    view: DemandView | None = None
    for event in golden_logs(name):
        before = copy.deepcopy(view)
        after = fold(view, event)
        assert view == before
        view = after


@pytest.mark.parametrize("name", NAMES)
def test_a_status_changes_once_and_phases_follow_each_other(name: str) -> None:
    seen = list(views(golden_logs(name)))
    for before, after in pairwise(seen):
        assert before["status"] in ("processing", after["status"])
        assert after["phase"] == before["phase"] or after["phase"] in FOLLOWING[before["phase"]]
        assert (after["status"] == "processing") == (after["outcome"] is None)
        assert before["round"] <= after["round"] <= after["max_rounds"]
        assert before["cost"]["calls"] <= after["cost"]["calls"]
        assert before.keys() <= after.keys()
    assert seen[-1]["phase"] == "closed"
    assert seen[-1]["outcome"] is not None
    assert seen[-1]["outcome"]["status"] == seen[-1]["status"]


@pytest.mark.parametrize("name", NAMES)
def test_a_repeated_event_does_not_change_the_view(name: str) -> None:
    log = golden_logs(name)
    view: DemandView | None = None
    for place, event in enumerate(log):
        view = fold(view, event)
        assert fold(view, event) is view
        assert fold(view, log[place // 2]) is view


@pytest.mark.parametrize("name", NAMES)
def test_every_view_conforms_to_its_documented_schema(name: str) -> None:
    """With every field of it: the schema is of the answers, where a default is written out."""
    documented = jsonschema_rs.validator_for(TypeAdapter(DemandView).json_schema(mode="serialization"))
    listed = jsonschema_rs.validator_for(TypeAdapter(DemandItem).json_schema(mode="serialization"))
    channels = jsonschema_rs.validator_for(TypeAdapter(ChannelResponse).json_schema(mode="serialization"))
    for view in views(golden_logs(name)):
        documented.validate(view)
        listed.validate(demand_item(view))
        for part in (view, *(subnet["channel"] for subnet in view["subnets"])):
            channels.validate(build_channel_response(view, part["channel_id"]))


def test_every_documented_key_occurs_in_some_view() -> None:
    """What only newer programs would write, or nobody, is no part of the interface."""
    schema = TypeAdapter(DemandView).json_schema(mode="serialization")
    seen = {key for name in NAMES for view in views(golden_logs(name)) for key in view}
    beside_the_log = {"decision"}
    assert set(schema["properties"]) - {"parent_channel_id"} - beside_the_log == seen
    outcomes = (view["outcome"] for name in NAMES for view in views(golden_logs(name)))
    told = {key for outcome in outcomes if outcome for key in outcome}
    assert set(schema["$defs"]["OutcomeView"]["properties"]) == told


def holes(draw: st.DrawFn, value: Any) -> Any:
    """The same without some of its keys."""
    if isinstance(value, dict):
        kept = {key: part for key, part in value.items() if draw(st.integers(0, 4))}  # pyright: ignore[reportUnknownVariableType]
        return {key: holes(draw, part) for key, part in kept.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, list):
        return [holes(draw, part) for part in value]  # pyright: ignore[reportUnknownVariableType]
    return value


@st.composite
def log_with_holes(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A recorded log in which fields of payloads, and whole events, are missing, and others are of tomorrow."""
    events = [json.loads(line) for line in golden_logs(draw(st.sampled_from(NAMES)))]
    kept = [event for event in events if draw(st.integers(0, 9))]
    for event in kept:
        event["payload"] = {**holes(draw, event["payload"]), "of_tomorrow": {"a": [1]}}
    return kept


@settings(deadline=None, max_examples=60)
@given(log_with_holes())
def test_no_missing_field_and_no_unknown_one_stops_the_fold(log: list[dict[str, Any]]) -> None:
    view: DemandView | None = None
    for event in log:
        view = fold(view, event)
        assert view["last_seq"] == event["seq"]
        json.dumps([view, demand_item(view), build_channel_response(view, view["channel_id"])], allow_nan=False)


def test_unknown_fields_are_passed_on() -> None:
    log = LogBuilder()
    log.invited("bob")
    view = log.offer("bob", mood="merry")
    assert view["candidates"][0]["offer"] is not None
    assert view["candidates"][0]["offer"]["mood"] == "merry"


@pytest.mark.parametrize("kind", ["proposal.distributed", "negotiation.bargain", "proposal.feedback"])
def test_a_log_of_five_megabytes_is_folded_within_the_time_limit(kind: str) -> None:
    """0.3 s of processor time at most, measured; six times that on a machine that has much else to do."""
    (event,) = [
        json.loads(line)
        for line in golden_logs("forced-after-five-rounds")
        if json.loads(line)["event_type"] == f"towow.{kind}"
    ][:1]
    log = list(golden_logs("forced-after-five-rounds")[:10])
    size = 0
    while size < 5_000_000:
        event["seq"] = len(log) + 1
        log.append(json.dumps(event, ensure_ascii=False).encode())
        size += len(log[-1])
    began = time.process_time()
    assert last(log)["last_seq"] == len(log)
    assert time.process_time() - began < 2
