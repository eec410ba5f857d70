"""Does `towow people` make links that open, list them without their secrets, and revoke them?"""

import re
from collections.abc import Iterator

import httpx2
import pytest

from tests.e2e.page_systems import Served, demonstration
from tests.support.cli_runner import PATIENCE, CommandRunner

KEYS = "key-of-bob:user_bob:user,key-of-root:root:admin"


@pytest.fixture(scope="module")
def system() -> Iterator[Served]:
    """One with the shipped agents, none of which is Bob's."""
    with demonstration(TOWOW_API_KEYS=KEYS) as found:
        yield found


def status_of(url: str) -> int:
    """What the gateway answers to whoever has the link."""
    return httpx2.get(url.replace("/i/", "/api/v1/i/"), timeout=PATIENCE).status_code


def test_a_person_is_invited_and_the_link_revoked(system: Served, towow: CommandRunner) -> None:
    to = ("--gateway", system.url, "--key", "key-of-root")
    agent = towow.run("agents", "list", "--json").rows[0]["agent_id"]
    told = towow.run("people", "invite", agent, "--days", "3", *to)
    (url,) = told.out.split()
    assert told.code == 0
    assert re.fullmatch(re.escape(system.url) + "/i/[a-z2-9]{32}", url)
    assert "valid until 20" in told.err
    (other,) = towow.run("people", "invite", agent, "--json", *to).rows
    assert other.keys() == {"link_id", "agent_id", "created_at", "until", "created_by", "url"}
    assert status_of(url) == status_of(other["url"]) == 200

    listed = towow.run("people", "list", "--json", *to)
    first, second = (row["link_id"] for row in listed.rows)
    assert second == other["link_id"]
    readable = towow.run("people", "list", *to)
    assert [row.split()[:2] for row in readable.out.splitlines()] == [[first, agent], [second, agent]]
    for secret in (url.rpartition("/")[2], other["url"].rpartition("/")[2]):
        assert secret not in listed.out + readable.out

    revoked = towow.run("people", "revoke", first, *to)
    assert (revoked.code, revoked.out) == (0, f"revoked: {first}\n")
    assert (status_of(url), status_of(other["url"])) == (404, 200)
    again = towow.run("people", "revoke", first, *to)
    assert (again.code, again.out) == (1, "")
    assert again.err.startswith("E019: ")


def test_bad_invitations_are_refused(system: Served, towow: CommandRunner) -> None:
    bob, root = (("--gateway", system.url, "--key", f"key-of-{user}") for user in ("bob", "root"))
    agent = towow.run("agents", "list", "--json").rows[0]["agent_id"]
    for command, code, said in (
        (("invite", "nobody\x1b[31m", *root), 1, "E008: "),
        (("invite", "nobody", *root), 1, "E008: "),
        (("invite", agent, *bob), 1, "E013: "),
        (("list", *bob), 1, "E013: "),
        (("revoke", "link_../../agents", *root), 1, "E019: "),
        (("invite", agent, "--days", "91", *root), 2, "--days"),
        (("invite", agent, "--days", "0", *root), 2, "--days"),
    ):
        told = towow.run("people", *command)
        assert (told.code, told.out) == (code, ""), command
        assert said in told.err
        assert "\x1b" not in told.err


def test_without_a_gateway_there_is_nobody_to_invite(towow: CommandRunner) -> None:
    told = towow.run("people", "list", "--wait", "0")
    assert (told.code, told.out) == (3, "")
    assert "no running system answered" in told.err
