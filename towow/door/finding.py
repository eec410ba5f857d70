"""Which system runs on this machine, and whether it still answers: read from where it left its address."""

import asyncio

from negotiation.contracts.error_codes import ApiError
from towow.door.asking import LEAST, GatewayHttp
from towow.door.folder import address_file
from towow.refusal import CommandError

AGAIN = 0.2
"""Seconds between two looks."""


async def find_running_system(namespace: str, wait: float) -> str | None:
    """The URL of the system called `namespace` when one answers within `wait` s."""
    patience = asyncio.get_running_loop().time() + wait
    while True:
        url = read_address(namespace)
        if url is not None and await answers(url):
            return url
        if asyncio.get_running_loop().time() + AGAIN > patience:
            return None
        await asyncio.sleep(AGAIN)


def read_address(namespace: str) -> str | None:
    """What a running system, or one that was killed, left as its address."""
    try:
        return address_file(namespace).read_text(encoding="ascii").strip() or None
    except (OSError, ValueError):
        return None


async def answers(url: str) -> bool:
    """Whether a gateway of ours answers there."""
    try:
        asking = GatewayHttp(url, 0)
    except CommandError:  # what stands in the file is no URL
        return False
    try:
        async with asyncio.timeout(LEAST):
            return bool((await asking.answer("GET", "/healthz"))["ok"])
    except (CommandError, ApiError, TimeoutError, TypeError, KeyError):
        return False
    finally:
        await asking.close()
