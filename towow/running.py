"""How a system lives as long as it is needed, and no longer."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from towow.desk import SystemDependencies
from towow.embedded import EmbeddedSystem


@asynccontextmanager
async def run_embedded(place: SystemDependencies) -> AsyncGenerator[EmbeddedSystem]:
    """A started system, stopped at the end; when something breaks in there is nothing to wait for, it ends at once."""
    system = EmbeddedSystem(place)
    await system.start()
    try:
        yield system
    except BaseException:
        system.kill()
        raise
    else:
        await system.stop()
    finally:
        await place.close()
