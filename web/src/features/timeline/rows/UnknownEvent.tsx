// How is an event shown of a type that the page does not know? Who, and its plain values; nothing is made up.
import { text } from "../../../eventLog/readJson";
import type { Json } from "../../../eventLog/types";
import { asText } from "../../../ui/escapeBidi";
import { OwnWords } from "../../../ui/UserText";
import { useFormat } from "../../../i18n/format";
import type { Format } from "../../../i18n/format";
import { useWords } from "../../../i18n/locale";
import type { Scene } from "../timelineRows";
import { WORDS } from "../messages/common";
import { Fact, Facts, Person, Told } from "./rowParts";

/** What every event has, or what is shown as the agent. */
const FRAME: readonly string[] = ["demand_id", "channel_id", "agent_id", "display_name", "usage", "spent"];

export function Strange({ payload, scene }: { readonly payload: Json; readonly scene: Scene }) {
  const [words, format] = [useWords(WORDS), useFormat()];
  const agent = text(payload.agent_id);
  const fields = Object.entries(payload)
    .filter(([name]) => !FRAME.includes(name))
    .map(([name, value]) => [asText(name.replaceAll("_", " ")), plain(value, words, format)] as const);
  const hidden = fields.filter(([, value]) => value === null).length;
  return (
    <Told shape="odd" head={<>{agent !== "" && <Person agent={agent} name={text(payload.display_name)} scene={scene} />}<span>{words.strange}</span></>}>
      <Facts>{fields.map(([name, value]) => value !== null && <Fact key={name} label={name}><OwnWords text={value} /></Fact>)}</Facts>
      {hidden > 0 && <p className="soft">{words.more(hidden)}</p>}
    </Told>
  );
}

/** A value in words; null when it has parts. */
function plain(value: unknown, words: { readonly yes: string; readonly no: string }, format: Format): string | null {
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number") return format.number(value);
  return typeof value === "string" ? value : null;
}
