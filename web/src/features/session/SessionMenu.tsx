// Who is signed in, and how does one sign in or out?
import { useState } from "react";
import { Refused } from "../../api/client";
import { Badge } from "../../ui/Badge";
import { RefusalNote } from "../../ui/ErrorNote";
import { useWords } from "../../i18n/locale";
import { requestSignIn, signOut, useSession } from "./session";
import { WORDS } from "./messages";
import "./session.css";

export function SessionMenu() {
  const session = useSession();
  return (
    <>
      {session?.user_id != null && <SignedIn userId={session.user_id} admin={session.admin} />}
      {session?.sign_in === true && session.user_id === null && <SignInButton />}
    </>
  );
}

function SignInButton() {
  const words = useWords(WORDS);
  return (
    <button type="button" className="button" aria-haspopup="dialog" onClick={() => void requestSignIn()}>
      {words.signIn}
    </button>
  );
}

function SignedIn({ userId, admin }: { readonly userId: string; readonly admin: boolean }) {
  const words = useWords(WORDS);
  const [refused, setRefused] = useState<Refused | null>(null);
  const leave = async (): Promise<void> => {
    try {
      await signOut();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    }
  };
  return (
    <span className="row">
      <span className="visually-hidden">{words.signedInAs}</span>
      <bdi className="session-user">{userId}</bdi>
      {admin && <Badge tone="brand">{words.admin}</Badge>}
      <button type="button" className="button button-quiet" onClick={() => void leave()}>{words.signOut}</button>
      {refused && <RefusalNote refused={refused} />}
    </span>
  );
}
