// How is a change marked, so that neither its colour nor its place alone tells it?
import type { ReactNode } from "react";
import { Badge } from "../../ui/Badge";
import type { Tone } from "../../ui/Badge";
import { OwnWords } from "../../ui/UserText";
import { useWords } from "../../i18n/locale";
import type { Mark, Marked } from "./planDiff";
import { WORDS } from "./messages";

const TONES: Readonly<Record<Mark, Tone>> = { same: "plain", added: "good", changed: "warn", removed: "bad" };
const SIGNS: Readonly<Record<Mark, string>> = { same: "", added: "+", changed: "△", removed: "−" };

export function MarkBadge({ mark }: { readonly mark: Mark }) {
  const words = useWords(WORDS);
  if (mark === "same") return null;
  return <Badge tone={TONES[mark]}><span aria-hidden="true">{SIGNS[mark]}</span>{words.mark[mark]}</Badge>;
}

/** What a text was before; nothing when it is as it was. */
export function Was({ label, before }: { readonly label?: string | undefined; readonly before: string | undefined }) {
  const words = useWords(WORDS);
  if (before === undefined) return null;
  return (
    <p className="proposal-was small soft">
      <span>{label === undefined ? "" : `${label} `}{words.was}: </span>
      {before === "" ? <span>{words.nothing}</span> : <del><OwnWords text={before} /></del>}
    </p>
  );
}

/** An item of a list that is marked as what it is: of a removed one everything is struck out. */
export function Item({ of, children }: { readonly of: Marked; readonly children: ReactNode }) {
  return (
    <li className={`proposal-item proposal-${of.mark}`} data-mark={of.mark}>
      {of.mark === "removed" ? <del>{children}</del> : children}
      <MarkBadge mark={of.mark} />
    </li>
  );
}
