// What happened last, in words? The newest first.
import { shownCount, useLog } from "../../eventLog/logStore";
import { OwnWords } from "../../ui/UserText";
import { useLanguage, useWords } from "../../i18n/locale";
import { captionOf } from "./eventCaption";
import type { Caption } from "./eventCaption";
import { WORDS } from "./messages";

/** `root`: the channel of the demand. `most`: how many events are told. */
export function Captions({ root, most }: { readonly root: string; readonly most: number }) {
  const words = useWords(WORDS);
  const language = useLanguage((state) => state.language);
  const entries = useLog((log) => log.entries);
  const count = useLog(shownCount);
  const told = entries
    .slice(Math.max(0, count - most), count)
    .reverse()
    .map((entry) => ({ seq: entry.seq, ...captionOf(entry, root, language) }))
    .filter((caption, place, all) => !repeated(caption, all[place - 1]));
  return (
    <ol className="stage-captions" aria-label={words.said}>
      {told.map(({ seq, who, said, own }) => (
        <li key={seq}>
          {who !== "" && <bdi className="stage-who">{who}</bdi>}
          <span>{own === "" ? said : `${said}${words.colon}`}</span>
          {own !== "" && <span className="stage-own"><OwnWords text={own} /></span>}
        </li>
      ))}
    </ol>
  );
}

/** An answer comes again as its wish or its leaving, with the same words; the newer one is enough. */
function repeated(caption: Caption, newer: Caption | undefined): boolean {
  return caption.own !== "" && caption.who === newer?.who && caption.own === newer.own;
}
