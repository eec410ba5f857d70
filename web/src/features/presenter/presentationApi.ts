// Requests for presentations: a phone as the remote control of a stage.
import { fetchJson, type Schemas } from "../../api/client";
import type { PresentationLink } from "./presentationLink";

/** State of a presentation. */
export type PresentationState = Schemas["PresentationState"];
/** Command to the stage. */
export type RemoteCommand = Omit<Schemas["NumberedCommand"], "number">;
/** What a stage shows. */
export type StageDisplay = Schemas["StageDisplay"];

/** Time (s) that a request for the state waits for a change, and its limit (ms). */
const WAIT_S = 15;
const READ_TIMEOUT_MS = 25_000;
const SEND_TIMEOUT_MS = 8000;

/** Create a presentation of a demand; returns its secret link. Throws ApiError. */
export async function createPresentation(demandId: string): Promise<PresentationLink> {
  const { presentation_id, token } = await fetchJson<Schemas["PresentationReceipt"]>(`demands/${encodeURIComponent(demandId)}/presentations`, { method: "POST", timeoutMs: SEND_TIMEOUT_MS });
  return { presentationId: presentation_id, token };
}

/** Return the state once its revision is greater than `after`, or after some seconds. Throws ApiError. */
export function readPresentation(demandId: string, { presentationId }: PresentationLink, after: number, signal: AbortSignal): Promise<PresentationState> {
  const wait = after > 0 ? WAIT_S : 0;
  return fetchJson(`${getPath(demandId, presentationId)}?after=${after}&wait_s=${wait}`, { signal, timeoutMs: READ_TIMEOUT_MS });
}

/** Send a command to the stage. Throws ApiError, code E013 when the token is not the presentation's. */
export function sendCommand(demandId: string, { presentationId, token }: PresentationLink, command: RemoteCommand): Promise<Schemas["CommandReceipt"]> {
  return fetchJson(`${getPath(demandId, presentationId)}/commands`, { method: "POST", body: command, headers: { "X-Presentation-Token": token }, timeoutMs: SEND_TIMEOUT_MS });
}

/** Say what the stage shows. Throws ApiError. */
export function reportDisplay(demandId: string, { presentationId, token }: PresentationLink, display: StageDisplay): Promise<null> {
  return fetchJson(`${getPath(demandId, presentationId)}/display`, { method: "PUT", body: display, headers: { "X-Presentation-Token": token }, timeoutMs: SEND_TIMEOUT_MS });
}

function getPath(demandId: string, presentationId: string): string {
  return `demands/${encodeURIComponent(demandId)}/presentations/${encodeURIComponent(presentationId)}`;
}
