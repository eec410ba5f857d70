// Resubmission of a demand: one click per relaxation, or an edited text; the new demand follows this one.
import { useState } from "react";
import { MAX_DEMAND_CHARS } from "../../generated/bounds";
import type { DemandView } from "../../eventLog/types";
import { UserText } from "../../ui/UserText";
import { ErrorNote } from "../../ui/ErrorNote";
import { useFormat } from "../../i18n/format";
import { ACTION_MESSAGES } from "./actionMessages";
import { Section } from "./Section";
import { useResubmit, type Resubmission } from "./useResubmit";

type Relaxation = NonNullable<NonNullable<NonNullable<DemandView["outcome"]>["compromise_proposal"]>["relax"]>[number];

/** Relaxations and rewrite form. */
export function Resubmit({ view }: { readonly view: DemandView }) {
  const messages = ACTION_MESSAGES.useCurrent();
  const resubmission = useResubmit(view);
  const relaxations = view.outcome?.compromise_proposal?.relax ?? [];
  return (
    <>
      {relaxations.length > 0 && (
        <Section title={messages.relax}>
          <p className="small soft">{messages.relaxHint}</p>
          <ul className="outcome-relaxations">
            {relaxations.map((relaxation, index) => (
              <RelaxationCard key={`${index} ${relaxation.aspect}`} source={`relax ${index}`} relaxation={relaxation} resubmission={resubmission} />
            ))}
          </ul>
        </Section>
      )}
      <RewriteForm view={view} resubmission={resubmission} />
    </>
  );
}

function RelaxationCard({ source, relaxation, resubmission }: { readonly source: string; readonly relaxation: Relaxation; readonly resubmission: Resubmission }) {
  const messages = ACTION_MESSAGES.useCurrent();
  // Older logs may lack fields that the type requires.
  const [aspect, from, to, text, expected] = [relaxation.aspect ?? "", relaxation.from ?? "", relaxation.to ?? "", relaxation.raw_input ?? "", relaxation.expected ?? ""];
  const changes = from !== "" && to !== "";
  return (
    <li className="outcome-relaxation stack" data-relax={source}>
      <div>
        <strong><UserText text={aspect} /></strong>
        <p className="outcome-change">
          {from !== "" && <s><UserText text={from} /></s>}
          {changes && <><span className="visually-hidden"> {messages.becomes} </span><span aria-hidden="true"> → </span></>}
          {to !== "" && <UserText text={to} />}
        </p>
      </div>
      <div className="small">
        <p className="outcome-words"><UserText text={text} /></p>
        {expected !== "" && <p>{messages.expected}: <UserText text={expected} /></p>}
      </div>
      <div data-beside className="stack">
        <SubmitButton source={source} text={text} label={messages.submitRelaxed} resubmission={resubmission} />
      </div>
    </li>
  );
}

/** Submit button of one variant, with the error of the last attempt. */
function SubmitButton({ source, text, label, resubmission, disabled = false }: {
  readonly source: string;
  readonly text: string;
  readonly label: string;
  readonly resubmission: Resubmission;
  readonly disabled?: boolean;
}) {
  const messages = ACTION_MESSAGES.useCurrent();
  const { busy, error, resubmit, signIn } = resubmission;
  const current = resubmission.source === source;
  const submitting = busy && current;
  return (
    <>
      <div>
        <button
          type="button"
          className="button button-main"
          data-action="relaunch"
          aria-busy={submitting}
          disabled={busy || disabled || text.trim() === ""}
          onClick={() => { resubmit(source, text); }}
        >
          {submitting ? messages.submitting : label}
        </button>
      </div>
      {error && current && <ErrorNote error={error} signIn={() => { signIn(source, text); }} />}
    </>
  );
}

/** Form for an edited demand text. */
function RewriteForm({ view, resubmission }: { readonly view: DemandView; readonly resubmission: Resubmission }) {
  const messages = ACTION_MESSAGES.useCurrent();
  const { number } = useFormat();
  const [text, setText] = useState(view.raw_input);
  const tooLong = Array.from(text.trim()).length > MAX_DEMAND_CHARS;
  const problem = text.trim() === "" ? messages.rewriteEmpty : tooLong ? messages.rewriteLong(number(MAX_DEMAND_CHARS)) : "";
  return (
    <details data-beside>
      <summary>{messages.rewrite}</summary>
      <div className="field">
        <label htmlFor="outcome-rewrite">{messages.rewriteLabel}</label>
        <textarea
          id="outcome-rewrite"
          className="input"
          rows={4}
          dir="auto"
          value={text}
          aria-invalid={problem !== ""}
          aria-describedby="outcome-rewrite-problem"
          onChange={(event) => { setText(event.target.value); }}
        />
        <p id="outcome-rewrite-problem" className="problem" role="status">{problem}</p>
        <SubmitButton source="rewrite" text={text} label={messages.rewriteSubmit} resubmission={resubmission} disabled={problem !== ""} />
      </div>
    </details>
  );
}
