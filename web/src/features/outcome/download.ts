// How does something made on the page leave it? As a file that the browser saves.

/** Save `text` as a file. */
export function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers begin to read it only after the click is done with.
  setTimeout(() => { URL.revokeObjectURL(address); }, 10_000);
}

/** A name that every system takes, made of a demand's id. */
export function fileName(demandId: string, ending: "md" | "ics"): string {
  const id = demandId.toLowerCase().replace(/[^a-z0-9-]/g, "").slice(0, 40);
  return `towow-${id || "demand"}.${ending}`;
}
