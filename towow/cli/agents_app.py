"""Typer application of the `towow agents` commands."""

import typer

from towow.cli import options
from towow.cli.options import client_options, exit_with_code

agents_app = typer.Typer(help="Manage the agents that can be invited.", no_args_is_help=True, rich_markup_mode=None)


@agents_app.command(name="import")
@exit_with_code
def import_agents(
    paths: options.AgentPathsArgument,
    json: options.JsonOption = False,
    gateway: options.GatewayOption = None,
    key: options.KeyOption = None,
    wait: options.WaitOption = 30,
) -> int:
    """Add or replace agents from files of JSON lines, or folders of *.jsonl.

    Exits with 1 if a line is invalid; the valid lines are imported anyway.
    """
    from towow.cli.commands import agents

    return agents.import_agents(paths, as_json=json, client_options=client_options(gateway, key, wait))


@agents_app.command(name="list")
@exit_with_code
def list_agents(
    json: options.JsonOption = False,
    gateway: options.GatewayOption = None,
    key: options.KeyOption = None,
    wait: options.WaitOption = 30,
) -> int:
    """List the agents, one per line.

    Through a gateway, only the first 200 by agent_id.
    """
    from towow.cli.commands import agents

    return agents.list_agents(as_json=json, client_options=client_options(gateway, key, wait))


@agents_app.command(name="show")
@exit_with_code
def show_agent(
    agent_id: options.AgentIdArgument,
    json: options.JsonOption = False,
    gateway: options.GatewayOption = None,
    key: options.KeyOption = None,
    wait: options.WaitOption = 30,
) -> int:
    """Show the profile of one agent.

    Exits with 1 if there is no such agent.
    """
    from towow.cli.commands import agents

    return agents.show_agent(agent_id, as_json=json, client_options=client_options(gateway, key, wait))
