"""What the content review sees of an output, what of it is changed, and what follows when it is withheld (DL-161)."""

import pytest

from deliberation.contracts.agent_output import (
    AGENT_OUTPUT,
    AgentOutput,
    CriticOutput,
    HostOutput,
    PlannerOutput,
    PositionOutput,
    ReporterOutput,
)
from deliberation.contracts.events import ReportPublished, SessionEnded, ToolCalled
from deliberation.contracts.messages import ContentReviewed, DraftPlan, PlanDrafted, ReviewContent, WriteCritique
from deliberation.contracts.tools import ToolCall, ToolExchange, ToolResult
from deliberation.host.content_reviewer import WordListReviewer
from deliberation.host.core.publication import list_texts, redact_output
from deliberation.settings import DeliberationSettings
from tests.support.session_harness import SESSION_ID, SessionHarness, drafted

CODES = (
    *("planner", "critic", "host", "reporter", "plan", "critique", "position", "control", "report"),
    *("high", "medium", "low", "accepted", "continue", "converge", "terminate", "force_opposition", "opposition"),
    *("max_rounds", "consensus", "embedding", "update_command", "devils_advocate", "scripted", "s1.1", "2026-01-15"),
)
"""Words that are fields' values by which programs tell things apart; some of them are words of people, too."""


def outputs() -> list[AgentOutput]:
    """Every kind of output: of a session with a devil's advocate and a stubborn planner, and of one that converges."""
    own = {"planner": (None, 0.99, 0.99, 0.99, 0.99)}
    divided = SessionHarness(similarity=(0.5, 0.5, 0.8, 0.84, 0.88), self_similarity=own).run()  # pyright: ignore[reportArgumentType]
    agreed = SessionHarness(similarity=(0.8, 0.95)).run()
    states = [harness.state for harness in (divided, agreed) if harness.state is not None]
    found = [output for state in states for held in state.history for output in held.outputs]
    kinds = {type(output) for output in found}
    assert kinds == {PlannerOutput, CriticOutput, PositionOutput, HostOutput, ReporterOutput}
    return found


@pytest.mark.parametrize("word", CODES)
def test_a_redacted_word_changes_no_code(word: str) -> None:
    """Else the changed output is no output, and the host fails on the verdict."""
    for output in outputs():
        verdict = ContentReviewed(session_id=SESSION_ID, key="k", verdict="redact", replacements=((word, "▇▇"),))
        changed = redact_output(output, verdict)
        assert AGENT_OUTPUT.validate_python(changed.model_dump()) == changed
        assert (changed.agent_id, changed.output_type) == (output.agent_id, output.output_type)


async def test_codes_are_no_text_that_is_reviewed() -> None:
    """Else a blocked word that is also a code, such as “critic” or “high”, blocks every output of a kind."""
    reviewer = WordListReviewer(DeliberationSettings(blocked_words=", ".join(CODES)))
    for output in outputs():
        text = "\n".join(list_texts(output.model_dump(mode="json")))
        request = ReviewContent(
            session_id=SESSION_ID, agent=output.agent_id, round=output.round, text=text, key="k", answer_by=0
        )
        free = any(word in text for word in CODES)
        assert (await reviewer.review(request)).verdict == ("block" if free else "allow")
        assert output.content in text
        assert not {*CODES[:9]} & {*text.splitlines()}


def test_a_turn_that_was_blocked_is_told_so_when_it_is_repeated() -> None:
    """Else the model's memo gives the same answer again: every block of a first turn would be two, and end the session."""
    harness = SessionHarness(critic=("block", None), planner=("block", None)).run()
    for kind in (DraftPlan, WriteCritique):
        first, *later = [send.body.facts for send in harness.sends if isinstance(send.body, kind)]
        assert first.complaints == ()
        assert all(facts.complaints == ("你上一次的回答未通过内容审核：请换一种写法。",) for facts in later[:1])


def test_calls_of_tools_are_reviewed_with_the_turn_that_made_them() -> None:
    """They are published as well, in the words of the model."""
    harness = SessionHarness().start()
    call = ToolCall(tool="calculate_date", base_date="某人的生日")
    result = ToolResult(success=False, error="invalid_date", message="某人的生日 is no date")
    answer = PlanDrafted(
        session_id=SESSION_ID,
        agent="planner",
        kind="plan",
        round=1,
        turn=drafted(),
        exchanges=(ToolExchange(call=call, result=result),),
    )
    assert harness.feed(answer, "planner")
    review = next(send.body for send in harness.sends if isinstance(send.body, ReviewContent))
    assert "某人的生日" in review.text.splitlines()
    verdict = ContentReviewed(
        session_id=SESSION_ID, key=review.key, verdict="redact", replacements=(("某人的生日", "▇▇"),)
    )
    assert harness.feed(verdict, "deliberation_skills")
    (told,) = harness.of(ToolCalled)
    assert told.call == ToolCall(tool="calculate_date", base_date="▇▇")
    assert told.result.message == "▇▇ is no date"


def test_a_decision_that_nobody_was_told_is_no_agreement() -> None:
    """The time of the session ends while the host's decision to converge is under review."""
    harness = SessionHarness(similarity=(0.8, 0.95)).run(
        until=lambda each: (
            each.state is not None
            and any(
                review.output.output_type == "control" and review.output.metadata.decision.action == "converge"
                for review in each.state.reviews
            )
        )
    )
    assert harness.state is not None
    harness.pending.clear()
    harness.now = harness.state.deadline
    harness.fire_timer()
    assert harness.of(SessionEnded)[0].end_reason == "error"
    (report,) = harness.of(ReportPublished)
    assert report.final_plan.provisional
