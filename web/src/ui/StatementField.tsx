// Field for a long text that is sent: its problem, its length near the maximum, and Ctrl+Enter.
import { useId, type KeyboardEvent, type Ref } from "react";

/** Share of the maximum length from which the character count is shown. */
const COUNTER_THRESHOLD = 0.8;

interface Props {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly label: string;
  readonly placeholder: string;
  readonly rows: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Length as the gateway counts it, and its maximum. */
  readonly length: number;
  readonly maxLength: number;
  /** What is wrong; null if nothing is to be said. */
  readonly problem: string | null;
  /** Whether the problem tells the length, so that no count is needed. */
  readonly tooLong: boolean;
  /** Hint that stands in the place of a problem. */
  readonly hint: string;
  /** The length beside its maximum, in words. */
  readonly count: string;
}

/** Labelled text area; Ctrl+Enter or Cmd+Enter submits its form. */
export function StatementField({ ref, label, placeholder, rows, value, onChange, length, maxLength, problem, tooLong, hint, count }: Props) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <div className="field statement">
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={ref}
        id={id}
        className="input"
        rows={rows}
        dir="auto"
        placeholder={placeholder}
        value={value}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-about`}
        onChange={(event) => { onChange(event.target.value); }}
        onKeyDown={onKeyDown}
      />
      <div className="row statement-about" id={`${id}-about`}>
        {problem === null ? <span className="hint">{hint}</span> : <span className="problem" role="alert">{problem}</span>}
        {!tooLong && length > COUNTER_THRESHOLD * maxLength && <span className="hint">{count}</span>}
      </div>
    </div>
  );
}
