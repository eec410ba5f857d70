// What has become of the questions to an agent since the page looked before, and for how long is one still asked?
import type { Schemas } from "../../api/client";

export type Question = Schemas["Question"];

/** `over`: its time ran out; `gone`: it is no longer asked for another reason, such as an answer from elsewhere. */
type Fate = "open" | "sent" | "over" | "gone";

/** Instants are those of `performance.now()`: it goes on evenly, whatever the viewer's clock says. */
export interface Asked {
  readonly question: Question;
  readonly fate: Fate;
  /** ms: when its time is over. */
  readonly ends: number;
  /** ms: when it was first missing among the open ones; null while it is one. */
  readonly left: number | null;
}

/** ms that a question stays to be read after it left the list */
const KEPT = 10_000;
/** ms that a look may come before or after the end of a question's time */
const NEAR = 3_000;

/** What stands in the panel after the gateway's answer, which came at `at`. */
export function looked(before: readonly Asked[], { items, now }: Pick<Schemas["Questions"], "items" | "now">, at: number): readonly Asked[] {
  const still = new Map(items.map((question) => [question.question_id, question]));
  const found = (question: Question): Asked => ({ question, fate: "open", ends: at + Date.parse(question.until) - Date.parse(now), left: null });
  const known = before.flatMap((asked) => {
    const question = still.get(asked.question.question_id);
    still.delete(asked.question.question_id);
    // a look that began before the answer was there still finds it open
    if (question) return [asked.fate === "sent" ? asked : found(question)];
    if (asked.left === null) return [{ ...asked, fate: missing(asked, at), left: at }];
    return at - asked.left < KEPT ? [asked] : [];
  });
  return [...known, ...[...still.values()].map(found)];
}

/** ms until the agent answers by itself. */
export function leftOf({ ends }: Asked, at: number): number {
  return ends - at;
}

export function isOpen({ fate }: Asked): boolean {
  return fate === "open";
}

function missing(asked: Asked, at: number): Fate {
  if (asked.fate !== "open") return asked.fate;
  return leftOf(asked, at) <= NEAR ? "over" : "gone";
}
