"""How a scenario is run: its clock, its ids, its own settings only, its cancel, and what never comes to an end."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from shared.runtime.system_clock import SystemClock
from shared.runtime.virtual_clock import VirtualClock, VirtualTimeDeadlock, run_virtually
from tests.support.event_log import parse_log, path_of, root_events
from towow.bootstrap.embedded import run_embedded
from towow.config.demand_logger import build_logger
from towow.scenario.loader import load_scenario
from towow.scenario.runner import build_scenario_system, play_scenario, run_scenario, unknown_agents
from towow.scenario.schema import Scenario

ROOT = Path(__file__).parents[2]


def scenario(**fields: object) -> Scenario:
    people = [{"agent_id": f"agent_{name}", "capabilities": ["场地提供"]} for name in ("bob", "amy")]
    return Scenario.model_validate({"demand": "需要场地", "profiles": people, **fields})


def test_a_scenario_starts_at_the_fixed_instant_and_skips_waiting() -> None:
    events = parse_log(run_scenario(scenario(agents={"agent_amy": {"feedback": ["silent"]}})).events)
    assert events[0].timestamp == "2026-01-22T10:00:00.000Z"
    assert events[0].payload["today"] == "2026-01-22"
    assert events[0].payload["timezone"] == "Asia/Shanghai"
    assert events[0].payload["model"] == "scenario"
    assert events[0].payload["user_id"] == "user_cli"
    assert events[-1].timestamp == "2026-01-22T10:02:00.000Z"


def test_the_demand_id_depends_on_the_scenario_seed() -> None:
    first, again, other = (run_scenario(scenario(seed=seed)).events for seed in (1, 1, 2))
    assert list(first) == list(again)
    assert parse_log(first)[0].payload["demand_id"] != parse_log(other)[0].payload["demand_id"]


def test_an_answer_comes_after_the_latency_plus_its_delay() -> None:
    events = parse_log(run_scenario(scenario(latency_ms=500, agents={"agent_bob": {"offer": {"after": 2}}})).events)
    offers = [event for event in events if event.type == "offer.submitted"]
    assert [offer.timestamp[17:23] for offer in offers] == ["01.500", "03.500"]


def test_every_answer_costs_what_the_file_says() -> None:
    events = parse_log(run_scenario(scenario(tokens_per_call=7)).events)
    totals = events[-1].payload["totals"]
    assert totals["input_tokens"] == 7 * totals["model_calls"] > 0


def test_the_settings_of_a_scenario_file_apply() -> None:
    events = parse_log(
        run_scenario(
            scenario(settings={"max_negotiation_rounds": 2}, agents={"agent_amy": {"feedback": ["negotiate"]}})
        ).events
    )
    assert events[0].payload["limits"]["max_rounds"] == 2
    assert events[-1].payload["rounds"] == 2
    assert events[-1].payload["status"] == "force_finalized"


def test_cancel_after_cancels_at_the_named_event() -> None:
    events = parse_log(run_scenario(scenario(requester="user_zoe", cancel_after="towow.offer.submitted")).events)
    cancelled = next(event for event in events if event.type == "demand.cancelled")
    assert cancelled.payload["cancelled_by"] == "user_zoe"
    assert not any(event.type == "proposal.distributed" for event in events)


def test_cancel_after_ignores_the_events_of_a_subnet() -> None:
    story = scenario(
        filter=["agent_bob"],
        gaps=[{"gap_type": "摄影", "importance": 90}],
        subnets=[{"demand": "找摄影", "agents": {"agent_amy": {"offer": {"decision": "decline"}}}}],
        cancel_after="towow.negotiation.failed",
    )
    events = parse_log(run_scenario(story).events)
    assert [event.type for event in events].count("negotiation.failed") == 1
    assert not any(event.type == "demand.cancelled" for event in events)


def test_a_scenario_without_profiles_uses_the_shipped_ones() -> None:
    invited = next(
        event.payload["invited_agents"]
        for event in parse_log(run_scenario(Scenario(demand="我想在北京办一场聚会，需要场地")).events)
        if event.type == "channel.created"
    )
    assert 1 <= len(invited) <= 10


def test_filter_entries_may_be_mappings() -> None:
    story = scenario(filter=[{"agent_id": "agent_amy", "reason": "近", "relevance_score": 33}, "agent_bob", "agent_x"])
    chosen = next(event for event in parse_log(run_scenario(story).events) if event.type == "filter.completed")
    picked = [(c["agent_id"], c["relevance_score"]) for c in chosen.payload["candidates"]]
    assert picked == [("agent_bob", 80), ("agent_amy", 33)]


def test_the_default_adjustment_names_the_requesting_agent() -> None:
    wish = {"feedback_type": "negotiate", "adjustment_request": "改到周日"}
    story = scenario(agents={"agent_bob": {"feedback": [wish, "accept"]}})
    plans = [e.payload["proposal"] for e in parse_log(run_scenario(story).events) if e.type == "proposal.distributed"]
    (change,) = plans[1]["adjustment_summary"]["changes_made"]
    assert (change["after"], change["requested_by"]) == ("改到周日", ["agent_bob"])


def test_generated_answers_are_in_the_language_of_the_demand() -> None:
    events = root_events(parse_log(run_scenario(load_scenario(path_of("in-english"))).events))
    words = " ".join(str(event.payload) for event in events)
    assert words.isascii()


def test_a_demand_that_does_not_close_in_time_is_a_mismatch() -> None:
    """It says what came last instead of hanging."""
    played = run_scenario(scenario(agents={"agent_bob": {"offer": "silent"}}), timeout_s=60)
    assert list(played.mismatches) == [
        "not closed in time: the last event is towow.offer.submitted (seq 6)",
    ]
    assert [event.seq for event in played.events] == [1, 2, 3, 4, 5, 6]


def test_waiting_without_a_pending_timer_raises_virtual_time_deadlock() -> None:
    async def main(_: VirtualClock) -> None:
        await asyncio.Event().wait()

    with pytest.raises(VirtualTimeDeadlock):
        run_virtually(main, 0)


async def test_a_scenario_runs_in_real_time() -> None:
    story = scenario(latency_ms=5)
    place, accept = build_scenario_system(story, SystemClock(), build_logger("error"))
    async with run_embedded(place) as system:
        types = [event.type async for event in play_scenario(system, story, accept())]
    assert types[-1] == "towow.demand.closed"
    assert "towow.proposal.finalized" in types


def test_the_scenario_command_reports_mismatches_and_exits_1(tmp_path: Path) -> None:
    """As a user sees it: events on stdout, mismatches on stderr, exit 1; a typo is exit 2."""
    wrong, typo = tmp_path / "wrong.yaml", tmp_path / "typo.yaml"
    wrong.write_text("demand: 需要场地\nexpect: {status: finalized, rounds: 2}\n", "utf-8")
    typo.write_text("demand: 需要场地\nexpct: {}\n", "utf-8")

    def towow(file: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from towow.cli.main import main; main()", "scenario", "--json", str(file)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
        return subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False
        )

    ran = towow(wrong)
    assert ran.returncode == 1
    assert "rounds: expected 2, got 1" in ran.stderr
    assert ran.stdout.splitlines()[-1].startswith('{"seq":')
    refused = towow(typo)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert f"{typo}:2: expct: unknown key" in refused.stderr


def test_a_compromise_may_be_written_in_the_words_of_its_event() -> None:
    relax = {"compromise_suggestion": "少一些人", "compromise_proposal": {"missing": ["场地"]}}
    nobody = {f"agent_{name}": {"offer": {"decision": "decline"}} for name in ("bob", "amy")}
    failed = parse_log(run_scenario(scenario(agents=nobody, compromise=relax)).events)[-2]
    assert failed.says("compromise_suggestion") == "少一些人"
    assert failed.says("compromise_proposal")["missing"] == ["场地"]


def test_an_adjustment_summary_needs_no_round() -> None:
    """The channel knows it, whatever the file says."""
    change = {
        "adjustment_summary": {"changes_made": [{"aspect": "时间", "after": "周日", "requested_by": ["agent_amy"]}]}
    }
    asking = {"agent_amy": {"feedback": ["negotiate", "accept"]}}
    events = parse_log(run_scenario(scenario(agents=asking, adjustments=[change])).events)
    (changed,) = [e for e in events if e.type == "proposal.distributed" and e.says("version") == 2]
    assert changed.says("proposal")["adjustment_summary"]["round"] == 2


def test_scripted_subnets_fill_the_gaps_in_file_order() -> None:
    """Also when the channel asks for the graver one first; what prompt 8 cost stands once."""
    lacks = [{"gap_type": "摄影", "importance": 70}, {"gap_type": "音响", "importance": 90}]
    events = parse_log(run_scenario(scenario(gaps=lacks, subnets=[{"demand": "找摄影"}, {"demand": "找音响"}])).events)
    opened = [e for e in events if e.type == "subnet.triggered"]
    assert [(e.says("gap_type"), e.says("sub_demand")) for e in opened] == [("摄影", "找摄影"), ("音响", "找音响")]
    assert [e.says("usage")["calls"] for e in opened] == [1, 0]


def test_a_resent_proposal_event_has_no_usage_or_fallback() -> None:
    quiet = {f"agent_{name}": {"feedback": ["silent", "accept"]} for name in ("bob", "amy")}
    events = parse_log(run_scenario(scenario(agents=quiet)).events)
    plans = [e.payload for e in events if e.type == "proposal.distributed"]
    assert [(p["resent"], "usage" in p, "fallback" in p) for p in plans] == [(False, True, True), (True, False, False)]


def test_scripted_agents_without_profile_are_reported() -> None:
    slip = scenario(agents={"agent_bbo": {"feedback": ["accept"]}}, expect={"confirmed": ["agent_bob", "agent_ann"]})
    assert unknown_agents(slip) == ["agent_bbo", "agent_ann"]


def test_a_prompt_that_always_fails_does_not_use_up_every_breaker_probe() -> None:
    """The third failure opens the breaker; the others were never the trouble, and answer after the pause."""
    broken, well = ("a1", "a2", "a3"), ("b1", "b2", "b3", "b4")
    written = Scenario.model_validate(
        {
            "demand": "北京聚会",
            "profiles": [{"agent_id": agent, "capabilities": ["场地"]} for agent in (*broken, *well)],
            "filter": [*broken, *well],
            "agents": {agent: {"feedback": ["error"]} for agent in broken},
            "expect": {"status": "finalized", "confirmed": [*well], "optional": [*broken]},
        }
    )
    assert run_scenario(written).mismatches == []
