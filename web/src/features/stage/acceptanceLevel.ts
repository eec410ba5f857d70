// Of what colour is a rate of acceptance? As the marks and the verdict divide it; the words always stand beside it.
import { MARKS } from "./acceptance";
import type { Acceptance } from "./acceptance";
import type { Tone } from "../../ui/Badge";

export function gradeOf(found: Acceptance | null): Tone {
  if (found?.rate == null) return "plain";
  if (found.decision === "fail" || found.rate < MARKS[0]) return "bad";
  return found.rate >= MARKS[1] ? "good" : "warn";
}
