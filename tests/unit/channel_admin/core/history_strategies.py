"""Which histories are generated: scripts of up to six people with every kind of answer, silence, failure and departure."""

from dataclasses import replace

from hypothesis import strategies as st

from negotiation.contracts.demand import DemandLimits, Need, PeopleRange, UnderstandingChanges
from negotiation.contracts.money import Money
from negotiation.contracts.terms import Terms
from tests.unit.channel_admin.core.scripted_answers import Said, ScriptedAnswers

PEOPLE = ("amy", "bob", "cai", "dan", "eva", "fay")
HELPERS = ("gus", "hal", "amy")
"""Whom a subnet would like to invite; amy may be in the parent already."""

WITHIN_A_PHASE = st.sampled_from((0, 1, 1, 2, 50, 90))
"""Seconds. Many answers come at the same instant, so that their order can be changed."""


def answers(*words: str, after: st.SearchStrategy[int] = WITHIN_A_PHASE) -> st.SearchStrategy[Said]:
    return st.tuples(st.sampled_from(words), after)


TASK = answers(*["ok"] * 12, "second", "silent", "failed", "fallback", "budget", after=st.sampled_from((0, 1, 30)))
OFFER = answers(
    *["participate"] * 5, "conditional", "negotiate", "decline", "silent", "second", "failed", "fallback", "budget"
)
FEEDBACK = answers(
    *("accept", "accept", "accept", "accept", "negotiate", "negotiate", "reject", "withdraw"),
    *("silent", "second", "failed", "fallback", "budget"),
)
LACKS = st.lists(
    st.tuples(st.sampled_from(("photo", "sound", "food", "cars")), st.sampled_from((20, 59, 60, 90))), max_size=4
)


def people(names: tuple[str, ...] = PEOPLE, least: int = 1) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(names), unique=True, min_size=least).map(tuple)


def by(names: tuple[str, ...], what: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    return st.dictionaries(st.sampled_from(names), what)


SUBNET = st.builds(
    ScriptedAnswers,
    people=people(HELPERS, least=0),
    filtering=answers("ok", "ok", "nobody", "silent"),
    offers=by(HELPERS, OFFER),
    aggregation=TASK,
    feedback=by(HELPERS, st.lists(FEEDBACK, min_size=1, max_size=3).map(tuple)),
    adjustment=TASK,
)

DAYS = ("2026-02-01", "2026-02-02", "2026-02-03")
LIMITS = st.builds(
    DemandLimits,
    dates=st.sampled_from(((), DAYS[:1], DAYS[:2])),
    not_on=st.sampled_from(((), DAYS[2:], ("monday",))),
    people=st.none() | st.builds(PeopleRange, min=st.just(10), max=st.sampled_from((20, 50))),
    budget=st.none() | st.builds(Money, amount=st.sampled_from((0, 900, 2500)), currency=st.just("GBP")),
)
TERMS = st.builds(
    Terms,
    fee=st.none() | st.builds(Money, amount=st.sampled_from((0, 500, 1000)), currency=st.sampled_from(("GBP", "CNY"))),
    per=st.none() | st.sampled_from(("event", "person")),
    people=st.none() | st.sampled_from((15, 60)),
    not_on=st.sampled_from(((), DAYS[:1], DAYS[1:2])),
    notice_days=st.none() | st.sampled_from((1, 30)),
)
PART = st.fixed_dictionaries({"reserve": st.sampled_from((False, False, True)), "need": st.sampled_from(("n1", None))})
DECISIONS = by(("dates", "not_on", "people", "budget"), answers("keep", "allow", "silent"))
"""What a plan's terms and the demand's limits may be, so that plans leave limits and the requester decides."""

ORDERLY = st.builds(
    ScriptedAnswers,
    people=people(),
    understanding=TASK,
    filtering=answers(*["ok"] * 12, "second", "nobody", "failed", "silent", "budget", after=st.sampled_from((0, 1))),
    offers=by(PEOPLE, OFFER),
    aggregation=TASK,
    feedback=by(PEOPLE, st.lists(FEEDBACK, min_size=1, max_size=5).map(tuple)),
    adjustment=TASK,
    adjusts=st.sampled_from((True, True, True, False)),
    limits=LIMITS,
    terms=by(PEOPLE, TERMS),
    parts=by(PEOPLE, PART),
    day=st.none() | st.sampled_from(DAYS),
    adjusted_day=st.none() | st.sampled_from(DAYS),
    decides=DECISIONS,
    compromise=TASK,
    gaps=TASK,
    recursion=TASK,
    required=people(least=0),
    heir=st.none() | st.sampled_from(PEOPLE),
    lacks=LACKS.map(tuple),
    recurses=st.booleans(),
    subnets=st.lists(SUBNET, max_size=3).map(tuple),
    interactive=st.booleans(),
    question=st.none() | answers("here", "there", "words", "silent", "nonsense", after=st.sampled_from((0, 1, 30, 70))),
)
"""Whoever answers, answers what was asked, in time for its phase."""

MOMENTS = st.sampled_from((3, 5, 8, 60, 151, 180, 400, 1000, 1799, 1900))


EDITS = st.lists(
    st.tuples(
        st.sampled_from((0, 1.5, 2, 4, 6, 8, 33, 62, 70, 400)),
        st.sampled_from(
            (
                UnderstandingChanges(title="a party"),
                UnderstandingChanges(needs=(Need(need="band"), Need(need="venue"))),
                UnderstandingChanges(limits=DemandLimits(place="elsewhere"), preferences=("quiet",)),
                UnderstandingChanges(needs=()),
            )
        ),
    ),
    max_size=4,
).map(tuple)
"""Changes that may come before, within and after the time for them."""


def _unruly(
    script: ScriptedAnswers,
    leaving: dict[str, int],
    cancels: int | None,
    edits: tuple[tuple[float, UnderstandingChanges], ...],
    goes: int | None,
) -> ScriptedAnswers:
    return replace(script, withdraws=leaving, cancels=cancels, edits=edits, goes=goes)


UNRULY = st.builds(
    _unruly, ORDERLY, by(PEOPLE, MOMENTS), st.none() | MOMENTS, EDITS, st.none() | st.sampled_from((0, 1, 3, 5, 40))
)
"""People leave, and the requester cancels, changes the understanding and ends the time for it, at any moment."""

PATIENT = st.builds(
    ScriptedAnswers,
    people=st.just(("amy", "bob", "cai", "dan", "eva")),
    offers=st.fixed_dictionaries(
        {"amy": answers("participate", "decline", after=st.sampled_from((301, 330, 420, 431, 500)))}
    ),
    feedback=by(
        PEOPLE,
        st.lists(answers("accept", "negotiate", "negotiate", "silent", "reject"), min_size=1, max_size=5).map(tuple),
    ),
    adjustment=answers("ok", "failed", after=st.sampled_from((1, 30, 100))),
)
"""amy's offer comes after its phase; how long the others talk meanwhile varies."""
