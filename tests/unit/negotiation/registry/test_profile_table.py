import asyncio
import gc
import json
import random

from negotiation.registry.profile import Profile, encoded
from negotiation.registry.profile_table import DECODED, ProfileTable, in_one_line


def person(agent_id: str, **fields: object) -> Profile:
    return Profile.model_validate({"agent_id": agent_id, "display_name": agent_id.upper(), **fields})


def crowd(size: int) -> ProfileTable:
    people = ProfileTable()
    for number in range(size):
        people.put(person(f"a{number:05}", user_id=f"u{number:05}"))
    return people


def test_random_active_is_the_same_for_the_same_seed_and_never_too_many() -> None:
    people = ProfileTable()
    for profile in [*(person(f"a{number}") for number in range(9)), person("asleep", active=False)]:
        people.put(profile)

    def pick(count: int, seed: str) -> list[str]:
        return [profile.agent_id for profile in people.random_active(count, seed, exclude=["a0"])]

    assert len(pick(3, "one")) == 3
    assert pick(3, "one") == pick(3, "one")
    assert sorted(pick(99, "one")) == [f"a{number}" for number in range(1, 9)]
    assert pick(0, "one") == []
    assert len({tuple(pick(3, str(seed))) for seed in range(20)}) > 3


def test_who_wants_few_at_random_looks_at_few_of_many() -> None:
    people, looked = crowd(2_000), set[str]()

    class Noting(dict[str, bytes]):
        def __getitem__(self, agent_id: str) -> bytes:
            looked.add(agent_id)
            return super().__getitem__(agent_id)

    people._kept = Noting(people._kept)  # pyright: ignore[reportPrivateUsage]
    assert len({profile.agent_id for profile in people.random_active(10, "seed")}) == 10
    assert len(looked) == 10


def test_the_order_of_insertion_does_not_matter() -> None:
    everybody = [person(f"a{number}", user_id=f"u{number % 3}") for number in range(60)]
    one, other = ProfileTable(), ProfileTable()
    for profile in everybody:
        one.put(profile)
    for profile in [*reversed(everybody), person("gone", user_id="u1"), person("a4", user_id="u9")]:
        other.put(profile)
    assert one.content != other.content
    other.put(everybody[4])
    assert other.drop("gone")
    assert one.content == other.content
    assert asyncio.run(one.all()) == asyncio.run(other.all()) == sorted(everybody, key=lambda each: each.agent_id)
    assert one.random_active(9, "s") == other.random_active(9, "s")
    assert one.of_user("u1") == other.of_user("u1") == [who for who in asyncio.run(one.all()) if who.user_id == "u1"]
    assert other.of_user("u9") == []


def test_a_person_may_have_one_agent_or_several_or_none_any_more() -> None:
    people, dice = ProfileTable(), random.Random(1)
    owners: dict[str, str | None] = {}
    for _ in range(500):
        agent = f"a{dice.randrange(12)}"
        if dice.random() < 0.3:
            assert people.drop(agent) == (owners.pop(agent, "nobody") != "nobody")
        else:
            owners[agent] = dice.choice((None, "u1", "u2", "u3"))
            people.put(person(agent, user_id=owners[agent]))
        for user in ("u1", "u2", "u3"):
            assert people.ids_of_user(user) == sorted(each for each, owner in owners.items() if owner == user)


def test_the_content_tells_every_registry_from_every_other() -> None:
    people = ProfileTable()
    people.put(person("a", summary="one"))
    one = people.content
    people.put(person("a", summary="two"))
    assert people.content != one
    people.put(person("a", summary="one"))
    assert people.content == one
    assert people.drop("a")
    assert people.content == ProfileTable().content


def test_only_some_are_kept_decoded_and_all_are_as_they_were() -> None:
    people = crowd(DECODED + 100)
    assert len(people._decoded) == DECODED  # pyright: ignore[reportPrivateUsage]
    for number in (0, DECODED + 99):
        assert people.get(f"a{number:05}") == person(f"a{number:05}", user_id=f"u{number:05}")
    assert people.get("nobody") is None


def test_many_people_give_the_garbage_collector_nothing_to_look_at() -> None:
    few, many = (sum(map(gc.is_tracked, _inside(crowd(size)))) for size in (2 * DECODED, 10 * DECODED))
    assert many == few


def _inside(people: ProfileTable) -> list[object]:
    """What is in the containers that grow."""
    return [each for container in vars(people).values() for each in gc.get_referents(container)]


def test_what_others_wrote_over_several_lines_is_kept_on_one() -> None:
    profile = person("a", summary="two\nlines")
    written = json.dumps(json.loads(encoded(profile)), indent=1).encode()
    assert in_one_line(written, profile) == encoded(profile)
    assert in_one_line(encoded(profile), profile) == encoded(profile)
    assert b"\n" not in encoded(profile)
