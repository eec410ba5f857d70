// How is Markdown written so that nobody's own words can break it? Every word is escaped here, and nowhere else.

/** Own words within a line: one line, no markup, no direction that runs on into the rest. */
export function inline(text: string | null | undefined): string {
  return guarded(clean(text).replace(/\s*\n\s*/g, " ").trim());
}

/** Own words with their lines, as a quotation. */
export function quote(text: string | null | undefined): string {
  return clean(text)
    .split("\n")
    .map((line) => (line.trim() === "" ? ">" : `> ${guarded(line.trim())}`))
    .join("\n");
}

/** A list, empty when there is nothing in it. The items are markup already. */
export function list(items: readonly string[]): string {
  return items.filter((item) => item !== "").map((item) => `- ${item}`).join("\n");
}

/** A table; the cells are markup already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell || " ").join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Without what is invisible and would act on what comes after: control characters and unclosed directions. */
function clean(text: string | null | undefined): string {
  const lines = (text ?? "").replace(/\r\n?|\u2028|\u2029/g, "\n").replace(/\t/g, " ");
  // eslint-disable-next-line no-control-regex
  return lines.replace(/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** With a backslash before every sign that means something; at the beginning of a line more do. */
function guarded(line: string): string {
  return line
    .replace(/[\\`*_{}[\]<>#|~&!$^]/g, "\\$&")
    .replace(/^([-+=])/, "\\$1")
    .replace(/^(\d+)([.)])/, "$1\\$2");
}
