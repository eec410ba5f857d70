// Requests for the invitation links of an agent's person. All throw ApiError.
import { fetchJson, type Schemas } from "../../api/client";

/** Invitation link without its secret. */
export type InvitationLink = Schemas["InvitationLinkItem"];
/** New invitation link with the path of its page. */
export type NewInvitationLink = Schemas["NewInvitationLink"];

const getPath = (agentId: string): string => `admin/people/${encodeURIComponent(agentId)}/invitations`;

/** List the valid links of an agent's person, the first to end first. */
export async function listInvitationLinks(agentId: string, signal?: AbortSignal): Promise<readonly InvitationLink[]> {
  return (await fetchJson<Schemas["InvitationLinkPage"]>(getPath(agentId), signal ? { signal } : {})).items;
}

/** Make a link that is valid for so many days. */
export function createInvitationLink(agentId: string, days: number): Promise<NewInvitationLink> {
  return fetchJson(getPath(agentId), { method: "POST", body: { days } });
}

/** Revoke a link at once. */
export function revokeInvitationLink(linkId: string): Promise<null> {
  return fetchJson(`admin/people/invitations/${encodeURIComponent(linkId)}`, { method: "DELETE" });
}
