// Wishes of a negotiation: which events are wishes, and which of them a later plan grants or refuses.
import { readObject, readObjects, readString, readStrings, readTrue } from "../../eventLog/readJson";
import type { JsonObject } from "../../eventLog/types";
import { getPayload, type TimelineRow } from "../timeline/timelineRows";

/** What became of a wish. */
export type WishFate = "granted" | "refused";

/** Wish that waits for the next plan of its channel. */
interface OpenWish {
  readonly seq: number;
  readonly agent: string;
  /** Ways in which a plan may name the wish. */
  readonly texts: readonly string[];
}

/** Whether somebody asks for something: an offer on conditions, a bargain, feedback that does not accept. */
export function isWish({ entry }: TimelineRow): boolean {
  const payload = getPayload(entry);
  switch (entry.event_type) {
    case "towow.negotiation.bargain":
      return true;
    case "towow.offer.submitted":
      return payload.decision === "conditional" || (payload.response_type === "negotiate" && payload.decision !== "decline");
    case "towow.proposal.feedback":
      return payload.feedback_type === "negotiate" || payload.feedback_type === "reject";
    default:
      return false;
  }
}

/** Return the fate of each wish that the next plan of its channel grants or refuses, by seq. */
export function findWishFates(rows: readonly TimelineRow[]): ReadonlyMap<number, WishFate> {
  const fates = new Map<number, WishFate>();
  const open = new Map<string, OpenWish[]>();
  for (const row of rows) {
    const payload = getPayload(row.entry);
    const channel = readString(payload.channel_id);
    const wishes = open.get(channel) ?? [];
    if (row.entry.event_type === "towow.proposal.distributed" && !readTrue(payload.resent)) {
      settle(wishes, readObject(readObject(payload.proposal).adjustment_summary), fates);
      open.delete(channel);
    } else if (isWish(row)) {
      open.set(channel, [...wishes, { seq: row.entry.seq, agent: row.agent, texts: listTexts(payload) }]);
    }
  }
  return fates;
}

function listTexts(payload: JsonObject): readonly string[] {
  return readStrings([payload.adjustment_request, payload.desired_value, payload.content]);
}

function settle(wishes: readonly OpenWish[], summary: JsonObject, fates: Map<number, WishFate>): void {
  const changes = readObjects(summary.changes_made);
  const addressed = readStrings(summary.requests_addressed);
  const declined = readObjects(summary.requests_declined).map(({ request }) => readString(request));
  for (const { seq, agent, texts } of wishes) {
    const isNamed = (request: string): boolean => texts.some((text) => request.endsWith(text));
    const isChanged = ({ requested_by, after }: JsonObject): boolean =>
      readStrings(requested_by).includes(agent) && readString(after) !== "" && texts.some((text) => text.endsWith(readString(after)));
    if (addressed.some(isNamed) || changes.some(isChanged)) fates.set(seq, "granted");
    else if (declined.some(isNamed)) fates.set(seq, "refused");
  }
}
