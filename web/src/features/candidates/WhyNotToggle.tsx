// Button that opens the explanation why somebody was not invited; it is loaded then.
import { Suspense, useId, useState } from "react";
import type { DemandView } from "../../eventLog/types";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { WHY_NOT_MESSAGES } from "./whyNotMessages";

const WhyNotPanel = lazyWithRetry(async () => (await import("./WhyNotPanel")).WhyNotPanel);

/** Button and, while it is open, the panel. */
export function WhyNotToggle({ view }: { readonly view: DemandView }) {
  const messages = WHY_NOT_MESSAGES.useCurrent();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="why-not" data-beside>
      <button type="button" className="button" aria-expanded={open} aria-controls={id} onClick={() => { setOpen(!open); }}>{messages.open}</button>
      <div id={id}>{open && <Suspense><WhyNotPanel view={view} /></Suspense>}</div>
    </div>
  );
}
