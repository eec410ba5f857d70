// Markdown to a syntax tree, with tables and task lists. Nothing in it is ever interpreted as HTML.
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import type { Root } from "mdast";

/** Mark that a space was inserted: a space that nobody types. */
const INSERTED_SPACE = "\u2000";
const EMPHASIS = /(\*{1,3})(?![\s*])([^*\n]+?)(?<![\s*])\1(?!\*)/gu;

/**
 * Insert spaces around emphasised text that begins or ends with a punctuation mark and touches a letter there, as in
 * `**目标：**七分`: without them the asterisks are no emphasis. `stripInsertedSpaces` takes them out again.
 */
function separateEmphasis(text: string): string {
  return text.replaceAll(INSERTED_SPACE, " ").replace(EMPHASIS, (whole: string, _: string, inner: string, at: number, all: string) => {
    const end = at + whole.length;
    const before = /^\p{P}/u.test(inner) && /[\p{L}\p{N}]$/u.test(all.slice(Math.max(0, at - 2), at));
    const after = /\p{P}$/u.test(inner) && /^[\p{L}\p{N}]/u.test(all.slice(end, end + 2));
    return `${before ? INSERTED_SPACE : ""}${whole}${after ? INSERTED_SPACE : ""}`;
  });
}

/** Return a text of the tree without the spaces that were inserted for the parser. */
export function stripInsertedSpaces(text: string): string {
  return text.replaceAll(INSERTED_SPACE, "");
}

/** Parse Markdown. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(separateEmphasis(text), {
    extensions: [gfmTable(), gfmTaskListItem()],
    mdastExtensions: [gfmTableFromMarkdown(), gfmTaskListItemFromMarkdown()],
  });
}

/** Protocols that a link may have. */
const PROTOCOLS: readonly string[] = ["http:", "https:", "mailto:"];

/** Return the address of a link, or null unless it is an absolute one with a known protocol. */
export function getSafeUrl(address: string): string | null {
  try {
    const url = new URL(address);
    return PROTOCOLS.includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
