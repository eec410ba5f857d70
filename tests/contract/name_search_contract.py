"""Who is found by id or by name? What every registry must do, over memory and a real server."""

from negotiation.registry.port import ProfileRegistry
from tests.contract.registry_contract import SHIPPED, Open, RegistrySuite, eventually, person

PEOPLE = [
    person("agent_gao", display_name="高鹏"),
    person("agent_hart", display_name="Amelia Hart"),
    person("agent_hartley", display_name="Ingrid Hartley-Cruz"),
    person("agent_odd", display_name='Q "Zed" \\ O\'Neil'),
    person("agent_hooked", display_name="Lu (Zed)"),
    person("asleep", display_name="Amelia Sleeps", active=False),
    person("chef", display_name="Bo", capabilities=["hart dishes"], summary="Amelia taught her"),
]


async def called(profiles: ProfileRegistry, text: str, limit: int = 50) -> list[tuple[str, bool]]:
    return [(named.profile.agent_id, named.whole) for named in await profiles.find_by_name(text, limit=limit)]


class NameSearchContract(RegistrySuite):
    async def test_a_search_by_id_or_name_returns_whole_name_matches_first(self, connect: Open) -> None:
        writer, reader = await connect(), await connect()
        assert await called(writer, "高鹏") == []
        await writer.put(PEOPLE)
        for text, found in (
            ("高鹏", [("agent_gao", True)]),
            ("高", [("agent_gao", False)]),
            ("鹏高", []),
            ("agent_hart", [("agent_hart", True)]),
            (" AGENT_HART ", [("agent_hart", True)]),
            ("amelia", [("agent_hart", True), ("asleep", True)]),
            ("AMELIA  Hart", [("agent_hart", True)]),
            ("Hart", [("agent_hart", True), ("agent_hartley", False)]),
            ("hartley cruz", [("agent_hartley", True)]),
            ("hartley-cruz", [("agent_hartley", True)]),
            ('"zed"', [("agent_odd", True)]),
            ("o'neil", [("agent_odd", True)]),
            ("a", []),
            (".*", []),
            ("(zed", [("agent_hooked", True)]),
            ("", []),
            ("dishes", []),
        ):
            assert await called(reader, text) == found, text
        assert await called(reader, "hart", 1) == [("agent_hart", True)]
        assert await called(reader, "hart", 0) == []

    async def test_every_shipped_agent_is_found_by_its_name_and_its_id(self, connect: Open) -> None:
        profiles = await connect()
        await profiles.put(SHIPPED)
        for profile in SHIPPED[::7]:
            for text in (profile.agent_id, profile.display_name):
                assert (profile.agent_id, True) in await called(profiles, text)

    async def test_a_name_that_changes_is_found_and_the_old_one_no_more(self, connect: Open) -> None:
        writer, reader = await connect(), await connect()
        await writer.put(PEOPLE)
        assert await called(reader, "高鹏") == [("agent_gao", True)]
        await writer.upsert(person("agent_gao", display_name="陆遥"))
        await writer.delete("agent_hart")

        async def both() -> list[list[tuple[str, bool]]]:
            return [await called(reader, text) for text in ("高鹏", "陆遥", "Amelia")]

        await eventually(both, [[], [("agent_gao", True)], [("asleep", True)]])
