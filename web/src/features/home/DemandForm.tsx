// Form for submitting a demand, with immediate validation.
import { useLayoutEffect, useRef, useState } from "react";
import { MAX_DEMAND_CHARS, MAX_USER_ID_CHARS } from "../../generated/bounds";
import { ErrorNote } from "../../ui/ErrorNote";
import { StatementField } from "../../ui/StatementField";
import { useFormat } from "../../i18n/format";
import { useSession } from "../session/session";
import { setUserName, useDraftStore, setDraftText } from "./draftStore";
import { useSubmitDemand, type Visibility } from "./useSubmitDemand";
import { OwnerAndVisibility } from "./OwnerAndVisibility";
import { validateDemand, isUserName, countCharacters } from "./validation";
import { MESSAGES } from "./messages";

/** Form with the demand text, examples, user name or visibility, and a submit button. */
export function DemandForm() {
  const messages = MESSAGES.useCurrent();
  const format = useFormat();
  const session = useSession();
  const text = useDraftStore((draft) => draft.text);
  const name = useDraftStore((draft) => draft.name);
  const [visibility, setVisibility] = useState<Visibility | undefined>();
  const [submitted, setSubmitted] = useState(false);
  const { busy, error, send } = useSubmitDemand();
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    fitToContent(area.current);
  }, [text]);

  const signedIn = session?.user_id != null;
  const problem = validateDemand(text);
  const length = countCharacters(text);
  const maxLength = format.number(MAX_DEMAND_CHARS);
  const shownProblem = problem === "long" || submitted ? problem : null;
  const invalidName = !signedIn && !isUserName(name.trim());

  const submit = (): void => {
    setSubmitted(true);
    if (problem !== null) area.current?.focus();
    else if (!invalidName && !busy) void send(text, name.trim(), signedIn ? visibility : undefined);
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
      <StatementField
        ref={area}
        label={messages.demand}
        placeholder={messages.hint}
        rows={3}
        value={text}
        onChange={setDraftText}
        length={length}
        maxLength={MAX_DEMAND_CHARS}
        problem={shownProblem === null ? null : shownProblem === "blank" ? messages.blank : messages.long(format.number(length), maxLength)}
        tooLong={shownProblem === "long"}
        hint={messages.keys}
        count={messages.count(format.number(length), maxLength)}
      />
      <ExampleDemands />
      <OwnerAndVisibility
        name={name}
        problem={invalidName ? messages.whoBad(format.number(MAX_USER_ID_CHARS)) : null}
        onName={setUserName}
        visibility={visibility}
        onVisibility={setVisibility}
      />
      {error && <div className="stack"><ErrorNote error={error} /><p className="small soft">{messages.kept}</p></div>}
      <div className="row">
        <button type="submit" className="button button-main home-send" disabled={busy}>{busy ? messages.busy : messages.send}</button>
      </div>
    </form>
  );
}

function ExampleDemands() {
  const messages = MESSAGES.useCurrent();
  return (
    <div className="stack home-examples" role="group" aria-label={messages.examples}>
      <span className="small soft" aria-hidden="true">{messages.examples}</span>
      <ul>
        {messages.example.map((example) => (
          <li key={example}>
            <button type="button" className="button home-example small" onClick={() => { setDraftText(example); }}>
              <span>{example}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Grow the text area to the height of its content. */
function fitToContent(area: HTMLTextAreaElement | null): void {
  if (area === null) return;
  area.style.blockSize = "auto";
  area.style.blockSize = `${area.scrollHeight + 2}px`;
}
