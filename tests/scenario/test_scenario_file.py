"""What is wrong with a scenario file is said with file, line and key (INTERFACES § 5); what is right is read."""

from pathlib import Path

import pytest

from negotiation.contracts.money import Money
from negotiation.contracts.terms import Terms
from tests.support.case_tables import load_cases
from towow.cli.commands import scenario as command
from towow.cli.exit import CommandError
from towow.scenario.loader import ScenarioError, load_scenario
from towow.scenario.requester_answers import LimitAnswerFields
from towow.scenario.schema import FeedbackFields, OfferFields

EXAMPLE = """\
demand: 我想在北京办一场AI主题聚会，需要场地和嘉宾     # required; everything else optional
requester: user_alice
seed: 1
profiles:
  - {agent_id: agent_bob, display_name: Bob, capabilities: [场地提供], location: 北京}
  - {agent_id: agent_amy, display_name: Amy, capabilities: [演讲嘉宾], location: 北京}
understanding: {capability_tags: [场地提供, 演讲嘉宾]}
filter: [agent_bob, agent_amy]
agents:
  agent_bob:
    offer: {decision: participate, contribution: 50人场地}
    feedback: [negotiate, accept]
  agent_amy: {feedback: [accept]}
proposal: {}
adjustments: []
gaps: []
subnets: []
compromise: {}
# cancel_after: towow.proposal.distributed
tokens_per_call: 0
latency_ms: 0
settings: {feedback_collection_timeout: 2, max_stuck_time: 60}
expect:
  status: finalized
  rounds: 2
  confirmed: [agent_bob, agent_amy]
  optional: []
  events: {towow.negotiation.round_started: 2, towow.demand.closed: 1}
"""
"""The one that INTERFACES § 5 shows."""

WRONG = load_cases(__file__, "wrong")


def written(folder: Path, text: str) -> Path:
    file = folder / "story.yaml"
    file.write_text(text, "utf-8")
    return file


def complaint(file: Path) -> str:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(file)
    return str(caught.value)


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_wrong_file_is_refused_with_line_and_key(text: str, said: str, tmp_path: Path) -> None:
    file = written(tmp_path, text)
    assert f"{file}:{said}" in complaint(file)


def test_all_errors_of_a_scenario_file_are_reported_in_line_order(tmp_path: Path) -> None:
    file = written(tmp_path, "demand: x\nsettings: {a: 1}\ntypo: 1\nseed: one\n")
    assert [line.removeprefix(f"{file}:").split(": ")[:2] for line in complaint(file).splitlines()] == [
        ["2", "a"],
        ["3", "typo"],
        ["4", "seed"],
    ]


def test_an_unreadable_scenario_file_is_refused_with_its_reason(tmp_path: Path) -> None:
    assert complaint(tmp_path / "none.yaml") == f"{tmp_path / 'none.yaml'}: No such file or directory"
    assert complaint(tmp_path) == f"{tmp_path}: Is a directory"
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"demand: x\n# caf\xe9\n")
    assert complaint(latin) == f"{latin}:2: not UTF-8"
    deep = written(tmp_path, "demand: " + "[" * 5000)
    assert complaint(deep) == f"{deep}:1: nested too deeply"


def test_a_bad_line_of_a_profile_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "people.jsonl").write_text('{"agent_id": "a", "display_name": "A"}\n{"agent_id": 1}\n', "utf-8")
    file = written(tmp_path, "demand: x\nprofiles: people.jsonl\n")
    assert complaint(file).startswith(f"{file}:2: profiles: {tmp_path / 'people.jsonl'}:2: ")


