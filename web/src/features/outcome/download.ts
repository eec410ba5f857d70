// File download from generated text.

/** Save `text` as a file with the given name and MIME type. */
export function downloadFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the URL only after the click event.
  setTimeout(() => { URL.revokeObjectURL(url); }, 10_000);
}

/** Return a portable file name for an export of a demand. */
export function getExportFileName(demandId: string, extension: "md" | "ics"): string {
  const id = demandId.toLowerCase().replace(/[^a-z0-9-]/g, "").slice(0, 40);
  return `towow-${id || "demand"}.${extension}`;
}
