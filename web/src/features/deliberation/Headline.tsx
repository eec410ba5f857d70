// Query, requester, model and stop button; banner with what happens now.
import { escapeBidi } from "../../ui/escapeBidi";
import { Badge, type Tone } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { MESSAGES as NEGOTIATION } from "../negotiation/messages";
import { lookUp } from "../../eventLog/readJson";
import { useSessionLang } from "./AgentText";
import { describeActivity } from "./activityText";
import { StopButton } from "./StopButton";
import { MESSAGES } from "./messages";
import { getActivity } from "./model/activity";
import { getOpenPoints, getResultKind, type ResultKind } from "./model/result";
import type { SessionView } from "./model/sessionView";

/** Query, requester, model, stop button. */
export function Headline({ view }: { readonly view: SessionView }) {
  const messages = MESSAGES.useCurrent();
  const { model: modelNames } = NEGOTIATION.useCurrent();
  const { query, userId, model } = view.start;
  return (
    <section className="dl-headline">
      <div {...useSessionLang()}><UserText text={query} heading /></div>
      <div className="row">
        {userId !== "" && <bdi className="soft">{messages.by(escapeBidi(userId))}</bdi>}
        {model !== "" && <Badge tone={model === "simulated" ? "warn" : "plain"}>{lookUp<string>(modelNames, model) ?? model}</Badge>}
        <Usage view={view} />
        <span className="dl-tools row"><StopButton view={view} /></span>
      </div>
    </section>
  );
}

/** What the session took; renders nothing before its end. */
function Usage({ view: { end } }: { readonly view: SessionView }) {
  const messages = MESSAGES.useCurrent();
  const { number, duration, usd } = useFormat();
  if (end?.calls == null || end.tokens === null) return null;
  const cost = end.costUsd !== null && end.costUsd > 0 ? usd(end.costUsd) : "";
  return <span className="small soft">{messages.usage(end.calls, end.tokens > 0 ? number(end.tokens) : "", end.durationMs === null ? "" : duration(end.durationMs), cost)}</span>;
}

/** Colour of each result. */
export const RESULT_TONES: Readonly<Record<ResultKind, Tone>> = {
  running: "talk",
  agreed: "good",
  settled: "warn",
  divided: "warn",
  stopped: "plain",
  failed: "bad",
  moderated: "bad",
  unknown: "plain",
};

/** Banner with the state of the session: who speaks now, or how it ended. */
export function StateBanner({ view }: { readonly view: SessionView | null }) {
  const messages = MESSAGES.useCurrent();
  const kind = view === null ? "running" : getResultKind(view);
  const running = kind === "running";
  return (
    <p className={`dl-banner tone-${RESULT_TONES[kind]}`} role="status" tabIndex={-1} data-result={view === null ? "opening" : kind}>
      {running && <span className="dl-pulse" aria-hidden="true" />}
      {view === null && <strong>{messages.opening}</strong>}
      {view !== null && running && <RunningState view={view} />}
      {view !== null && !running && (
        <>
          <strong>{messages.result[kind]}</strong>
          <span>{messages.afterRounds(Math.max(view.end?.rounds ?? 0, view.rounds.length))}</span>
          <span>{messages.openPoints(getOpenPoints(view).length)}</span>
          {kind === "stopped" && view.end?.terminatedBy !== "" && <bdi>{messages.stoppedBy(escapeBidi(view.end?.terminatedBy ?? ""))}</bdi>}
        </>
      )}
    </p>
  );
}

function RunningState({ view }: { readonly view: SessionView }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const activity = getActivity(view);
  const rounds = view.start.maxRounds === 0 ? "" : number(view.start.maxRounds);
  return (
    <>
      <strong>{messages.round(number(activity.round), rounds)}</strong>
      <span data-activity={activity.kind}>{describeActivity(activity, messages)}</span>
    </>
  );
}
