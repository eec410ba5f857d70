// What stands in the row of one event: when and where it was, and what it said?
import { createElement, memo } from "react";
import { Boundary } from "../../app/ErrorBoundary";
import { text } from "../../eventLog/readJson";
import { Badge } from "../../ui/Badge";
import { OwnWords } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { payloadOf } from "./timelineRows";
import type { Line, Subnet } from "./timelineRows";
import { Told } from "./rows/rowParts";
import { rowOf } from "./rows/rowRegistry";
import { WORDS } from "./messages/common";

/** Renders again only for another line, or in another language: there may be thousands. */
export const EventContent = memo(function EventContent({ line }: { readonly line: Line }) {
  const format = useFormat();
  const { entry, scene, subnet } = line;
  const time = text(entry.timestamp);
  return (
    <>
      <div className="event-meta">
        <time dateTime={time} title={format.moment(time)}>{format.time(time)}</time>
        {subnet && <Where subnet={subnet} />}
      </div>
      <Boundary instead={<Broken />}>{createElement(rowOf(entry.event_type), { payload: payloadOf(entry), scene })}</Boundary>
    </>
  );
});

/** In which subnet it happened. */
function Where({ subnet }: { readonly subnet: Subnet }) {
  const words = useWords(WORDS);
  return (
    <Badge tone="brand">
      {subnet.number > 0 ? words.subnet(subnet.number) : words.otherChannel}
      {subnet.gap !== "" && <> · <OwnWords text={subnet.gap} /></>}
    </Badge>
  );
}

function Broken() {
  return <Told shape="odd" head={<span className="soft">{useWords(WORDS).broken}</span>} />;
}
