// Badges and markup for changes between plan versions, distinguishable without colour.
import type { ReactNode } from "react";
import { Badge, type Tone } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import type { ChangeKind, HasChangeKind } from "./planDiff";
import { MESSAGES } from "./messages";

const CHANGE_TONES: Readonly<Record<ChangeKind, Tone>> = { same: "plain", added: "good", changed: "warn", removed: "bad" };
const CHANGE_SYMBOLS: Readonly<Record<ChangeKind, string>> = { same: "", added: "+", changed: "△", removed: "−" };

/** Badge for a kind of change; renders nothing for unchanged items. */
export function ChangeBadge({ kind }: { readonly kind: ChangeKind }) {
  const messages = MESSAGES.useCurrent();
  if (kind === "same") return null;
  return <Badge tone={CHANGE_TONES[kind]}><span aria-hidden="true">{CHANGE_SYMBOLS[kind]}</span>{messages.mark[kind]}</Badge>;
}

/** Previous value of a text; renders nothing when it is unchanged. */
export function PreviousValue({ label, before }: { readonly label?: string | undefined; readonly before: string | undefined }) {
  const messages = MESSAGES.useCurrent();
  if (before === undefined) return null;
  return (
    <p className="proposal-was small soft">
      <span>{label === undefined ? "" : `${label} `}{messages.was}: </span>
      {before === "" ? <span>{messages.nothing}</span> : <del><UserText text={before} /></del>}
    </p>
  );
}

/** List item with its change badge; removed items are struck through. */
export function DiffItem({ diff, children }: { readonly diff: HasChangeKind; readonly children: ReactNode }) {
  return (
    <li className={`proposal-item proposal-${diff.kind}`} data-mark={diff.kind}>
      {diff.kind === "removed" ? <del>{children}</del> : children}
      <ChangeBadge kind={diff.kind} />
    </li>
  );
}
