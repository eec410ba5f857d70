// How is shown what a person or a model wrote? As plain text in a direction of its own, long texts folded.
import { useState } from "react";
import { useWords } from "../words/language";

const WORDS = {
  zh: { more: "展开全文", less: "收起" },
  en: { more: "Show all", less: "Show less" },
};
/** Characters after which a text is folded. */
const LONG = 600;

export function OwnWords({ text }: { readonly text: string }) {
  const words = useWords(WORDS);
  const [whole, showWhole] = useState(false);
  const letters = text.length > LONG ? Array.from(text) : [];
  const folded = letters.length > LONG && !whole;
  return (
    <>
      <bdi className="own-words">{folded ? `${letters.slice(0, LONG).join("")}…` : text}</bdi>
      {letters.length > LONG && (
        <button type="button" className="button button-quiet small" aria-expanded={whole} onClick={() => { showWhole(!whole); }}>
          {whole ? words.less : words.more}
        </button>
      )}
    </>
  );
}
