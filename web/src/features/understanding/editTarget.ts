// Which part of the understanding an editor changes.
import type { TextPart } from "./demandReading";
import type { LimitKind } from "./limitTexts";

/** Part to change: an entry of a list (`index` null adds one, `from` with these words), or one limit. */
export type EditTarget =
  | { readonly field: "needs"; readonly index: number | null; readonly from?: TextPart }
  | { readonly field: "preferences" | "not_wanted"; readonly index: number }
  | { readonly field: "limits"; readonly kind: LimitKind };
