// Link to where a finding was raised.
import type { MouseEvent } from "react";

/** Return the id of the element of a finding. */
export function getFindingAnchor(id: string): string {
  return `finding-${id}`;
}

/** Link to a finding by its id; it opens the round in which the finding was raised. */
export function FindingLink({ id }: { readonly id: string }) {
  const anchor = getFindingAnchor(id);
  const show = (event: MouseEvent): void => {
    const target = document.getElementById(anchor);
    if (target === null) return;
    event.preventDefault();
    for (let box = target.closest("details"); box !== null; box = box.parentElement?.closest("details") ?? null) box.open = true;
    target.scrollIntoView({ block: "center" });
    target.focus({ preventScroll: true });
  };
  return <a className="dl-finding-id" href={`#${anchor}`} onClick={show}>{id}</a>;
}
