// How does a demand take up another one? It is submitted once, however often one clicks, and then it is what one sees.
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Refused } from "../../api/client";
import { newKey, submitDemand } from "../../api/demands";
import type { DemandView } from "../../eventLog/types";
import { useDraft } from "../home/draftStore";
import { refreshSession, requestSignIn, useSessionState } from "../session/session";

/** What became of the last try. `which` tells the places apart from which one can try. */
type Tried =
  | { readonly state: "idle" }
  | { readonly state: "busy"; readonly which: string }
  | { readonly state: "refused"; readonly which: string; readonly refused: Refused };

export interface Relaunching {
  readonly tried: Tried;
  /** Submit `text` as a demand that follows the one that is looked at. */
  readonly relaunch: (which: string, text: string) => void;
  /** After a refusal: sign in and try the same again. */
  readonly signIn: (which: string, text: string) => void;
}

export function useRelaunch(view: DemandView): Relaunching {
  const [tried, setTried] = useState<Tried>({ state: "idle" });
  const navigate = useNavigate();
  const busy = useRef(false);
  const here = useRef(true);
  // An answer that was lost may have been a yes: the same words of the same person are the same demand until one is told.
  const keys = useRef(new Map<string, string>());
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  async function submit(which: string, text: string): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setTried({ state: "busy", which });
    try {
      const user = (await whoever()) ?? useDraft.getState().name ?? view.user_id;
      const name = JSON.stringify([user, text]);
      const key = keys.current.get(name) ?? newKey();
      keys.current.set(name, key);
      const { demand_id } = await submitDemand(text, user, { follows: view.demand_id, key });
      keys.current.delete(name);
      setTried({ state: "idle" });
      if (here.current) await navigate(`/d/${demand_id}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setTried({ state: "refused", which, refused: error });
    } finally {
      busy.current = false;
    }
  }

  const relaunch = (which: string, text: string): void => {
    void submit(which, text);
  };
  const signIn = (which: string, text: string): void => {
    void requestSignIn().then((signedIn) => {
      if (signedIn) relaunch(which, text);
    });
  };
  return { tried, relaunch, signIn };
}

/** Who is signed in, asked for when it is not known yet; null = nobody. */
async function whoever(): Promise<string | null> {
  if (useSessionState.getState().session === null) await refreshSession();
  return useSessionState.getState().session?.user_id ?? null;
}
