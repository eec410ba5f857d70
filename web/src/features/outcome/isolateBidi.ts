// How does a name stand within a sentence, whatever its direction? Between marks that keep it to itself.

import { asText } from "../../ui/escapeBidi";

export function isolated(name: string | null | undefined): string {
  return `\u2068${asText(name ?? "")}\u2069`;
}
