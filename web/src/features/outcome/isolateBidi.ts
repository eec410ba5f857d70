// Directional isolation of names within sentences.

import { escapeBidi } from "../../ui/escapeBidi";

/** Wrap a name in Unicode isolates, so that its direction does not affect the sentence. */
export function isolateBidi(name: string | null | undefined): string {
  return `\u2068${escapeBidi(name ?? "")}\u2069`;
}
