"""Callback client port: whoever sends a form to the game server (GH-160)."""

from collections.abc import Mapping
from typing import Protocol


class InvalidCallbackUrl(Exception):
    """The URL is no http or https URL; the message does not name it, since it may hold a password."""


class CallbackFailed(Exception):
    """No response came: the connection failed, or the time was over. The message is the kind of the error alone."""


class CallbackClient(Protocol):
    """Client that sends forms to the game server."""

    async def post_form(self, url: str, fields: Mapping[str, str], timeout_s: float) -> int:
        """Send a form and return the status of the response, whose body does not matter.

        Args:
            url: Where to.
            fields: Fields of the form.
            timeout_s: Limit of the whole attempt.

        Raises:
            InvalidCallbackUrl: The URL cannot be used.
            CallbackFailed: There is no status; another attempt may succeed.
        """
        ...
