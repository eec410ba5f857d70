// Chips of an understanding: needs, limits, preferences, what is not wanted, and words that were not used.
import type { ReactNode } from "react";
import { useLocale } from "../../i18n/locale";
import { escapeBidi } from "../../ui/escapeBidi";
import type { DemandReading } from "./demandReading";
import type { EditTarget } from "./editTarget";
import { formatNeed } from "./fieldChanges";
import { LIMIT_KINDS, describeLimits } from "./limitTexts";
import { MESSAGES } from "./messages";
import type { SegmentKind } from "./textSegments";

interface Props {
  readonly reading: DemandReading;
  /** Opens the editor of a chip; chips cannot be edited when it is omitted. */
  readonly onEdit?: ((target: EditTarget) => void) | undefined;
}

/** Groups of chips; empty groups are left out unless something can be added to them. */
export function Chips({ reading, onEdit }: Props) {
  const messages = MESSAGES.useCurrent();
  return (
    <div className="reading-groups">
      <NeedChips reading={reading} onEdit={onEdit} />
      <LimitChips reading={reading} onEdit={onEdit} />
      <WordChips kind="preference" label={messages.preferences} texts={reading.preferences} field="preferences" onEdit={onEdit} />
      <WordChips kind="not_wanted" label={messages.notWanted} texts={reading.notWanted.map(({ text }) => text)} field="not_wanted" onEdit={onEdit} />
      <NotUsedChips reading={reading} onEdit={onEdit} />
    </div>
  );
}

function NeedChips({ reading, onEdit }: Props) {
  const messages = MESSAGES.useCurrent();
  const language = useLocale();
  return (
    <Group label={messages.needs}>
      {reading.needs.length === 0 && <li className="soft small">{messages.none}</li>}
      {reading.needs.map(({ need, count }, index) => (
        <Chip key={`${index} ${need}`} kind="need" label={formatNeed(need, count, language)} onEdit={onEdit && (() => { onEdit({ field: "needs", index }); })} />
      ))}
      {onEdit && <AddChip label={messages.newNeed} onAdd={() => { onEdit({ field: "needs", index: null }); }} />}
    </Group>
  );
}

function LimitChips({ reading, onEdit }: Props) {
  const messages = MESSAGES.useCurrent();
  const texts = describeLimits(reading, useLocale());
  if (texts.size === 0 && !onEdit) return null;
  return (
    <Group label={messages.limits}>
      {Array.from(texts, ([kind, text]) => (
        <Chip
          key={kind}
          kind={kind === "not_on" ? "not_wanted" : "limit"}
          name={messages.limit[kind]}
          label={text}
          onEdit={onEdit && (() => { onEdit({ field: "limits", kind }); })}
        />
      ))}
      {onEdit && LIMIT_KINDS.filter((kind) => !texts.has(kind)).map((kind) => (
        <AddChip key={kind} label={messages.limit[kind]} onAdd={() => { onEdit({ field: "limits", kind }); }} />
      ))}
    </Group>
  );
}

interface WordChipsProps extends Pick<Props, "onEdit"> {
  readonly kind: SegmentKind;
  readonly label: string;
  readonly texts: readonly string[];
  readonly field: "preferences" | "not_wanted";
}

function WordChips({ kind, label, texts, field, onEdit }: WordChipsProps) {
  if (texts.length === 0) return null;
  return (
    <Group label={label}>
      {texts.map((text, index) => (
        <Chip key={`${index} ${text}`} kind={kind} label={text} onEdit={onEdit && (() => { onEdit({ field, index }); })} />
      ))}
    </Group>
  );
}

function NotUsedChips({ reading, onEdit }: Props) {
  const messages = MESSAGES.useCurrent();
  if (reading.notUnderstood.length === 0) return null;
  return (
    <Group label={messages.notUsed} hint={onEdit ? messages.notUsedHint : messages.notUsedNote}>
      {reading.notUnderstood.map((part, index) => (
        <Chip
          key={`${index} ${part.text}`}
          kind="not_used"
          label={part.text}
          onEdit={onEdit && (() => { onEdit({ field: "needs", index: null, from: part }); })}
        />
      ))}
    </Group>
  );
}

function Group({ label, hint = "", children }: { readonly label: string; readonly hint?: string; readonly children: ReactNode }) {
  return (
    <div className="reading-group">
      <span className="reading-label" aria-hidden="true">{label}</span>
      <ul aria-label={label}>{children}</ul>
      {hint !== "" && <p className="small soft" data-beside>{hint}</p>}
    </div>
  );
}

interface ChipProps {
  readonly kind: SegmentKind;
  readonly label: string;
  /** What the chip is, for limits. */
  readonly name?: string;
  readonly onEdit?: (() => void) | undefined;
}

function Chip({ kind, label, name = "", onEdit }: ChipProps) {
  const messages = MESSAGES.useCurrent();
  const content = (
    <>
      {name !== "" && <span className="chip-name">{name} </span>}
      {kind === "not_wanted" ? <s><bdi>{escapeBidi(label)}</bdi></s> : <bdi>{escapeBidi(label)}</bdi>}
    </>
  );
  return (
    <li>
      {onEdit ? (
        <button type="button" className={`chip chip-${kind}`} data-chip={kind} aria-haspopup="dialog" onClick={onEdit}>
          <span className="visually-hidden" data-beside>{messages.toEdit} </span>{content}
        </button>
      ) : <span className={`chip chip-${kind}`} data-chip={kind}>{content}</span>}
    </li>
  );
}

function AddChip({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) {
  const messages = MESSAGES.useCurrent();
  return (
    <li data-beside>
      <button type="button" className="chip chip-add" aria-haspopup="dialog" onClick={onAdd}>
        <span aria-hidden="true">+ </span><span className="visually-hidden">{messages.add} </span>{label}
      </button>
    </li>
  );
}

/** Words that were not used, in one line; renders nothing when there are none. */
export function NotUsedWords({ reading }: { readonly reading: DemandReading }) {
  const messages = MESSAGES.useCurrent();
  if (reading.notUnderstood.length === 0) return null;
  const words = reading.notUnderstood.map(({ text }) => escapeBidi(text));
  return (
    <p className="reading-unused small" data-part="not-used" title={messages.notUsedNote}>
      <span className="soft">{messages.notUsed}: </span>
      <bdi>{words.join(" · ")}</bdi>
    </p>
  );
}
