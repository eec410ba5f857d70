// Notice for a page whose subject does not exist or is not visible to the viewer.
import { Link } from "react-router";
import { requestSignIn, useSession } from "./session";

/** Texts of the notice. */
export interface MissingTexts {
  readonly missing: string;
  readonly missingHint: string;
  /** Text of the link to begin another one. */
  readonly another: string;
  readonly signIn: string;
}

/** Not-found notice with a link to the path `to`; offers to sign in when that may give access. */
export function MissingNotice({ to, texts }: { readonly to: string; readonly texts: MissingTexts }) {
  const session = useSession();
  return (
    <section className="card stack" data-state="missing">
      <h1>{texts.missing}</h1>
      <p className="soft">{texts.missingHint}</p>
      <p className="row">
        <Link className="button button-main" to={to}>{texts.another}</Link>
        {session?.sign_in === true && session.user_id === null && (
          <button type="button" className="button" onClick={() => void requestSignIn()}>{texts.signIn}</button>
        )}
      </p>
    </section>
  );
}
