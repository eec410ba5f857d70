// Markdown elements with escaping of user text.

/** Escape user text for use within a line: no line breaks, markup or direction controls. */
export function escapeInline(text: string | null | undefined): string {
  return escapeMarkdown(stripInvisible(text).replace(/\s*\n\s*/g, " ").trim());
}

/** Render user text as a block quote. */
export function renderQuote(text: string | null | undefined): string {
  return stripInvisible(text)
    .split("\n")
    .map((line) => (line.trim() === "" ? ">" : `> ${escapeMarkdown(line.trim())}`))
    .join("\n");
}

/** Render a bullet list of Markdown items; "" when there are none. */
export function renderList(items: readonly string[]): string {
  return items.filter((item) => item !== "").map((item) => `- ${item}`).join("\n");
}

/** Render a table of Markdown cells. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell || " ").join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Remove control characters and direction controls. */
function stripInvisible(text: string | null | undefined): string {
  const lines = (text ?? "").replace(/\r\n?|\u2028|\u2029/g, "\n").replace(/\t/g, " ");
  // eslint-disable-next-line no-control-regex
  return lines.replace(/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, "");
}

/** Escape Markdown syntax, including block syntax at the start of the line. */
function escapeMarkdown(line: string): string {
  return line
    .replace(/[\\`*_{}[\]<>#|~&!$^]/g, "\\$&")
    .replace(/^([-+=])/, "\\$1")
    .replace(/^(\d+)([.)])/, "$1\\$2");
}

/** Render a section of the document; "" when all its parts are. */
export function renderSection(title: string, ...parts: readonly string[]): string {
  const content = parts.filter((part) => part !== "");
  return content.length === 0 ? "" : [`## ${title}`, ...content].join("\n\n");
}

/** Render a part of a section; "" when its body is. */
export function renderSubsection(title: string, body: string): string {
  return body === "" ? "" : `### ${title}\n\n${body}`;
}
