"""What becomes of an exception that a handler lets escape: its delivery is given back, and somebody is told."""

import logging
from collections.abc import Callable

from shared.transport.port import Delivery

OnError = Callable[[Delivery, Exception], None]

_log = logging.getLogger(__name__)


def log_error(delivery: Delivery, error: Exception) -> None:
    """What is done with an exception that a handler let escape, unless a client is given something better."""
    _log.error("handler of %s failed on %s", delivery.queue, delivery.parcel.message_id, exc_info=error)
