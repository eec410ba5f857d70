// What waits for an answer of the person who sits here?
import { useEffect, useId, useRef } from "react";
import { useWords } from "../../i18n/locale";
import { isOpen } from "./questionState";
import { AskedCard } from "./QuestionCard";
import { leave, resume } from "./attendanceLease";
import { useNames } from "./useAgentNames";
import { dismissRefusal, fold, useAttending } from "./attendanceStore";
import { WORDS } from "./messages";
import "./humanInTheLoop.css";

export function PersonPanel() {
  const words = useWords(WORDS);
  const agents = useAttending((state) => state.agents);
  const refused = useAttending((state) => state.refused);
  const lapsed = useAttending((state) => state.lapsed);
  const idle = useAttending((state) => state.waits === 0);
  const unfolded = useAttending((state) => state.unfolded);
  const name = useNames();
  const id = useId();
  const head = useRef<HTMLButtonElement>(null);
  useEffect(resume, []);
  const attended = Object.keys(agents);
  if (attended.length === 0 && Object.keys(refused).length === 0) return null;
  const asked = Object.values(agents).flat();
  const waiting = asked.filter(isOpen).length;
  const toHead = (): void => head.current?.focus();
  return (
    <aside className="person card stack" aria-label={words.region} data-sheet={unfolded && asked.length > 0} data-waiting={waiting > 0}>
      {Object.entries(refused).map(([agent, why]) => (
        <div key={agent} className="row">
          <p role="alert">{words.refused(name(agent))} {why.message}</p>
          <button type="button" className="button" onClick={() => { dismissRefusal(agent); toHead(); }}>{words.dismiss}</button>
        </div>
      ))}
      {attended.length > 0 && (
        <button
          ref={head}
          type="button"
          className="button button-quiet person-fold"
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => { fold(!unfolded); }}
        >
          {waiting > 0 ? `${words.region} · ${words.waiting(waiting)}` : words.region}
        </button>
      )}
      {attended.filter((agent) => agent in lapsed).map((agent) => <p key={agent} className="problem" role="status">{words.lapsed(name(agent))}</p>)}
      <div aria-live="polite">
        <div id={id} className="stack" hidden={!unfolded}>
          {attended.map((agent) => (
            <div key={agent} className="row">
              <strong><bdi>{agent in lapsed ? name(agent) : words.attending(name(agent))}</bdi></strong>
              <button type="button" className="button" onClick={() => void leave(agent)}>{words.stop}</button>
            </div>
          ))}
          {waiting === 0 && attended.length > 0 && <p className="soft small">{idle ? words.noWait : words.nothing}</p>}
          {asked.map((one) => <AskedCard key={one.question.question_id} asked={one} name={name(one.question.agent_id)} onGone={toHead} />)}
        </div>
      </div>
    </aside>
  );
}
