// Hook that submits a follow-up demand exactly once and opens it.
import { useState } from "react";
import type { DemandView } from "../../eventLog/types";
import type { Action } from "../../ui/useAction";
import { useNavigateWhileMounted } from "../../ui/useNavigateWhileMounted";
import { useFollowUp } from "./useFollowUp";

/** Submission state and actions. */
export interface Resubmission extends Pick<Action, "busy" | "error"> {
  /** Identifies the button that the last submission came from; null before the first. */
  readonly source: string | null;
  /** Submit `text` as a demand that follows the current one. */
  readonly resubmit: (source: string, text: string) => void;
  /** Sign in, then submit the same text. */
  readonly signIn: (source: string, text: string) => void;
}

/** Return the submission state and actions for follow-ups of `view`. */
export function useResubmit(view: DemandView): Resubmission {
  const { busy, error, submit, signIn } = useFollowUp(view);
  const [source, setSource] = useState<string | null>(null);
  const navigate = useNavigateWhileMounted();
  const open = (demandId: string): Promise<void> => navigate(`/d/${demandId}`);
  return {
    busy,
    error,
    source,
    resubmit: (source, text) => {
      setSource(source);
      submit(text, open);
    },
    signIn: (source, text) => {
      setSource(source);
      signIn(text, open);
    },
  };
}
