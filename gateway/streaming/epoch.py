"""In which count the events of a store stand: an epoch that is renewed after a restore (INTERFACES § 7).

A store that was restored from an older copy gives numbers away again that readers have seen on other events.
`towow doctor --restored` renews the epoch; gateways notice it within seconds.
"""

from shared.store.port import Store

EPOCH_CELL = "stream-epoch"
"""The cell it is kept in: empty as long as the store was never restored."""


async def read_epoch(store: Store) -> str:
    """The epoch there is now, "" for the first one. Raises StoreLost."""
    return (await store.get_versioned(EPOCH_CELL))[1].decode()


async def renew_epoch(store: Store) -> str:
    """Begin a new epoch, and return it: the store's clock, so that no older copy of the store comes to it again.

    Two at once begin one each; the later one holds. Raises StoreLost: call it again.
    """
    while True:
        version, value = await store.get_versioned(EPOCH_CELL)
        new_epoch = str(max(await store.now(), int(value or b"0") + 1))
        if await store.compare_and_set(EPOCH_CELL, version, new_epoch.encode()):
            return new_epoch
