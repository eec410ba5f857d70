// How is told that the gateway said no, or said nothing? In its own words, with what is wrong and what one can do about it.
import type { Refused } from "../api/client";
import { useFormat } from "../i18n/format";
import { useWords } from "../i18n/locale";
import { OwnWords } from "./UserText";

export const WORDS = {
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
};

interface Props {
  readonly refused: Refused;
  /** Fields whose problems are told elsewhere, beside the fields. */
  readonly without?: readonly string[];
  /** Offered to whoever has to sign in first. */
  readonly signIn?: () => void;
}

export function RefusalNote({ refused, without = [], signIn }: Props) {
  const words = useWords(WORDS);
  const { number } = useFormat();
  const away = isAway(refused);
  const details = away ? [] : said(refused, words.is, without);
  return (
    <div className="refusal small" role="alert" data-refused={refused.code}>
      <p>{away ? words.unreachable : refused.message === "" ? words.plain(refused.status) : <OwnWords text={refused.message} />}</p>
      {details.map((detail) => <p key={detail}><OwnWords text={detail} /></p>)}
      {refused.retryAfter !== null && <p>{words.after(number(refused.retryAfter))}</p>}
      {refused.status === 401 && signIn && <button type="button" className="button" onClick={signIn}>{words.signIn}</button>}
    </div>
  );
}

/** Whether nobody answered: no gateway, or only what stands before one. */
export function isAway({ code, status }: Refused): boolean {
  return code === "unreachable" || (code === "unknown" && status >= 500);
}

/** What is wrong with one field, and with what is in it (`name`, `name.0`); none when nothing is. */
export function problemsOf(refused: Refused | null, field: string): readonly string[] {
  if (refused === null || !Array.isArray(refused.details)) return [];
  return refused.details.filter((problem) => isOf(problem.field, field)).map((problem) => problem.problem);
}

function said({ details, message }: Refused, is: string, without: readonly string[]): readonly string[] {
  if (details === undefined || details === null) return [];
  if (typeof details === "string") return details === message || details === "" ? [] : [details];
  if (!Array.isArray(details)) return [`${details.id} ${is} ${details.status}`];
  return details
    .filter((problem) => !without.some((field) => isOf(problem.field, field)))
    .map((problem) => `${problem.field}: ${problem.problem}`);
}

function isOf(place: string, field: string): boolean {
  return place === field || place.startsWith(`${field}.`);
}
