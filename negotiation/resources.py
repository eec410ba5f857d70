"""Ports that the negotiation's services use beside the platform's."""

from dataclasses import dataclass

from negotiation.attendance.port import AttendanceStore
from negotiation.invitation_links.port import InvitationLinkStore
from negotiation.registry.port import ProfileRegistry
from negotiation.registry.vector_updater import VectorUpdater


@dataclass(frozen=True, slots=True)
class NegotiationResources:
    """Registry of agent profiles, stores of who answers for their agent in person, and maker of the profiles' vectors.

    Without `vectors`, which only processes that change the registry need, no vectors are made.
    """

    profiles: ProfileRegistry
    attendance: AttendanceStore
    invitation_links: InvitationLinkStore
    vectors: VectorUpdater | None = None
