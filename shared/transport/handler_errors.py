"""What becomes of an exception that a handler lets escape: its delivery is given back, and somebody is told."""

import logging
from collections.abc import Callable

from shared.transport.port import Delivery

ErrorCallback = Callable[[Delivery, Exception], None]

_log = logging.getLogger(__name__)


def log_handler_error(delivery: Delivery, error: Exception) -> None:
    """What is done with an exception that a handler let escape, unless a client is given something better."""
    _log.error("handler of %s failed on %s", delivery.queue, delivery.message.message_id, exc_info=error)
