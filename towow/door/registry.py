"""The agents of a system, asked of its registry itself."""

from collections.abc import Sequence

from negotiation.contracts.error_codes import ApiError, ErrorCode
from negotiation.registry.port import ProfileRegistry
from negotiation.registry.profile import Profile
from negotiation.registry.profile_file import ImportResult, ParsedProfiles, import_into
from towow.door.port import AgentList


class RegistryAgentClient:
    """The Agents port over a registry."""

    def __init__(self, profiles: ProfileRegistry) -> None:
        self._profiles = profiles

    async def agents(self) -> AgentList:
        """Every agent there is."""
        everybody = await self._profiles.all()
        return AgentList(everybody, len(everybody))

    async def agent(self, agent_id: str) -> Profile:
        """One of them. Raises E008."""
        found = await self._profiles.get(agent_id)
        if found is None:
            raise ApiError(ErrorCode.E008, agent_id)
        return found

    async def import_agents(self, profiles: Sequence[Profile]) -> ImportResult:
        """Add or replace agents."""
        return await import_into(self._profiles, ParsedProfiles(profiles, ()))
