// Title of a demand and its text, folded to a line; the places of both have always the same height.
import { useRef, useState } from "react";
import { useRequestedFocus } from "../../app/headingFocus";
import type { DemandView } from "../../eventLog/types";
import { escapeBidi } from "../../ui/escapeBidi";
import { readUnderstanding } from "../understanding/demandReading";
import { truncateText } from "../stage/truncateText";
import { MESSAGES } from "./messages";

/** Maximum length of a heading that is the demand itself. */
const MAX_TITLE_CHARS = 160;

/** Return the title that was understood; before, and in logs without one, the beginning of the demand. */
export function getDemandTitle({ understanding, raw_input }: DemandView): string {
  return truncateText(readUnderstanding(understanding).title || raw_input, MAX_TITLE_CHARS);
}

/** Heading of the page. */
export function DemandTitle({ view }: { readonly view: DemandView }) {
  const title = getDemandTitle(view);
  const heading = useRef<HTMLHeadingElement>(null);
  useRequestedFocus(heading);
  // Its own direction, so that a title in Arabic or Hebrew begins at the right.
  return <h1 ref={heading} tabIndex={-1} title={title} dir="auto">{title}</h1>;
}

/** The demand in its own words, folded to a line; nothing but its name where the title is the demand. */
export function DemandText({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const [open, setOpen] = useState(false);
  const start = truncateText(view.raw_input, MAX_TITLE_CHARS);
  return (
    <details className="headline-demand" open={open} onToggle={(event) => { setOpen(event.currentTarget.open); }}>
      <summary className="small">
        <span className="headline-fold">{messages.demand}</span>
        {!open && start !== getDemandTitle(view) && <bdi className="soft">{start}</bdi>}
      </summary>
      <p><bdi className="own-words">{escapeBidi(view.raw_input)}</bdi></p>
    </details>
  );
}
