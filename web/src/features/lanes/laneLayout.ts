// Layout of the lanes: a pure function from timeline rows to lanes, columns, steps and plan lines.
import { readNumber, readObjects, readString } from "../../eventLog/readJson";
import { getPayload, type TimelineRow } from "../timeline/timelineRows";
import type { LaneBoard, LaneBubble, LaneStep, PlanLine, StepKind } from "./laneBoard";

/** Number of bubbles that the lane of requester and system holds in one column; other lanes hold one. */
export const SYSTEM_SLOTS = 3;

interface OpenLane {
  readonly id: string;
  readonly agent: string;
  readonly bubbles: LaneBubble[];
}

interface OpenStep {
  readonly kind: StepKind;
  readonly round: number | null;
  readonly row: TimelineRow | null;
  readonly from: number;
  to: number;
}

/** Group under construction; `start` is the first column where the next bubble may stand. */
interface OpenGroup {
  readonly channel: string;
  readonly row: TimelineRow;
  readonly lanes: Map<string, OpenLane>;
  readonly steps: OpenStep[];
  readonly plans: PlanLine[];
  start: number;
  last: number;
}

const STEP_BY_TYPE: Readonly<Record<string, StepKind>> = {
  "towow.demand.submitted": "understanding",
  "towow.demand.understood": "understanding",
  "towow.filter.completed": "invitations",
  "towow.channel.created": "invitations",
  "towow.demand.broadcast": "invitations",
  "towow.negotiation.round_started": "round",
  "towow.proposal.distributed": "round",
  "towow.proposal.finalized": "outcome",
  "towow.negotiation.force_finalized": "outcome",
  "towow.negotiation.failed": "outcome",
  "towow.gap.identified": "outcome",
  "towow.subnet.triggered": "outcome",
  "towow.subnet.completed": "outcome",
  "towow.demand.cancelled": "outcome",
  "towow.demand.closed": "outcome",
};

/** Lay out rows; those of which `isShown` is false leave no bubble, but rounds and plan versions stay as they are. */
export function layOutLanes(rows: readonly TimelineRow[], isShown: (row: TimelineRow) => boolean = () => true): LaneBoard {
  const groups = new Map<string, OpenGroup>();
  for (const row of rows) placeRow(groups, row, isShown(row));
  return { groups: [...groups.values()].map(closeGroup), columns: 1 + Math.max(-1, ...[...groups.values()].map(({ last }) => last)) };
}

function closeGroup({ channel, row, lanes, steps, plans }: OpenGroup): LaneBoard["groups"][number] {
  return { channel, row, lanes: [...lanes.values()], steps, plans };
}

function placeRow(groups: Map<string, OpenGroup>, row: TimelineRow, shown: boolean): void {
  const payload = getPayload(row.entry);
  const group = openGroup(groups, row);
  const type = row.entry.event_type;
  if (type === "towow.subnet.completed") waitFor(group, groups.get(readString(payload.sub_channel_id)));
  enterStep(group, row);
  if (type === "towow.filter.completed") for (const { agent_id } of readObjects(payload.candidates)) openLane(group, readString(agent_id));
  if (type === "towow.negotiation.round_started") return;
  if (type === "towow.proposal.distributed") group.plans.push({ row, version: readNumber(payload.version), column: group.start });
  else if (shown) placeBubble(findLane(groups, group, row.agent), group, row);
}

/** Return the group of a row's channel. A subnet begins in the column after the last one of its parent. */
function openGroup(groups: Map<string, OpenGroup>, row: TimelineRow): OpenGroup {
  const { rootChannelId } = row.context;
  const channel = readString(getPayload(row.entry).channel_id) || rootChannelId;
  const known = groups.get(channel);
  if (known !== undefined) return known;
  const start = (groups.get(rootChannelId)?.last ?? -1) + 1;
  const group: OpenGroup = { channel, row, lanes: new Map(), steps: [], plans: [], start, last: start };
  openLane(group, "");
  groups.set(channel, group);
  return group;
}

