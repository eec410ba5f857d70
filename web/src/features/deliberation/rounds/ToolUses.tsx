// Calls of tools in a round, with their results; failures that were reported.
import { getLabel, readNumber, readObject, readString } from "../../../eventLog/readJson";
import { useFormat } from "../../../i18n/format";
import { escapeBidi } from "../../../ui/escapeBidi";
import { AgentText } from "../AgentText";
import { MESSAGES } from "../messages";
import type { Failure, ToolUse } from "../model/discussion";
import { FoldedText } from "./FoldedText";
import { ROUND_MESSAGES, type RoundMessages } from "./messages";

/** Folded list of tool calls; renders nothing without any. */
export function ToolUses({ tools }: { readonly tools: readonly ToolUse[] }) {
  const messages = ROUND_MESSAGES.useCurrent();
  const { role } = MESSAGES.useCurrent();
  if (tools.length === 0) return null;
  return (
    <FoldedText summary={messages.tools(tools.length)}>
      {() => (
        <ul className="dl-list small">
          {tools.map((use, index) => (
            <li key={index}>
              {messages.to(role[use.agent], getLabel(messages.tool, use.tool, messages.unknown))} {describeCall(use, messages)}
              {" → "}
              {use.data === null ? <strong>{use.error}{use.message !== "" && `: ${escapeBidi(use.message)}`}</strong> : <ToolResult data={use.data} />}
            </li>
          ))}
        </ul>
      )}
    </FoldedText>
  );
}

/** Return the arguments of a call in words. */
function describeCall({ call }: ToolUse, messages: RoundMessages): string {
  const offset = readObject(call.offset);
  const parts = [
    readString(call.base_date),
    ...([["weeks", messages.weeks], ["days", messages.days]] as const).flatMap(([name, describe]) => {
      const count = readNumber(offset[name]);
      return count === null || count === 0 ? [] : [describe(count)];
    }),
  ].filter((part) => part !== "");
  return parts.join(" + ");
}

function ToolResult({ data }: { readonly data: Readonly<Record<string, unknown>> }) {
  const { day } = useFormat();
  const date = readString(data.result_date) || readString(data.date);
  if (date !== "") {
    const { now, timezone } = data;
    return <>{[day(date), readString(now).slice(11, 16), readString(timezone)].filter((part) => part !== "").join(" · ")}</>;
  }
  return <code>{escapeBidi(JSON.stringify(data).slice(0, 300))}</code>;
}

/** What failed in a round, and what was done instead. */
export function Failures({ failures }: { readonly failures: readonly Failure[] }) {
  const messages = ROUND_MESSAGES.useCurrent();
  return failures.map(({ tool, error, message, fallback }, index) => (
    <div key={index} className="dl-note tone-bad" data-failure={error}>
      <p><strong>{tool === "" ? messages.failed : messages.toolFailed(getLabel(messages.tool, tool, messages.unknown))}</strong></p>
      {message !== "" && <p className="small"><AgentText text={message} /></p>}
      {fallback !== "" && <p className="small">{messages.instead(fallback)}</p>}
    </div>
  ));
}
