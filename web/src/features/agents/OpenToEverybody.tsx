// Note that everybody may change this demonstration, before what changes it; nothing where people sign in.
import type { ReactNode } from "react";
import { create } from "zustand";
import { useSession } from "../session/session";
import { MESSAGES } from "./messages";

/** Whether the visitor has read the note, until the page is left. */
const useNoteStore = create<{ readonly read: boolean }>()(() => ({ read: false }));

/** Show `children` at once to those who have signed in, to anonymous visitors after they have confirmed the note. */
export function OpenToEverybody({ children }: { readonly children: ReactNode }) {
  const messages = MESSAGES.useCurrent();
  const session = useSession();
  const read = useNoteStore((state) => state.read);
  if (session?.user_id !== null || read) return <>{children}</>;
  return (
    <div className="agents-open stack small">
      <p>{messages.openToEverybody}</p>
      <div><button type="button" className="button" onClick={() => { useNoteStore.setState({ read: true }); }}>{messages.changeAnyway}</button></div>
    </div>
  );
}
