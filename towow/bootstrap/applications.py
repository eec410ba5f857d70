"""The applications of this product, and the tables that follow from them (DESIGN § 1, § 4)."""

from deliberation.application import APPLICATION as DELIBERATION
from gamehive.application import APPLICATION as GAMEHIVE
from negotiation.application import APPLICATION as NEGOTIATION
from negotiation.attendance.memory import MemoryAttendanceStore
from negotiation.invitation_links.memory import MemoryInvitationLinkStore
from negotiation.registry.port import ProfileRegistry
from negotiation.resources import NegotiationResources
from shared.core.clock import Clock
from shared.runtime.application import ApplicationSet, Resources

APPLICATIONS = ApplicationSet(NEGOTIATION, DELIBERATION, GAMEHIVE)

ROUTES = APPLICATIONS.routes
"""Kind of an address → role."""

QUEUES = APPLICATIONS.roles
"""Every role, each with a queue of its own."""

GATEWAY = "gateway"
"""Role of gateways: they have an outbox, and no queue."""


def memory_resources(profiles: ProfileRegistry, clock: Clock) -> Resources:
    """Build the applications' resources in memory, with the given registry and stores without entries.

    Args:
        profiles: Registry that the applications use instead of one of the shipped profiles; it is not copied.
        clock: Clock of the stores, by which their entries expire.
    """
    attendance, links = MemoryAttendanceStore(clock), MemoryInvitationLinkStore(clock)
    return Resources(NegotiationResources(profiles, attendance, links))
