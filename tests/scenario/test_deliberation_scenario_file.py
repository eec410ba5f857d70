"""What is wrong with a deliberation's scenario file is said with file, line and key; what is right is read and played."""

import re
from pathlib import Path
from typing import Any

import pytest

from deliberation.event_object import event_object
from tests.support.case_tables import load_cases
from tests.support.session_log import path_of
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


def written(folder: Path, text: str) -> Path:
    file = folder / "session.yaml"
    file.write_text(text, "utf-8")
    return file


def parsed(folder: Path, text: str) -> DeliberationScenario:
    return load_deliberation_scenario(written(folder, text))


def outputs(scenario: DeliberationScenario, kind: str = "agent_output", **fields: Any) -> list[dict[str, Any]]:
    """The events of one type that a run gives, with these fields."""
    events = [event_object(event.data) for event in run_deliberation(scenario).events]
    return [
        event
        for event in events
        if event["type"] == kind and all(event.get(name) == value for name, value in fields.items())
    ]


def first_turn(folder: Path, agent: str, entry: str, more: str = "") -> dict[str, Any]:
    """The output of an agent in round 1 whose entry is this."""
    scenario = parsed(folder, f"query: 帮我制定学习计划\nsimilarity: [0.8]\n{agent}: [{entry}]\n{more}")
    return outputs(scenario, agent=agent, round=1)[0]


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


def test_a_position_is_given_by_its_shorthand_or_by_its_own_names(tmp_path: Path) -> None:
    short = first_turn(tmp_path, "planner", "{conclusion: 甲, reasons: [乙], assumptions: [丙], confidence: 0.3}")
    full = first_turn(
        tmp_path,
        "planner",
        "{position: {conclusion: 甲, key_reasons: [乙], assumptions: [丙], confidence: 0.3}}",
    )
    both = first_turn(tmp_path, "planner", "{conclusion: 甲, position: {conclusion: 丁, reasons: [乙]}}")
    assert short["position"] == full["position"]
    assert short["position"] == {
        "conclusion": "甲",
        "key_reasons": ["乙"],
        "assumptions": ["丙"],
        "confidence": 0.3,
    }
    assert (both["position"]["conclusion"], both["position"]["key_reasons"]) == ("甲", ["乙"])


def test_what_an_entry_leaves_out_of_a_position_stays_as_it_was(tmp_path: Path) -> None:
    scenario = parsed(
        tmp_path,
        "query: 帮我制定学习计划\nsimilarity: [0.8]\nplanner: [{conclusion: 甲, reasons: [乙]}, {confidence: 0.4}]\n",
    )
    second = outputs(scenario, agent="planner", round=2)[0]["position"]
    assert (second["conclusion"], second["key_reasons"], second["confidence"]) == ("甲", ["乙"], 0.4)


def test_a_claimed_change_of_a_position_is_computed_anew(tmp_path: Path) -> None:
    claim = "{conclusion_changed: true, reasons_added: [乙], confidence_delta: -0.5}"
    entry = f"{{confidence: 0.9, changes_from_last_round: {claim}}}"
    scenario = parsed(tmp_path, f"query: 帮我制定学习计划\nsimilarity: [0.8]\nplanner: [{{}}, {entry}]\n")
    position = outputs(scenario, agent="planner", round=2)[0]["position"]
    assert position["changes_from_last_round"] == {
        "conclusion_changed": False,
        "reasons_added": [],
        "confidence_delta": 0.1,
    }


def test_a_plan_has_one_task_by_default_and_keeps_what_is_not_given(tmp_path: Path) -> None:
    scenario = parsed(
        tmp_path,
        """
query: 帮我制定学习计划
similarity: [0.8, 0.75, 0.8, 0.75, 0.8]
planner:
  - {hours: 12, deadline: 2026-03-01}
  - {}
  - {plan: {title: 新计划}}
  - {hours: 20}
  - {plan: {phases: [{name: 甲, tasks: [{title: 乙, hours: 3}, {deadline: 2026-04-01}]}, {}], total_estimated_hours: 23}}
settings: {stubborn_rounds: 4}
""",
    )
    plans = [event["metadata"]["plan"] for event in outputs(scenario, agent="planner")]
    assert [plan["total_estimated_hours"] for plan in plans] == [12, 13, 13, 20, 23]
    assert plans[0]["phases"][0]["tasks"][0]["deadline"] == "2026-03-01"
    assert plans[1]["phases"][0]["tasks"][0] == plans[0]["phases"][0]["tasks"][0] | {"estimated_hours": 13}
    assert (plans[2]["title"], plans[2]["phases"]) == ("新计划", plans[1]["phases"])
    assert plans[3]["phases"][0]["tasks"][0]["deadline"] == "2026-02-19"
    tasks = [task for phase in plans[4]["phases"] for task in phase["tasks"]]
    assert tasks[0]["title"] == "乙"
    assert [task["estimated_hours"] for task in tasks] == [3, 10, 10]


