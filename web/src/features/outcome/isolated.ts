// How does a name stand within a sentence, whatever its direction? Between marks that keep it to itself.

export function isolated(name: string | null | undefined): string {
  return `\u2068${(name ?? "").replace(/[\u202a-\u202e\u2066-\u2069]/g, "")}\u2069`;
}
