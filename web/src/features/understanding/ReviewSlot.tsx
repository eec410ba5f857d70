// Place that the understanding card and the stage share: the card lies over the stage until the invitations.
import type { ReactNode } from "react";
import type { DemandView } from "../../eventLog/types";
import { UnderstandingCard, isUnderReview } from "./UnderstandingCard";

/** The stage (`children`), covered by the card of `view` while it is under review. */
export function ReviewSlot({ view, children }: { readonly view: DemandView; readonly children: ReactNode }) {
  const covered = isUnderReview(view);
  return (
    <div className="review-slot" data-review={covered}>
      <UnderstandingCard view={view} />
      <div className="review-covered" inert={covered}>{children}</div>
    </div>
  );
}
