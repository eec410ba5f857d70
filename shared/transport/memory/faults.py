"""What can go wrong on the way through a broker: data for the memory broker (FAULTS § 2)."""

from dataclasses import dataclass
from typing import Literal, Protocol

from shared.transport.port import BrokerMessage


@dataclass(frozen=True, slots=True)
class PublishFault:
    """What happens to one publish.

    outcome: refused = the broker says no · lost = it never arrived · unconfirmed = it is stored, but the
    publisher is told that it is not. `copies` are stored, `delay` ms late. `overtakes`: before what waits.
    """

    outcome: Literal["stored", "refused", "lost", "unconfirmed"] = "stored"
    copies: int = 1
    delay: int = 0
    overtakes: bool = False


@dataclass(frozen=True, slots=True)
class DeliveryFault:
    """What happens to one delivery: its handler starts `delay` ms late."""

    delay: int = 0


class Faults(Protocol):
    """An adversary: asked at every publish and delivery. None means that nothing goes wrong."""

    def on_publish(self, parcel: BrokerMessage) -> PublishFault | None:
        """What happens to this publish."""
        ...

    def on_delivery(self, queue: str, parcel: BrokerMessage) -> DeliveryFault | None:
        """What happens to this delivery."""
        ...
