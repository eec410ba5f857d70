// Whose demand will it be, and for whose eyes? A stranger says a name; who is signed in says who may see it.
import { useId } from "react";
import { useWords } from "../../i18n/locale";
import { useSession } from "../session/session";
import type { Visibility } from "./useSubmitDemand";
import { WORDS } from "./messages";

interface Props {
  readonly name: string;
  /** What is wrong with the name. */
  readonly problem: string | null;
  readonly onName: (name: string) => void;
  /** undefined = as the gateway is set */
  readonly visibility: Visibility | undefined;
  readonly onVisibility: (visibility: Visibility | undefined) => void;
}

const CHOICES = ["default", "public", "private"] as const;

export function WhoAndVisibility(props: Props) {
  return useSession()?.user_id == null ? <Who {...props} /> : <WhoMaySee {...props} />;
}

function Who({ name, problem, onName }: Props) {
  const words = useWords(WORDS);
  const field = useId();
  return (
    <div className="field home-who">
      <label htmlFor={field}>{words.who}</label>
      <input
        id={field}
        className="input"
        dir="auto"
        autoComplete="nickname"
        value={name}
        aria-invalid={problem !== null}
        aria-describedby={`${field}-about`}
        onChange={(event) => { onName(event.target.value); }}
      />
      <span className={problem === null ? "hint" : "problem"} id={`${field}-about`}>{problem ?? words.whoHint}</span>
    </div>
  );
}

function WhoMaySee({ visibility, onVisibility }: Props) {
  const words = useWords(WORDS);
  const field = useId();
  return (
    <div className="field home-who">
      <label htmlFor={field}>{words.visibility}</label>
      <select
        id={field}
        className="input"
        value={visibility ?? "default"}
        onChange={({ target }) => {
          onVisibility(target.value === "public" || target.value === "private" ? target.value : undefined);
        }}
      >
        {CHOICES.map((choice) => <option key={choice} value={choice}>{words.visible[choice]}</option>)}
      </select>
    </div>
  );
}
