// How does one try again? With one click per relaxation, or in other words; the new demand follows this one.
import { useState } from "react";
import { LONGEST_DEMAND } from "../../generated/bounds";
import type { DemandView } from "../../eventLog/types";
import { OwnWords } from "../../ui/UserText";
import { RefusalNote } from "../../ui/ErrorNote";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { DOING } from "./actionMessages";
import { Part } from "./Section";
import { useRelaunch } from "./useResubmit";
import type { Relaunching } from "./useResubmit";

type Relaxation = NonNullable<NonNullable<NonNullable<DemandView["outcome"]>["compromise_proposal"]>["relax"]>[number];

export function Relaunch({ view }: { readonly view: DemandView }) {
  const words = useWords(DOING);
  const relaunching = useRelaunch(view);
  const relaxations = view.outcome?.compromise_proposal?.relax ?? [];
  return (
    <>
      {relaxations.length > 0 && (
        <Part title={words.relax}>
          <p className="small soft">{words.relaxHint}</p>
          <ul className="outcome-relaxations">
            {relaxations.map((relaxation, place) => (
              <Relaxed key={`${place} ${relaxation.aspect}`} which={`relax ${place}`} relaxation={relaxation} relaunching={relaunching} />
            ))}
          </ul>
        </Part>
      )}
      <Rewrite view={view} relaunching={relaunching} />
    </>
  );
}

function Relaxed({ which, relaxation, relaunching }: { readonly which: string; readonly relaxation: Relaxation; readonly relaunching: Relaunching }) {
  const words = useWords(DOING);
  // An older program may have left out what the type promises.
  const [aspect, from, to, text] = [relaxation.aspect ?? "", relaxation.from ?? "", relaxation.to ?? "", relaxation.raw_input ?? ""];
  const changes = from !== "" && to !== "";
  return (
    <li className="outcome-relaxation stack" data-relax={which}>
      <div>
        <strong><OwnWords text={aspect} /></strong>
        <p className="outcome-change">
          {from !== "" && <s><OwnWords text={from} /></s>}
          {changes && <><span className="visually-hidden"> {words.becomes} </span><span aria-hidden="true"> → </span></>}
          {to !== "" && <OwnWords text={to} />}
        </p>
      </div>
      <p className="small outcome-words"><OwnWords text={text} /></p>
      <div data-beside className="stack">
        <Submit which={which} text={text} label={words.submitRelaxed} relaunching={relaunching} />
      </div>
    </li>
  );
}

/** The button of one way to try again, and what became of the last try. */
function Submit({ which, text, label, relaunching, disabled = false }: {
  readonly which: string;
  readonly text: string;
  readonly label: string;
  readonly relaunching: Relaunching;
  readonly disabled?: boolean;
}) {
  const words = useWords(DOING);
  const { tried, relaunch, signIn } = relaunching;
  const mine = tried.state === "busy" && tried.which === which;
  return (
    <>
      <div>
        <button
          type="button"
          className="button button-main"
          data-action="relaunch"
          aria-busy={mine}
          disabled={tried.state === "busy" || disabled || text.trim() === ""}
          onClick={() => { relaunch(which, text); }}
        >
          {mine ? words.submitting : label}
        </button>
      </div>
      {tried.state === "refused" && tried.which === which && (
        <RefusalNote refused={tried.refused} signIn={() => { signIn(which, text); }} />
      )}
    </>
  );
}

/** In one's own words. */
function Rewrite({ view, relaunching }: { readonly view: DemandView; readonly relaunching: Relaunching }) {
  const words = useWords(DOING);
  const { number } = useFormat();
  const [text, setText] = useState(view.raw_input);
  const long = Array.from(text.trim()).length > LONGEST_DEMAND;
  const problem = text.trim() === "" ? words.rewriteEmpty : long ? words.rewriteLong(number(LONGEST_DEMAND)) : "";
  return (
    <details data-beside>
      <summary>{words.rewrite}</summary>
      <div className="field">
        <label htmlFor="outcome-rewrite">{words.rewriteLabel}</label>
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
        <Submit which="rewrite" text={text} label={words.rewriteSubmit} relaunching={relaunching} disabled={problem !== ""} />
      </div>
    </details>
  );
}
