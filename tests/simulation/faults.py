"""What befalls whole processes and services, and what a broker does to single messages (FAULTS § 2, F1–F16)."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextvars import copy_context
from random import Random

from shared.store.port import OutboxEntry
from shared.transport.port import BrokerMessage, PublishFailed, Unroutable
from tests.simulation.durable_store import DurableStore
from tests.simulation.fault_injector import FaultInjector
from tests.simulation.faulty_adapters import FROM
from tests.simulation.history import History
from tests.simulation.poison_messages import PoisonSource
from tests.simulation.process import Process
from tests.support.faulty_broker import DeliveryFault, FaultyMemoryBroker, PublishFault

RECOVERY, RECONNECTION = 2.0, 5.0
"""Seconds after which at the latest somebody looks again for a store, or a broker, that was away."""

OUTAGES = (0.3, 1.0, 4.0)
"""Seconds that a service is down."""

LONG_OUTAGE = 45.0
"""And now and then: longer than anybody sends a call again without a break."""

PUBLISH_FAULTS: Mapping[str, PublishFault] = {
    "publish refused": PublishFault("refused"),
    "publish lost": PublishFault("lost"),
    "confirm lost": PublishFault("unconfirmed"),
    "doubled": PublishFault(copies=2),
}


class FaultModel:
    """Everything an adversary can do, done. It is also what the memory broker asks for its faults."""

    def __init__(
        self,
        adversary: FaultInjector,
        history: History,
        lives: Mapping[str, Process],
        now: Callable[[], int],
        poison: PoisonSource,
    ) -> None:
        self.adversary = adversary
        self._poisons = poison
        self.history = history
        self.broker_up = True
        self.echoes = 0
        """How many copies of messages are still to come."""
        self._lives = lives
        self._now = now
        self._outside = copy_context()
        """That of nobody's process: what is started in it dies with none."""

    def bind(self, disk: DurableStore, broker: FaultyMemoryBroker, queues: Sequence[str]) -> None:
        """The services that it is about, and the queues that there must be."""
        self._disk = disk
        self._broker = broker
        self._queues = queues

    @property
    def random(self) -> Random:
        """The dice of the run."""
        return self.adversary.random

    def kill(self, process: Process, hop: str, kind: str) -> None:
        """A process dies; somebody starts it again after a while."""
        self.adversary.kills += 1
        self.adversary.struck(hop, kind, process.name, 4.0)
        self.interrupted(process)
        process.kill()

    def crash_store(self, hop: str, kind: str) -> None:
        """The store dies and comes back with its disk."""
        down = LONG_OUTAGE if self.random.random() < 0.04 else self.random.choice(OUTAGES)
        self.adversary.struck(hop, kind, "the store dies", down + RECOVERY)
        self.interrupted(*self._lives.values())
        self._disk.crash()
        loop = asyncio.get_running_loop()
        loop.call_later(down, lambda: loop.create_task(self._disk.restart()), context=self._outside)

    def restart_broker(self) -> None:
        """The broker dies and comes back with what it confirmed; what was being published is lost."""
        down = self.random.choice(OUTAGES)
        self.adversary.did("the broker dies", down + RECONNECTION)
        self.broker_up = False
        self._broker.restart()
        asyncio.get_running_loop().call_later(down, setattr, self, "broker_up", True, context=self._outside)

    def interrupted(self, *processes: Process) -> None:
        """Whoever has claimed a question and is kept from memoising it may have it paid again."""
        paying = [claim for process in processes for claim in process.paying.values()]
        self.history.interrupted.append((self._now(), paying))

    def claimed(self, entry: OutboxEntry) -> None:
        """A sweep claimed an entry: again, when somebody had tried before."""
        claims = self.history.claims[entry.message.message_id]
        claims.append(self._now())
        if len(claims) > (1 if entry.due is not None else 0):
            self.adversary.saw("sent again", entry.message.type)

    # --- queues

    def declare(self) -> None:
        """Every queue that there must be."""
        for queue in self._queues:
            self._broker.declare(queue)

    def empty(self, queue: str) -> bool:
        """Whether a queue may vanish: with what it holds it would be a lost disk, which nobody promises to survive.

        The message whose handler is asking has been committed by then, and need not come again.
        """
        try:
            mine = 1 if FROM.get() == queue else 0
            return self._broker.count_ready(queue) == 0 and self._broker.count_unsettled(queue) == mine
        except LookupError:
            return False

    def vanish(self, queue: str) -> None:
        """A queue vanishes, until somebody declares it again."""
        self.adversary.did(f"the queue {queue} vanishes", RECONNECTION)
        self._broker.delete(queue)

    # --- Faults of the broker

    def on_publish(self, message: BrokerMessage) -> PublishFault | None:
        """What happens to a publish."""
        adversary, kind = self.adversary, message.type
        if not adversary.active or message.exchange == "dead":
            return None
        for hop, fault in PUBLISH_FAULTS.items():
            if adversary.strikes(hop, kind):
                adversary.struck(hop, kind, "broker")
                return fault
        if message.exchange == "commands" and adversary.strikes("echoed", kind):
            self._echo(message)
        if adversary.chance("before"):
            return PublishFault(overtakes=True, delay=round(adversary.pause() * 1000))
        return None

    def on_delivery(self, queue: str, message: BrokerMessage) -> DeliveryFault | None:
        """What happens to a delivery."""
        if message.exchange == "commands" and self.adversary.strikes("late", message.type):
            late = self.random.choice((0.3, 1.5, 7.0))
            self.adversary.struck("late", message.type, "broker", late)
            return DeliveryFault(round(late * 1000))
        return None

    def _echo(self, message: BrokerMessage) -> None:
        self.echoes += 1
        self.adversary.struck("echoed", message.type, "broker")

        def again() -> None:
            self.echoes -= 1
            try:
                self._broker.store(message)
            except (Unroutable, PublishFailed):
                return

        later = self.random.choice((0.5, 3.0, 12.0))
        asyncio.get_running_loop().call_later(later, again, context=self._outside)

    # --- at some instant

    async def chaos(self) -> None:
        """What happens at some instant, whoever works on what."""
        deeds = (self._kill, self._cut, self._stop, self._crash, self.restart_broker, self._poison)
        for deed in self.random.choices(deeds, k=self.random.choice((0, 1, 1, 2, 4))):
            await asyncio.sleep(self.random.choice((0.01, 0.15, 0.5, 2.0, 5.0)))
            if self.adversary.active:
                deed()

    def _one(self) -> Process:
        names: Sequence[str] = sorted(self._lives)
        return self._lives[self.random.choice(names)]

    def _kill(self) -> None:
        process = self._one()
        if process.alive:
            self.kill(process, "killed", "")

    def _cut(self) -> None:
        process = self._one()
        self.adversary.did(f"{process.name}: its connections are cut", 1.0)
        process.cut()

    def _stop(self) -> None:
        process = self._one()
        self.adversary.did(f"{process.name}: is asked to stop", 6.0)
        process.stop()

    def _crash(self) -> None:
        if self._disk.up:
            self.crash_store("crash", "")

    def _poison(self) -> None:
        reason, message = self.random.choice(self._poisons.kinds)(self.history.poison.total())
        self.adversary.did(f"a stranger sends something: {reason}")
        try:
            self._broker.store(message)
        except Unroutable:
            return
        self.history.poison[reason] += 1
