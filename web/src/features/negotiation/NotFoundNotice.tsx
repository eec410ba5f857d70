// Notice for a demand that does not exist or is not visible to the viewer.
import { Link } from "react-router";
import { requestSignIn, useSession } from "../session/session";
import { MESSAGES } from "./messages";

/** Not-found notice; offers to sign in when that may give access. */
export function NotFoundNotice() {
  const messages = MESSAGES.useCurrent();
  const session = useSession();
  return (
    <>
      <h1>{messages.missing}</h1>
      <p className="soft">{messages.missingHint}</p>
      <p className="row">
        <Link className="button button-main" to="/">{messages.another}</Link>
        {session?.sign_in === true && session.user_id === null && (
          <button type="button" className="button" onClick={() => void requestSignIn()}>{messages.signIn}</button>
        )}
      </p>
    </>
  );
}
