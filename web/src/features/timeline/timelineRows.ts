// Timeline rows: entries with the context from earlier events, such as names and subnets.
import { readPlanOutcome, type PlanOutcome } from "../../eventLog/planOutcome";
import { readObject, readObjects, readString } from "../../eventLog/readJson";
import type { LogEntry, JsonObject } from "../../eventLog/types";
import { getEventKind, type EventKind } from "./eventKinds";
import { NO_FITS, addNeedFits, type NeedFits } from "./needFits";

/** Subnet of one gap, numbered from 1. */
export interface Subnet {
  readonly number: number;
  readonly gap: string;
}

/** Question to the requester. */
interface AskedQuestion {
  /** Whether it is about a limit that a plan leaves. */
  readonly aboutLimit: boolean;
  readonly text: string;
  /** Texts of the options by id. */
  readonly options: ReadonlyMap<string, string>;
}

/** Knowledge from the log up to an event. */
export interface EventContext {
  /** The demand's own channel. */
  readonly rootChannelId: string;
  /** Display names by agent id. */
  readonly names: ReadonlyMap<string, string>;
  /** Subnets by channel id. */
  readonly subnets: ReadonlyMap<string, Subnet>;
  /** User id of the requester; "" when it is unknown. */
  readonly requester: string;
  /** Questions to the requester by id. */
  readonly questions: ReadonlyMap<string, AskedQuestion>;
  /** What the agreed plans are worth, by channel id; only of logs that tell. */
  readonly plans: ReadonlyMap<string, PlanOutcome>;
  /** Needs, and for which of them candidates were found. */
  readonly needFits: NeedFits;
  /** Whether a question about the understanding is open. */
  readonly asking: boolean;
  /** Instant of the event, ISO 8601. */
  readonly timestamp: string;
}

/** Entry with everything needed to render it, derived from the log up to this entry. */
export interface TimelineRow {
  readonly entry: LogEntry;
  readonly context: EventContext;
  readonly kind: EventKind;
  /** Id of the agent whose event it is; "" when there is none. */
  readonly agent: string;
  /** Subnet of the event; null in the root channel, number 0 in an unknown channel. */
  readonly subnet: Subnet | null;
}

const UNKNOWN_SUBNET: Subnet = { number: 0, gap: "" };

/** Rows by entry, so that rows keep their identity when the log grows. */
const ROW_CACHE = new WeakMap<LogEntry, TimelineRow>();

/** Build the rows of a log; rows of known entries keep their identity. */
export function buildRows(entries: readonly LogEntry[]): readonly TimelineRow[] {
  const first = getPayload(entries[0]);
  let context: EventContext = {
    rootChannelId: readString(first.channel_id),
    names: new Map(),
    subnets: new Map(),
    requester: readString(first.user_id),
    questions: new Map(),
    plans: new Map(),
    needFits: NO_FITS,
    asking: false,
    timestamp: "",
  };
  return entries.map((entry) => {
    const row = ROW_CACHE.get(entry) ?? buildRow(entry, context);
    ROW_CACHE.set(entry, row);
    context = row.context;
    return row;
  });
}

/** Return the payload of an entry; {} when it is not an object. */
export function getPayload(entry: LogEntry | undefined): JsonObject {
  return readObject(entry?.payload);
}

/** Return the display name of an agent, or its id when the name is unknown. */
export function getAgentName(context: EventContext, agent: string): string {
  return context.names.get(agent) ?? agent;
}

function buildRow(entry: LogEntry, previous: EventContext): TimelineRow {
  const payload = getPayload(entry);
  const context = {
    ...previous,
    names: addNames(previous.names, payload),
    subnets: addSubnet(previous.subnets, payload),
    questions: entry.event_type === "towow.question.asked" ? addQuestion(previous.questions, payload) : previous.questions,
    plans: addPlan(previous.plans, payload),
    needFits: addNeedFits(previous.needFits, entry.event_type, payload),
    timestamp: entry.timestamp,
    asking: isAsking(previous.asking, entry.event_type, payload),
  };
  const channel = readString(payload.channel_id);
  const subnet = channel === "" || channel === context.rootChannelId ? null : (context.subnets.get(channel) ?? UNKNOWN_SUBNET);
  return { entry, context, kind: getEventKind(entry.event_type), agent: readString(payload.agent_id), subnet };
}

function addNames(names: EventContext["names"], payload: JsonObject): EventContext["names"] {
  const newNames = [payload, ...readObjects(payload.candidates)]
    .map(({ agent_id, display_name }) => [readString(agent_id), readString(display_name)] as const)
    .filter(([agent, name]) => agent !== "" && name !== "" && names.get(agent) !== name);
  return newNames.length > 0 ? new Map([...names, ...newNames]) : names;
}

function addQuestion(questions: EventContext["questions"], payload: JsonObject): EventContext["questions"] {
  const options = new Map(readObjects(payload.options).map(({ id, text }) => [readString(id), readString(text)]));
  const question = { aboutLimit: payload.about === "limit", text: readString(payload.text), options };
  return new Map([...questions, [readString(payload.question_id), question]]);
}

function isAsking(before: boolean, type: string, { about }: JsonObject): boolean {
  if (type === "towow.question.asked" && about !== "limit") return true;
  return before && type !== "towow.question.answered";
}

function addPlan(plans: EventContext["plans"], payload: JsonObject): EventContext["plans"] {
  const plan = readPlanOutcome(payload);
  return plan === null ? plans : new Map([...plans, [readString(payload.channel_id), plan]]);
}

function addSubnet(subnets: EventContext["subnets"], payload: JsonObject): EventContext["subnets"] {
  const channel = readString(payload.sub_channel_id);
  if (channel === "" || subnets.has(channel)) return subnets;
  return new Map([...subnets, [channel, { number: subnets.size + 1, gap: readString(payload.gap_type) }]]);
}