/** Let what follows stand after everything in another group. */
function waitFor(group: OpenGroup, other: OpenGroup | undefined): void {
  if (other !== undefined && other.last >= group.last) moveOn(group, other.last + 1);
}

function moveOn(group: OpenGroup, column: number): void {
  group.start = column;
  group.last = column;
  const step = group.steps.at(-1);
  if (step !== undefined) step.to = Math.max(step.to, column);
}

/** Begin a new step, or the part of a round that a further plan begins, if the row does so. */
function enterStep(group: OpenGroup, row: TimelineRow): void {
  const step = group.steps.at(-1);
  const { event_type: type } = row.entry;
  const kind = Object.hasOwn(STEP_BY_TYPE, type) ? (STEP_BY_TYPE[type] ?? null) : getAnswerStep(step, row);
  if (kind === null) return;
  const round = kind === "round" ? readNumber(getPayload(row.entry).round) : null;
  if (step?.kind !== kind || step.round !== round) beginStep(group, kind, round, row);
  else if (type === "towow.proposal.distributed" && group.plans.some(({ column }) => column >= step.from)) moveOn(group, group.last + 1);
}

/** Answers to the invitation begin a step of their own; everything else belongs to the step in which it is said. */
function getAnswerStep(step: LaneStep | undefined, { entry }: TimelineRow): StepKind | null {
  if (step === undefined) return "understanding";
  return step.kind === "invitations" && entry.event_type === "towow.offer.submitted" ? "answers" : null;
}

function beginStep(group: OpenGroup, kind: StepKind, round: number | null, row: TimelineRow): void {
  const from = group.steps.length === 0 ? group.start : group.last + 1;
  group.start = from;
  group.last = from;
  group.steps.push({ kind, round, row: kind === "round" ? row : null, from, to: from });
}

/** Return the lane of an agent in a group. A subnet's member who answers in the demand's own channel keeps its lane. */
function findLane(groups: ReadonlyMap<string, OpenGroup>, group: OpenGroup, agent: string): OpenLane {
  const own = group.lanes.get(agent);
  if (own !== undefined || group.channel !== group.row.context.rootChannelId) return own ?? openLane(group, agent);
  const elsewhere = [...groups.values()].flatMap(({ lanes }) => lanes.get(agent) ?? []);
  return elsewhere[0] ?? openLane(group, agent);
}

function openLane(group: OpenGroup, agent: string): OpenLane {
  const lane = group.lanes.get(agent) ?? { id: `${group.channel} ${agent}`, agent, bubbles: [] };
  group.lanes.set(agent, lane);
  return lane;
}

function placeBubble(lane: OpenLane, group: OpenGroup, row: TimelineRow): void {
  const last = lane.bubbles.at(-1);
  if (last !== undefined && repeats(last, row)) {
    lane.bubbles[lane.bubbles.length - 1] = { ...last, rows: [...last.rows, row] };
    return;
  }
  const place = lane.agent === "" ? getSystemPlace(last, group) : { column: Math.max(group.start, (last?.column ?? -1) + 1), slot: 0 };
  lane.bubbles.push({ seq: row.entry.seq, rows: [row], ...place });
  group.last = Math.max(group.last, place.column);
  const step = group.steps.at(-1);
  if (step !== undefined) step.to = Math.max(step.to, group.last);
}

/** Requester and system speak in the column of what was said last. */
function getSystemPlace(last: LaneBubble | undefined, group: OpenGroup): { readonly column: number; readonly slot: number } {
  if (last === undefined || last.column < group.last) return { column: group.last, slot: 0 };
  return last.slot + 1 < SYSTEM_SLOTS ? { column: last.column, slot: last.slot + 1 } : { column: last.column + 1, slot: 0 };
}

/** Whether a wish says again what the feedback just before it asks for. */
function repeats({ rows }: LaneBubble, row: TimelineRow): boolean {
  const before = rows.at(-1);
  if (before?.entry.event_type !== "towow.proposal.feedback" || row.entry.event_type !== "towow.negotiation.bargain") return false;
  const content = readString(getPayload(row.entry).content);
  return content !== "" && content === readString(getPayload(before.entry).adjustment_request);
}
