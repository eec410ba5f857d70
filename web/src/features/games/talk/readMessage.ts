// Final messages of agents: JSON objects with a move, or with a finding.
import { readNumber, readObject, readObjects, readString } from "../../../eventLog/readJson";

/** What a final message says. */
export interface FinalMessage {
  readonly text: string;
  /** Moves that it chooses or recommends, with what is said of each. */
  readonly moves: readonly { readonly x: number; readonly y: number; readonly score: number | null; readonly reason: string }[];
}

/** Read a final message; one that is no JSON object is its own text. */
export function readFinalMessage(message: string): FinalMessage {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(message);
  } catch {
    return { text: message, moves: [] };
  }
  const found = readObject(parsed);
  const moves = [found, ...readObjects(found.moves)].flatMap(({ x: row, y: column, score, reason }) => {
    const [x, y] = [readNumber(row), readNumber(column)];
    return x === null || y === null ? [] : [{ x, y, score: readNumber(score), reason: readString(reason) }];
  });
  const text = readString(found.text);
  return text === "" && moves.length === 0 ? { text: message, moves: [] } : { text, moves };
}
