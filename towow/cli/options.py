"""Arguments and options of the `towow` commands, as annotated types for typer."""

import os
from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, ParamSpec

import typer

from towow.deployment.broker_users import ROLES

if TYPE_CHECKING:
    from towow.client.system_selection import ClientOptions

P = ParamSpec("P")


class RehearsalLanguage(StrEnum):
    """Language of the rehearsed demonstration."""

    ZH = "zh"
    EN = "en"


class GameSide(StrEnum):
    """Side of a person in a game."""

    FIRST = "first"
    SECOND = "second"


# Shared by several commands.

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, one object per line.")]
WaitOption = Annotated[
    float, typer.Option(min=0, metavar="SECONDS", help="How long to retry a system that does not answer.")
]
UserOption = Annotated[
    str | None, typer.Option(metavar="USER_ID", help="The requester; default: the key's user, else user_cli.")
]
CancelUserOption = Annotated[
    str | None,
    typer.Option(
        "--user",
        metavar="USER_ID",
        help="The user who cancels, only for a system on RabbitMQ and Redis; default: user_cli. An error through a "
        "gateway, also that of towow demo: there the key's user cancels, else the demand's own user.",
    ),
]
GatewayOption = Annotated[
    str | None, typer.Option(metavar="URL", help="URL of the gateway to use.", show_default=False)
]
KeyOption = Annotated[
    str | None, typer.Option(metavar="KEY", help="API key to sign in to the gateway with.", show_default=False)
]
HostOption = Annotated[
    str,
    typer.Option(metavar="ADDRESS", help="Address to listen on. Set TOWOW_API_KEYS for any but this machine's own."),
]
PortOption = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 = any free port.")]
DemandIdArgument = Annotated[str, typer.Argument(metavar="DEMAND_ID", show_default=False)]
FilesArgument = Annotated[list[Path], typer.Argument(metavar="FILE…", show_default=False)]

# demo

DemoTextArgument = Annotated[
    str | None, typer.Argument(metavar="[TEXT]", help="The demand; default: an AI meetup in Beijing.")
]
DemoScenarioOption = Annotated[Path | None, typer.Option(metavar="FILE", help="Run this scenario in real time.")]
OnceOption = Annotated[bool, typer.Option("--once", help="Exit when the negotiation has closed.")]
IdleOption = Annotated[bool, typer.Option("--idle", help="Submit no demand; wait for demands of others.")]
RehearsedOption = Annotated[
    RehearsalLanguage | None,
    typer.Option(
        metavar="zh|en", help="Show a rehearsed demand, with bargaining, a gap and a subnet.", show_default=False
    ),
]
PaceOption = Annotated[
    float | None,
    typer.Option(
        min=5,
        max=240,
        metavar="SECONDS",
        help="About how long a negotiation takes: how fast the simulated model answers. Default: about 8.",
        show_default=False,
    ),
]

# submit and watch

TextArgument = Annotated[
    str, typer.Argument(metavar="TEXT", show_default=False, help="The demand, at most 8,000 characters.")
]
WatchOption = Annotated[bool, typer.Option("--watch", help="Print the events instead of the response.")]
ReviewOption = Annotated[
    bool,
    typer.Option(
        "--review", help="Ask at the terminal before anyone is invited; without a terminal, take the defaults."
    ),
]
AnswerArgument = Annotated[list[str], typer.Argument(metavar="[QUESTION_ID] OPTION", show_default=False)]
WatchedIdArgument = Annotated[str, typer.Argument(metavar="DEMAND_ID|SESSION_ID", show_default=False)]
AfterOption = Annotated[int, typer.Option(min=0, metavar="SEQ", help="Only events after this sequence number.")]

# worker and events

RolesArgument = Annotated[
    list[str],
    typer.Argument(metavar="ROLE…", show_default=False, help=f"{', '.join(ROLES)}, or all."),
]
PatternArgument = Annotated[
    str, typer.Argument(metavar="[PATTERN]", help="A binding key: towow.offer.*.*, #.DEMAND_ID.")
]

# scenario

BrokerOption = Annotated[str | None, typer.Option(metavar="URL", help="Run on this RabbitMQ, in real time.")]
StoreOption = Annotated[str | None, typer.Option(metavar="URL", help="Run on this Redis, in real time.")]
TimeoutOption = Annotated[
    float, typer.Option(min=0, metavar="SECONDS", help="Maximum duration of one file on RabbitMQ and Redis.")
]

# deliberate

QueryArgument = Annotated[
    str | None,
    typer.Argument(metavar="[TEXT]", help="What the plan is for, at most 8,000 characters.", show_default=False),
]
DeliberationScenarioOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Run this scenario instead.", show_default=False)
]
TodayOption = Annotated[
    str | None, typer.Option(metavar="DATE", help="The day that counts as today, e.g. 2026-01-22.", show_default=False)
]
TimezoneOption = Annotated[
    str | None, typer.Option(metavar="ZONE", help="IANA time zone; default: this machine's.", show_default=False)
]
SessionUserOption = Annotated[str | None, typer.Option(metavar="USER_ID", help="The user; default: user_cli.")]

