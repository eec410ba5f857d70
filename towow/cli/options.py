"""What the commands of `towow` have in common on the command line: options, and how each of them ends."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from towow.client.resolve import ClientOptions

Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]
Wait = Annotated[float, typer.Option(min=0, metavar="SECONDS", help="How long to try a system that does not answer.")]
User = Annotated[
    str | None, typer.Option(metavar="USER_ID", help="Who asks; else whoever the key stands for, or user_cli.")
]
Canceller = Annotated[
    str | None,
    typer.Option(
        "--user",
        metavar="USER_ID",
        help="Who cancels, straight over RabbitMQ and Redis; else user_cli. Refused through a gateway, that of towow "
        "demo too: there it is whoever the key stands for, else the demand's own user.",
    ),
]
Gateway = Annotated[str | None, typer.Option(metavar="URL", help="Through this gateway.", show_default=False)]
Key = Annotated[str | None, typer.Option(metavar="KEY", help="Sign in there with this key.", show_default=False)]
Host = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Where to listen. Not this machine only: set TOWOW_API_KEYS.")
]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Where to listen; 0 = any that is free.")]
DemandId = Annotated[str, typer.Argument(metavar="DEMAND_ID", show_default=False)]


def exit_with(question: Callable[[], int], *, as_json: bool = False) -> None:
    """Answer the question and exit. What it needs is imported when it is asked."""
    from towow.cli import exit

    raise typer.Exit(exit.run_command(question, as_json=as_json))


def client_options(gateway: str | None, key: str | None, wait: float) -> "ClientOptions":
    """What --gateway, --key and --wait say."""
    from towow.client.resolve import ClientOptions

    return ClientOptions(gateway, key, wait)
