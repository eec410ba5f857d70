"""How does one find an agent over HTTP: by what it does, by its name or by its id, and is one told why?"""

from negotiation.registry.profile import Profile
from tests.support.gateway_harness import GatewayHarness

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


async def test_an_agent_search_ranks_id_and_name_before_skills_before_partial_names(
    running: GatewayHarness,
) -> None:
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


async def test_stop_words_are_searched_only_when_alone(running: GatewayHarness) -> None:
    await running.system.profiles.put([Profile.model_validate(person) for person in PEOPLE])
    assert await found(running, "photography in Paris") == {"hart": ["photography", "Paris"]}
    assert await found(running, "I need a photography, in") == {"hart": ["photography"]}
    assert await found(running, "in") == {"art": ["in"]}
