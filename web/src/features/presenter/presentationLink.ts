// Secret link of a presentation. It is in the fragment of an address, which browsers do not send to any server.

/** Presentation and the token that controls it; "" for a viewer without one. */
export interface PresentationLink {
  readonly presentationId: string;
  readonly token: string;
}

/** Return the address that a phone opens as the remote of a stage. */
export function getRemoteUrl(demandId: string, { presentationId, token }: PresentationLink): string {
  return `${location.origin}/remote/${encodeURIComponent(demandId)}#${presentationId}.${token}`;
}

/** Read the link from the fragment of an address; null when there is none. */
export function readPresentationLink(fragment: string): PresentationLink | null {
  const [, presentationId, token = ""] = /^#?(p-[a-z0-9]{1,40})(?:\.([\w-]{0,100}))?$/.exec(fragment) ?? [];
  return presentationId === undefined ? null : { presentationId, token };
}

/** Return the presentation that this tab has begun, so that its remotes survive a reload; null when there is none. */
export function recallPresentation(demandId: string): PresentationLink | null {
  try {
    return readPresentationLink(sessionStorage.getItem(getKey(demandId)) ?? "");
  } catch {
    return null;
  }
}

/** Remember the presentation that this tab has begun, or that it has none. */
export function rememberPresentation(demandId: string, link: PresentationLink | null): void {
  try {
    if (link === null) sessionStorage.removeItem(getKey(demandId));
    else sessionStorage.setItem(getKey(demandId), `${link.presentationId}.${link.token}`);
  } catch {
    // Without storage a reload needs a new presentation.
  }
}

function getKey(demandId: string): string {
  return `towow.presentation.${demandId}`;
}
