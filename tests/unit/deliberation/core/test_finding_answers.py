"""Answers to findings and repetitions of them: only known ones, and the first five open ones must be answered."""

from deliberation.contracts.critique import CritiqueDraft, FindingAnswer
from deliberation.core.finding_answers import find_unanswered, keep_known_answers, keep_known_repeats
from tests.support.turn_fixtures import finding

OPEN = tuple(finding(f"r1.{number}") for number in range(1, 8))


def answer(finding_id: str, text: str = "改了") -> FindingAnswer:
    return FindingAnswer(finding=finding_id, decision="accepted", text=text)


def test_answers_to_unknown_findings_are_dropped_and_the_first_of_two_counts() -> None:
    given = (answer("r1.2", "甲"), answer("s9.9"), answer("r1.1"), answer("r1.2", "乙"))
    assert keep_known_answers(given, OPEN) == (answer("r1.2", "甲"), answer("r1.1"))


def test_the_first_five_open_findings_need_an_answer() -> None:
    assert [each.id for each in find_unanswered((), OPEN)] == ["r1.1", "r1.2", "r1.3", "r1.4", "r1.5"]
    assert [each.id for each in find_unanswered((answer("r1.3"), answer("r1.7")), OPEN)] == [
        "r1.1",
        "r1.2",
        "r1.4",
        "r1.5",
    ]


def test_a_settled_finding_needs_no_answer() -> None:
    settled, again = finding("r1.1", answered="改了"), finding("r1.2", answered="改了", repeated=True)
    assert [each.id for each in find_unanswered((), (settled, again))] == ["r1.2"]


def test_a_repetition_names_a_known_finding_once() -> None:
    draft = CritiqueDraft.model_validate(
        {
            "risks": [
                {"risk": "甲", "severity": "high", "repeats": "r1.1"},
                {"risk": "乙", "severity": "low", "repeats": "r1.1"},
                {"risk": "丙", "severity": "low", "repeats": "r8.8"},
                {"risk": "丁", "severity": "low"},
            ],
            "suggestions": [{"issue": "戊", "priority": "low", "repeats": "r1.2"}],
            "validity_check": {"feasible": True, "realistic": True, "complete": False},
        }
    )
    kept = keep_known_repeats(draft, OPEN)
    assert [(risk.risk, risk.repeats) for risk in kept.risks] == [
        ("甲", "r1.1"),
        ("乙", None),
        ("丙", None),
        ("丁", None),
    ]
    assert kept.suggestions[0].repeats == "r1.2"
    assert kept.validity_check == draft.validity_check
