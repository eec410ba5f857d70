"""What becomes of an answer that cannot be used? The fallback, at once, with what it cost; and the model is not down."""

from shared.llm.circuit_breaker import CircuitBreaker
from shared.llm.circuit_breaker_state import CircuitBreakerState
from shared.llm.fallback import answer_or_fallback
from shared.llm.port import Answer, UnusableAnswer
from shared.llm.settings import ModelSettings
from shared.runtime.virtual_clock import VirtualClock
from shared.store.memory.store import MemoryStore
from tests.support.async_tests import START
from tests.unit.shared.llm.scripted_model import COST, Reply, ScriptedReplies, fails, question

FALLBACK = Reply(word="fallback")


async def test_an_unusable_answer_is_replaced_by_the_fallback_without_a_retry(clock: VirtualClock) -> None:
    model = ScriptedReplies(fails(UnusableAnswer("wrong twice", COST)))
    answer = await answer_or_fallback(model, question(), lambda: FALLBACK, clock=clock, answer_by=START + 60_000)
    assert answer == Answer(FALLBACK, COST, fallback=True)
    assert clock.now() == START


async def test_a_permanent_error_does_not_count_as_breaker_failure(clock: VirtualClock) -> None:
    """A key that is not accepted is an answer: the breaker is for endpoints that give none (DESIGN § 6)."""
    course = ScriptedReplies(*(fails(UnusableAnswer("401")) for _ in range(10)))
    breaker = CircuitBreaker(course, MemoryStore(clock), ModelSettings())
    for _ in range(10):
        answer = await answer_or_fallback(breaker, question(), lambda: FALLBACK, clock=clock, answer_by=START + 1)
        assert answer.fallback
    assert course.left == 0
    assert await breaker.read_state() == CircuitBreakerState()
