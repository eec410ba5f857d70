// What does one see of a negotiation? Everything there is to see of it, at the moment that one looks at (TW-802).
import { Link, useParams } from "react-router";
import { useTitle } from "../../app/useTitle";
import { shownCount, useLog, useView } from "../../log/store";
import { useSSE } from "../../log/useSSE";
import { useWords } from "../../words/language";
import { CandidateList } from "../candidates/CandidateList";
import { Outcome } from "../outcome/Outcome";
import { ProposalCard } from "../proposal/ProposalCard";
import { ReplayBar } from "../replay/ReplayBar";
import { useReplayLink } from "../replay/useReplayLink";
import { shortened } from "../stage/shorten";
import { Stage } from "../stage/Stage";
import { requestSignIn, useSession } from "../session/session";
import { EventTimeline } from "../timeline/EventTimeline";
import { ConnectionState, Headline } from "./Headline";
import { StateBanner, stateOf } from "./StateBanner";
import { WORDS } from "./words";
import "./negotiation.css";

/** Characters of a demand in the title of the window. */
const TITLE = 40;

export function NegotiationPage() {
  const { demandId = "" } = useParams();
  return <OfDemand key={demandId} demandId={demandId} />;
}

function OfDemand({ demandId }: { readonly demandId: string }) {
  const words = useWords(WORDS);
  const session = useSession();
  const connection = useSSE(demandId, session?.user_id ?? null);
  useReplayLink();
  const view = useView(demandId);
  const shown = useLog(shownCount);
  useTitle(view && `${words[stateOf(view)]} · ${shortened(view.raw_input, TITLE)}`);
  if (connection === "missing" && view === null) {
    return (
      <section className="card stack" data-state="missing">
        <h1>{words.missing}</h1>
        <p className="soft">{words.missingHint}</p>
        <p className="row">
          <Link className="button button-main" to="/">{words.another}</Link>
          {session?.sign_in === true && session.user_id === null && (
            <button type="button" className="button" onClick={() => void requestSignIn()}>{words.signIn}</button>
          )}
        </p>
      </section>
    );
  }
  return (
    <>
      <ConnectionState />
      <div className="negotiation" data-at={shown} data-testid="negotiation">
        <StateBanner view={view} />
        {view && (
          <>
            <Headline view={view} />
            <div className="negotiation-grid">
              <div className="negotiation-plan stack">
                <Stage view={view} />
                <Outcome view={view} />
                <ProposalCard view={view} />
              </div>
              <div className="negotiation-people"><CandidateList view={view} /></div>
              <div className="negotiation-story"><EventTimeline /></div>
            </div>
          </>
        )}
      </div>
      {view && <ReplayBar />}
    </>
  );
}