def test_what_is_accepted_without_a_change_of_the_plan_stays_open(tmp_path: Path) -> None:
    scenario = parsed(
        tmp_path,
        """
query: 帮我制定学习计划
similarity: [0.8, 0.95]
critic: [{risks: [资金不足]}, {risks: []}]
planner: [{}, {answers: {r1.1: accepted 已加上}}, {hours: 12}]
""",
    )
    warnings = [event["metadata"].get("warnings", []) for event in outputs(scenario, agent="planner")]
    assert [[each["code"] for each in told] for told in warnings] == [[], ["accepted_unchanged"], [], []]
    vetoes = [event["analysis"].get("veto") for event in outputs(scenario, "host_decision")]
    assert vetoes == [None, "findings_unanswered", None]


def test_answers_are_given_as_a_mapping_whose_first_word_decides(tmp_path: Path) -> None:
    scenario = parsed(
        tmp_path,
        """
query: 帮我制定学习计划
similarity: [0.8]
critic: [{risks: [一, 二, 三], suggestions: [四]}, {risks: []}]
planner:
  - {}
  - {answers: {r1.1: accepted 加两小时, r1.2: "rebutted: 时间够用", r1.3: 改成周末, s1.1: rebutted}}
""",
    )
    answers = outputs(scenario, agent="planner", round=2)[0]["metadata"]["answers"]
    assert [(each["finding"], each["decision"], each["text"]) for each in answers][:3] == [
        ("r1.1", "accepted", "加两小时"),
        ("r1.2", "rebutted", "时间够用"),
        ("r1.3", "accepted", "改成周末"),
    ]
    assert (answers[3]["decision"], bool(answers[3]["text"])) == ("rebutted", True)


def test_no_answers_are_none_and_missing_ones_accept_all_open_findings(tmp_path: Path) -> None:
    text = (
        "query: 帮我制定学习计划\nsimilarity: [0.8]\ncritic: [{risks: [一, 二]}, {risks: []}]\nplanner: [{}, {ENTRY}]\n"
    )
    for entry, count in (("answers: {}", 0), ("", 2)):
        scenario = parsed(tmp_path, text.replace("ENTRY", entry))
        assert len(outputs(scenario, agent="planner", round=2)[0]["metadata"]["answers"]) == count


def test_risks_are_high_and_suggestions_medium_unless_they_say_otherwise(tmp_path: Path) -> None:
    short = first_turn(
        tmp_path,
        "critic",
        "{risks: [一, {risk: 二, severity: low, impact: 慢}], suggestions: [三, {issue: 四, priority: high}]}",
    )
    critique = short["metadata"]["critique"]
    assert [(each["id"], each["risk"], each["severity"], each["impact"]) for each in critique["risks"]] == [
        ("r1.1", "一", "high", ""),
        ("r1.2", "二", "low", "慢"),
    ]
    assert [(each["id"], each["priority"]) for each in critique["suggestions"]] == [
        ("s1.1", "medium"),
        ("s1.2", "high"),
    ]
    full = first_turn(
        tmp_path,
        "critic",
        "{critique: {risks: [一, {risk: 二, severity: low, impact: 慢}], suggestions: [三, {issue: 四, priority: high}]}}",
    )
    assert full["metadata"] == short["metadata"]


@pytest.mark.parametrize(
    "entry",
    [
        "{feasible: false}",
        "{critique: {validity_check: {feasible: false}}}",
        "{feasible: false, critique: {validity_check: {feasible: true}}}",
    ],
)
def test_a_plan_is_valid_unless_the_critic_says_otherwise(entry: str, tmp_path: Path) -> None:
    validity = first_turn(tmp_path, "critic", entry)["metadata"]["critique"]["validity_check"]
    assert validity == {"feasible": False, "realistic": True, "complete": True}


def test_a_finding_with_the_text_of_an_earlier_one_raises_that_one_again(tmp_path: Path) -> None:
    scenario = parsed(tmp_path, "query: 帮我制定学习计划\nsimilarity: [0.95]\ncritic: [{risks: [一]}]\n")
    ids = [event["metadata"]["critique"]["risks"][0]["id"] for event in outputs(scenario, agent="critic")]
    assert ids == ["r1.1"] * 5
    assert {event["analysis"]["veto"] for event in outputs(scenario, "host_decision")} == {"findings_unanswered"}


def test_a_report_keeps_what_the_file_does_not_give(tmp_path: Path) -> None:
    text = "query: 帮我制定学习计划\nsimilarity: [0.95]\nreporter: {REPORT}\n"
    default = outputs(parsed(tmp_path, text.replace("REPORT", "")), "final_report")[0]
    short = outputs(parsed(tmp_path, text.replace("REPORT", "content: 报告, key_agreements: [甲]")), "final_report")[0]
    full = outputs(
        parsed(tmp_path, text.replace("REPORT", "content: 报告, summary: {key_agreements: [甲]}")), "final_report"
    )[0]
    assert short == full
    assert (short["content"], short["summary"]["key_agreements"]) == ("报告", ["甲"])
    assert short["summary"]["resolved_concerns"] == default["summary"]["resolved_concerns"] != []
    assert default["content"].startswith("# ")


@pytest.mark.parametrize("word", ["silent", "error", "prose", "invalid"])
def test_a_report_that_does_not_come_is_written_by_the_template(word: str, tmp_path: Path) -> None:
    scenario = parsed(tmp_path, f"query: 帮我制定学习计划\nsimilarity: [0.95]\nreporter: {word}\n")
    assert outputs(scenario, "final_report")[0]["fallback"] is True


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
