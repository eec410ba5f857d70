// State of the review before the invitations, from the events of a log: the open question, the deadline, the changes.
import { isAboutLimit } from "../../eventLog/reviewReducers";
import { readObject, readObjects, readString } from "../../eventLog/readJson";
import type { JsonObject, LogEntry } from "../../eventLog/types";

/** Question to the requester. */
export interface OpenQuestion {
  readonly id: string;
  readonly text: string;
  readonly options: readonly { readonly id: string; readonly text: string }[];
  /** Id of the option that is taken without an answer. */
  readonly byDefault: string;
}

/** One changed field of the understanding, with its value before and after. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What the requester did: changed fields, or answered a question. */
export type RequesterAction =
  | { readonly kind: "revision"; readonly seq: number; readonly by: string; readonly changes: readonly FieldChange[] }
  | { readonly kind: "answer"; readonly seq: number; readonly question: string; readonly answer: string; readonly person: boolean };

/** Period of which something waits for the requester: its first and last instant, ISO 8601. */
export interface Wait {
  readonly startedAt: string;
  readonly until: string;
}

/** State of the review of one demand. */
export interface ReviewState {
  readonly question: OpenQuestion | null;
  /** Period in which the open question, or else the invitations wait; null when nothing waits. */
  readonly wait: Wait | null;
  readonly actions: readonly RequesterAction[];
}

const EMPTY: ReviewState = { question: null, wait: null, actions: [] };

/**
 * Derive the state from the events up to a moment. The review ends with the choice of the candidates; afterwards only
 * the requester's answers about limits, and the changes that follow from them, are added to the actions.
 */
export function getReviewState(entries: readonly LogEntry[]): ReviewState {
  let state = EMPTY;
  let ended = false;
  const asked = new Map<string, OpenQuestion>();
  for (const { seq, event_type: type, payload: json, timestamp } of entries) {
    const payload = readObject(json);
    const until = readString(payload.review_until);
    const wait = until === "" ? null : { startedAt: timestamp, until };
    switch (type) {
      case "towow.demand.understood":
        state = { ...state, wait };
        break;
      case "towow.question.asked": {
        const question = readQuestion(payload);
        asked.set(question.id, question);
        if (!ended && !isAboutLimit(payload)) state = { ...state, question, wait: { startedAt: timestamp, until: readString(payload.until) } };
        break;
      }
      case "towow.question.answered":
        state = { question: null, wait: ended ? null : wait, actions: [...state.actions, describeAnswer(seq, payload, asked.get(readString(payload.question_id)))] };
        break;
      case "towow.demand.revised":
        state = ended ? { ...state, actions: addRevision(state.actions, seq, payload) } : { question: state.question, wait: wait ?? (state.question === null ? null : state.wait), actions: addRevision(state.actions, seq, payload) };
        break;
      case "towow.filter.completed":
      case "towow.demand.cancelled":
      case "towow.demand.closed":
        ended = true;
        state = { ...state, question: null, wait: null };
        break;
    }
  }
  return state;
}

/** Read a question from the payload of `question.asked`. */
export function readQuestion(payload: JsonObject): OpenQuestion {
  const options = readObjects(payload.options).map((option) => ({ id: readString(option.id), text: readString(option.text) }));
  return { id: readString(payload.question_id), text: readString(payload.text), options, byDefault: readString(payload.default) };
}

function describeAnswer(seq: number, payload: JsonObject, asked: OpenQuestion | undefined): RequesterAction {
  const option = asked?.options.find(({ id }) => id === payload.option)?.text ?? readString(payload.option);
  return { kind: "answer", seq, question: asked?.text ?? "", answer: option || readString(payload.text), person: payload.answered_by === "person" };
}

/** Fields whose changes are shown; the others follow from these, or from the demand's text. */
const SHOWN_FIELDS: readonly string[] = ["needs", "limits", "preferences", "not_wanted", "not_understood", "title", "confidence"];

/** Read who changed what from the payload of `demand.revised`. */
export function readRevision(payload: object): { readonly by: string; readonly changes: readonly FieldChange[] } {
  const { changed_by: by, changes } = payload as JsonObject;
  return { by: readString(by), changes: readObjects(changes).map(readChange).filter(({ field }) => SHOWN_FIELDS.includes(field)) };
}

function readChange({ field, before, after }: JsonObject): FieldChange {
  return { field: readString(field), before, after };
}

/** Add a revision, unless it only held the wait and changed nothing. */
function addRevision(actions: readonly RequesterAction[], seq: number, payload: JsonObject): readonly RequesterAction[] {
  const revision = readRevision(payload);
  return revision.changes.length === 0 ? actions : [...actions, { kind: "revision", seq, ...revision }];
}
