// How does a demand get from the form to the gateway, once however often it is sent? Then its negotiation is opened.
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Refused } from "../../api/client";
import { submitDemand } from "../../api/demands";
import { refreshSession, signedIn, useSessionState } from "../session/session";
import { attemptOf, callMyself, useDraft, write } from "./draftStore";
import type { Attempt } from "./draftStore";

/** Outlives the form: who comes back to it after a lost answer sends the same demand again. */
let last: Attempt | null = null;

export type Visibility = "public" | "private";

interface Submitting {
  readonly busy: boolean;
  readonly refused: Refused | null;
  /** Send it; `name` is whose it is unless somebody is signed in. */
  readonly send: (text: string, name: string, visibility?: Visibility) => Promise<void>;
}

export function useSubmitting(): Submitting {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const sending = useRef(false);
  const here = useRef(true);
  const navigate = useNavigate();
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const once = async (text: string, name: string, visibility: Visibility | undefined): Promise<void> => {
    if (useSessionState.getState().session === null) await refreshSession();
    const { session } = useSessionState.getState();
    const userId = session?.user_id ?? name;
    const attempt = attemptOf(last, [text, userId, visibility]);
    last = attempt;
    const accepted = await submitDemand(text, userId, { key: attempt.key, ...(visibility ? { visibility } : {}) });
    last = null;
    if (session?.user_id == null) callMyself(name);
    if (useDraft.getState().text === text) write("");
    if (here.current) await navigate(`/d/${accepted.demand_id}`);
  };

  const send = async (text: string, name: string, visibility?: Visibility): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefused(null);
    try {
      await signedIn(() => once(text, name, visibility));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setRefused(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  return { busy, refused, send };
}
