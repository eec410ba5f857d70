// What is said of a demand that is not there, or not for this viewer? That, and what one can do about it.
import { Link } from "react-router";
import { useWords } from "../../i18n/locale";
import { requestSignIn, useSession } from "../session/session";
import { WORDS } from "./messages";

/** Whoever may see it once they have signed in is offered that. */
export function Missing() {
  const words = useWords(WORDS);
  const session = useSession();
  return (
    <>
      <h1>{words.missing}</h1>
      <p className="soft">{words.missingHint}</p>
      <p className="row">
        <Link className="button button-main" to="/">{words.another}</Link>
        {session?.sign_in === true && session.user_id === null && (
          <button type="button" className="button" onClick={() => void requestSignIn()}>{words.signIn}</button>
        )}
      </p>
    </>
  );
}
