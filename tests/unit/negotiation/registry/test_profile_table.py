import asyncio
import gc
import json
import random

from negotiation.registry.profile import Profile, encode_profile
from negotiation.registry.profile_table import MAX_DECODED, ProfileTable, as_single_line


def person(agent_id: str, **fields: object) -> Profile:
    return Profile.model_validate({"agent_id": agent_id, "display_name": agent_id.upper(), **fields})


def crowd(size: int) -> ProfileTable:
    people = ProfileTable()
    for number in range(size):
        people.put(person(f"a{number:05}", user_id=f"u{number:05}"))
    return people


def test_sample_active_is_deterministic_and_limited() -> None:
    people = ProfileTable()
    for profile in [*(person(f"a{number}") for number in range(9)), person("asleep", active=False)]:
        people.put(profile)

    def pick(count: int, seed: str) -> list[str]:
        return [profile.agent_id for profile in people.sample_active(count, seed, exclude=["a0"])]

    assert len(pick(3, "one")) == 3
    assert pick(3, "one") == pick(3, "one")
    assert sorted(pick(99, "one")) == [f"a{number}" for number in range(1, 9)]
    assert pick(0, "one") == []
    assert len({tuple(pick(3, str(seed))) for seed in range(20)}) > 3


def test_a_small_random_sample_decodes_few_profiles() -> None:
    people, looked = crowd(2_000), set[str]()

    class Noting(dict[str, bytes]):
        def __getitem__(self, agent_id: str) -> bytes:
            looked.add(agent_id)
            return super().__getitem__(agent_id)

    people._encoded = Noting(people._encoded)  # pyright: ignore[reportPrivateUsage]
    assert len({profile.agent_id for profile in people.sample_active(10, "seed")}) == 10
    assert len(looked) == 10


def test_the_order_of_insertion_does_not_matter() -> None:
    everybody = [person(f"a{number}", user_id=f"u{number % 3}") for number in range(60)]
    one, other = ProfileTable(), ProfileTable()
    for profile in everybody:
        one.put(profile)
    for profile in [*reversed(everybody), person("gone", user_id="u1"), person("a4", user_id="u9")]:
        other.put(profile)
    assert one.content_hash != other.content_hash
    other.put(everybody[4])
    assert other.remove("gone")
    assert one.content_hash == other.content_hash
    assert (
        asyncio.run(one.list_all())
        == asyncio.run(other.list_all())
        == sorted(everybody, key=lambda each: each.agent_id)
    )
    assert one.sample_active(9, "s") == other.sample_active(9, "s")
    assert (
        one.list_by_user("u1")
        == other.list_by_user("u1")
        == [who for who in asyncio.run(one.list_all()) if who.user_id == "u1"]
    )
    assert other.list_by_user("u9") == []


def test_list_by_user_follows_added_changed_and_removed_profiles() -> None:
    people, dice = ProfileTable(), random.Random(1)
    owners: dict[str, str | None] = {}
    for _ in range(500):
        agent = f"a{dice.randrange(12)}"
        if dice.random() < 0.3:
            assert people.remove(agent) == (owners.pop(agent, "nobody") != "nobody")
        else:
            owners[agent] = dice.choice((None, "u1", "u2", "u3"))
            people.put(person(agent, user_id=owners[agent]))
        for user in ("u1", "u2", "u3"):
            assert people.agent_ids_of_user(user) == sorted(each for each, owner in owners.items() if owner == user)


def test_the_content_hash_identifies_the_profiles() -> None:
    people = ProfileTable()
    people.put(person("a", summary="one"))
    one = people.content_hash
    people.put(person("a", summary="two"))
    assert people.content_hash != one
    people.put(person("a", summary="one"))
    assert people.content_hash == one
    assert people.remove("a")
    assert people.content_hash == ProfileTable().content_hash


def test_the_cache_of_decoded_profiles_is_bounded() -> None:
    people = crowd(MAX_DECODED + 100)
    assert len(people._decoded) == MAX_DECODED  # pyright: ignore[reportPrivateUsage]
    for number in (0, MAX_DECODED + 99):
        assert people.get(f"a{number:05}") == person(f"a{number:05}", user_id=f"u{number:05}")
    assert people.get("nobody") is None


def test_stored_profiles_add_no_objects_tracked_by_the_garbage_collector() -> None:
    few, many = (sum(map(gc.is_tracked, _inside(crowd(size)))) for size in (2 * MAX_DECODED, 10 * MAX_DECODED))
    assert many == few


def _inside(people: ProfileTable) -> list[object]:
    """What is in the containers that grow."""
    return [each for container in vars(people).values() for each in gc.get_referents(container)]


def test_a_multi_line_profile_is_stored_on_one_line() -> None:
    profile = person("a", summary="two\nlines")
    written = json.dumps(json.loads(encode_profile(profile)), indent=1).encode()
    assert as_single_line(written, profile) == encode_profile(profile)
    assert as_single_line(encode_profile(profile), profile) == encode_profile(profile)
    assert b"\n" not in encode_profile(profile)
