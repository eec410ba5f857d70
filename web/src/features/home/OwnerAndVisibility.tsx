// Owner and visibility fields of the demand form: a user name for guests, visibility for signed-in users.
import { useId } from "react";
import { useSession } from "../session/session";
import type { Visibility } from "./useSubmitDemand";
import { MESSAGES } from "./messages";

interface Props {
  readonly name: string;
  /** Validation problem of the name, or null. */
  readonly problem: string | null;
  readonly onName: (name: string) => void;
  /** Chosen visibility; undefined uses the gateway's default. */
  readonly visibility: Visibility | undefined;
  readonly onVisibility: (visibility: Visibility | undefined) => void;
}

const VISIBILITY_CHOICES = ["default", "public", "private"] as const;

/** User name field for guests, visibility select for signed-in users. */
export function OwnerAndVisibility(props: Props) {
  return useSession()?.user_id == null ? <UserNameField {...props} /> : <VisibilitySelect {...props} />;
}

function UserNameField({ name, problem, onName }: Props) {
  const messages = MESSAGES.useCurrent();
  const fieldId = useId();
  return (
    <div className="field home-who">
      <label htmlFor={fieldId}>{messages.who}</label>
      <input
        id={fieldId}
        className="input"
        dir="auto"
        autoComplete="nickname"
        value={name}
        aria-invalid={problem !== null}
        aria-describedby={`${fieldId}-about`}
        onChange={(event) => { onName(event.target.value); }}
      />
      <span className={problem === null ? "hint" : "problem"} id={`${fieldId}-about`}>{problem ?? messages.whoHint}</span>
    </div>
  );
}

function VisibilitySelect({ visibility, onVisibility }: Props) {
  const messages = MESSAGES.useCurrent();
  const fieldId = useId();
  return (
    <div className="field home-who">
      <label htmlFor={fieldId}>{messages.visibility}</label>
      <select
        id={fieldId}
        className="input"
        value={visibility ?? "default"}
        onChange={({ target }) => {
          onVisibility(target.value === "public" || target.value === "private" ? target.value : undefined);
        }}
      >
        {VISIBILITY_CHOICES.map((choice) => <option key={choice} value={choice}>{messages.visible[choice]}</option>)}
      </select>
    </div>
  );
}
