"""When is the model down? Three tasks in a row without an answer open the breaker; then one probe (TW-530…533).

One record per model in the store: all workers see the same breaker, and exactly the allowed probes get through.
"""

from typing import Literal, TypeVar

from pydantic import BaseModel

from shared.core.instant import Instant, seconds
from shared.core.message import Record
from shared.llm.port import Answer, Model, ModelUnavailable, Prompt
from shared.llm.settings import ModelSettings
from shared.store.port import Store

T = TypeVar("T", bound=BaseModel)

PROBE_PAUSE = 1000
"""Milliseconds after which somebody who met a probe at work looks again."""


class BreakerRecord(Record):
    """closed: calls pass · open: none until `until` · half_open: `probes` are out, given up at `until`."""

    state: Literal["closed", "open", "half_open"] = "closed"
    failures: int = 0
    probes: int = 0
    until: Instant = 0


class Breaker:
    """A model behind a breaker. Raises ModelUnavailable with the instant of the next probe while it is open."""

    def __init__(self, model: Model, store: Store, settings: ModelSettings) -> None:
        self._model = model
        self._store = store
        self._settings = settings
        self._cell = f"breaker/{model.name}"

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._model.name

    def estimate(self, prompt: Prompt[T]) -> int:
        """As the model's own."""
        return self._model.estimate(prompt)

    async def read(self) -> BreakerRecord:
        """The record as it stands."""
        _, value = await self._store.read_cell(self._cell)
        return BreakerRecord.model_validate_json(value) if value else BreakerRecord()

    async def reset(self) -> None:
        """Close it by hand."""
        while not await self._replace(BreakerRecord()):
            pass

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """The model's answer, if the breaker lets the question through."""
        await self._admit(prompt)
        try:
            answer = await self._model.answer(prompt)
        except ModelUnavailable as error:
            raise ModelUnavailable(str(error), await self._failed()) from error
        await self._succeeded()
        return answer

    async def _admit(self, prompt: Prompt[T]) -> None:
        while True:
            version, value = await self._store.read_cell(self._cell)
            record = BreakerRecord.model_validate_json(value) if value else BreakerRecord()
            if record.state == "closed":
                return
            now = await self._store.now()
            if record.state == "open" and now < record.until:
                raise ModelUnavailable("the breaker is open", record.until)
            busy = record.probes if record.state == "half_open" and now < record.until else 0
            if busy >= self._settings.half_open_max_calls:
                raise ModelUnavailable("a probe is out", now + PROBE_PAUSE)
            probing = BreakerRecord(
                state="half_open",
                failures=record.failures,
                probes=busy + 1,
                until=now + seconds(prompt.time_limit),
            )
            if await self._store.write_cell(self._cell, version, _written(probing)):
                return

    async def _failed(self) -> int | None:
        """Count a failure; the instant of the next probe when that opens (or keeps open) the breaker."""
        while True:
            version, value = await self._store.read_cell(self._cell)
            record = BreakerRecord.model_validate_json(value) if value else BreakerRecord()
            failures = record.failures + 1
            opens = record.state != "closed" or failures >= self._settings.failure_threshold
            until = await self._store.now() + seconds(self._settings.recovery_timeout)
            if record.state == "open":
                return record.until
            after = BreakerRecord(state="open" if opens else "closed", failures=failures, until=until if opens else 0)
            if await self._store.write_cell(self._cell, version, _written(after)):
                return until if opens else None

    async def _succeeded(self) -> None:
        while True:
            version, value = await self._store.read_cell(self._cell)
            record = BreakerRecord.model_validate_json(value) if value else BreakerRecord()
            if record == BreakerRecord() or record.state == "open":
                return
            if await self._store.write_cell(self._cell, version, _written(BreakerRecord())):
                return

    async def _replace(self, record: BreakerRecord) -> bool:
        version, _ = await self._store.read_cell(self._cell)
        return await self._store.write_cell(self._cell, version, _written(record))


def _written(record: BreakerRecord) -> bytes:
    return record.model_dump_json().encode()
