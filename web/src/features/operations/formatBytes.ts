// Amounts of memory: 77 MiB, 1.2 GiB.

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** Return an amount of memory (bytes) with three digits at most. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** power;
  return `${amount < 10 && power > 0 ? amount.toFixed(1) : amount.toFixed(0)} ${UNITS[power] ?? ""}`;
}
