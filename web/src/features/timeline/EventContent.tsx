// Content of one timeline row: time, subnet badge, event description.
import { createElement, memo } from "react";
import { ErrorBoundary } from "../../app/ErrorBoundary";
import { readString } from "../../eventLog/readJson";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { getPayload, type TimelineRow, type Subnet } from "./timelineRows";
import { EventRow } from "./rows/rowParts";
import { getRow } from "./rows/rowRegistry";
import { COMMON_MESSAGES } from "./messages/common";

/** Content of one row; memoised by row and locale, since there can be thousands. */
export const EventContent = memo(function EventContent({ row }: { readonly row: TimelineRow }) {
  const format = useFormat();
  const { entry, context, subnet } = row;
  const time = readString(entry.timestamp);
  return (
    <>
      <div className="event-meta">
        <time dateTime={time} title={format.moment(time)}>{format.time(time)}</time>
        {subnet && <SubnetBadge subnet={subnet} />}
      </div>
      <ErrorBoundary fallback={<BrokenRow />}>{createElement(getRow(entry.event_type), { payload: getPayload(entry), context })}</ErrorBoundary>
    </>
  );
});

/** Badge with the subnet in which the event happened. */
function SubnetBadge({ subnet }: { readonly subnet: Subnet }) {
  const messages = COMMON_MESSAGES.useCurrent();
  return (
    <Badge tone="brand">
      {subnet.number > 0 ? messages.subnet(subnet.number) : messages.otherChannel}
      {subnet.gap !== "" && <> · <UserText text={subnet.gap} /></>}
    </Badge>
  );
}

function BrokenRow() {
  return <EventRow icon="odd" head={<span className="soft">{COMMON_MESSAGES.useCurrent().broken}</span>} />;
}
