"""Command `towow deliberate`: runs a session to its end and prints its events."""

import asyncio
import os
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from deliberation.contracts.control import EndReason
from deliberation.contracts.events import ReportPublished, SessionEnded
from deliberation.contracts.session import SessionOwner
from deliberation.event_object import event_object
from deliberation.session_start import SessionStart, build_session_start, validate_id, validate_query
from deliberation.settings import DeliberationSettings
from shared.core.model_kind import ModelName
from shared.store.port import LoggedEvent, StoreUnavailable
from shared.transport.port import BrokerUnavailable
from towow.bootstrap.system import DemandSystem
from towow.cli.exit import FAILURE, SUCCESS, CommandError
from towow.cli.output import EventPrinter, print_note
from towow.cli.session_output import session_event_printer
from towow.cli.signals import run_until_signal
from towow.client.port import DEFAULT_USER
from towow.client.session_system import open_session_system
from towow.config.environment import read_configuration
from towow.config.local_date import today_and_timezone

TERMINATION_TIMEOUT_S = 3.0
"""Seconds that an interrupted command waits for its session to end, which takes at most 2 s."""

QUIET_NOTE_AFTER_S = 10.0
"""Seconds without a second event after which the command says that workers may be missing."""

FAILED_REASONS: frozenset[EndReason] = frozenset(("error", "moderation"))

_DATE = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Options:
    """Command-line options of `towow deliberate`."""

    text: str | None
    scenario: Path | None
    today: str | None
    timezone: str | None
    user: str | None
    as_json: bool
    wait_s: float


def deliberate(options: Options) -> int:
    """Run a session, print its events, and return the exit code.

    The code is 0 if the session converged or ended with a report, 1 if it ended with an error, by moderation or without
    a report. Ctrl-C ends the session (130).

    Raises:
        CommandError: Options are missing, bad or exclude each other, or the scenario file is bad (exit code 2), or a
            service does not answer (3).
        InvalidSettings: A bad environment variable.
        ApiError: E001, the message or the user is invalid.
        BrokerMisconfigured: RabbitMQ refuses the connection; retrying would not help.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
        StoreUnavailable: Redis stopped answering; the session may have been accepted.
    """
    if options.text is not None:
        validate_query(options.text)
    if options.user is not None:
        validate_id(options.user, "--user")
    today, timezone = read_day(options.today, options.timezone)
    if options.scenario is not None:
        return _run_scenario(options, options.scenario)
    if options.text is None:
        raise CommandError("expected TEXT or --scenario FILE")
    text = options.text
    return run_until_signal(lambda: _deliberate(text, today, timezone, options))


def read_day(today: str | None, timezone: str | None) -> tuple[str, str]:
    """Return the day (YYYY-MM-DD) and the IANA time zone of a session; what is not given is this machine's.

    Raises:
        CommandError: The day is no date, or there is no such time zone (exit code 2).
    """
    local_day, local_timezone = today_and_timezone()
    if timezone is not None:
        try:
            local_day = datetime.now(UTC).astimezone(ZoneInfo(timezone)).date().isoformat()
        except (KeyError, ValueError, OSError):  # no such zone, or a path outside the zones
            raise CommandError(f"--timezone {timezone}: expected an IANA time zone such as Asia/Shanghai") from None
    if today is not None:
        _check_date(today)
    return today or local_day, timezone or local_timezone


def _check_date(text: str) -> None:
    with suppress(ValueError):
        if _DATE.fullmatch(text) and date.fromisoformat(text):
            return
    raise CommandError(f"--today {text}: expected a date such as 2026-01-22")


