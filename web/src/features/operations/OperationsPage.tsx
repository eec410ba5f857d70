// Page for administrators: whether the system moves, what is open, stuck, and failed.
import { useCallback, useState } from "react";
import { Link } from "react-router";
import { useDocumentTitle } from "../../app/useDocumentTitle";
import { LoadingFallback } from "../../app/LoadingFallback";
import { UserText } from "../../ui/UserText";
import { requestSignIn, useSession, type Session } from "../session/session";
import { Checks } from "./Checks";
import { DeadLetters } from "./DeadLetters";
import { Figures } from "./Figures";
import { HeardFrom } from "./HeardFrom";
import { OpenDemands } from "./OpenDemands";
import { RoleTable } from "./RoleTable";
import { Verdict } from "./Verdict";
import { MESSAGES } from "./messages";
import { fetchDeadLetters, fetchOpenDemands, fetchSystem } from "./operationsApi";
import { usePeriodicFetch } from "./usePeriodicFetch";
import "./operations.css";

/** Time (ms) between two requests for the report, and for the lists. */
const REPORT_INTERVAL_MS = 5000;
const LIST_INTERVAL_MS = 10_000;
/** Dead letters that are fetched at first; each "show more" doubles them. The gateway gives at most MAX_LETTERS. */
const FIRST_LETTERS = 100;
const MAX_LETTERS = 1000;

/** Page `/operations`; only the notice for viewers who are no administrators. */
export function OperationsPage() {
  const messages = MESSAGES.useCurrent();
  const session = useSession();
  useDocumentTitle(messages.title);
  if (session === null) return <LoadingFallback />;
  return session.admin ? <Operations /> : <Denied session={session} />;
}

function Operations() {
  const messages = MESSAGES.useCurrent();
  const [limit, setLimit] = useState(FIRST_LETTERS);
  const loadLetters = useCallback((signal: AbortSignal) => fetchDeadLetters(limit, signal), [limit]);
  const system = usePeriodicFetch(fetchSystem, REPORT_INTERVAL_MS, true);
  const demands = usePeriodicFetch(fetchOpenDemands, LIST_INTERVAL_MS, true);
  const letters = usePeriodicFetch(loadLetters, LIST_INTERVAL_MS, true);
  const { refresh: refreshSystem } = system;
  const { refresh: refreshLetters } = letters;
  const refresh = useCallback(() => {
    refreshSystem();
    refreshLetters();
  }, [refreshSystem, refreshLetters]);
  const hasMore = letters.data !== null && letters.data.total > letters.data.items.length && limit < MAX_LETTERS;
  return (
    <div className="operations">
      <header className="operations-head">
        <h1>{messages.title}</h1>
        <p className="soft">{messages.about}</p>
        <Verdict report={system.data} demands={demands.data} />
        <HeardFrom heardAt={system.heardAt} error={system.error ?? demands.error ?? letters.error} />
      </header>
      <Figures report={system.data} />
      <Checks report={system.data} onChanged={refreshSystem} />
      <div className="operations-columns">
        <OpenDemands demands={demands.data} open={system.data?.open} />
        <RoleTable report={system.data} />
      </div>
      <DeadLetters
        letters={letters.data}
        at={system.data?.at}
        onChanged={refresh}
        onMore={hasMore ? () => { setLimit(Math.min(2 * limit, MAX_LETTERS)); } : null}
      />
    </div>
  );
}

/** Notice that the page is for administrators, with the way to become one. */
function Denied({ session }: { readonly session: Session }) {
  const messages = MESSAGES.useCurrent();
  const { user_id: user, sign_in: canSignIn } = session;
  return (
    <section className="card stack operations-denied">
      <h1>{messages.denied}</h1>
      <p className="soft"><UserText text={user !== null ? messages.deniedUser(user) : canSignIn ? messages.deniedGuest : messages.deniedOpen} /></p>
      <p className="row">
        {canSignIn && <button type="button" className="button button-main" onClick={() => void requestSignIn()}>{messages.signIn}</button>}
        <Link className="button" to="/">{messages.home}</Link>
      </p>
    </section>
  );
}
