"""Does the gateway that runs here do its work, and does TOWOW_API_KEYS say who may sign in? For `towow doctor`."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any

from gateway.core.keys import InvalidApiKeys, holders
from towow.door.asking import Asking
from towow.door.finding import left
from towow.refusal import Refusal
from towow.trial import Trial, Unwell


def trials(keys: str, namespace: str, url: str | None) -> Iterator[Trial]:
    """`keys`: TOWOW_API_KEYS. The gateway at `url`, else the one that runs here, if there is one."""
    yield Trial("keys", partial(_keys, keys), 'set TOWOW_API_KEYS="KEY:USER:user|admin,…", or unset it')
    at = url or left(namespace)
    if at is not None:
        yield Trial("gateway", partial(_gateway, at), "start it again: towow gateway, or towow demo")


def _keys(said: str) -> str:
    try:
        known = holders(said)
    except InvalidApiKeys as bad:
        raise Unwell(str(bad)) from None
    if not known:
        return "nobody can sign in, and nobody need"
    return f"{len(known)} may sign in, of whom {sum(holder.admin for holder in known)} administer"


def _gateway(url: str) -> str:
    try:
        said = asyncio.run(_readiness(url))
    except Refusal as refusal:
        raise Unwell(str(refusal)) from None
    failed = [f"{check['name']}: {check['detail']}" for check in said["checks"] if not check["ok"]]
    where = f"{url}, {said['mode']}, model {said['model']}"
    if not said["ready"]:
        raise Unwell(f"{where}; not ready: {'; '.join(failed)}", "see what is said of broker and store")
    return where + (f"; {'; '.join(failed)}" if failed else "")


async def _readiness(url: str) -> dict[str, Any]:
    asking = Asking(url, 0)
    try:
        return await asking.answer("GET", "/readyz", also=(503,))
    finally:
        await asking.close()
