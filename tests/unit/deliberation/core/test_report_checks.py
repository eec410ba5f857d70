"""What code makes of a model's report: nothing unsafe in it, and nothing left out that is known (DL-79, DL-81)."""

from typing import Any

from deliberation.contracts.report import ReportReply
from deliberation.contracts.text_limits import MAX_CONTENT_CHARACTERS
from deliberation.core.report_checks import clean_report, complete_report
from deliberation.core.template_report import build_template_report
from tests.support.turn_fixtures import finding, position, report_facts

OPEN = finding("r1.2", "high", text="口语没有人陪练")


def reply(content: str = "## 结论\n\n照计划做。", **summary: Any) -> ReportReply:
    return ReportReply.model_validate({"content": content, "summary": summary})


def test_a_report_on_an_agreement_stays_as_it_is() -> None:
    given = reply(key_agreements=["甲"], resolved_concerns=["乙 -> 丙"], remaining_uncertainties=["丁"])
    assert complete_report(given, report_facts()) == given


def test_html_and_unsafe_links_are_removed_from_text_and_summary() -> None:
    clean = clean_report(
        reply("<b>照做</b> [看](javascript:alert(1))<script>x</script>", key_agreements=["<i>甲</i>", "<br>", "乙\n丙"])
    )
    assert clean is not None
    assert clean.content == "照做 看"
    assert clean.summary.key_agreements == ("甲", "乙 丙")


def test_nothing_is_left_of_a_report_of_tags_only() -> None:
    assert clean_report(reply("<div><script>alert(1)</script></div>")) is None


def test_a_divergence_report_without_the_others_conclusion_gets_both_positions() -> None:
    facts = report_facts(edition="divergence", end_reason="max_rounds")
    one_sided = complete_report(reply("计划是暂定的。一方主张：分三个阶段备考，共十二周。"), facts).content
    assert one_sided.startswith("计划是暂定的。")
    assert "## 双方立场" in one_sided
    assert "按三阶段走，但要多做模考" in one_sided
    assert "**以下计划是暂定的：**" in one_sided


def test_a_divergence_report_with_both_conclusions_gets_nothing_but_needs_the_word_provisional() -> None:
    facts = report_facts(edition="divergence", end_reason="max_rounds")
    both = "一方主张“**分三个阶段备考**，共十二周”，另一方主张“按三阶段走，但要多做模考。”"
    assert complete_report(reply(f"{both}计划是暂定的。"), facts).content == f"{both}计划是暂定的。"
    assert "## 双方立场" in complete_report(reply(both), facts).content


def test_remarks_on_the_discussion_are_always_appended() -> None:
    content = complete_report(reply(), report_facts(remarks=("stubborn:planner", "no_objection"))).content
    assert content.startswith("## 结论\n\n照计划做。\n\n## 关于这次讨论\n\n- 规划师在讨论中一直重复")


def test_a_report_of_the_template_needs_nothing() -> None:
    """The simulated reporter writes it: what code appends to a model's report is in it already."""
    for edition, end_reason in (("consensus", "consensus"), ("divergence", "max_rounds")):
        facts = report_facts(
            edition=edition,
            end_reason=end_reason,
            remarks=("stubborn:planner", "no_objection"),
            positions={
                "planner": position(conclusion="长" * 300),
                "critic": position(key_reasons=("由" * 300,) * 5, assumptions=("设" * 300,) * 5),
            },
            findings=(
                OPEN,
                finding("s1.1", answered="加了 *模考*"),
                *(finding(f"r2.{number}", "low", text="短" * 300) for number in range(1, 9)),
            ),
        )
        written = build_template_report(facts)
        assert clean_report(written) == written
        assert complete_report(written, facts) == written


def test_a_long_report_is_cut_and_not_what_is_appended() -> None:
    facts = report_facts(edition="divergence", end_reason="max_rounds", remarks=("no_objection",))
    content = complete_report(reply("长" * 6000), facts).content
    assert len(content) <= MAX_CONTENT_CHARACTERS
    assert "…\n\n## 双方立场" in content
    assert content.endswith("采用之前请自己再核对一遍。")


def test_a_serious_open_finding_that_the_report_conceals_is_added() -> None:
    facts = report_facts(findings=(OPEN, finding("r1.3", "low", text="资料贵")))
    summary = complete_report(reply(remaining_uncertainties=["时间"]), facts).summary
    assert summary.remaining_uncertainties == ("严重：口语没有人陪练；后果：做不完", "时间")
    told = complete_report(reply("还有一个问题：口语没有人陪练。"), facts).summary
    assert told.remaining_uncertainties[0].startswith("严重：口语没有人陪练")
    named = complete_report(reply("口语没有人陪练", remaining_uncertainties=["时间"]), facts).summary
    assert named.remaining_uncertainties == ("时间",)


def test_an_open_finding_is_not_told_as_resolved() -> None:
    summary = complete_report(
        reply(resolved_concerns=["口语没有人陪练 -> 已解决", "缺少模考 → 加入两次", "没有箭头", " -> 空"]),
        report_facts(findings=(OPEN,)),
    ).summary
    assert summary.resolved_concerns == ("缺少模考 -> 加入两次",)


def test_an_empty_summary_is_that_of_the_facts() -> None:
    summary = complete_report(reply(), report_facts()).summary
    assert summary.resolved_concerns == ("缺少模考 -> 加入两次模考",)
    assert summary.remaining_uncertainties == ("词汇量没有测过",)
    assert summary.key_agreements
