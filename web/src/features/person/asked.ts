// What has become of the questions to an agent since the page looked before?
import type { Schemas } from "../../api/client";

export type Question = Schemas["Question"];

/** `over`: its time ran out; `gone`: it is no longer asked for another reason, such as an answer from elsewhere. */
export type Fate = "open" | "sent" | "over" | "gone";

export interface Asked {
  readonly question: Question;
  readonly fate: Fate;
  /** ms, the viewer's clock: when this tab first saw it. */
  readonly seen: number;
  /** ms, the viewer's clock: when it was first missing among the open ones; null while it is one. */
  readonly left: number | null;
}

/** ms that a question stays to be read after it left the list */
export const KEPT = 10_000;
/** ms that a look may come before or after the end of a question's time */
const NEAR = 3_000;

/** What stands in the panel after a look at `now` found `open`; `seen` = since when this tab knows a question, by its id. */
export function looked(before: readonly Asked[], open: readonly Question[], now: number, seen: Readonly<Record<string, number>> = {}): readonly Asked[] {
  const still = new Map(open.map((question) => [question.question_id, question]));
  const known = before.flatMap((asked) => {
    const question = still.get(asked.question.question_id);
    still.delete(asked.question.question_id);
    // a look that began before the answer was there still finds it open
    if (question) return [asked.fate === "sent" ? asked : { ...asked, question, fate: "open" as const, left: null }];
    if (asked.left === null) return [{ ...asked, fate: missing(asked, now), left: now }];
    return now - asked.left < KEPT ? [asked] : [];
  });
  const fresh = [...still.values()].map((question) => ({
    question, fate: "open" as const, seen: seen[question.question_id] ?? now, left: null,
  }));
  return [...known, ...fresh];
}

/** ms until the agent answers by itself. The two clocks may differ: only the lengths are compared. */
export function leftOf({ question, seen }: Asked, now: number): number {
  return Date.parse(question.until) - Date.parse(question.asked_at) - (now - seen);
}

export function isOpen({ fate }: Asked): boolean {
  return fate === "open";
}

function missing(asked: Asked, now: number): Fate {
  if (asked.fate !== "open") return asked.fate;
  return leftOf(asked, now) <= NEAR ? "over" : "gone";
}
