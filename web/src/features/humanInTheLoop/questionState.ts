// What has become of the questions to an agent since the page looked before, and for how long is one still asked?
import type { Schemas } from "../../api/client";

export type Question = Schemas["Question"];

/** What one can say to an invitation, and of a plan. */
export type Answer = Schemas["InvitationAnswer"] | Schemas["ReviewAnswer"];

/**
 * `unheard`: whether the answer got to the gateway is not known; `over`: its time ran out; `gone`: it is no longer asked
 * for another reason, such as an answer from elsewhere.
 */
type Fate = "open" | "unheard" | "sent" | "over" | "gone";

/** Instants are those of `performance.now()`: it goes on evenly, whatever the viewer's clock says. */
export interface Asked {
  readonly question: Question;
  readonly fate: Fate;
  /** ms: when its time is over. */
  readonly ends: number;
  /** ms: when it was first missing among the open ones; null while it is one. */
  readonly left: number | null;
  /** What was said and is said again; null unless its fate is `unheard`. */
  readonly unheard: Answer | null;
}

/** ms that a question stays to be read after it left the list */
const KEPT = 10_000;
/** ms that a look may come before or after the end of a question's time */
const NEAR = 3_000;

/** What stands in the panel after the gateway's answer, which came at `at`. */
export function looked(before: readonly Asked[], { items, now }: Pick<Schemas["Questions"], "items" | "now">, at: number): readonly Asked[] {
  const still = new Map(items.map((question) => [question.question_id, question]));
  const found = (question: Question): Asked => ({ question, fate: "open", ends: at + Date.parse(question.until) - Date.parse(now), left: null, unheard: null });
  const known = before.flatMap((asked) => {
    const question = still.get(asked.question.question_id);
    still.delete(asked.question.question_id);
    // a look that began before the answer was there still finds it open
    if (question) return [asked.fate === "sent" ? asked : { ...found(question), ...repeated(asked) }];
    if (asked.fate === "unheard") return [{ ...asked, left: asked.left ?? at }]; // settled perhaps, by what was said
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

/** Whether one can say something else: as long as nothing shows that it is settled. */
export function isChangeable({ fate, left }: Asked): boolean {
  return fate === "open" || (fate === "unheard" && left === null);
}

function repeated({ fate, unheard }: Asked): Partial<Asked> {
  return fate === "unheard" ? { fate, unheard } : {};
}

function missing(asked: Asked, at: number): Fate {
  if (asked.fate !== "open") return asked.fate;
  return leftOf(asked, at) <= NEAR ? "over" : "gone";
}
