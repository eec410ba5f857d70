"""The example session of the original document is played, and its messages are those of the document."""

from tests.support.session_log import decisions, objects, report, turn


def test_the_seeds_example_session_has_the_seeds_messages() -> None:
    name = "ielts"
    assert [(event["type"], event.get("agent"), event.get("round")) for event in objects(name)] == [
        ("session_started", None, None),
        ("tool_result", "planner", 1),
        ("tool_result", "planner", 1),
        ("agent_output", "planner", 1),
        ("agent_output", "critic", 1),
        ("host_decision", None, 1),
        ("agent_output", "planner", 2),
        ("agent_output", "critic", 2),
        ("host_decision", None, 2),
        ("agent_output", "planner", 3),
        ("agent_output", "critic", 3),
        ("final_report", "reporter", 3),
        ("session_ended", None, None),
    ]


def test_the_seeds_planner_output_is_reproduced() -> None:
    output = turn("ielts", "planner", 1)
    assert (output["output_type"], output["content"]) == ("plan", "我建议将IELTS备考分为3个阶段...")
    assert output["position"] == {
        "conclusion": "采用3个月阶段式备考方案",
        "key_reasons": ["基础词汇积累需要6周", "听说读写需要并行训练", "最后4周密集模考"],
        "assumptions": ["每天至少投入2小时", "有基础英语能力（CET-4水平）"],
        "confidence": 0.85,
    }
    plan = output["metadata"]["plan"]
    assert (plan["title"], plan["goal"], plan["total_estimated_hours"]) == ("3个月IELTS备考计划", "达到总分7.0", 180)
    assert plan["phases"][0] == {
        "phase_name": "阶段1：基础强化",
        "duration": "6周",
        "tasks": [
            {
                "title": "词汇积累",
                "estimated_hours": 42,
                "deadline": "2026-01-15",
                "tags": ["vocabulary", "foundation"],
            }
        ],
    }
    assert output["metadata"]["warnings"] == []


def test_the_seeds_critic_output_is_reproduced() -> None:
    output = turn("ielts", "critic", 1)
    assert (output["output_type"], output["content"]) == ("critique", "该计划存在以下问题...")
    assert output["position"]["key_reasons"] == ["写作训练时间不足", "模考频率过低", "缺少口语陪练计划"]
    assert output["position"]["confidence"] == 0.78
    assert output["metadata"]["critique"] == {
        "target_agent": "planner",
        "target_round": 1,
        "risks": [{"id": "r1.1", "risk": "写作能力提升缓慢", "severity": "high", "impact": "可能导致写作单项低于6.5"}],
        "suggestions": [
            {"id": "s1.1", "issue": "写作训练不足", "solution": "增加每周2篇限时写作", "priority": "high"},
            {"id": "s1.2", "issue": "模考频率低", "solution": "调整为每周1次", "priority": "medium"},
        ],
        "validity_check": {"feasible": True, "realistic": True, "complete": False},
    }


def test_the_seeds_changes_of_a_position_are_computed() -> None:
    assert turn("ielts", "planner", 2)["position"]["changes_from_last_round"] == {
        "conclusion_changed": False,
        "reasons_added": ["每周2次限时写作"],
        "confidence_delta": 0.05,
    }


def test_the_seeds_host_converges_at_092_in_round_2() -> None:
    first, second = decisions("ielts")
    assert (first["action"], first["rounds_remaining"]) == ("continue", 4)
    assert first["constraints"]["must_address"] == ["写作能力提升缓慢", "写作训练不足", "模考频率低"]
    assert (second["action"], second["consensus"], second["next_agents"]) == ("converge", 0.92, ["planner", "critic"])
    assert second["analysis"]["similarity_matrix"] == [[1, 0.92], [0.92, 1]]
    assert second["analysis"]["most_different_pair"] == [0, 1]
    assert second["analysis"]["stubborn_agents"] == []
    assert second["thresholds"] == {"high": 0.9, "low": 0.7, "stubborn": 0.98}
    assert [directive["action"] for directive in second["directives"]] == ["state_uncertainties"]


def test_the_seeds_report_is_reproduced() -> None:
    told = report("ielts")
    assert told["content"].startswith("# IELTS 3个月备考计划\n\n经过多轮讨论...")
    final = told["final_plan"]
    assert (final["title"], final["goal"]) == ("IELTS 3个月备考计划（优化版）", "达到总分7.0")
    assert (final["consensus_level"], final["participating_agents"], final["rounds"]) == (
        *("high", ["planner", "critic"]),
        3,
    )
    assert final["plan"]["total_estimated_hours"] == 200
    assert told["plan"] == final["plan"]
    assert told["summary"] == {
        "key_agreements": ["3个月阶段式训练", "每周2次限时写作", "最后4周密集模考"],
        "resolved_concerns": ["写作训练不足 -> 已增加专项训练", "模考频率低 -> 调整为每周1次"],
        "remaining_uncertainties": ["用户实际可用时间可能不足2小时/天"],
    }
    assert [todo["due"] for todo in told["todos"]] == ["2026-01-15", "2026-02-05", "2026-02-05", "2026-03-05"]


def test_the_seeds_tools_give_the_true_weekdays() -> None:
    now, date = (event["result"] for event in objects("ielts", "tool_result"))
    assert now == {
        "success": True,
        "data": {
            "now": "2025-12-04T10:00:00",
            "timezone": "Asia/Shanghai",
            "weekday": "Thursday",
            "date": "2025-12-04",
        },
    }
    assert date == {"success": True, "data": {"result_date": "2025-12-21", "weekday": "Sunday"}}
