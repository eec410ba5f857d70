"""What the host must decide in each round, worked out again from what is told before (DL-115…132, DL-168). Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from deliberation.contracts.control import RoundAnalysis, Veto
from deliberation.contracts.critique import Critique, FindingAnswer, Severity
from deliberation.contracts.events import AgentSkipped, AgentSpoke, HostDecided, SessionEvent
from deliberation.contracts.roles import DISCUSSANTS, Discussant
from deliberation.host.core.decision_order import RoundFigures, decide_round, is_high
from deliberation.settings import DeliberationSettings
from tests.simulation.deliberation.session_log import before_decisions, events_of


@dataclass(slots=True)
class _Standing:
    """A finding: how severe it is, and whether the planner has answered it since it was raised last."""

    severity: Severity
    is_open: bool = True
    is_answered: bool = False


@dataclass(slots=True)
class _Discussion:
    """What of a discussion decides whether agreement is to be believed."""

    findings: dict[str, _Standing] = field(default_factory=dict[str, _Standing])
    is_feasible: bool = True

    def follow(self, event: AgentSpoke) -> None:
        """Take in what an agent said."""
        for answer in (FindingAnswer.model_validate(each) for each in event.metadata.get("answers", ())):
            if answer.finding in self.findings:
                standing = self.findings[answer.finding]
                standing.is_open, standing.is_answered = False, True
        if "critique" in event.metadata:
            critique = Critique.model_validate(event.metadata["critique"])
            self.is_feasible = critique.validity_check.feasible
            for risk in critique.risks:
                self._raise(risk.id, risk.severity)
            for suggestion in critique.suggestions:
                self._raise(suggestion.id, suggestion.priority)

    def _raise(self, name: str, severity: Severity) -> None:
        standing = self.findings.setdefault(name, _Standing(severity))
        standing.severity, standing.is_open = severity, True


def find_veto(before: Sequence[SessionEvent], analysis: RoundAnalysis, limits: DeliberationSettings) -> Veto | None:
    """Return why agreement is not to be believed after these events."""
    if not limits.contradiction_veto:
        return None
    discussion = _Discussion()
    for event in events_of(before, AgentSpoke):
        discussion.follow(event)
    if not discussion.is_feasible:
        return "infeasible"
    if any(each.is_open and each.severity == "high" for each in discussion.findings.values()):
        return "findings_unanswered"
    if analysis.contradictions:
        return "opposite_conclusions"
    if analysis.stale_agents:
        return "stale_positions"
    if any(each.is_answered for each in discussion.findings.values()):
        return None
    return "findings_unanswered" if discussion.findings else "nothing_challenged"


def decision_problems(events: Sequence[SessionEvent], limits: DeliberationSettings) -> Iterator[str]:
    """Yield where a decision is not the one that follows from the log, or its figures are not those of the log."""
    decisions = events_of(events, HostDecided)
    if [each.round for each in decisions] != list(range(1, len(decisions) + 1)):
        yield f"the host decides the rounds {[each.round for each in decisions]}"
    for decision, before in before_decisions(events):
        for problem in (*_wrong_decision(decision, before, limits), *_wrong_figures(decision, before, limits)):
            yield f"decision of round {decision.round}: {problem}"


def _wrong_decision(
    decision: HostDecided, before: Sequence[SessionEvent], limits: DeliberationSettings
) -> Iterator[str]:
    analysis, earlier = decision.analysis, events_of(before, HostDecided)
    veto = find_veto(before, analysis, limits)
    commanded = {agent for each in earlier for agent in _commanded(each)}
    figures = RoundFigures(
        round=decision.round,
        max_rounds=limits.max_deliberation_rounds,
        consensus=decision.consensus,
        previous_consensus=earlier[-1].consensus if earlier else None,
        was_opposition=_is_opposition(before),
        stubborn=tuple(agent for agent in _stubborn(decision, before, limits) if agent not in commanded),
        veto=veto,
        method=analysis.method,
        is_stale=bool(analysis.stale_agents),
        fatal=_fatal(before, decision.round),
    )
    verdict = decide_round(figures, decision.thresholds)
    if (decision.action, decision.end_reason) != (verdict.action, verdict.end_reason):
        yield f"{decision.action} for {decision.end_reason}, not {verdict.action} for {verdict.end_reason}: {figures}"
    if _commanded(decision) != verdict.commanded:
        yield f"it commands {_commanded(decision)}, not {verdict.commanded}"
    if analysis.veto != (veto if verdict.vetoed else None):
        yield f"the veto is {analysis.veto}, not {veto if verdict.vetoed else None}"
    if decision.action == "converge" and veto not in (None, "nothing_challenged"):
        yield f"it converges in spite of {veto}"


def _wrong_figures(
    decision: HostDecided, before: Sequence[SessionEvent], limits: DeliberationSettings
) -> Iterator[str]:
    analysis = decision.analysis
    standing = _standing(before, limits)
    pairs = [row[place] for number, row in enumerate(analysis.similarity_matrix) for place in range(number)]
    expected = round(min(1.0, max(0.0, sum(pairs) / len(pairs))), 6) if pairs else None
    if decision.consensus != expected or analysis.consensus_level != expected:
        yield f"the consensus is {decision.consensus}, and {expected} by its similarities"
    if analysis.method != "none" and analysis.agents != standing:
        yield f"it compares {analysis.agents}, and {standing} have positions that count"
    if (len(standing) == 2) != (decision.consensus is not None):
        yield f"the consensus of {standing} is {decision.consensus}"
    if analysis.stubborn_agents != _stubborn(decision, before, limits):
        yield f"{analysis.stubborn_agents} count as stubborn, not {_stubborn(decision, before, limits)}"
    if decision.rounds_remaining != limits.max_deliberation_rounds - decision.round:
        yield f"{decision.rounds_remaining} rounds remain"
    stale = tuple(
        agent
        for agent in analysis.agents
        if decision.round not in [each.round for each in events_of(before, AgentSpoke) if each.agent == agent]
    )
    if analysis.stale_agents != stale:
        yield f"{analysis.stale_agents} count as stale, not {stale}"


def _commanded(decision: HostDecided) -> tuple[Discussant, ...]:
    targets = {each.target_agent for each in decision.directives if each.action == "update_command"}
    return tuple(agent for agent in DISCUSSANTS if agent in targets)


def _is_opposition(before: Sequence[SessionEvent]) -> bool:
    """Whether the round after these decisions has a devil's advocate."""
    decisions = events_of(before, HostDecided)
    return bool(decisions) and decisions[-1].action == "force_opposition"


