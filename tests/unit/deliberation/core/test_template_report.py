"""Report from a template: what its reader needs, in both languages, whatever the facts are (DL-77…81, DL-154)."""

import re
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deliberation.contracts.control import ConsensusLabel, EndReason, Veto
from deliberation.contracts.plan import Plan
from deliberation.contracts.text_limits import MAX_CONTENT_CHARACTERS
from deliberation.contracts.turns import ReporterFacts
from deliberation.core.template_report import build_template_report
from shared.core.language import Language
from tests.support.turn_fixtures import finding, plan, plan_fields, position, report_facts

OPEN = finding("r1.2", "high", text="口语没有人陪练")
REMARKS = (
    "no_objection",
    "stubborn:critic",
    "unargued_change:planner:3",
    "skipped:critic:2",
    "earlier_plan:2",
    *(f"vetoed:{veto}" for veto in get_args(Veto)),
)


def content(language: Language = "zh", **facts: Any) -> str:
    return build_template_report(report_facts(language, **facts)).content


def headings(text: str) -> list[str]:
    return re.findall(r"^## (.+)$", text, re.MULTILINE)


def test_a_report_on_an_agreement_has_plan_agreement_resolved_concerns_and_worst_case() -> None:
    text = content()
    assert text.startswith("# IELTS备考计划\n\n讨论进行了 3 轮，双方达成一致（一致程度：高，0.93）。")
    assert headings(text) == ["计划", "达成的共识", "仍未解决", "最坏的情况", "已解决的问题"]
    assert "共 30 小时，2025-12-05 至 2026-02-10。这份计划出自第 2 轮。" in text
    assert "| 任务 | 小时 | 截止日期 |\n| --- | --- | --- |\n| 任务11 | 10 | 2025-12-20 |" in text
    assert "**先做这一件：**任务11（2025-12-20 前完成，10 小时）。" in text
    assert "- 缺少模考 → 加入两次模考" in text
    assert "- 二月前做不完（规划师）" in text
    assert "- 词汇量没有测过" in text
    assert "暂定" not in text


def test_an_english_report_is_in_english() -> None:
    text = content("en", plan=None, positions={}, findings=(), statements=())
    assert not re.search(r"[\u4e00-\u9fff]", text)
    assert "After 3 rounds the discussion ended in agreement (consensus: high, 0.93)." in text
    assert "There is no plan" in text


def test_the_summary_has_the_documented_forms() -> None:
    summary = build_template_report(report_facts(findings=(OPEN, *report_facts().findings))).summary
    assert summary.key_agreements[:2] == ("分三个阶段备考，共十二周", "按三阶段走，但要多做模考")
    assert summary.resolved_concerns == ("缺少模考 -> 加入两次模考",)
    assert summary.remaining_uncertainties == ("严重：口语没有人陪练；后果：做不完", "词汇量没有测过")


def test_a_rebutted_concern_is_not_told_as_a_change() -> None:
    rebutted = finding("r1.1", answered="目标分数不需要")
    assert rebutted.answer is not None
    rebutted = rebutted.model_copy(update={"answer": rebutted.answer.model_copy(update={"decision": "rebutted"})})
    assert "严重：每天的时间不够；后果：做不完；计划未改：目标分数不需要" in content(findings=(rebutted,))


def test_the_divergence_edition_shows_both_positions_and_a_provisional_plan() -> None:
    text = content(edition="divergence", end_reason="max_rounds", consensus_level="medium", findings=(OPEN,))
    assert headings(text)[:2] == ["双方立场", "计划"]
    assert "讨论用完了 3 轮，没有达成一致" in text
    assert "**以下计划是暂定的：**" in text
    assert "| 结论 | 分三个阶段备考，共十二周 | 按三阶段走，但要多做模考 |" in text
    assert "| 理由 1 | 先打基础再做题 | 先打基础再做题 |" in text
    assert "| 把握 | 80% | 80% |" in text
    assert "- 严重：口语没有人陪练；后果：做不完" in text
    agreed = text.split("## 达成的共识")[1]
    assert "双方都认为：每周都有模考" in agreed
    assert "多做模考" not in agreed.split("## ")[0]


def test_a_missing_position_leaves_its_column_empty() -> None:
    text = content(edition="divergence", end_reason="error", positions={"planner": position()})
    assert "| 结论 | 分三个阶段备考，共十二周 | – |" in text


@pytest.mark.parametrize(
    ("edition", "end_reason", "words"),
    [
        ("consensus", "consensus", "达成一致"),
        ("consensus", "early_stop", "不再变化"),
        ("divergence", "early_stop", "没有达成一致就结束了"),
        ("divergence", "max_rounds", "用完了"),
        ("divergence", "user", "您在第 3 轮结束了讨论"),
        ("divergence", "error", "缺少回答"),
        ("divergence", "moderation", "内容审核"),
    ],
)
def test_the_report_says_how_the_discussion_ended(edition: str, end_reason: str, words: str) -> None:
    assert words in content(edition=edition, end_reason=end_reason).split("\n\n")[1]