def _run_scenario(options: Options, path: Path) -> int:
    """Run a scenario in virtual time; what the command line gives replaces what the file says."""
    from towow.scenario.deliberation_runner import run_deliberation  # PyYAML is needed for nothing else
    from towow.scenario.loader import ScenarioError, load_deliberation_scenario

    try:
        scenario = load_deliberation_scenario(path)
    except ScenarioError as error:
        raise CommandError(str(error)) from error
    given = {"query": options.text, "today": options.today, "timezone": options.timezone, "user": options.user}
    result = run_deliberation(
        scenario.model_copy(update={name: value for name, value in given.items() if value is not None})
    )
    print_event = session_event_printer(as_json=options.as_json)
    outcome = SessionOutcome()
    for event in result.events:
        outcome.add(event)
        print_event(event)
    for mismatch in result.mismatches:
        print_note(f"{path}: expect: {mismatch}")
    return FAILURE if result.mismatches else outcome.exit_code


async def _deliberate(text: str, today: str, timezone: str, options: Options) -> int:
    configuration = read_configuration(os.environ)
    print_event = session_event_printer(as_json=options.as_json)
    async with open_session_system(configuration, options.wait_s) as (system, model):
        start = _build_start(text, today, timezone, options.user or DEFAULT_USER, system, model)
        follower = SessionFollower(system, start, print_event)
        try:
            await system.start_session(start)
            return await follower.print_to_end()
        except asyncio.CancelledError:
            await follower.terminate()
            raise


def _build_start(
    text: str, today: str, timezone: str, user_id: str, system: DemandSystem, model: ModelName
) -> SessionStart:
    dependencies = system.dependencies
    settings = dependencies.settings.section(DeliberationSettings)
    unique = secrets.token_hex(16)
    return build_session_start(
        text,
        SessionOwner(user_id=user_id, conversation_id=f"cli-{secrets.token_hex(8)}"),
        unique=unique,
        now=dependencies.clock.now(),
        today=today,
        timezone=timezone,
        model=model,
        max_rounds=settings.max_deliberation_rounds,
        round1_mode=settings.round1_mode,
    )


class SessionOutcome:
    """Exit code of a session, from its events."""

    def __init__(self) -> None:
        self._has_report = False
        self._end_reason: EndReason | None = None

    def add(self, event: LoggedEvent) -> None:
        """Take note of an event."""
        self._has_report = self._has_report or event.type == ReportPublished.type
        if event.type == SessionEnded.type:
            self._end_reason = event_object(event.data)["end_reason"]

    @property
    def exit_code(self) -> int:
        """0 if the session ended with a report, and neither by an error nor by moderation; else 1."""
        has_failed = self._end_reason is None or self._end_reason in FAILED_REASONS
        return SUCCESS if self._has_report and not has_failed else FAILURE


class SessionFollower:
    """Prints the events of one session as they happen, and ends the session on request."""

    def __init__(self, system: DemandSystem, start: SessionStart, print_event: EventPrinter) -> None:
        self._system = system
        self._session_id = start.session_id
        self._user_id = start.message.owner.user_id
        self._print_event = print_event
        self._last_seq = 0
        self._outcome = SessionOutcome()

    async def print_to_end(self) -> int:
        """Print the events up to the last one, and return the exit code."""
        note = asyncio.get_running_loop().call_later(QUIET_NOTE_AFTER_S, self._note_silence)
        try:
            await self._print(self._system.follow_session(self._session_id))
        finally:
            note.cancel()
        return self._outcome.exit_code

    async def terminate(self) -> None:
        """End the session for its user, and print its last events, for at most TERMINATION_TIMEOUT_S."""
        with suppress(TimeoutError, StoreUnavailable, BrokerUnavailable):
            async with asyncio.timeout(TERMINATION_TIMEOUT_S):
                await self._system.terminate_session(self._session_id, self._user_id)
                await self._print(self._system.follow_session(self._session_id, self._last_seq))

    async def _print(self, events: AsyncIterator[LoggedEvent]) -> None:
        async for event in events:
            self._last_seq = event.seq
            self._outcome.add(event)
            self._print_event(event)

    def _note_silence(self) -> None:
        if self._last_seq <= 1:
            print_note(
                f"nothing has happened for {QUIET_NOTE_AFTER_S:g} s; are the workers running? (towow worker all)"
            )
