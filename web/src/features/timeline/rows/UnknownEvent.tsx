// Row of an event of unknown type: agent and plain field values.
import { readString } from "../../../eventLog/readJson";
import type { JsonObject } from "../../../eventLog/types";
import { escapeBidi } from "../../../ui/escapeBidi";
import { UserText } from "../../../ui/UserText";
import { useFormat, type Format } from "../../../i18n/format";
import type { EventContext } from "../timelineRows";
import { COMMON_MESSAGES } from "../messages/common";
import { Fact, Facts, AgentLabel, EventRow } from "./rowParts";

/** Envelope fields, and those shown as the agent. */
const ENVELOPE_FIELDS: readonly string[] = ["demand_id", "channel_id", "agent_id", "display_name", "usage", "spent"];

/** Row of an event whose type this build does not know. */
export function UnknownEvent({ payload, context }: { readonly payload: JsonObject; readonly context: EventContext }) {
  const [messages, format] = [COMMON_MESSAGES.useCurrent(), useFormat()];
  const agent = readString(payload.agent_id);
  const fields = Object.entries(payload)
    .filter(([name]) => !ENVELOPE_FIELDS.includes(name))
    .map(([name, value]) => [escapeBidi(name.replaceAll("_", " ")), formatValue(value, messages, format)] as const);
  const hidden = fields.filter(([, value]) => value === null).length;
  return (
    <EventRow icon="odd" head={<>{agent !== "" && <AgentLabel agent={agent} name={readString(payload.display_name)} context={context} />}<span>{messages.strange}</span></>}>
      <Facts>{fields.map(([name, value]) => value !== null && <Fact key={name} label={name}><UserText text={value} /></Fact>)}</Facts>
      {hidden > 0 && <p className="soft">{messages.more(hidden)}</p>}
    </EventRow>
  );
}

/** Format a plain value; null for objects and arrays. */
function formatValue(value: unknown, messages: { readonly yes: string; readonly no: string }, format: Format): string | null {
  if (typeof value === "boolean") return value ? messages.yes : messages.no;
  if (typeof value === "number") return format.number(value);
  return typeof value === "string" ? value : null;
}
