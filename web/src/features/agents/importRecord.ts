// An import that was done, kept until the page is left, so that it can be undone.
import type { ImportSummary, ProfileChange } from "./agentsApi";

/** Import that was done: its result, and what undoes it; `complete` is whether that is all of it. */
export interface ImportRecord {
  readonly result: ImportSummary;
  readonly changes: readonly ProfileChange[];
  readonly complete: boolean;
}