# play

GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        show_default=False,
        help="gomoku, gomoku8, nogo, nogo7, tictactoe or misere, or the game's Chinese name.",
    ),
]
LevelOption = Annotated[int, typer.Option(min=1, max=4, help="Strength of the engine, 1 to 4.")]
SideOption = Annotated[
    GameSide, typer.Option(help="Your side; the first player begins and has X.", case_sensitive=False)
]
TeamOption = Annotated[
    bool, typer.Option("--team", help="Play against the team of agents, in a system of this process.")
]
EnginesOnlyOption = Annotated[
    bool, typer.Option("--watch", help="Watch the engine play both sides, or with --team the team against the engine.")
]
MoveTimeOption = Annotated[
    float | None,
    typer.Option(
        "--time",
        min=0.01,
        max=3600,
        metavar="SECONDS",
        help="Time of the engine for a move; default: the level's. With --team: of a decision, 6 to 600; default: 60.",
    ),
]

# evaluate

DemandFilesArgument = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[FILE…]", help="Files of demands, one JSON object per line.", show_default=False),
]
ModelOption = Annotated[
    str | None, typer.Option(metavar="MODEL", help="simulated, anthropic or scenario:PATH; default: TOWOW_LLM.")
]
AgentFilesOption = Annotated[
    list[Path] | None, typer.Option(metavar="PATH", help="A file or folder of agents; default: the shipped agents.")
]
LimitOption = Annotated[int | None, typer.Option(min=1, metavar="N", help="Only the first N demands.")]
StoryOption = Annotated[int | None, typer.Option(metavar="N", help="Print the negotiation of demand N instead.")]
CheckOption = Annotated[bool, typer.Option("--check", help="Exit 1 when a target is missed.")]
VerboseOption = Annotated[bool, typer.Option("--verbose", help="Print details of every demand.")]
CorpusOption = Annotated[bool, typer.Option("--corpus", help="Also judge the open half of the labelled demands.")]
SealedOption = Annotated[
    bool, typer.Option("--sealed", help="Judge the sealed half alone, print and record its totals; 10 times at most.")
]
DeliberationsOption = Annotated[
    bool,
    typer.Option(
        "--deliberations",
        help="Deliberate on queries instead, each also with a single planner at equal tokens.",
    ),
]
AgreementsOption = Annotated[
    bool,
    typer.Option(
        "--agreements",
        help="Judge what the sealed demands of agreements agreed, print and record the totals; 10 times at most.",
    ),
]
RunsOption = Annotated[
    int | None,
    typer.Option(
        "--runs",
        metavar="N",
        min=1,
        max=1000,
        help="Negotiate all demands N times with fresh ids and print the shares of each run.",
        show_default=False,
    ),
]
FiguresFileOption = Annotated[
    Path | None, typer.Option("--output", metavar="FILE", help="Write the figures as JSON.", show_default=False)
]

# doctor

DoctorGatewayOption = Annotated[
    str | None, typer.Option(metavar="URL", help="Also check this gateway.", show_default=False)
]
RestoredOption = Annotated[
    bool, typer.Option("--restored", help="The store was restored from a backup: make viewers reload all events.")
]

# agents and dead-letters

AgentPathsArgument = Annotated[list[Path], typer.Argument(metavar="PATH…", show_default=False)]
AgentIdArgument = Annotated[str, typer.Argument(metavar="AGENT_ID", show_default=False)]
LinkDaysOption = Annotated[int, typer.Option(min=1, max=90, metavar="N", help="How many days the link is valid.")]
LinkIdArgument = Annotated[str, typer.Argument(metavar="LINK_ID", show_default=False)]
DeadLetterIdsArgument = Annotated[list[str] | None, typer.Argument(metavar="ID…", show_default=False)]
AllOption = Annotated[bool, typer.Option("--all", help="Send all dead letters again.")]
ReasonOption = Annotated[
    str | None,
    typer.Option("--reason", metavar="REASON", help="All dead letters of one reason.", show_default=False),
]


def exit_with_code(command: Callable[P, int]) -> Callable[P, NoReturn]:
    """Decorator of a typer command: raises `typer.Exit` with the exit code that the command returns.

    Before the command runs, the secrets of TOWOW_SECRETS_DIR are added to the environment. It runs by
    `exit.run_command`, which prints expected exceptions, API errors as JSON if the command's option `json` is set.
    """

    @wraps(command)
    def run(*args: P.args, **options: P.kwargs) -> NoReturn:
        from towow.cli.exit import run_command  # imported late: `towow --help` needs none of it
        from towow.config.secrets_folder import load_secrets

        def command_with_secrets() -> int:
            load_secrets(os.environ)
            return command(*args, **options)

        raise typer.Exit(run_command(command_with_secrets, as_json=bool(options.get("json"))))

    return run


def client_options(gateway: str | None, key: str | None, wait_s: float) -> "ClientOptions":
    """Build the client options from the values of `--gateway` (URL), `--key` (API key) and `--wait` (seconds)."""
    from towow.client.system_selection import ClientOptions

    return ClientOptions(gateway, key, wait_s)