def test_the_command_refuses_a_wrong_file_before_it_runs_any(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "good.yaml"
    good.write_text("demand: x\n", "utf-8")
    bad = written(tmp_path, "demand: x\nagnets: {}\n")
    with pytest.raises(CommandError, match=f"{bad}:2: agnets: unknown key"):
        command.scenario([good, bad], command.ServiceTarget(None, None, 600, 30), as_json=True)
    assert capsys.readouterr().out == ""


def test_the_example_of_the_interfaces_is_read(tmp_path: Path) -> None:
    scenario = load_scenario(written(tmp_path, EXAMPLE))
    assert scenario.requester == "user_alice"
    assert [profile.agent_id for profile in scenario.profiles or ()] == ["agent_bob", "agent_amy"]
    assert scenario.agents["agent_bob"].feedback == ("negotiate", "accept")
    assert scenario.cancel_after is None
    assert scenario.expect is not None
    assert scenario.expect.model_fields_set == {"status", "rounds", "confirmed", "optional", "events"}


def test_every_form_of_scripted_answers_is_parsed(tmp_path: Path) -> None:
    scenario = load_scenario(
        written(
            tmp_path,
            """
demand: x
profiles: [{agent_id: bob}]
filter: [[], [bob, {agent_id: amy, reason: r, relevance_score: 7}]]
agents:
  bob: {offer: silent, feedback: [silent, error, {feedback_type: accept, after: 200}]}
  amy: {offer: {after: 5}}
proposal: {timeline: {start_date: 2026-02-07}}
adjustments: [error, {summary: s}]
""",
        )
    )
    assert scenario.profiles is not None
    assert scenario.profiles[0].display_name == "bob"
    first, second = scenario.filter_calls
    assert first == ()
    assert second[0] == "bob"
    assert scenario.agents["bob"].offer == "silent"
    assert scenario.agents["bob"].feedback[2] == FeedbackFields(feedback_type="accept", after=200)
    assert scenario.agents["amy"].offer == OfferFields(after=5)
    assert scenario.proposal != "error"
    assert scenario.proposal.timeline.start_date == "2026-02-07"
    assert scenario.adjustments[0] == "error"


def test_terms_and_reserves_are_parsed_wherever_they_may_stand(tmp_path: Path) -> None:
    scenario = load_scenario(
        written(
            tmp_path,
            """
demand: x
agents:
  bob:
    offer:
      terms: {fee: {amount: 320000, currency: CNY}, per: event, not_on: [sunday, 2026-02-07]}
      negotiation_points: [{aspect: fee, desired_value: one pound, terms: {fee: {amount: 1, currency: GBP}}}]
    feedback: [{feedback_type: negotiate, terms: {people: 40}}]
proposal: {assignments: [{agent_id: bob, need: n1, reserve: true, terms: {start: 2026-02-07T19:30:00+08:00}}]}
adjustments: [{adjustment_summary: {changes_made: [{aspect: fee, terms: {notice_days: 3}}]}}]
""",
        )
    )
    offer, (feedback,) = scenario.agents["bob"].offer, scenario.agents["bob"].feedback
    assert isinstance(offer, OfferFields)
    assert offer.terms == Terms(fee=Money(amount=320000, currency="CNY"), per="event", not_on=("sunday", "2026-02-07"))
    assert offer.negotiation_points[0].terms == Terms(fee=Money(amount=1, currency="GBP"))
    assert feedback == FeedbackFields(feedback_type="negotiate", terms=Terms(people=40))
    assert scenario.proposal != "error"
    (part,) = scenario.proposal.assignments
    assert (part.need, part.reserve, part.terms) == ("n1", True, Terms(start="2026-02-07T19:30:00+08:00"))
    adjustment = scenario.adjustments[0]
    assert adjustment != "error"
    assert adjustment.adjustment_summary is not None
    assert adjustment.adjustment_summary.changes_made[0].terms == Terms(notice_days=3)


def test_every_form_of_answers_about_limits_is_parsed(tmp_path: Path) -> None:
    file = "demand: x\nrequester: {dates: keep, people: {option: allow, after: 2}, budget: [keep, silent, allow]}\n"
    scenario = load_scenario(written(tmp_path, file))
    answers = scenario.limit_answers
    assert scenario.interactive
    assert scenario.requester_id == "user_cli"
    assert answers.answer("dates", 3) == LimitAnswerFields(option="keep")
    assert answers.answer("people", 1) == LimitAnswerFields(option="allow", after=2)
    assert [answers.answer("budget", count) for count in (1, 2, 3, 4)] == [
        LimitAnswerFields(option="keep"),
        None,
        *[LimitAnswerFields(option="allow")] * 2,
    ]
    assert answers.answer("weekdays", 1) is None


def test_a_requester_who_decides_nothing_is_not_there(tmp_path: Path) -> None:
    scenario = load_scenario(written(tmp_path, "demand: x\nrequester: user_zoe\n"))
    assert (scenario.requester_id, scenario.interactive) == ("user_zoe", False)
    assert scenario.limit_answers.answer("budget", 1) is None
