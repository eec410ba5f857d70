"""Entries of a deliberation's scenario file: what they give, and what stands for what they leave out."""

from pathlib import Path

import pytest

from tests.support.session_scenario import first_turn, outputs, parsed


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
