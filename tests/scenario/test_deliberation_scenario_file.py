"""What is wrong with a deliberation's scenario file is said with file, line and key; what is right is read and played."""

import re
from pathlib import Path

import pytest

from tests.support.case_tables import load_cases
from tests.support.session_log import path_of
from tests.support.session_scenario import outputs, parsed, written
from towow.cli.commands import scenario as command
from towow.cli.exit import CommandError
from towow.scenario.deliberation_entries import (
    CriticFields,
    PhaseFields,
    PlannerFields,
    ReportFields,
    RiskFields,
    SessionPlanFields,
    SuggestionFields,
    TaskFields,
)
from towow.scenario.deliberation_runner import run_deliberation, start_instant
from towow.scenario.deliberation_schema import (
    DeliberationExpectations,
    DeliberationScenario,
    SimilarityFields,
    entry_of_round,
)
from towow.scenario.loader import (
    ScenarioError,
    load_any_scenario,
    load_deliberation_scenario,
    load_scenario,
)
from towow.scenario.schema import Scenario

WRONG = load_cases(__file__, "wrong")
DOCUMENT = Path(__file__).parents[2] / "docs" / "deliberation-scenarios.md"


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_wrong_deliberation_file_is_refused_with_line_and_key(text: str, said: str, tmp_path: Path) -> None:
    file = written(tmp_path, text)
    with pytest.raises(ScenarioError) as caught:
        load_any_scenario(file)
    assert f"{file}:{said}" in str(caught.value)


def test_all_problems_of_a_deliberation_file_are_reported_in_line_order(tmp_path: Path) -> None:
    file = written(tmp_path, "query: x\nsettings: {a: 1}\ntypo: 1\nplanner: [{b: 1}]\n")
    with pytest.raises(ScenarioError) as caught:
        load_any_scenario(file)
    assert str(caught.value).splitlines() == [
        f"{file}:2: a: no such setting",
        f"{file}:3: typo: unknown key",
        f"{file}:4: b: unknown key",
    ]


def test_the_key_tells_the_kind_of_a_scenario(tmp_path: Path) -> None:
    assert isinstance(load_any_scenario(written(tmp_path, "query: x\n")), DeliberationScenario)
    assert isinstance(load_any_scenario(written(tmp_path, "demand: x\n")), Scenario)


def test_a_scenario_of_the_other_kind_is_refused_by_name(tmp_path: Path) -> None:
    file = written(tmp_path, "seed: 1\nquery: x\n")
    with pytest.raises(ScenarioError, match=f"{file}:2: query: a scenario of a deliberation; expected one of a demand"):
        load_scenario(file)
    file.write_text("seed: 1\ndemand: x\n", "utf-8")
    with pytest.raises(ScenarioError, match=f"{file}:2: demand: a scenario of a demand; expected one of a delib"):
        load_deliberation_scenario(file)


