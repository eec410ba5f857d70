// Message for a failed request: the gateway's own text, details, and what to do next.
import type { ApiError } from "../api/client";
import { useFormat } from "../i18n/format";
import { defineMessages } from "../i18n/locale";
import { UserText } from "./UserText";

/** Messages of the note, by locale. */
export const MESSAGES = defineMessages({
  zh: {
    unreachable: "网关没有应答。请检查网络，稍后再试。",
    plain: (status: number) => `网关拒绝了请求（状态 ${status}）。`,
    after: (seconds: string) => `请在 ${seconds} 秒后再试。`,
    is: "当前状态",
    signIn: "登录",
  },
  en: {
    unreachable: "The gateway does not answer. Check the connection and try again.",
    plain: (status: number) => `The gateway refused this (status ${status}).`,
    after: (seconds: string) => `Try again in ${seconds} s.`,
    is: "is now",
    signIn: "Sign in",
  },
});

interface Props {
  readonly error: ApiError;
  /** Fields whose validation problems are shown elsewhere. */
  readonly omitFields?: readonly string[];
  /** Called from a sign-in button, which is shown for the statuses `signInStatuses`. */
  readonly signIn?: () => void;
  /** Statuses that signing in may change; 401 when omitted. */
  readonly signInStatuses?: readonly number[];
}

/** Alert that describes a failed request. */
export function ErrorNote({ error, omitFields = [], signIn, signInStatuses = [401] }: Props) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const unreachable = isUnreachable(error);
  const details = unreachable ? [] : getDetailLines(error, messages.is, omitFields);
  return (
    <div className="refusal small" role="alert" data-refused={error.code}>
      <p>{unreachable ? messages.unreachable : error.message === "" ? messages.plain(error.status) : <UserText text={error.message} />}</p>
      {details.map((detail) => <p key={detail}><UserText text={detail} /></p>)}
      {error.retryAfterS !== null && <p>{messages.after(number(error.retryAfterS))}</p>}
      {signInStatuses.includes(error.status) && signIn && <button type="button" className="button" onClick={signIn}>{messages.signIn}</button>}
    </div>
  );
}

/** Whether the gateway did not respond, or only a proxy in front of it did. */
export function isUnreachable({ code, status }: ApiError): boolean {
  return code === "unreachable" || (code === "unknown" && status >= 500);
}

/** Return the validation problems of one field and its children (`name`, `name.0`). */
export function getFieldProblems(error: ApiError | null, field: string): readonly string[] {
  if (error === null || !Array.isArray(error.details)) return [];
  return error.details.filter((problem) => isFieldOrChild(problem.field, field)).map((problem) => problem.problem);
}

function getDetailLines({ details, message }: ApiError, isNow: string, omitFields: readonly string[]): readonly string[] {
  if (details === undefined || details === null) return [];
  if (typeof details === "string") return details === message || details === "" ? [] : [details];
  if (!Array.isArray(details)) return [`${details.id} ${isNow} ${details.status}`];
  return details
    .filter((problem) => !omitFields.some((field) => isFieldOrChild(problem.field, field)))
    .map((problem) => `${problem.field}: ${problem.problem}`);
}

function isFieldOrChild(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}
