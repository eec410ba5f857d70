"""Callback client over HTTP."""

import asyncio
from collections.abc import Mapping
from functools import cached_property
from ssl import SSLContext

from gamehive.callback.client import CallbackFailed, InvalidCallbackUrl


class HttpCallbackClient:
    """Callback client with one connection an attempt; it follows no redirects."""

    async def post_form(self, url: str, fields: Mapping[str, str], timeout_s: float) -> int:
        """Send a form and return the status of the response; see `CallbackClient`."""
        import httpx2  # only loaded where something is delivered

        status = None
        try:
            async with (
                # The limit of the whole attempt; the client's would begin anew with every part of the answer.
                asyncio.timeout(timeout_s),
                httpx2.AsyncClient(timeout=timeout_s, verify=self._tls_context) as client,
                client.stream("POST", url, data=dict(fields)) as response,
            ):
                status = response.status_code
        except (httpx2.InvalidURL, httpx2.UnsupportedProtocol) as error:
            raise InvalidCallbackUrl("TOWOW_GAME_CALLBACK_URL is no http or https URL") from error
        except (httpx2.HTTPError, TimeoutError) as error:
            if status is None:
                raise CallbackFailed(type(error).__name__) from error
        assert status is not None
        return status

    @cached_property
    def _tls_context(self) -> SSLContext:
        """Context of all connections: loading the certificates holds up the event loop for some 30 ms."""
        import httpx2

        return httpx2.create_ssl_context()
