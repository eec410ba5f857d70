// Hook that names agents, sources, points and sides of the shown game.
import { lookUp, readNumber, readObject, readString } from "../../../eventLog/readJson";
import { BOARD_MESSAGES } from "../board/messages";
import { MESSAGES } from "../messages";
import { TALK_MESSAGES } from "./messages";

interface Names {
  /** Name of an agent; an unknown one is its id. */
  readonly agent: (id: unknown) => string;
  /** Name of who recommends a move: an agent, an engine, the book. */
  readonly source: (id: string) => string;
  /** Point of an object with `x` and `y`. */
  readonly point: (value: unknown) => string;
}

/** Return functions that name things in the viewer's language. */
export function useNames(): Names {
  const names = MESSAGES.useCurrent();
  const messages = TALK_MESSAGES.useCurrent();
  const { point } = BOARD_MESSAGES.useCurrent();
  const agent = (id: unknown): string => lookUp<string>(names.agent, id) ?? readString(id);
  return {
    agent,
    source: (id) => (id === "engine" ? messages.engine : id === "book" ? messages.book : agent(id)),
    point: (value) => {
      const { x, y } = readObject(value);
      return point(readNumber(x) ?? 0, readNumber(y) ?? 0);
    },
  };
}

/** Return the id of the expert that a call names, which may be an id or a name in either language. */
export function findExpert(name: unknown): string {
  const text = readString(name).trim().toLowerCase();
  const ids = Object.keys(MESSAGES.en.agent) as (keyof typeof MESSAGES.en.agent)[];
  return ids.find((id) => [id, id.replaceAll("_", " "), MESSAGES.en.agent[id].toLowerCase(), MESSAGES.zh.agent[id], MESSAGES.zh.agent[id].replace(/专家$/, "")].includes(text)) ?? readString(name);
}
