// Form that states a goal.
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { ApiError } from "../../../api/client";
import { useFormat } from "../../../i18n/format";
import { ErrorNote } from "../../../ui/ErrorNote";
import { StatementField } from "../../../ui/StatementField";
import { countCharacters } from "../../home/validation";
import { MAX_MESSAGE_CHARS } from "../../../generated/bounds";
import { getRunningSession } from "../sessionApi";
import { useStartSession } from "./useStartSession";
import { START_MESSAGES } from "./messages";

/** The text outlives the form, so that going back and forth loses nothing. */
let draft = "";

/** Form with a goal, examples and a start button. */
export function StartForm() {
  const messages = START_MESSAGES.useCurrent();
  const { number } = useFormat();
  const [text, setText] = useState(draft);
  const [submitted, setSubmitted] = useState(false);
  const { busy, error, start } = useStartSession();
  const area = useRef<HTMLTextAreaElement>(null);
  const length = countCharacters(text);
  const most = number(MAX_MESSAGE_CHARS);
  const long = length > MAX_MESSAGE_CHARS;
  const blank = text.trim() === "";
  const problem = long ? messages.long(number(length), most) : submitted && blank ? messages.blank : null;

  const change = (changed: string): void => {
    draft = changed;
    setText(changed);
  };
  const submit = (): void => {
    setSubmitted(true);
    if (long || blank) area.current?.focus();
    else if (!busy) void start(text, () => { change(""); });
  };

  return (
    <form
      className="card stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <StatementField
        ref={area}
        label={messages.goal}
        placeholder={messages.hint}
        rows={4}
        value={text}
        onChange={change}
        length={length}
        maxLength={MAX_MESSAGE_CHARS}
        problem={problem}
        tooLong={long}
        hint={messages.keys}
        count={messages.count(number(length), most)}
      />
      <div className="stack" role="group" aria-label={messages.examples}>
        <span className="small soft" aria-hidden="true">{messages.examples}</span>
        {messages.example.map((example) => (
          <button key={example} type="button" className="button dl-example small" onClick={() => { change(example); }}>{example}</button>
        ))}
      </div>
      {error && <StartError error={error} />}
      <div className="row">
        <button type="submit" className="button button-main" disabled={busy}>{busy ? messages.busy : messages.start}</button>
      </div>
    </form>
  );
}

/** Why a start failed, in words, and what can be done. */
function StartError({ error }: { readonly error: ApiError }) {
  const messages = START_MESSAGES.useCurrent();
  const running = getRunningSession(error);
  if (running !== null) {
    return <p className="refusal small" role="alert">{messages.running} <Link to={`/deliberations/${encodeURIComponent(running)}`}>{messages.open}</Link></p>;
  }
  const hint = error.status === 429 ? messages.tooMany : error.status === 503 ? messages.overloaded : null;
  return (
    <div className="stack">
      <ErrorNote error={error} />
      {hint !== null && <p className="small">{hint}</p>}
      <p className="small soft">{messages.kept}</p>
    </div>
  );
}
