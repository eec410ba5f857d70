// Dialog that edits one part of the understanding; it stays open, with what was entered, until it is saved or left.
import { useState, type ReactNode } from "react";
import { reviseUnderstanding } from "../../api/understanding";
import type { JsonObject } from "../../eventLog/types";
import { useLocale } from "../../i18n/locale";
import { Dialog } from "../../ui/Dialog";
import { toLimitsBody, type DemandReading } from "./demandReading";
import { LimitFields } from "./LimitFields";
import { NeedFields } from "./NeedFields";
import { ReviewError } from "./ReviewError";
import type { EditTarget } from "./editTarget";
import { applyLimitValues, checkPhrase, getLimitValues, removeLimit, type FormProblem } from "./limitForm";
import { describeLimits } from "./limitTexts";
import { MESSAGES } from "./messages";
import { createNeed, createNeedsRequest, createWordsRequest, replaceNeed } from "./needForm";
import { useHold, useRevision } from "./useReviewActions";
import type { Wait } from "./reviewState";

interface Props {
  readonly demandId: string;
  readonly target: EditTarget;
  /** The newest understanding; what is saved replaces a part of it. */
  readonly reading: DemandReading;
  readonly wait: Wait | null;
  readonly onClose: () => void;
}

/** Editor of the target. */
export function EditDialog(props: Props) {
  useHold(props.demandId, props.wait, props.reading);
  switch (props.target.field) {
    case "needs":
      return <NeedEditor {...props} target={props.target} />;
    case "limits":
      return <LimitEditor {...props} target={props.target} />;
    case "preferences":
    case "not_wanted":
      return <WordsEditor {...props} target={props.target} />;
  }
}

type EditorProps<F extends EditTarget["field"]> = Props & { readonly target: Extract<EditTarget, { field: F }> };

function NeedEditor({ demandId, target, reading, onClose }: EditorProps<"needs">) {
  const messages = MESSAGES.useCurrent();
  const [original] = useState(() => (target.index === null ? null : (reading.needs[target.index] ?? null)));
  const [text, setText] = useState(original?.need ?? target.from?.text ?? "");
  const [count, setCount] = useState(String(original?.count ?? 1));
  const save = (): JsonObject | FormProblem => {
    const need = createNeed(original, target.from, text, count);
    return typeof need === "string" ? need : createNeedsRequest(replaceNeed(reading.needs, original, need));
  };
  const remove = (): JsonObject | FormProblem => {
    const needs = replaceNeed(reading.needs, original, null);
    return needs.length === 0 ? "lastNeed" : createNeedsRequest(needs);
  };
  return (
    <EditForm demandId={demandId} title={original ? messages.edit(original.need) : messages.newNeed} save={save} remove={original && remove} onClose={onClose}>
      {(problem) => <NeedFields text={text} count={count} problem={problem} onText={setText} onCount={setCount} />}
    </EditForm>
  );
}

function WordsEditor({ demandId, target, reading, onClose }: EditorProps<"preferences" | "not_wanted">) {
  const messages = MESSAGES.useCurrent();
  const { field, index } = target;
  const [original] = useState(() => (field === "preferences" ? reading.preferences[index] : reading.notWanted[index]?.text) ?? "");
  const [text, setText] = useState(original);
  const save = (): JsonObject | FormProblem => checkPhrase(text.trim()) ?? createWordsRequest(reading, field, original, text.trim());
  return (
    <EditForm demandId={demandId} title={messages.edit(original)} save={save} remove={() => createWordsRequest(reading, field, original, null)} onClose={onClose}>
      {(problem) => <NeedFields text={text} problem={problem} onText={setText} />}
    </EditForm>
  );
}

function LimitEditor({ demandId, target, reading, onClose }: EditorProps<"limits">) {
  const messages = MESSAGES.useCurrent();
  const language = useLocale();
  const { kind } = target;
  const [stated] = useState(() => describeLimits(reading, language).has(kind));
  const [values, setValues] = useState(() => getLimitValues(reading.limits, kind, language === "zh" ? "CNY" : "GBP"));
  const save = (): JsonObject | FormProblem => {
    const limits = applyLimitValues(reading.limits, kind, values);
    return typeof limits === "string" ? limits : { limits: toLimitsBody(limits) };
  };
  const remove = (): JsonObject => ({ limits: toLimitsBody(removeLimit(reading.limits, kind)) });
  const name = messages.limit[kind];
  return (
    <EditForm demandId={demandId} title={stated ? messages.edit(name) : messages.addLimit(name)} save={save} remove={stated ? remove : null} onClose={onClose}>
      {(problem) => <LimitFields kind={kind} values={values} problem={problem} onChange={setValues} />}
    </EditForm>
  );
}

interface EditFormProps {
  readonly demandId: string;
  readonly title: string;
  /** Return the request, or why the form cannot be saved. */
  readonly save: () => JsonObject | FormProblem;
  /** As `save`, for removing what is edited; null when there is nothing to remove. */
  readonly remove: (() => JsonObject | FormProblem) | null;
  readonly onClose: () => void;
  readonly children: (problem: string | null) => ReactNode;
}

function EditForm({ demandId, title, save, remove, onClose, children }: EditFormProps) {
  const messages = MESSAGES.useCurrent();
  const revision = useRevision((changes: JsonObject) => reviseUnderstanding(demandId, changes));
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const send = (request: JsonObject | FormProblem): void => {
    setProblem(typeof request === "string" ? request : null);
    if (typeof request !== "string") revision.save(request, onClose);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack reading-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send(save());
        }}
      >
        {children(problem === null ? null : messages.problem[problem])}
        {revision.error === null ? <p className="small soft">{messages.holding}</p> : (
          <ReviewError error={revision.error} over={messages.tooLate} signIn={revision.signIn} kept />
        )}
        <div className="row dialog-actions">
          {remove && <button type="button" className="button button-bad reading-remove" disabled={revision.busy} onClick={() => { send(remove()); }}>{messages.remove}</button>}
          <button type="button" className="button" onClick={onClose}>{messages.leave}</button>
          <button type="submit" className="button button-main" data-action="save" disabled={revision.busy}>{revision.busy ? messages.saving : messages.save}</button>
        </div>
      </form>
    </Dialog>
  );
}
