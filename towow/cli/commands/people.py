"""Commands `towow people invite`, `list` and `revoke`."""

import json
import os
from collections.abc import Sequence

from gateway.negotiation.invitation_link_models import InvitationLinkItem
from shared.core.timestamps import to_iso8601
from towow.cli.exit import SUCCESS
from towow.cli.output import print_note
from towow.cli.signals import run_until_signal
from towow.client.system_selection import ClientOptions, connect_to_invitations
from towow.config.environment import read_configuration
from towow.narration.sanitize import sanitize_text


def invite(agent_id: str, days: int, *, as_json: bool, client_options: ClientOptions) -> int:
    """Make an invitation link, print it, and return the exit code 0.

    Args:
        agent_id: Agent whose person is invited.
        days: Days that the link is valid for.
        as_json: Print the link as one JSON object, with its `url`.
        client_options: Selection of the gateway.

    Raises:
        CommandError: No gateway answers in time (exit code 3), or an option is bad (2).
        ApiError: E008, there is no such agent; E012 or E013, the key must not invite its person.
        InvalidSettings: An environment variable is bad.
    """
    return run_until_signal(lambda: _invite(agent_id, days, as_json=as_json, client_options=client_options))


def list_links(*, as_json: bool, client_options: ClientOptions) -> int:
    """Print the valid links by their end, one per line, and return the exit code 0.

    Raises:
        CommandError: No gateway answers in time (exit code 3), or an option is bad (2).
        ApiError: E012 or E013, the key is not an administrator's.
        InvalidSettings: An environment variable is bad.
    """
    return run_until_signal(lambda: _list(as_json=as_json, client_options=client_options))


def revoke(link_id: str, *, client_options: ClientOptions) -> int:
    """Revoke a link and return the exit code 0.

    Raises:
        CommandError: No gateway answers in time (exit code 3), or an option is bad (2).
        ApiError: E019, there is no such link; E012 or E013, the key must not revoke it.
        InvalidSettings: An environment variable is bad.
    """
    return run_until_signal(lambda: _revoke(link_id, client_options))


async def _invite(agent_id: str, days: int, *, as_json: bool, client_options: ClientOptions) -> int:
    async with connect_to_invitations(read_configuration(os.environ), client_options) as client:
        link, url = await client.invite(agent_id, days)
    if as_json:
        print(json.dumps({**link.model_dump(mode="json", exclude={"path"}, exclude_none=True), "url": url}))
        return SUCCESS
    print(url)
    print_note(f"valid until {to_iso8601(link.until)}; revoke it with: towow people revoke {link.link_id}")
    return SUCCESS


async def _list(*, as_json: bool, client_options: ClientOptions) -> int:
    async with connect_to_invitations(read_configuration(os.environ), client_options) as client:
        links = await client.list_links()
    width = max((len(link.agent_id) for link in links), default=0)
    for link in links:
        print(link.model_dump_json() if as_json else _link_row(link, width))
    _note_count(links)
    return SUCCESS


async def _revoke(link_id: str, client_options: ClientOptions) -> int:
    async with connect_to_invitations(read_configuration(os.environ), client_options) as client:
        await client.revoke(link_id)
    print(f"revoked: {sanitize_text(link_id)}")
    return SUCCESS


def _link_row(link: InvitationLinkItem, width: int) -> str:
    by = f"  by {sanitize_text(link.created_by)}" if link.created_by else ""
    return f"{link.link_id}  {link.agent_id:<{width}}  until {to_iso8601(link.until)}{by}"


def _note_count(links: Sequence[InvitationLinkItem]) -> None:
    print_note(f"{len(links)} valid links")
