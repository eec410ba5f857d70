"""Typer application of the `towow` command line.

Every command imports its implementation when it runs, so that `towow --help` stays fast.
"""

from typing import Annotated

import typer

from towow.bootstrap.collection_pause import pause_collection
from towow.cli import options
from towow.cli.agents_app import agents_app
from towow.cli.dead_letters_app import dead_letters_app
from towow.cli.options import client_options, exit_with_code
from towow.cli.people_app import people_app
from towow.cli.play_app import play_app

app = typer.Typer(
    name="towow",
    help="ToWow: people's agents negotiate a plan that those people accept.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(agents_app, name="agents")
app.add_typer(dead_letters_app, name="dead-letters")
app.add_typer(people_app, name="people")
app.add_typer(play_app)


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version

        print(version("towow"))
        raise typer.Exit


@app.callback()
def towow(
    _: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Declare the global option `--version`; the commands do everything else."""


@app.command()
@exit_with_code
def demo(
    text: options.DemoTextArgument = None,
    scenario: options.DemoScenarioOption = None,
    once: options.OnceOption = False,
    idle: options.IdleOption = False,
    port: options.PortOption = 8000,
    json: options.JsonOption = False,
    rehearsed: options.RehearsedOption = None,
    pace: options.PaceOption = None,
) -> int:
    """Run a system in this process and print a negotiation's events.

    Unless --once is given, the system keeps serving the web page, and submit, watch and cancel, until Ctrl-C.
    """
    from towow.cli.commands import demo

    return demo.demo(
        demo.Options(
            text=text,
            scenario=scenario,
            once=once,
            idle=idle,
            port=port,
            as_json=json,
            rehearsed=None if rehearsed is None else rehearsed.value,
            pace_s=pace,
        )
    )


@app.command()
@exit_with_code
def submit(
    text: options.TextArgument,
    user: options.UserOption = None,
    watch: options.WatchOption = False,
    review: options.ReviewOption = False,
    json: options.JsonOption = False,
    gateway: options.GatewayOption = None,
    key: options.KeyOption = None,
    wait: options.WaitOption = 30,
) -> int:
    """Submit a demand.

    Prints its ids and its understanding, or with --watch its events until it closes. With --review it asks at the
    terminal what is not clear, and shows what was understood before anyone is invited.

    Submits to the gateway of --gateway; else to the system on RabbitMQ and Redis, when TOWOW_BROKER_URL and
    TOWOW_STORE_URL are set; else to the system running on this machine (towow demo, towow gateway); else to a temporary
    system that ends with this command.
    """
    from towow.cli.commands import submit

    target = client_options(gateway, key, wait)
    return submit.submit(
        submit.Options(text=text, user=user, watch=watch, review=review, as_json=json, client_options=target)
    )


@app.command()
@exit_with_code
def watch(
    identifier: options.WatchedIdArgument,
    after: options.AfterOption = 0,
    json: options.JsonOption = False,
    gateway: options.GatewayOption = None,
    key: options.KeyOption = None,
    wait: options.WaitOption = 30,
) -> int:
    """Print the events of a demand or of a deliberation's session as they happen, until it ends.

    It is one of the running system.
    """
    from towow.cli.commands import watch

    return watch.watch(identifier, after=after, as_json=json, client_options=client_options(gateway, key, wait))


@app.command()
@exit_with_code
def answer(
    demand_id: options.DemandIdArgument,
    words: options.AnswerArgument,
    gateway: options.GatewayOption = None,
    key: options.KeyOption = None,
    wait: options.WaitOption = 30,
) -> int:
    """Answer a question about a demand, by the id of an option: about what was understood, or about a limit.

    The demand is one of the running system. Without QUESTION_ID the only open question is answered; if several are
    open, they are named.
    """
    from towow.cli.commands import answer

    return answer.answer(demand_id, words, client_options=client_options(gateway, key, wait))


@app.command()
@exit_with_code
def cancel(
    demand_id: options.DemandIdArgument,
    user: options.CancelUserOption = None,
    gateway: options.GatewayOption = None,
    key: options.KeyOption = None,
    wait: options.WaitOption = 30,
) -> int:
    """Request the cancellation of a demand of the running system."""
    from towow.cli.commands import cancel

    return cancel.cancel(demand_id, user=user, client_options=client_options(gateway, key, wait))


@app.command()
@exit_with_code
def init(wait: options.WaitOption = 30) -> int:
    """Prepare RabbitMQ and Redis: exchanges, queues, Functions, and the shipped agents if there are none."""
    from towow.cli.commands import init

    return init.init(wait_s=wait)


@app.command()
@exit_with_code
def gateway(host: options.HostOption = "127.0.0.1", port: options.PortOption = 8000) -> int:
    """Serve the HTTP gateway on RabbitMQ and Redis until SIGTERM or Ctrl-C."""
    with pause_collection(freeze=True):
        from towow.cli.commands import gateway

    return gateway.gateway(host, port)


@app.command()
@exit_with_code
def worker(roles: options.RolesArgument) -> int:
    """Run a worker for one or more roles on RabbitMQ and Redis until SIGTERM or Ctrl-C."""
    with pause_collection(freeze=True):
        from towow.cli.commands import worker

    return worker.worker(roles)


@app.command()
@exit_with_code
def events(
    pattern: options.PatternArgument = "#", json: options.JsonOption = False, wait: options.WaitOption = 30
) -> int:
    """Print the public events of all demands and sessions as RabbitMQ publishes them, until Ctrl-C."""
    from towow.cli.commands import events

    return events.events(pattern, as_json=json, wait_s=wait)


@app.command()
@exit_with_code
def scenario(
    files: options.FilesArgument,
    json: options.JsonOption = False,
    broker: options.BrokerOption = None,
    store: options.StoreOption = None,
    timeout: options.TimeoutOption = 600,
    wait: options.WaitOption = 30,
) -> int:
    """Run scenario files and check their expectations.

    Exits with 1 if one did not end as expected. Time is virtual: a deadline of 120 s passes at once, and two runs print
    the same bytes. With --broker and --store time is real and several files run at once; all roles run in this process,
    in a temporary namespace.
    """
    from towow.cli.commands import scenario

    target = scenario.ServiceTarget(broker=broker, store=store, timeout_s=timeout, wait_s=wait)
    return scenario.scenario(files, target, as_json=json)


@app.command()
@exit_with_code
def deliberate(
    text: options.QueryArgument = None,
    scenario: options.DeliberationScenarioOption = None,
    today: options.TodayOption = None,
    timezone: options.TimezoneOption = None,
    user: options.SessionUserOption = None,
    json: options.JsonOption = False,
    wait: options.WaitOption = 30,
) -> int:
    """Have a planner and a critic deliberate in rounds until there is a plan, and print what they say.

    Runs on RabbitMQ and Redis when TOWOW_BROKER_URL and TOWOW_STORE_URL are set, else in this process. Exits with 1 if
    the session ends with an error, by moderation or without a report. Ctrl-C ends the session.
    """
    from towow.cli.commands import deliberate

    chosen = deliberate.Options(
        text=text, scenario=scenario, today=today, timezone=timezone, user=user, as_json=json, wait_s=wait
    )
    return deliberate.deliberate(chosen)


@app.command()
@exit_with_code
def evaluate(
    files: options.DemandFilesArgument = None,
    model: options.ModelOption = None,
    agents: options.AgentFilesOption = None,
    limit: options.LimitOption = None,
    story: options.StoryOption = None,
    check: options.CheckOption = False,
    verbose: options.VerboseOption = False,
    corpus: options.CorpusOption = False,
    sealed: options.SealedOption = False,
    agreements: options.AgreementsOption = False,
    deliberations: options.DeliberationsOption = False,
    runs: options.RunsOption = None,
    output: options.FiguresFileOption = None,
    json: options.JsonOption = False,
) -> int:
    """Negotiate many demands and print a summary of their outcomes.

    The relaxations that a failed negotiation proposes are negotiated as well. Time is virtual, and two runs print the
    same bytes; with the model anthropic time is real, and every answer costs money.
    """
    if deliberations:
        from towow.cli.commands.evaluate_deliberations import evaluate_deliberations

        return evaluate_deliberations(files or [], limit=limit, sealed=sealed, check=check, as_json=json)
    from towow.cli.commands import evaluate

    chosen = evaluate.Options(
        files=files or [],
        agents=agents or [],
        model=model,
        limit=limit,
        story=story,
        check=check,
        verbose=verbose,
        as_json=json,
        corpus=corpus,
        sealed=sealed,
        agreements=agreements,
        runs=runs,
        output=output,
    )
    return evaluate.evaluate(chosen)


@app.command()
@exit_with_code
def doctor(
    gateway: options.DoctorGatewayOption = None,
    restored: options.RestoredOption = False,
    json: options.JsonOption = False,
) -> int:
    """Check everything that ToWow needs and report what is wrong.

    Exits with 1 if a check fails.
    """
    from towow.cli.commands import doctor

    return doctor.doctor(gateway=gateway, restored=restored, as_json=json)


def main() -> None:
    """Run the `towow` command with the process's arguments; ends with SystemExit. Entry point of the console script."""
    app(prog_name="towow")


if __name__ == "__main__":
    main()
