"""What the library throws into a call that it gives up counts as a lost line, and nothing else does."""

import asyncio

import pytest
from aiormq.abc import TaskWrapper
from aiormq.exceptions import AMQPError

from shared.runtime.virtual_clock import VirtualClock
from shared.transport.rabbitmq.aiormq_internals import translate_bare_exception


async def test_a_cancelled_library_call_is_a_lost_connection(clock: VirtualClock) -> None:
    call = TaskWrapper(asyncio.create_task(asyncio.sleep(60)))
    asyncio.get_running_loop().call_soon(call.throw, Exception)
    with pytest.raises(ConnectionError, match="closed"), translate_bare_exception():
        await call


@pytest.mark.parametrize("error", [AMQPError("x"), KeyError("x"), TimeoutError(), OSError("x")])
def test_an_exception_with_a_type_of_its_own_is_not_translated(error: Exception) -> None:
    with pytest.raises(type(error)) as raised, translate_bare_exception():
        raise error
    assert raised.value is error
