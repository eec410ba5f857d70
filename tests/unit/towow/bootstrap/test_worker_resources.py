"""Does a worker use what a scenario file brings, and of everything else what is on the store's server?"""

from deliberation.host.content_reviewer import WordListReviewer
from deliberation.host.scripted_comparer import ScriptedPositionComparer
from deliberation.resources import DeliberationResources
from deliberation.settings import DeliberationSettings
from negotiation.attendance.memory import MemoryAttendanceStore
from negotiation.invitation_links.memory import MemoryInvitationLinkStore
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.resources import NegotiationResources
from shared.runtime.application import Resources
from shared.runtime.system_clock import SystemClock
from towow.bootstrap.worker import with_scenario_resources

CLOCK = SystemClock()


def negotiation() -> NegotiationResources:
    return NegotiationResources(
        MemoryProfileRegistry(()), MemoryAttendanceStore(CLOCK), MemoryInvitationLinkStore(CLOCK)
    )


def deliberation() -> DeliberationResources:
    return DeliberationResources(ScriptedPositionComparer({}), WordListReviewer(DeliberationSettings()))


def test_a_deliberations_scenario_replaces_comparer_and_reviewer() -> None:
    shared, scripted = Resources(negotiation(), deliberation()), deliberation()
    used = with_scenario_resources(shared, Resources(scripted))
    assert used.get(DeliberationResources) is scripted
    assert used.get(NegotiationResources) is shared.get(NegotiationResources)


def test_a_demands_scenario_replaces_the_profiles_only() -> None:
    shared, scripted = Resources(negotiation(), deliberation()), negotiation()
    used = with_scenario_resources(shared, Resources(scripted))
    assert used.get(NegotiationResources).profiles is scripted.profiles
    assert used.get(NegotiationResources).attendance is shared.get(NegotiationResources).attendance
    assert used.get(DeliberationResources) is shared.get(DeliberationResources)


def test_without_a_scenario_nothing_is_replaced() -> None:
    shared = Resources(negotiation(), deliberation())
    assert with_scenario_resources(shared, Resources()) is shared
