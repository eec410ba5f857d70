"""What can be said to `towow` on the command line. Each command's own work is imported when it is asked for."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    name="towow",
    help="ToWow: people's agents negotiate a plan that those people accept.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
agents_app = typer.Typer(help="The agents that demands can be offered to.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(agents_app, name="agents")
dead_app = typer.Typer(help="The messages that nobody could handle.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(dead_app, name="dead-letters")

Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]
Wait = Annotated[float, typer.Option(min=0, metavar="SECONDS", help="How long to try a system that does not answer.")]
User = Annotated[str, typer.Option(help="Who asks.")]
DemandId = Annotated[str, typer.Argument(metavar="DEMAND_ID", show_default=False)]


def _leave(question: Callable[[], int], *, as_json: bool = False) -> None:
    from towow.leaving import leave

    raise typer.Exit(leave(question, as_json=as_json))


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
    idle: Annotated[bool, typer.Option("--idle", help="Run no demand, wait for those of other commands.")] = False,
    json: Json = False,
) -> None:
    """Watch a negotiation as it happens.

    All of it runs in this process, which then stays for submit, watch and cancel until Ctrl-C.
    """

    def question() -> int:
        from towow.commands import demo

        return demo.demo(demo.Options(text=text, scenario=scenario, once=once, idle=idle, as_json=json))

    _leave(question, as_json=json)


@app.command()
def submit(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", show_default=False, help="The demand, at most 8,000 characters.")
    ],
    user: User = "user_cli",
    watch: Annotated[bool, typer.Option("--watch", help="Show the events instead of the answer.")] = False,
    json: Json = False,
    wait: Wait = 30,
) -> None:
    """State a demand.

    To the system on RabbitMQ and Redis when TOWOW_BROKER_URL and TOWOW_STORE_URL name them, else to the one that runs
    on this machine (towow demo), else to one that lives for this command.
    """

    def question() -> int:
        from towow.commands import submit

        return submit.submit(submit.Options(text=text, user=user, watch=watch, as_json=json, wait=wait))

    _leave(question, as_json=json)


@app.command()
def watch(
    demand_id: DemandId,
    after: Annotated[int, typer.Option(min=0, metavar="SEQ", help="Only events after this number.")] = 0,
    json: Json = False,
    wait: Wait = 30,
) -> None:
    """Watch a demand of the running system to its end."""

    def question() -> int:
        from towow.commands import watch

        return watch.watch(demand_id, after=after, as_json=json, wait=wait)

    _leave(question, as_json=json)


@app.command()
def cancel(demand_id: DemandId, user: User = "user_cli", wait: Wait = 30) -> None:
    """Stop a demand of the running system."""

    def question() -> int:
        from towow.commands import cancel

        return cancel.cancel(demand_id, user=user, wait=wait)

    _leave(question)


@app.command()
def init(wait: Wait = 30) -> None:
    """Make RabbitMQ and Redis ready: exchanges, queues, Functions, and the shipped agents when there are none."""

    def question() -> int:
        from towow.commands import init

        return init.init(wait=wait)

    _leave(question)


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
        from towow.commands import worker

        return worker.worker(roles)

    _leave(question)


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
        from towow.commands import events

        return events.events(pattern, as_json=json, wait=wait)

    _leave(question, as_json=json)


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
        from towow.commands import scenario

        over = scenario.Over(broker=broker, store=store, timeout=timeout, wait=wait)
        return scenario.scenario(files, over, as_json=json)

    _leave(question, as_json=json)


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
        from towow.commands import evaluate

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

    _leave(question, as_json=json)


@app.command()
def doctor(json: Json = False) -> None:
    """Try what ToWow needs and say what is wrong."""

    def question() -> int:
        from towow.commands import doctor

        return doctor.doctor(as_json=json)

    _leave(question)


@agents_app.command(name="import")
def import_agents(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", show_default=False)],
    json: Json = False,
    wait: Wait = 30,
) -> None:
    """Add or replace agents from files of JSON lines, or folders of *.jsonl."""

    def question() -> int:
        from towow.commands import agents

        return agents.import_agents(paths, as_json=json, wait=wait)

    _leave(question, as_json=json)


@agents_app.command(name="list")
def list_agents(json: Json = False, wait: Wait = 30) -> None:
    """All agents, one a line."""

    def question() -> int:
        from towow.commands import agents

        return agents.list_agents(as_json=json, wait=wait)

    _leave(question, as_json=json)


@agents_app.command(name="show")
def show_agent(
    agent_id: Annotated[str, typer.Argument(metavar="AGENT_ID", show_default=False)],
    json: Json = False,
    wait: Wait = 30,
) -> None:
    """What is known of one agent."""

    def question() -> int:
        from towow.commands import agents

        return agents.show_agent(agent_id, as_json=json, wait=wait)

    _leave(question, as_json=json)


@dead_app.command(name="list")
def list_dead_letters(json: Json = False, wait: Wait = 30) -> None:
    """Which there are, oldest first, and why."""

    def question() -> int:
        from towow.commands import dead_letters

        return dead_letters.list_dead_letters(as_json=json, wait=wait)

    _leave(question, as_json=json)


@dead_app.command(name="resend")
def resend_dead_letters(
    identifiers: Annotated[list[str] | None, typer.Argument(metavar="ID…", show_default=False)] = None,
    everything: Annotated[bool, typer.Option("--all", help="All of them.")] = False,
    wait: Wait = 30,
) -> None:
    """Send some again, as if for the first time."""

    def question() -> int:
        from towow.commands import dead_letters

        return dead_letters.resend(identifiers or [], everything=everything, wait=wait)

    _leave(question)


def main() -> None:
    """The console script."""
    app(prog_name="towow")


if __name__ == "__main__":
    main()
