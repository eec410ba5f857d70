// Entries of a run loop: turns, calls with what the called agent does, occurrences.
import { useState, type ReactNode } from "react";
import { getLabel, readObject, readString } from "../../../eventLog/readJson";
import { useFormat } from "../../../i18n/format";
import { Badge } from "../../../ui/Badge";
import type { CallEntry, Entry, TurnEntry } from "../model/gameView";
import { AgentMark } from "./AgentMark";
import { GameText } from "./GameText";
import { TALK_MESSAGES } from "./messages";
import { findExpert, useNames } from "./names";
import { Occurrence } from "./Occurrence";
import { readFinalMessage } from "./readMessage";

/** Calls that took less (ms) do not say how long they took. */
const SHOWN_MS = 500;

/** Reason that says no more than the score. */
const ONLY_NUMBER = /^[\d.]+$/;

/** List of a loop's entries. */
export function LoopEntries({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ul className="gm-entries">
      {entries.map((entry, index) => {
        if (entry.kind === "turn") return <Turn key={index} entry={entry} />;
        if (entry.kind === "call") return <Call key={index} entry={entry} />;
        return <Occurrence key={index} entry={entry} />;
      })}
    </ul>
  );
}

function Turn({ entry: { agent, thought, message, failure } }: { readonly entry: TurnEntry }) {
  const messages = TALK_MESSAGES.useCurrent();
  const names = useNames();
  const said = message == null ? null : readFinalMessage(message);
  // A persona's choice follows as a proposal, with its reason.
  const moves = said === null || said.text === "" ? [] : said.moves;
  if (thought === "" && (said === null || said.text === "") && failure == null) return null;
  return (
    <li className="gm-turn" data-turn={agent}>
      <AgentMark agent={agent} />
      <div className="gm-turn-body">
        <p className="gm-who">{names.agent(agent)}</p>
        {thought !== "" && <p className="gm-thought"><GameText text={thought} /></p>}
        {said !== null && said.text !== "" && <p><GameText text={said.text} /></p>}
        {moves.length > 0 && <MoveTexts moves={moves} />}
        {failure != null && <p><Badge tone="bad">{messages.failed}</Badge> {messages.failure(failure)}</p>}
      </div>
    </li>
  );
}

function MoveTexts({ moves }: { readonly moves: ReturnType<typeof readFinalMessage>["moves"] }) {
  const names = useNames();
  const { number } = useFormat();
  return (
    <ul className="gm-moves-said">
      {moves.map((move, index) => (
        <li key={index}>
          <span className="gm-coordinate">{names.point(move)}</span>
          {move.score !== null && <span className="gm-score">{number(Math.round(move.score * 100))}</span>}
          {move.reason !== "" && !ONLY_NUMBER.test(move.reason) && <GameText text={move.reason} />}
        </li>
      ))}
    </ul>
  );
}

/** Call of a tool. That of an expert is open and shows the expert's own turns; others are folded. */
function Call({ entry }: { readonly entry: CallEntry }) {
  const messages = TALK_MESSAGES.useCurrent();
  const names = useNames();
  const { duration } = useFormat();
  const { agent, tool, arguments: given, forced_by, result, loop } = entry;
  if (tool === "handoff_to_agent" && result?.is_error === false) return null; // The separator says the same.
  const asks = tool === "call_task_agent";
  const expert = findExpert(readObject(given).agentName);
  const what = asks ? messages.asks(names.agent(expert)) : getLabel(messages.tool, tool, messages.otherTool);
  const details = asks ? readString(readObject(given).prompt) : describeArguments(given);
  return (
    <li className="gm-call" data-tool={tool}>
      <Fold
        open={asks}
        summary={
          <>
            <span className="gm-call-what">
              {asks ? <AgentMark agent={expert} /> : <span className="gm-icon gm-icon-tool" aria-hidden="true">⌕</span>}
              <span><span className="visually-hidden">{names.agent(agent)} </span>{what}</span>
              {!asks && details !== "" && <bdi className="soft gm-arguments">{details}</bdi>}
            </span>
            <span className="gm-call-notes small soft">
              {forced_by != null && <span title={messages.hook(forced_by)}>{messages.hookShort}</span>}
              {result == null ? <Badge tone="talk">{messages.working}</Badge> : <span>{result.duration_ms >= SHOWN_MS ? duration(result.duration_ms) : ""}</span>}
              {result?.is_error === true && <Badge tone="bad">{messages.failed}</Badge>}
            </span>
          </>
        }
      >
        {() => (
          <div className="gm-call-body">
            {asks && details !== "" && <p className="gm-prompt small"><span className="soft">{messages.prompt} </span><GameText text={details} /></p>}
            {loop !== undefined && <LoopEntries entries={loop.entries} />}
            {result != null && !isSaid(loop?.entries, result.content) && <p className="gm-result small"><GameText text={result.content} /></p>}
          </div>
        )}
      </Fold>
    </li>
  );
}

/** Whether a result repeats what the called agent has just said. */
function isSaid(entries: readonly Entry[] | undefined, content: string): boolean {
  const last = entries?.findLast((entry) => entry.kind === "turn");
  return last?.kind === "turn" && last.message != null && readFinalMessage(last.message).text === content;
}

function describeArguments(given: Readonly<Record<string, unknown>>): string {
  const { x, y } = given;
  if (typeof x === "number" && typeof y === "number") return `(${x},${y})`;
  return Object.values(given).map(readString).filter((text) => text !== "").join(", ");
}

interface FoldProps {
  readonly open: boolean;
  readonly summary: ReactNode;
  readonly children: () => ReactNode;
}

/** Folded content, rendered while it is open. */
export function Fold({ open: startsOpen, summary, children }: FoldProps) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <details className="gm-fold" open={open} onToggle={(event) => { setOpen(event.currentTarget.open); }}>
      <summary>{summary}</summary>
      {open && children()}
    </details>
  );
}
