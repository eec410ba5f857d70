"""In what order a session may go, read from its events: who speaks when, how often, and how it ends. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from deliberation.contracts.events import (
    AgentSkipped,
    AgentSpoke,
    ErrorReported,
    HostDecided,
    ReportPublished,
    SessionEnded,
    SessionEvent,
    SessionStarted,
    ToolCalled,
)
from deliberation.contracts.roles import DISCUSSANTS, Discussant
from deliberation.settings import DeliberationSettings

Stage = Literal["discussion", "convergence", "report", "last", "over"]
"""`report`: nothing is missing but the report. `last`: nothing is missing but the end."""

OUTPUTS: Mapping[Discussant, str] = {"planner": "plan", "critic": "critique"}


def course_problems(events: Sequence[SessionEvent], limits: DeliberationSettings) -> Iterator[str]:
    """Yield what a session with these settings must not do; of a log that has not ended, as far as it goes."""
    if not isinstance(events[0], SessionStarted):
        yield f"it begins with {events[0].type}"
        return
    course = _Course(limits)
    for event in events[1:]:
        for problem in course.problems(event):
            yield f"{event.type} of round {getattr(event, 'round', '-')}: {problem}"
        course.follow(event)


class _Course:
    """How far a session has come."""

    def __init__(self, limits: DeliberationSettings) -> None:
        self._limits = limits
        self._stage: Stage = "discussion"
        self._round = 1
        self._is_opposition = False
        self._settled: dict[Discussant, str] = {}
        """Who has spoken or was skipped in this round, with the type of the event."""
        self._tools: ToolCalled | None = None
        """The call of a tool that was told last, and whose turn has not come yet."""
        self._failure = ""
        """Why the session cannot go on."""
        self._has_converged = False
        self._has_report = False

    def problems(self, event: SessionEvent) -> Iterator[str]:
        """What forbids that this event comes now."""
        if self._stage == "over":
            yield "it has ended"
        if isinstance(event, SessionStarted):
            yield "it has begun"
        yield from self._tool_problems(event)
        for kind, check in self._checks.items():
            if isinstance(event, kind):
                yield from check(event)

    @property
    def _checks(self) -> Mapping[type[SessionEvent], Callable[[Any], Iterator[str]]]:
        return {
            AgentSpoke: self._output_problems,
            AgentSkipped: self._turn_problems,
            HostDecided: self._decision_problems,
            ErrorReported: self._error_problems,
            ReportPublished: self._report_problems,
            SessionEnded: self._end_problems,
        }

    def follow(self, event: SessionEvent) -> None:
        """Go on to this event."""
        self._tools = event if isinstance(event, ToolCalled) else None
        match event:
            case AgentSpoke() | AgentSkipped():
                self._settled[event.agent] = event.type
                if self._stage == "convergence" and len(self._settled) == len(DISCUSSANTS):
                    self._stage = "report"
            case HostDecided():
                self._follow_decision(event)
            case ErrorReported() if event.tool is None:
                self._failure = event.error
            case ReportPublished():
                self._stage, self._has_report = "last", True
            case SessionEnded():
                self._stage = "over"
            case _:
                pass

    def _follow_decision(self, event: HostDecided) -> None:
        self._settled = {}
        self._is_opposition = event.action == "force_opposition"
        match event.action:
            case "continue" | "force_opposition":
                self._round += 1
            case "converge":
                self._stage, self._has_converged = "convergence", True
                self._round = min(self._round + 1, self._limits.max_deliberation_rounds)
            case "terminate":
                self._stage = "report"

    def _tool_problems(self, event: SessionEvent) -> Iterator[str]:
        if self._tools is None:
            return
        caller = self._tools.agent, self._tools.round
        if not isinstance(event, ToolCalled | AgentSpoke) or (event.agent, event.round) != caller:
            yield f"it comes between the tools of {caller[0]} and its turn of round {caller[1]}"

    def _turn_problems(self, event: AgentSpoke | AgentSkipped) -> Iterator[str]:
        if self._stage not in ("discussion", "convergence"):
            yield f"nobody is to speak, it comes to the {self._stage}"
        if event.round != self._round:
            yield f"it is round {self._round}"
        if event.round > self._limits.max_deliberation_rounds:
            yield f"there are {self._limits.max_deliberation_rounds} rounds at most"
        if event.agent in self._settled:
            yield f"{event.agent} is done with this round: {self._settled[event.agent]}"

    def _output_problems(self, event: AgentSpoke) -> Iterator[str]:
        yield from self._turn_problems(event)
        if event.agent == "critic" and "planner" not in self._settled:
            yield "the planner has not spoken yet"
        is_advocate = self._is_opposition and event.agent == self._limits.devils_advocate
        expected = "position" if is_advocate or self._stage == "convergence" else OUTPUTS[event.agent]
        if event.output_type != expected or (event.stance is not None) != is_advocate:
            yield f"{event.agent} states a {event.output_type} with the stance {event.stance}, not a {expected}"

    def _decision_problems(self, event: HostDecided) -> Iterator[str]:
        if self._stage != "discussion" or event.round != self._round:
            yield f"it is round {self._round} of the {self._stage}"
        if set(self._settled) != set(DISCUSSANTS):
            yield f"only {sorted(self._settled)} have spoken or were skipped"

    def _error_problems(self, event: ErrorReported) -> Iterator[str]:
        if event.tool is not None and self._stage != "discussion":
            yield f"{event.tool} fails in the {self._stage}"

    def _report_problems(self, event: ReportPublished) -> Iterator[str]:
        is_stopped = self._limits.report_on_stop  # the user may end it at any time
        if self._stage != "report" and not self._failure and not is_stopped:
            yield f"it comes in the {self._stage}"
        if self._has_report:
            yield "there is one already"

    def _end_problems(self, event: SessionEnded) -> Iterator[str]:
        needs_report = event.end_reason not in ("user", "moderation") or (
            event.end_reason == "user" and self._limits.report_on_stop
        )
        # A report that the review blocks is the second block, or one that is replaced.
        if needs_report != self._has_report:
            yield f"the end is for {event.end_reason}, with{'' if self._has_report else 'out'} a report"
        if (event.status == "converged") != (self._has_converged and event.end_reason in ("consensus", "early_stop")):
            yield f"it is {event.status} for {event.end_reason}"
        if event.end_reason == "moderation" and self._failure != "moderation":
            yield "nobody told of the moderation"
        if event.rounds != self._round or event.totals.rounds != event.rounds:
            yield f"it counts {event.rounds} rounds in round {self._round}"
