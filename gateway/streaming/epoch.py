"""Stream epoch: a number in the store that changes when the store is restored from a backup (INTERFACES § 7).

A restored store assigns sequence numbers again that clients have already seen on other events. `towow doctor
--restored` renews the epoch; gateways notice it within seconds and tell their clients to start over.
"""

from shared.store.port import Store

EPOCH_CELL = "stream-epoch"
"""Name of the versioned cell that holds the epoch; empty until the store is first restored."""


async def read_epoch(store: Store) -> str:
    """Return the current epoch: a number as text, or "" if the store was never restored.

    Raises:
        StoreUnavailable: If the store does not answer.
        StoreMisconfigured: If the store rejects the call.
    """
    return (await store.get_versioned(EPOCH_CELL))[1].decode()


async def renew_epoch(store: Store) -> str:
    """Start a new epoch and return it, a number as text.

    The epoch is taken from the store's clock (ms), so that restoring an older backup never yields it again. Of two
    concurrent calls each starts an epoch and the later one stays.

    Raises:
        StoreUnavailable: If the store does not answer; the call can be repeated, and may then start a second epoch.
        StoreMisconfigured: If the store rejects the call.
    """
    while True:
        version, value = await store.get_versioned(EPOCH_CELL)
        new_epoch = str(max(await store.now(), int(value or b"0") + 1))
        if await store.compare_and_set(EPOCH_CELL, version, new_epoch.encode()):
            return new_epoch
