"""How does one find an agent over HTTP: by what it does, by its name or by its id, and is one told why?"""

from negotiation.registry.profile import Profile
from shared.runtime.virtual_clock import VirtualClock
from tests.support.embedded_system import run_in_virtual_time
from tests.support.gateway_harness import GatewayHarness, gateway_harness

PEOPLE = [
    {"agent_id": "gao", "display_name": "高鹏", "capabilities": ["场地提供"]},
    {"agent_id": "hart", "display_name": "Amelia Hart", "capabilities": ["photography"], "location": "Paris"},
    {"agent_id": "art", "display_name": "Martha", "capabilities": ["painting"], "summary": "Living in a barn"},
    {"agent_id": "painter", "display_name": "Bo", "capabilities": ["mural art", "hart"]},
]


async def found(running: GatewayHarness, q: str, limit: int = 50) -> dict[str, list[str]]:
    """Who, in their order, and by what."""
    items = (await running.get("/agents", q=q, limit=limit)).json()["items"]
    return {item["agent_id"]: item["matched"] for item in items}


def test_an_agent_is_found_by_id_and_name_before_who_merely_fits_and_part_of_a_name_comes_last() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            await running.system.profiles.put([Profile.model_validate(person) for person in PEOPLE])
            assert await found(running, "高鹏") == {"gao": ["高鹏"]}
            assert await found(running, "amelia") == {"hart": ["amelia"]}
            assert await found(running, " Amelia  HART ", 1) == {"hart": ["Amelia HART"]}
            assert await found(running, "gao") == {"gao": ["gao"]}
            by_name_first = await found(running, "hart")
            assert list(by_name_first.items()) == [("hart", ["hart"]), ("painter", ["hart"])]
            part_last = await found(running, "mart")
            assert part_last == {"art": ["mart"]}
            assert list(await found(running, "art")) == ["art", "painter", "hart"]

    run_in_virtual_time(main)


def test_small_words_find_nobody_unless_there_is_nothing_else() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            await running.system.profiles.put([Profile.model_validate(person) for person in PEOPLE])
            assert await found(running, "photography in Paris") == {"hart": ["photography", "Paris"]}
            assert await found(running, "I need a photography, in") == {"hart": ["photography"]}
            assert await found(running, "in") == {"art": ["in"]}

    run_in_virtual_time(main)
