// What did the gateway say when it refused? Its own words, when to try again, and what one can do about it.
import type { Refused } from "../../api/client";
import { OwnWords } from "../../ui/OwnWords";
import { useFormat } from "../../words/format";
import { useWords } from "../../words/language";
import { DOING } from "./doingWords";

export function RefusalNote({ refused, signIn }: { readonly refused: Refused; readonly signIn: () => void }) {
  const words = useWords(DOING);
  const { number } = useFormat();
  const said = refused.code === "unreachable" ? words.unreachable : refused.message || words.refused(String(refused.status));
  const problems = Array.isArray(refused.details) ? refused.details : [];
  return (
    <div className="outcome-refused small" role="alert" data-refused={refused.code}>
      <p>
        <OwnWords text={said} />
        {refused.retryAfter !== null && ` ${words.retryAfter(number(refused.retryAfter))}`}
      </p>
      {typeof refused.details === "string" && refused.details !== "" && <p><OwnWords text={refused.details} /></p>}
      {problems.map(({ field, problem }) => <p key={field}><OwnWords text={problem} /></p>)}
      {refused.status === 401 && <button type="button" className="button" onClick={signIn}>{words.signIn}</button>}
    </div>
  );
}
