// Fields for the words of a need, a preference or something not wanted, and for the count of a need.
import { useId } from "react";
import { FieldProblem } from "./FieldProblem";
import { MESSAGES } from "./messages";

interface Props {
  readonly text: string;
  /** The count as entered; omitted where things are not counted. */
  readonly count?: string;
  readonly problem: string | null;
  readonly onText: (text: string) => void;
  readonly onCount?: (count: string) => void;
}

/** Text field, and a number field for needs. */
export function NeedFields({ text, count, problem, onText, onCount }: Props) {
  const messages = MESSAGES.useCurrent();
  const id = useId();
  const isNeed = count !== undefined;
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}-text`}>{isNeed ? messages.need : messages.words}</label>
        <input
          id={`${id}-text`}
          className="input"
          dir="auto"
          value={text}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          onChange={(event) => { onText(event.target.value); }}
        />
        {isNeed && <span className="hint">{messages.needHint}</span>}
      </div>
      {isNeed && (
        <div className="field">
          <label htmlFor={`${id}-count`}>{messages.howMany}</label>
          <input
            id={`${id}-count`}
            className="input reading-number"
            inputMode="numeric"
            value={count}
            aria-describedby={`${id}-problem`}
            onChange={(event) => { onCount?.(event.target.value); }}
          />
        </div>
      )}
      <FieldProblem id={`${id}-problem`} problem={problem} />
    </>
  );
}
