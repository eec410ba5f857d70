"""Typer application of the `towow people` commands."""

import typer

from towow.cli import options
from towow.cli.options import client_options, exit_with_code

people_app = typer.Typer(help="Invite the people behind agents by links.", no_args_is_help=True, rich_markup_mode=None)


@people_app.command(name="invite")
@exit_with_code
def invite_person(
    agent_id: options.AgentIdArgument,
    days: options.LinkDaysOption = 14,
    json: options.JsonOption = False,
    gateway: options.GatewayOption = None,
    key: options.KeyOption = None,
    wait: options.WaitOption = 30,
) -> int:
    """Make a link by which the person of an agent answers without a key, and print it.

    It is printed only now. Its address is that of --gateway, so give the one that the person reaches.
    """
    from towow.cli.commands import people

    return people.invite(agent_id, days, as_json=json, client_options=client_options(gateway, key, wait))


@people_app.command(name="list")
@exit_with_code
def list_links(
    json: options.JsonOption = False,
    gateway: options.GatewayOption = None,
    key: options.KeyOption = None,
    wait: options.WaitOption = 30,
) -> int:
    """List the valid invitation links, without their secrets, the first to end first."""
    from towow.cli.commands import people

    return people.list_links(as_json=json, client_options=client_options(gateway, key, wait))


@people_app.command(name="revoke")
@exit_with_code
def revoke_link(
    link_id: options.LinkIdArgument,
    gateway: options.GatewayOption = None,
    key: options.KeyOption = None,
    wait: options.WaitOption = 30,
) -> int:
    """Revoke an invitation link at once.

    Exits with 1 if there is no such link.
    """
    from towow.cli.commands import people

    return people.revoke(link_id, client_options=client_options(gateway, key, wait))
