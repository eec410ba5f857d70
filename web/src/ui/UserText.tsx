// How is shown what a person or a model wrote? As plain text in a direction of its own, long texts folded.
import { useState } from "react";
import { useWords } from "../i18n/locale";
import { asText } from "./escapeBidi";

const WORDS = {
  zh: { more: "展开全文", less: "收起" },
  en: { more: "Show all", less: "Show less" },
};
/** Characters after which a text is folded, and after which a heading is. */
const LONG = 600;
const LONG_HEADING = 160;

interface Props {
  readonly text: string;
  /** The text is the heading of the page; its button stands beside the heading, not in it. */
  readonly heading?: boolean;
}

export function OwnWords({ text, heading = false }: Props) {
  const words = useWords(WORDS);
  const [whole, showWhole] = useState(false);
  const most = heading ? LONG_HEADING : LONG;
  const letters = text.length > most ? Array.from(text) : [];
  const long = letters.length > most;
  const said = <bdi className="own-words">{asText(long && !whole ? `${letters.slice(0, most).join("")}…` : text)}</bdi>;
  const fold = long && (
    <button type="button" className="button button-quiet small" aria-expanded={whole} onClick={() => { showWhole(!whole); }}>
      {whole ? words.less : words.more}
    </button>
  );
  return heading ? <div className="own-heading"><h1>{said}</h1>{fold}</div> : <>{said}{fold}</>;
}