def _standing(before: Sequence[SessionEvent], limits: DeliberationSettings) -> tuple[Discussant, ...]:
    """Whose positions count: all that were ever stated, but in a round with a devil's advocate not his."""
    spoken = {each.agent for each in events_of(before, AgentSpoke) if each.stance is None}
    silent = limits.devils_advocate if _is_opposition(before) else None
    return tuple(agent for agent in DISCUSSANTS if agent in spoken and agent != silent)


def _stubborn(
    decision: HostDecided, before: Sequence[SessionEvent], limits: DeliberationSettings
) -> tuple[Discussant, ...]:
    """Who has repeated himself in enough rounds, up to this one."""
    analysis, level = decision.analysis, decision.consensus
    if analysis.method == "keyword" or level is None or is_high(level, decision.thresholds, analysis.method):
        return ()
    rounds = [each.analysis.self_similarity for each in (*events_of(before, HostDecided), decision)]
    last = rounds[-limits.stubborn_rounds :]
    return tuple(
        agent
        for agent in DISCUSSANTS
        if len(last) == limits.stubborn_rounds
        and all(round(each.get(agent, -1.0), 6) > decision.thresholds.stubborn for each in last)
    )


def _fatal(before: Sequence[SessionEvent], number: int) -> Literal["error"] | None:
    """Whether somebody was skipped in this round and in the one before."""
    for agent in DISCUSSANTS:
        rounds = sorted(each.round for each in events_of(before, AgentSkipped) if each.agent == agent)
        if any((first, second) == (number - 1, number) for first, second in pairwise(rounds)):
            return "error"
    return None
