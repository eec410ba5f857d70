"""Command `towow answer`."""

import os
from collections.abc import Sequence

from gateway.negotiation.clarification_service import RequesterAnswer
from towow.cli.exit import SUCCESS, CommandError
from towow.cli.signals import run_until_signal
from towow.client.system_selection import ClientOptions, connect_to_running
from towow.config.environment import read_configuration
from towow.narration.sanitize import sanitize_text


def answer(demand_id: str, words: Sequence[str], *, client_options: ClientOptions) -> int:
    """Answer a question about a demand of the running system and return the exit code 0; it takes effect later.

    Args:
        demand_id: Id of the demand.
        words: Id of an option, or before it the id of the question; without that, the only one that is open.
        client_options: Selection of the system.

    Raises:
        CommandError: There are not one or two words (exit code 2), or no system answers in time (3).
        ApiError: E001, there is no such option, or several questions are open and none is named; E002, there is no such
            demand; E019, there is no such question; E014, it is over.
        InvalidSettings: An environment variable is bad.
        BrokerMisconfigured: RabbitMQ refuses the connection; retrying would not help.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
    """
    if len(words) not in (1, 2):
        raise CommandError("expected DEMAND_ID [QUESTION_ID] OPTION")
    question_id = words[0] if len(words) == 2 else None
    return run_until_signal(lambda: _answer(demand_id, question_id, words[-1], client_options))


async def _answer(demand_id: str, question_id: str | None, option: str, client_options: ClientOptions) -> int:
    async with connect_to_running(read_configuration(os.environ), client_options) as client:
        await client.answer(demand_id, question_id, RequesterAnswer(option=option))
    print(f"answer accepted: {sanitize_text(demand_id)}")
    return SUCCESS