def test_the_command_refuses_a_wrong_deliberation_before_it_runs_any(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = written(tmp_path, "query: x\nsimilarty: []\n")
    with pytest.raises(CommandError, match=f"{bad}:2: similarty: unknown key"):
        command.scenario([path_of("ielts"), bad], command.ServiceTarget(None, None, 600, 30), as_json=True)
    assert capsys.readouterr().out == ""


def test_a_query_longer_than_8000_characters_is_refused(tmp_path: Path) -> None:
    assert parsed(tmp_path, f"query: {'x' * 8000}\n").query == "x" * 8000
    with pytest.raises(ScenarioError, match="8001"):
        parsed(tmp_path, f"query: {'x' * 8001}\n")


def test_a_query_alone_is_a_whole_scenario(tmp_path: Path) -> None:
    """The planner plans, the critic suggests something, the planner accepts it, and both agree."""
    scenario = parsed(tmp_path, "query: Help me plan a garden\n")
    (ended,) = outputs(scenario, "session_ended")
    assert (ended["status"], ended["end_reason"], ended["rounds"]) == ("converged", "consensus", 3)
    answers = outputs(scenario, agent="planner", round=2)[0]["metadata"]["answers"]
    assert [(answer["finding"], answer["decision"]) for answer in answers] == [("s1.1", "accepted")]
    assert outputs(scenario, "host_decision")[0]["analysis"]["embedder"] != "scripted"


def test_the_last_entry_repeats_and_none_is_none() -> None:
    assert [entry_of_round(("a", "b"), round) for round in (1, 2, 3, 9)] == ["a", "b", "b", "b"]
    assert entry_of_round((), 1) is None


@pytest.mark.parametrize(
    ("text", "instant", "today"),
    [
        ("", 1_769_076_000_000, "2026-01-22"),
        ("timezone: Pacific/Kiritimati\n", 1_769_076_000_000, "2026-01-23"),
        ("today: 2025-12-04\n", 1_764_813_600_000, "2025-12-04"),
        ("today: 2026-07-01\ntimezone: America/New_York\n", 1_782_914_400_000, "2026-07-01"),
    ],
)
def test_a_session_begins_at_ten_of_its_day_in_its_zone(text: str, instant: int, today: str, tmp_path: Path) -> None:
    scenario = parsed(tmp_path, f"query: x y z\n{text}terminate_after: session_started\n")
    assert start_instant(scenario) == instant
    assert outputs(scenario, "session_started")[0]["today"] == today


def test_a_similarity_may_say_how_far_each_agent_repeats_itself(tmp_path: Path) -> None:
    scenario = parsed(
        tmp_path,
        "query: 帮我制定学习计划\nsimilarity: [0.8, {consensus: 0.85, planner: 0.5}, {consensus: 0.75, critic: 0.6}]\n"
        "settings: {max_deliberation_rounds: 3}\n",
    )
    assert scenario.similarity is not None
    assert isinstance(scenario.similarity[1], SimilarityFields)
    values = [event["analysis"]["self_similarity"] for event in outputs(scenario, "host_decision")]
    assert values == [{}, {"planner": 0.5, "critic": 1.0}, {"planner": 1.0, "critic": 0.6}]


def test_the_mode_of_a_file_takes_precedence_over_the_setting(tmp_path: Path) -> None:
    for text, mode in (
        ("", "parallel"),
        ("settings: {round1_mode: sequential}\n", "sequential"),
        ("mode: parallel\nsettings: {round1_mode: sequential}\n", "parallel"),
    ):
        scenario = parsed(tmp_path, f"query: 帮我制定学习计划\nterminate_after: session_started\n{text}")
        assert outputs(scenario, "session_started")[0]["round1_mode"] == mode


def test_another_seed_makes_another_session(tmp_path: Path) -> None:
    ids = [
        outputs(
            parsed(tmp_path, f"query: 帮我制定学习计划\nterminate_after: session_started\nseed: {seed}\n"),
            "session_started",
        )[0]["session_id"]
        for seed in (1, 2, 1)
    ]
    assert ids[0] == ids[2] != ids[1]


def test_words_that_the_settings_block_are_blocked_as_well(tmp_path: Path) -> None:
    entry = "{conclusion: 甲, content: 这是违禁词}"
    text = f"query: 帮我制定学习计划\nsimilarity: [0.8]\nplanner: [{{}}, {entry}, {{content: 好}}]\n"
    scenario = parsed(tmp_path, f"{text}settings: {{blocked_words: 违禁词}}\n")
    (skipped,) = outputs(scenario, "agent_skipped")
    assert (skipped["agent"], skipped["round"], skipped["reason"]) == ("planner", 2, "blocked")


def test_the_documented_example_ends_as_it_expects(tmp_path: Path) -> None:
    (example,) = re.findall(r"^```yaml\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert list(run_deliberation(parsed(tmp_path, example)).mismatches) == []


def test_every_key_of_a_deliberation_file_is_documented() -> None:
    documented = set(re.findall(r"\w+", DOCUMENT.read_text("utf-8")))
    models = (
        *(DeliberationScenario, DeliberationExpectations, PlannerFields, CriticFields, ReportFields, SimilarityFields),
        *(SessionPlanFields, PhaseFields, TaskFields, RiskFields, SuggestionFields),
    )
    names = {field.alias or name for model in models for name, field in model.model_fields.items()}
    aliases = {"key_reasons": "reasons", "phase_name": "name", "estimated_hours": "hours"}
    assert {aliases.get(name, name) for name in names} - documented == set()


def test_every_form_of_an_entry_is_parsed(tmp_path: Path) -> None:
    scenario = parsed(
        tmp_path,
        """
query: x
mode: sequential
planner:
  - {tool_calls: [get_now, {tool: calculate_date, base_date: 2026-01-22, offset: {weeks: 1}}], after: 5, rebuttals: [y]}
  - {tool_calls: endless}
  - {tool_calls: 500}
  - block
critic:
  - {risks: [{risk: z, repeats: r1.1}], realistic: false, uncertainties: [u], worst_case: w}
  - prose
similarity: [0.9, null, error, silent, {consensus: -0.1}]
terminate_after: towow.deliberation.host_decision
""",
    )
    first, second, third, fourth = scenario.planner
    assert isinstance(first, PlannerFields)
    assert isinstance(second, PlannerFields)
    assert isinstance(third, PlannerFields)
    assert (second.tool_calls, third.tool_calls, fourth) == ("endless", 500, "block")
    critic = scenario.critic[0]
    assert isinstance(critic, CriticFields)
    assert (critic.realistic, critic.uncertainties, critic.worst_case) == (False, ("u",), "w")
    assert scenario.similarity == (0.9, None, "error", "silent", SimilarityFields(consensus=-0.1))
    assert scenario.terminate_after == "towow.deliberation.host_decision"
