"""The applications of this product, and the tables that follow from them (DESIGN § 1, § 4)."""

from negotiation.application import APPLICATION as NEGOTIATION
from negotiation.attendance.memory import MemoryAttendanceStore
from negotiation.dependencies import NegotiationDependencies
from negotiation.registry.port import ProfileRegistry
from shared.core.clock import Clock
from shared.runtime.application import ApplicationSet, Resources

APPLICATIONS = ApplicationSet(NEGOTIATION)

ROUTES = APPLICATIONS.routes
"""Kind of an address → role."""

QUEUES = APPLICATIONS.roles
"""Every role, each with a queue of its own."""

GATEWAY = "gateway"
"""Role of gateways: they have an outbox, and no queue."""


def memory_resources(profiles: ProfileRegistry, clock: Clock) -> Resources:
    """Build the applications' resources in memory, with `profiles` instead of the shipped agent profiles."""
    return Resources(NegotiationDependencies(profiles, MemoryAttendanceStore(clock)))
