"""Typer application of the `towow dead-letters` commands."""

import typer

from towow.cli import options
from towow.cli.options import exit_with_code

dead_letters_app = typer.Typer(
    help="Manage messages that could not be handled.", no_args_is_help=True, rich_markup_mode=None
)


@dead_letters_app.command(name="list")
@exit_with_code
def list_dead_letters(json: options.JsonOption = False, wait: options.WaitOption = 30) -> int:
    """List all dead letters with their reasons, oldest first."""
    from towow.cli.commands import dead_letters

    return dead_letters.list_dead_letters(as_json=json, wait_s=wait)


@dead_letters_app.command(name="resend")
@exit_with_code
def resend_dead_letters(
    identifiers: options.DeadLetterIdsArgument = None,
    everything: options.AllOption = False,
    wait: options.WaitOption = 30,
) -> int:
    """Send the dead letters with these ids, or all with --all, again, as if for the first time."""
    from towow.cli.commands import dead_letters

    return dead_letters.resend(identifiers or [], everything=everything, wait_s=wait)


@dead_letters_app.command(name="delete")
@exit_with_code
def delete_dead_letters(
    identifiers: options.DeadLetterIdsArgument = None,
    reason: options.ReasonOption = None,
    wait: options.WaitOption = 30,
) -> int:
    """Remove the dead letters with these ids, or all with one --reason, for good."""
    from towow.cli.commands import dead_letters

    return dead_letters.delete(identifiers or [], reason=reason, wait_s=wait)
