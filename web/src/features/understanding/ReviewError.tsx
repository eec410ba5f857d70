// Message for a refused change, answer or confirmation of the requester.
import type { ApiError } from "../../api/client";
import { ErrorNote } from "../../ui/ErrorNote";
import { MESSAGES } from "./messages";

interface Props {
  readonly error: ApiError;
  /** Text for code E014: what was changed or answered is over. */
  readonly over: string;
  readonly signIn?: () => void;
  /** Whether something was entered that a retry sends again. */
  readonly kept?: boolean;
}

/** Alert with the reason and what to do next. */
export function ReviewError({ error, over, signIn, kept = false }: Props) {
  const messages = MESSAGES.useCurrent();
  const known = error.code === "E014" ? over : error.status === 403 ? messages.forbidden : null;
  if (known !== null) return <p className="refusal small" role="alert" data-refused={error.code}>{known}</p>;
  return (
    <>
      <ErrorNote error={error} {...(signIn ? { signIn } : {})} />
      {kept && <p className="small soft">{messages.kept}</p>}
    </>
  );
}
