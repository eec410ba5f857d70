"""Ports that the negotiation's services use beside the platform's."""

from dataclasses import dataclass

from negotiation.attendance.port import AttendanceStore
from negotiation.registry.port import ProfileRegistry


@dataclass(frozen=True, slots=True)
class NegotiationResources:
    """Registry of agent profiles, and store of who answers for their agent in person."""

    profiles: ProfileRegistry
    attendance: AttendanceStore
