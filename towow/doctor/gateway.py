"""Does the gateway that runs here do its work, and does TOWOW_API_KEYS say who may sign in? For `towow doctor`."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any

from gateway.auth.api_keys import InvalidApiKeys, holders
from towow.cli.exit import CommandError
from towow.client.address_file import read_address
from towow.client.http import GatewayHttp
from towow.doctor.check import CheckFailed, DoctorCheck


def trials(keys: str, namespace: str, url: str | None) -> Iterator[DoctorCheck]:
    """`keys`: TOWOW_API_KEYS. The gateway at `url`, else the one that runs here, if there is one."""
    yield DoctorCheck("keys", partial(_keys, keys), 'set TOWOW_API_KEYS="KEY:USER:user|admin,…", or unset it')
    at = url or read_address(namespace)
    if at is not None:
        yield DoctorCheck("gateway", partial(_gateway, at), "start it again: towow gateway, or towow demo")


def _keys(said: str) -> str:
    try:
        known = holders(said)
    except InvalidApiKeys as bad:
        raise CheckFailed(str(bad)) from None
    if not known:
        return "nobody can sign in, and nobody need"
    return f"{len(known)} may sign in, of whom {sum(holder.admin for holder in known)} administer"


def _gateway(url: str) -> str:
    try:
        said = asyncio.run(_readiness(url))
    except CommandError as refusal:
        raise CheckFailed(str(refusal)) from None
    failed = [f"{check['name']}: {check['detail']}" for check in said["checks"] if not check["ok"]]
    where = f"{url}, {said['mode']}, model {said['model']}"
    if not said["ready"]:
        raise CheckFailed(f"{where}; not ready: {'; '.join(failed)}", "see what is said of broker and store")
    return where + (f"; {'; '.join(failed)}" if failed else "")


async def _readiness(url: str) -> dict[str, Any]:
    asking = GatewayHttp(url, 0)
    try:
        return await asking.answer("GET", "/readyz", also=(503,))
    finally:
        await asking.close()