def test_every_remark_is_a_sentence_for_readers() -> None:
    for language in get_args(Language):
        text = content(language, remarks=(*REMARKS, "unknown", "other:planner:1", "vetoed:nothing")).rpartition("## ")[
            2
        ]
        lines = text.splitlines()[2:]
        assert len(lines) == len(REMARKS), text
        assert not any("{" in line or "_" in line or ":planner" in line for line in lines)
    assert "第 3 轮，规划师没有提出新的论据就改变了立场" in content(remarks=REMARKS)
    assert "采用的是第 2 轮的计划" in content(remarks=REMARKS)
    assert "批评家在讨论中一直重复同一立场" in content(remarks=REMARKS)


def test_texts_of_users_and_agents_are_escaped() -> None:
    hostile = "<img src=x> | [a](javascript:1) **b**\n# c"
    text = content(
        edition="divergence",
        end_reason="max_rounds",
        plan=plan().model_copy(update={"title": hostile, "goal": hostile}),
        positions={"planner": position(conclusion=hostile)},
        findings=(finding(text=hostile), finding("r1.2", text=hostile, answered=hostile)),
        statements=({"agent": "critic", "uncertainties": [hostile], "worst_case": hostile},),
    )
    assert text.count("\\<img src=x\\> \\| \\[a\\](javascript:1) \\*\\*b\\*\\* \\# c") >= 7
    assert not re.search(r"(?<!\\)<img|(?<!\\)\[a", text)


@pytest.mark.parametrize(
    ("title", "shown"), [("任务", "### 8. 阶段8（四周）"), ("任" * 300, "- 阶段8：12 项任务，120 小时，至 2026-01-01")]
)
def test_a_long_report_is_shortened_item_by_item_and_keeps_every_section(title: str, shown: str) -> None:
    fields = plan_fields(*[("2026-01-01",) * 12] * 8)
    for phase in fields["phases"]:
        for task in phase["tasks"]:
            task["title"] = title
    long = Plan.model_validate(fields)
    many = tuple(finding(f"r{round}.{number}", text="问题" * 60) for round in range(1, 6) for number in range(1, 9))
    text = content(
        plan=long,
        edition="divergence",
        end_reason="max_rounds",
        positions={agent: position(key_reasons=("理由" * 140,) * 5) for agent in ("planner", "critic")},
        findings=many,
        remarks=REMARKS,
    )
    assert len(text) <= MAX_CONTENT_CHARACTERS
    assert headings(text) == ["双方立场", "计划", "达成的共识", "仍未解决", "最坏的情况", "关于这次讨论"]
    assert re.search(r"……另有 \d+ 项", text)
    assert shown in text


TEXT = st.text(max_size=400) | st.sampled_from(["*" * 300, "<" * 300, "一" * 300, "x"])
SENTENCE = TEXT.filter(str.strip)
POSITION = st.builds(
    position,
    conclusion=SENTENCE,
    key_reasons=st.lists(SENTENCE, min_size=1, max_size=5),
    assumptions=st.lists(TEXT, max_size=5),
    confidence=st.floats(0, 1),
)


def a_plan(phases: list[int], title: str) -> Plan:
    """A plan whose phases have so many tasks."""
    return plan(*[("2026-01-01",) * tasks for tasks in phases]).model_copy(update={"title": title})


PLAN = st.builds(a_plan, st.lists(st.integers(1, 12), min_size=1, max_size=8), SENTENCE)
FINDING = st.builds(
    finding,
    st.from_regex(r"[rs]\d\.\d", fullmatch=True),
    st.sampled_from(["low", "medium", "high"]),
    text=SENTENCE,
    answered=st.none() | SENTENCE,
    repeated=st.booleans(),
)
FACTS = st.builds(
    report_facts,
    st.sampled_from(get_args(Language)),
    rounds=st.integers(0, 5),
    edition=st.sampled_from(["consensus", "divergence"]),
    end_reason=st.sampled_from(get_args(EndReason)),
    consensus_level=st.sampled_from(get_args(ConsensusLabel)),
    consensus=st.none() | st.floats(0, 1),
    plan=st.none() | PLAN,
    plan_round=st.none() | st.integers(1, 5),
    positions=st.dictionaries(st.sampled_from(["planner", "critic"]), POSITION),
    findings=st.lists(FINDING, max_size=20),
    statements=st.lists(
        st.fixed_dictionaries(
            {
                "agent": st.sampled_from(["planner", "critic"]),
                "uncertainties": st.lists(TEXT, max_size=5),
                "worst_case": TEXT,
            }
        ),
        max_size=2,
    ),
    remarks=st.lists(st.sampled_from(REMARKS) | TEXT, max_size=9),
)


@settings(max_examples=150)
@given(FACTS)
def test_every_report_is_whole_and_short_enough(facts: ReporterFacts) -> None:
    report = build_template_report(facts)
    assert 0 < len(report.content) <= MAX_CONTENT_CHARACTERS
    table = [line for line in report.content.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in table)
    assert headings(report.content) == list(dict.fromkeys(headings(report.content)))
    if facts.remarks and any(remark in REMARKS for remark in facts.remarks):
        assert headings(report.content)[-1] in ("关于这次讨论", "About this discussion")
