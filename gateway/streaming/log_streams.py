"""Event streams of one application's logs (TW-106…108, INTERFACES § 7)."""

from collections.abc import Mapping
from contextlib import ExitStack

from starlette.responses import Response

from gateway.auth.authentication import Caller
from gateway.context import GatewayContext
from gateway.http.store_timeout import call_store
from gateway.streaming.log_tails import LogTails
from gateway.streaming.resume import is_complete, parse_cursor, resume_point
from gateway.streaming.sse_frames import NAMED_EVENTS, FrameEncoder
from gateway.streaming.sse_response import SSE_HEADERS, SseResponse
from gateway.streaming.stream_slots import StreamSlots
from gateway.streaming.subscriber import StreamSubscriber
from shared.store.port import CorrelationInfo


class LogStreams:
    """Builds stream responses for logs that are closed by one type of event."""

    def __init__(
        self,
        context: GatewayContext,
        slots: StreamSlots,
        last_event_type: str,
        frame_encoder: FrameEncoder = NAMED_EVENTS,
    ) -> None:
        self._context = context
        self._slots = slots
        self._tails = LogTails(context, last_event_type, frame_encoder, slots.shorten_deadlines)

    async def build_response(
        self,
        correlation: CorrelationInfo,
        caller: Caller,
        *,
        after: str | None = None,
        last_event_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        slot: ExitStack | None = None,
    ) -> Response:
        """Build the stream of the events after a cursor, each once and in order, up to the last one.

        A cursor is the frame id of an event, `<seq>` or `<epoch>-<seq>`. If it is malformed, the stream starts with the
        first event; if it belongs to another epoch, with a frame that announces the new epoch and then the first event.

        Args:
            correlation: Correlation that `caller` may see, which is not checked.
            caller: Sender of the request. The stream of a private correlation ends with their session.
            after: Frame id of the last event that the client has received; None = from the beginning.
            last_event_id: The same from the Last-Event-ID header, which takes precedence.
            headers: Additional headers of the stream.
            slot: Stream slot that the caller holds; a stream takes it over, and releases it at its end. None = acquire
                one when the stream is sent.

        Returns:
            The stream, or status 204 if the client already has the last event of a closed log. Sending the stream
            raises ApiError (E017) if the caller has no slot and too many open ones.

        Raises:
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a call.
        """
        epoch = await call_store(self._tails.read_current_epoch)
        start = resume_point(parse_cursor(last_event_id, after), epoch)
        end = await self._closed_end(correlation)
        if is_complete(start, end):
            return Response(status_code=204, headers={"Cache-Control": SSE_HEADERS["Cache-Control"]})
        lifetime_s = None
        if correlation.private and caller.session_end is not None:
            lifetime_s = (caller.session_end - self._context.clock.now()) / 1000
        tail = self._tails.get_or_start(correlation.correlation_id, end)
        subscriber = StreamSubscriber(tail, start, epoch, lifetime_s)
        send_timeout_s = self._context.settings.stream_send_timeout
        return SseResponse(
            subscriber.chunks(), self._slots, caller.user_id, send_timeout_s, headers, slot and slot.pop_all()
        )

    async def _closed_end(self, correlation: CorrelationInfo) -> int | None:
        """Return the seq of the last event of a closed log, else None."""
        if correlation.closed_at is None:
            return None
        last = await call_store(lambda: self._context.store.read_last_event(correlation.correlation_id))
        return None if last is None else last.seq
