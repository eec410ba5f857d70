"""Checks of `towow doctor` for TOWOW_API_KEYS and a running gateway."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any

from gateway.auth.api_keys import InvalidApiKeys, parse_api_keys
from gateway.inspection.check_result import CheckFailed
from towow.cli.exit import CommandError
from towow.client.address_file import read_address
from towow.client.http import GatewayHttp
from towow.doctor.check import DoctorCheck


def gateway_checks(keys: str, namespace: str, url: str | None) -> Iterator[DoctorCheck]:
    """Yield the check of the API keys and, if there is a gateway, that of its readiness.

    Only running the second one sends a request.

    Args:
        keys: Value of TOWOW_API_KEYS; empty if it is not set.
        namespace: Namespace of the system on this machine.
        url: URL of the gateway; None: the one that the namespace's address file names, if any.
    """
    yield DoctorCheck("keys", partial(_check_keys, keys), 'set TOWOW_API_KEYS="KEY:USER:user|admin,…", or unset it')
    gateway_url = url or read_address(namespace)
    if gateway_url is not None:
        yield DoctorCheck("gateway", partial(_check_gateway, gateway_url), "restart it: towow gateway, or towow demo")


def _check_keys(api_keys: str) -> str:
    try:
        key_holders = parse_api_keys(api_keys)
    except InvalidApiKeys as error:
        raise CheckFailed(str(error)) from None
    if not key_holders:
        return "no keys: sign-in is off and not required"
    return f"{len(key_holders)} users can sign in, {sum(holder.admin for holder in key_holders)} as administrators"


def _check_gateway(url: str) -> str:
    try:
        report = asyncio.run(_request_readiness(url))
    except CommandError as error:
        raise CheckFailed(str(error)) from None
    failed = [f"{check['name']}: {check['detail']}" for check in report["checks"] if not check["ok"]]
    summary = f"{url}, {report['mode']}, model {report['model']}"
    if not report["ready"]:
        raise CheckFailed(f"{summary}; not ready: {'; '.join(failed)}", "see the checks of broker and store")
    return summary + (f"; {'; '.join(failed)}" if failed else "")


async def _request_readiness(url: str) -> dict[str, Any]:
    http = GatewayHttp(url, 0)
    try:
        return await http.request_json("GET", "/readyz", accepted_statuses=(503,))
    finally:
        await http.close()
