// How does an answer get to the gateway? It is said again when nobody knows whether it got there.
import { ask, Refused } from "../../api/client";
import type { Answer, Asked, Question } from "./questionState";
import { show, useAttending } from "./attendanceStore";

/** ms after which a reply is given up */
const PATIENCE = 10_000;
/** ms until it is said again: at first, and at most unless the gateway asks for more */
const SOON = 2_000;
const LATE = 10_000;

/** Say what one has to say. False = not known to be heard: it is said again until it is, or one takes it back. Throws Refused. */
export async function answer(question: Question, said: Answer): Promise<boolean> {
  takeBack(question);
  try {
    await post(question, said);
  } catch (error) {
    if (!isUnheard(error)) throw error;
    mark(question, () => ({ fate: "unheard", unheard: said }));
    void repeat(question, said, after(error, SOON));
    return false;
  }
  mark(question, () => SENT);
  return true;
}

/** One says something else: what is still said again is so no more. */
export function takeBack(question: Question): void {
  mark(question, ({ fate }) => (fate === "unheard" ? OPEN : {}));
}

const SENT = { fate: "sent", unheard: null } as const;
const OPEN = { fate: "open", unheard: null } as const;

async function repeat(question: Question, said: Answer, first: number): Promise<void> {
  const stands = (): boolean => of(question)?.unheard === said;
  for (let wait = first; ; ) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (!stands()) return;
    try {
      await post(question, said);
      if (stands()) mark(question, () => SENT);
      return;
    } catch (error) {
      if (!stands()) return;
      if (!isUnheard(error) && !isTooMuch(error)) {
        mark(question, (asked) => refusedBy(error, asked));
        return;
      }
      wait = after(error, Math.min(wait * 2, LATE));
    }
  }
}

/** What has become of a question whose answer is not taken. */
function refusedBy(error: unknown, { left }: Asked): Partial<Asked> {
  const { status, details } = error instanceof Refused ? error : { status: 0, details: null };
  const over = details instanceof Object && "status" in details && details.status === "over";
  const settled = left !== null || [404, 409].includes(status);
  return settled ? { fate: over ? "over" : "gone", unheard: null, left: performance.now() } : OPEN; // to be said in another way
}

async function post({ agent_id: agent, question_id: id }: Question, body: Answer): Promise<void> {
  const path = `agents/${encodeURIComponent(agent)}/questions/${encodeURIComponent(id)}`;
  await ask(path, { method: "POST", body, patience: PATIENCE });
}

/** Whether nobody knows what became of it: no reply, none in time, or one of a gateway that broke down over it. */
function isUnheard(error: unknown): boolean {
  return error instanceof Refused && (error.code === "unreachable" || error.status >= 500);
}

function isTooMuch(error: unknown): boolean {
  return error instanceof Refused && error.status === 429;
}

function after(error: unknown, least: number): number {
  return error instanceof Refused && error.retryAfter !== null ? Math.max(least, error.retryAfter * 1000) : least;
}

function of({ agent_id: agent, question_id }: Question): Asked | undefined {
  return useAttending.getState().agents[agent]?.find((one) => one.question.question_id === question_id);
}

function mark(question: Question, change: (asked: Asked) => Partial<Asked>): void {
  const id = question.question_id;
  show(question.agent_id, (asked) => asked.map((one) => (one.question.question_id === id ? { ...one, ...change(one) } : one)));
}
