"""What can be said to `towow` of what it keeps: agents, and messages that nobody could handle."""

from pathlib import Path
from typing import Annotated

import typer

from towow.cli.options import Gateway, Json, Key, Wait, client_options, exit_with

agents_app = typer.Typer(help="The agents that demands can be offered to.", no_args_is_help=True, rich_markup_mode=None)
dead_app = typer.Typer(help="The messages that nobody could handle.", no_args_is_help=True, rich_markup_mode=None)


@agents_app.command(name="import")
def import_agents(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", show_default=False)],
    json: Json = False,
    gateway: Gateway = None,
    key: Key = None,
    wait: Wait = 30,
) -> None:
    """Add or replace agents from files of JSON lines, or folders of *.jsonl."""

    def question() -> int:
        from towow.cli.commands import agents

        return agents.import_agents(paths, as_json=json, whom=client_options(gateway, key, wait))

    exit_with(question, as_json=json)


@agents_app.command(name="list")
def list_agents(json: Json = False, gateway: Gateway = None, key: Key = None, wait: Wait = 30) -> None:
    """All agents, one a line."""

    def question() -> int:
        from towow.cli.commands import agents

        return agents.list_agents(as_json=json, whom=client_options(gateway, key, wait))

    exit_with(question, as_json=json)


@agents_app.command(name="show")
def show_agent(
    agent_id: Annotated[str, typer.Argument(metavar="AGENT_ID", show_default=False)],
    json: Json = False,
    gateway: Gateway = None,
    key: Key = None,
    wait: Wait = 30,
) -> None:
    """What is known of one agent."""

    def question() -> int:
        from towow.cli.commands import agents

        return agents.show_agent(agent_id, as_json=json, whom=client_options(gateway, key, wait))

    exit_with(question, as_json=json)


@dead_app.command(name="list")
def list_dead_letters(json: Json = False, wait: Wait = 30) -> None:
    """Which there are, oldest first, and why."""

    def question() -> int:
        from towow.cli.commands import dead_letters

        return dead_letters.list_dead_letters(as_json=json, wait=wait)

    exit_with(question, as_json=json)


@dead_app.command(name="resend")
def resend_dead_letters(
    identifiers: Annotated[list[str] | None, typer.Argument(metavar="ID…", show_default=False)] = None,
    everything: Annotated[bool, typer.Option("--all", help="All of them.")] = False,
    wait: Wait = 30,
) -> None:
    """Send some again, as if for the first time."""

    def question() -> int:
        from towow.cli.commands import dead_letters

        return dead_letters.resend(identifiers or [], everything=everything, wait=wait)

    exit_with(question)
