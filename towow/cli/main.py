"""What can be said to `towow` on the command line. Each command's own work is imported when it is asked for."""

from pathlib import Path
from typing import Annotated

import typer

from towow.cli.options import Canceller, DemandId, Gateway, Host, Json, Key, Port, User, Wait, client_options, exit_with
from towow.cli.subcommands import agents_app, dead_app

app = typer.Typer(
    name="towow",
    help="ToWow: people's agents negotiate a plan that those people accept.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(agents_app, name="agents")
app.add_typer(dead_app, name="dead-letters")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(version("towow"))
        raise typer.Exit


@app.callback()
def towow(
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """ToWow: people's agents negotiate a plan that those people accept."""


@app.command()
def demo(
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]", help="Left out: an AI meetup in Beijing.")] = None,
    scenario: Annotated[Path | None, typer.Option(metavar="FILE", help="Play this scenario in real time.")] = None,
    once: Annotated[bool, typer.Option("--once", help="Exit when the negotiation has closed.")] = False,
    idle: Annotated[bool, typer.Option("--idle", help="Run no demand, wait for those of others.")] = False,
    port: Port = 8000,
    json: Json = False,
) -> None:
    """Watch a negotiation as it happens.

    All of it runs in this process, which then stays for the browser, and for submit, watch and cancel, until Ctrl-C.
    """

    def question() -> int:
        from towow.cli.commands import demo

        return demo.demo(demo.Options(text=text, scenario=scenario, once=once, idle=idle, port=port, as_json=json))

    exit_with(question, as_json=json)


@app.command()
def submit(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", show_default=False, help="The demand, at most 8,000 characters.")
    ],
    user: User = None,
    watch: Annotated[bool, typer.Option("--watch", help="Show the events instead of the answer.")] = False,
    json: Json = False,
    gateway: Gateway = None,
    key: Key = None,
    wait: Wait = 30,
) -> None:
    """State a demand.

    Through the gateway that --gateway names; else to the system on RabbitMQ and Redis when TOWOW_BROKER_URL and
    TOWOW_STORE_URL name them; else to the one that runs on this machine (towow demo, towow gateway); else to one that
    lives for this command.
    """

    def question() -> int:
        from towow.cli.commands import submit

        return submit.submit(
            submit.Options(text=text, user=user, watch=watch, as_json=json, whom=client_options(gateway, key, wait))
        )

    exit_with(question, as_json=json)


@app.command()
def watch(
    demand_id: DemandId,
    after: Annotated[int, typer.Option(min=0, metavar="SEQ", help="Only events after this number.")] = 0,
    json: Json = False,
    gateway: Gateway = None,
    key: Key = None,
    wait: Wait = 30,
) -> None:
    """Watch a demand of the running system to its end."""

    def question() -> int:
        from towow.cli.commands import watch

        return watch.watch(demand_id, after=after, as_json=json, whom=client_options(gateway, key, wait))

    exit_with(question, as_json=json)


@app.command()
def cancel(
    demand_id: DemandId, user: Canceller = None, gateway: Gateway = None, key: Key = None, wait: Wait = 30
) -> None:
    """Stop a demand of the running system."""

    def question() -> int:
        from towow.cli.commands import cancel

        return cancel.cancel(demand_id, user=user, whom=client_options(gateway, key, wait))

    exit_with(question)


@app.command()
def init(wait: Wait = 30) -> None:
    """Make RabbitMQ and Redis ready: exchanges, queues, Functions, and the shipped agents when there are none."""

    def question() -> int:
        from towow.cli.commands import init

        return init.init(wait=wait)

    exit_with(question)


@app.command()
def gateway(host: Host = "127.0.0.1", port: Port = 8000) -> None:
    """Answer over HTTP, over RabbitMQ and Redis, until SIGTERM."""

    def question() -> int:
        from towow.cli.commands import gateway

        return gateway.gateway(host, port)

    exit_with(question)


@app.command()
def worker(
    roles: Annotated[
        list[str],
        typer.Argument(
            metavar="ROLE…", show_default=False, help="coordinator, channel_admin, skills, user_agent, or all."
        ),
    ],
) -> None:
    """Work for some roles, over RabbitMQ and Redis, until SIGTERM."""

    def question() -> int:
        from towow.cli.commands import worker

        return worker.worker(roles)

    exit_with(question)


@app.command()
def events(
    pattern: Annotated[
        str, typer.Argument(metavar="[PATTERN]", help="A binding key: towow.offer.*.*, #.DEMAND_ID.")
    ] = "#",
    json: Json = False,
    wait: Wait = 30,
) -> None:
    """Show the public events of all demands as they are published to RabbitMQ, until Ctrl-C."""

    def question() -> int:
        from towow.cli.commands import events

        return events.events(pattern, as_json=json, wait=wait)

    exit_with(question, as_json=json)


@app.command()
def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", show_default=False)],
    json: Json = False,
    broker: Annotated[str | None, typer.Option(metavar="URL", help="Over this RabbitMQ, in real time.")] = None,
    store: Annotated[str | None, typer.Option(metavar="URL", help="Over this Redis, in real time.")] = None,
    timeout: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="What a file may take at most over real services.")
    ] = 600,
    wait: Wait = 30,
) -> None:
    """Run scenario files and compare what they expect.

    Time is virtual: a deadline of 120 s passes at once, and two runs print the same bytes. With --broker and --store
    it is real, some files at once; all roles run in this process, in a namespace that is removed afterwards.
    """

    def question() -> int:
        from towow.cli.commands import scenario

        over = scenario.ServiceTarget(broker=broker, store=store, timeout=timeout, wait=wait)
        return scenario.scenario(files, over, as_json=json)

    exit_with(question, as_json=json)


@app.command()
def evaluate(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE…]", help="Demands, one JSON object a line.", show_default=False),
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="MODEL", help="simulated, anthropic or scenario:PATH; else TOWOW_LLM.")
    ] = None,
    agents: Annotated[
        list[Path] | None, typer.Option(metavar="PATH", help="A file of agents, or a folder; else the shipped ones.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, metavar="N", help="Only the first N demands.")] = None,
    story: Annotated[int | None, typer.Option(metavar="N", help="Tell the negotiation of demand N instead.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Exit 1 when a bound is missed.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Say of every demand why it went so.")] = False,
    json: Json = False,
) -> None:
    """Negotiate many demands and count how they end.

    Every failure's proposals what to relax are negotiated as well. Time is virtual, and two runs print the same bytes;
    with the model anthropic it is real, and every answer costs money.
    """

    def question() -> int:
        from towow.cli.commands import evaluate

        options = evaluate.Options(
            files=files or [],
            agents=agents or [],
            model=model,
            limit=limit,
            story=story,
            check=check,
            verbose=verbose,
            as_json=json,
        )
        return evaluate.evaluate(options)

    exit_with(question, as_json=json)


@app.command()
def doctor(
    gateway: Annotated[
        str | None, typer.Option(metavar="URL", help="Try this gateway, too.", show_default=False)
    ] = None,
    restored: Annotated[
        bool, typer.Option("--restored", help="The store was put back from a copy: tell who watches.")
    ] = False,
    json: Json = False,
) -> None:
    """Try what ToWow needs and say what is wrong."""

    def question() -> int:
        from towow.cli.commands import doctor

        return doctor.doctor(gateway=gateway, restored=restored, as_json=json)

    exit_with(question)


def main() -> None:
    """The console script."""
    app(prog_name="towow")


if __name__ == "__main__":
    main()
