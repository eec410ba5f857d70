// Session menu in the page header: user and sign-out, or sign-in.
import { Badge } from "../../ui/Badge";
import { ErrorNote } from "../../ui/ErrorNote";
import { useAction } from "../../ui/useAction";
import { requestSignIn, signOut, useSession } from "./session";
import { MESSAGES } from "./messages";
import "./session.css";

/** User name with sign-out button, or a sign-in button. */
export function SessionMenu() {
  const session = useSession();
  return (
    <>
      {session?.user_id != null && <UserMenu userId={session.user_id} admin={session.admin} />}
      {session?.sign_in === true && session.user_id === null && <SignInButton />}
    </>
  );
}

function SignInButton() {
  const messages = MESSAGES.useCurrent();
  return (
    <button type="button" className="button" aria-haspopup="dialog" onClick={() => void requestSignIn()}>
      {messages.signIn}
    </button>
  );
}

function UserMenu({ userId, admin }: { readonly userId: string; readonly admin: boolean }) {
  const messages = MESSAGES.useCurrent();
  const { error, run } = useAction();
  return (
    <span className="row">
      <span className="visually-hidden">{messages.signedInAs}</span>
      <bdi className="session-user">{userId}</bdi>
      {admin && <Badge tone="brand">{messages.admin}</Badge>}
      <button type="button" className="button button-quiet" onClick={() => void run(signOut)}>{messages.signOut}</button>
      {error && <ErrorNote error={error} />}
    </span>
  );
}
