// Links and buttons for a negotiation as a whole; on phones they are in a menu.
import { useId } from "react";
import { Link } from "react-router";
import { useMenu } from "../../app/useMenu";
import { isGone, useLogStore } from "../../eventLog/logStore";
import type { DemandView } from "../../eventLog/types";
import { CancelButton } from "../outcome/CancelButton";
import { ShareLink } from "../outcome/ShareLink";
import { MESSAGES } from "./messages";

/** Cancel button, and what can be done with any negotiation. */
export function DemandTools({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const gone = useLogStore(isGone);
  const menuId = useId();
  const { open, toggle, menuRef } = useMenu();
  return (
    <div className="tools row">
      {/* It comes and goes: what stands at the end of the row keeps its place. */}
      {!gone && <CancelButton view={view} />}
      <div className="tools-menu" ref={menuRef}>
        <button type="button" className="button button-quiet tools-open" aria-label={messages.more} aria-expanded={open} aria-controls={menuId} onClick={toggle}>⋯</button>
        <span className="tools-list row" id={menuId} data-open={open}>
          <Link className="button" to={`/stage/${view.demand_id}`}>{messages.stage}</Link>
          <ShareLink demandId={view.demand_id} />
        </span>
      </div>
    </div>
  );
}
