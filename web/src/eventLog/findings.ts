// What code found against a plan (INTERFACES § 6).
import { readObject, readObjects, readString } from "./readJson";

/** One finding; `kind` is "" for none that this build knows by name. */
export interface Finding {
  readonly kind: string;
  readonly text: string;
  /** Role that it is about; "" when it is about the whole plan. */
  readonly role: string;
}

/** Return the findings of a plan, each text once. */
export function readFindings(plan: unknown): readonly Finding[] {
  const found = readObjects(readObject(plan).findings).map(({ kind, text, assignment }) => ({ kind: readString(kind), text: readString(text), role: readString(assignment) }));
  return found.filter(({ text }, index) => text !== "" && found.findIndex((other) => other.text === text) === index);
}
