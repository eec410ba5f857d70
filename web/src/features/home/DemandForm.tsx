// How does one state a demand? In one's own words, as oneself, and sees at once when it cannot be sent.
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { LONGEST_DEMAND, LONGEST_USER } from "../../generated/bounds";
import { RefusalNote } from "../../ui/ErrorNote";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { useSession } from "../session/session";
import { callMyself, useDraft, write } from "./draftStore";
import { useSubmitting } from "./useSubmitDemand";
import type { Visibility } from "./useSubmitDemand";
import { WhoAndVisibility } from "./OwnerAndVisibility";
import { faultOf, isName, lengthOf } from "./validation";
import { WORDS } from "./messages";

/** From this share of the bound on, the characters are counted out. */
const NEAR = 0.8;

export function DemandForm() {
  const words = useWords(WORDS);
  const format = useFormat();
  const session = useSession();
  const text = useDraft((draft) => draft.text);
  const name = useDraft((draft) => draft.name) ?? words.guest;
  const [visibility, setVisibility] = useState<Visibility | undefined>();
  const [tried, setTried] = useState(false);
  const { busy, refused, send } = useSubmitting();
  const area = useRef<HTMLTextAreaElement>(null);
  const field = useId();
  useLayoutEffect(() => {
    fit(area.current);
  }, [text]);

  const signedIn = session?.user_id != null;
  const fault = faultOf(text);
  const length = lengthOf(text);
  const most = format.number(LONGEST_DEMAND);
  const told = fault === "long" || tried ? fault : null;
  const badName = !signedIn && !isName(name.trim());

  const submit = (): void => {
    setTried(true);
    if (fault !== null) area.current?.focus();
    else if (!badName && !busy) void send(text, name.trim(), signedIn ? visibility : undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    <form
      className="card stack home-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="field">
        <label htmlFor={field} className="home-label">{words.demand}</label>
        <textarea
          ref={area}
          id={field}
          className="input home-text"
          rows={3}
          dir="auto"
          placeholder={words.hint}
          value={text}
          aria-invalid={told !== null}
          aria-describedby={`${field}-about`}
          onChange={(event) => { write(event.target.value); }}
          onKeyDown={onKeyDown}
        />
        <div className="row home-about" id={`${field}-about`}>
          {told === null ? <span className="hint">{words.keys}</span> : (
            <span className="problem" role="alert">
              {told === "blank" ? words.blank : words.long(format.number(length), most)}
            </span>
          )}
          {told !== "long" && length > NEAR * LONGEST_DEMAND && <span className="hint">{words.count(format.number(length), most)}</span>}
        </div>
      </div>
      <Examples />
      <WhoAndVisibility
        name={name}
        problem={badName ? words.whoBad(format.number(LONGEST_USER)) : null}
        onName={callMyself}
        visibility={visibility}
        onVisibility={setVisibility}
      />
      {refused && <div className="stack"><RefusalNote refused={refused} /><p className="small soft">{words.kept}</p></div>}
      <div className="row">
        <button type="submit" className="button button-main home-send" disabled={busy}>{busy ? words.busy : words.send}</button>
      </div>
    </form>
  );
}

function Examples() {
  const words = useWords(WORDS);
  return (
    <div className="stack home-examples" role="group" aria-label={words.examples}>
      <span className="small soft" aria-hidden="true">{words.examples}</span>
      <ul>
        {words.example.map((example) => (
          <li key={example}>
            <button type="button" className="button home-example small" onClick={() => { write(example); }}>
              <span>{example}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** As high as its text needs. */
function fit(area: HTMLTextAreaElement | null): void {
  if (area === null) return;
  area.style.blockSize = "auto";
  area.style.blockSize = `${area.scrollHeight + 2}px`;
}
