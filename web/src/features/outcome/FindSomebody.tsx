// Button that states a demand for somebody who is missing; the new demand follows this one, and its link takes the button's place.
import { useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import { useLogStore } from "../../eventLog/logStore";
import type { DemandView } from "../../eventLog/types";
import { ErrorNote } from "../../ui/ErrorNote";
import { escapeBidi } from "../../ui/escapeBidi";
import { UserText } from "../../ui/UserText";
import { useIsRequester } from "../understanding/requester";
import { EVENT_MESSAGES } from "./eventMessages";
import { writeSearch } from "./searchDemand";
import { useFollowUp } from "./useFollowUp";

interface Props {
  readonly view: DemandView;
  readonly need: string;
  /** How many are missing. */
  readonly count: number;
}

/** Button for one need, for the requester alone; renders nothing for others and in the replay. */
export function FindSomebody({ view, need, count }: Props) {
  const messages = EVENT_MESSAGES.useCurrent();
  const replaying = useLogStore((log) => log.replaySeq !== null);
  const isOwn = useIsRequester(view);
  const { busy, error, followUp, submit, signIn } = useFollowUp(view);
  if (!isOwn || replaying) return null;
  const text = writeSearch(view, need, count);
  return (
    <div className="event-page-find" data-beside>
      {followUp === null ? (
        <button type="button" className="button" aria-label={`${messages.find}: ${escapeBidi(need)}`} aria-busy={busy} disabled={busy} onClick={() => { submit(text); }}>
          {busy ? messages.finding : messages.find}
        </button>
      ) : <FollowUpLink demandId={followUp} />}
      <p className="small soft">{messages.findHint} <UserText text={text} /></p>
      {error && <ErrorNote error={error} signIn={() => { signIn(text); }} />}
    </div>
  );
}

/** Link to the new demand; it takes the focus, since the button that had it has gone. */
function FollowUpLink({ demandId }: { readonly demandId: string }) {
  const messages = EVENT_MESSAGES.useCurrent();
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => { link.current?.focus(); }, []);
  return <p className="event-page-found" role="status"><Link ref={link} to={`/d/${demandId}`}>{messages.found}</Link></p>;
}
