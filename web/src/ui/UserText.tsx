// Text written by a person or a model: plain text, isolated direction, collapsible when long.
import { useState } from "react";
import { defineMessages } from "../i18n/locale";
import { escapeBidi } from "./escapeBidi";

const MESSAGES = defineMessages({
  zh: { more: "展开全文", less: "收起" },
  en: { more: "Show all", less: "Show less" },
});
/** Length (characters) above which a text is collapsed; headings have a lower limit. */
const FOLD_AFTER_CHARS = 600;
const FOLD_HEADING_AFTER_CHARS = 160;

interface Props {
  readonly text: string;
  /** Renders the text as the page heading, with the toggle beside it. */
  readonly heading?: boolean;
}

/** User-written text, never interpreted as markup. */
export function UserText({ text, heading = false }: Props) {
  const messages = MESSAGES.useCurrent();
  const [expanded, setExpanded] = useState(false);
  const maxChars = heading ? FOLD_HEADING_AFTER_CHARS : FOLD_AFTER_CHARS;
  const characters = text.length > maxChars ? Array.from(text) : [];
  const long = characters.length > maxChars;
  const content = <bdi className="own-words">{escapeBidi(long && !expanded ? `${characters.slice(0, maxChars).join("")}…` : text)}</bdi>;
  const toggle = long && (
    <button type="button" className="button button-quiet small" aria-expanded={expanded} onClick={() => { setExpanded(!expanded); }}>
      {expanded ? messages.less : messages.more}
    </button>
  );
  return heading ? <div className="own-heading"><h1>{content}</h1>{toggle}</div> : <>{content}{toggle}</>;
}
