"""How a system lives as long as it is needed, and no longer."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from towow.desk import Place
from towow.embedded import Embedded


@asynccontextmanager
async def running(place: Place) -> AsyncGenerator[Embedded]:
    """A started system, stopped at the end; when something breaks in there is nothing to wait for, it ends at once."""
    system = Embedded(place)
    await system.start()
    try:
        yield system
    except BaseException:
        system.die()
        raise
    else:
        await system.stop()
    finally:
        await place.close()
