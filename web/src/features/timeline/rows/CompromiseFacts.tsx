// What could be done all the same when there is no agreement: by whom, without what, and what could be relaxed? (TW-509)
import type { Payloads } from "../../../generated/events";
import { items, text, texts } from "../../../eventLog/readJson";
import { OwnWords } from "../../../ui/UserText";
import { useWords } from "../../../i18n/locale";
import type { Scene } from "../timelineRows";
import { OUTCOME } from "../messages/outcome";
import { Change, Fact, FactTexts, Person } from "./rowParts";

interface Props {
  readonly compromise: Payloads["towow.negotiation.failed"]["compromise_proposal"] | undefined;
  readonly scene: Scene;
}

export function Compromise({ compromise, scene }: Props) {
  const words = useWords(OUTCOME);
  if (typeof compromise !== "object" || compromise === null) return null;
  const able = items(compromise.participants);
  const relax = items(compromise.relax);
  return (
    <>
      <Fact label={words.now}>{typeof compromise.feasible === "boolean" && words.feasible[`${compromise.feasible}`]}</Fact>
      {able.length > 0 && (
        <Fact label={words.can}>
          <ul className="event-list">
            {able.map((who, place) => (
              <li key={place} className="event-head"><Person agent={text(who.agent_id)} scene={scene} /><OwnWords text={text(who.can)} /></li>
            ))}
          </ul>
        </Fact>
      )}
      <FactTexts label={words.missing} texts={texts(compromise.missing)} />
      {relax.length > 0 && (
        <Fact label={words.relax}>
          <ul className="event-list">
            {relax.map((easier, place) => (
              <li key={place}>
                <strong><OwnWords text={text(easier.aspect)} /></strong> <Change from={text(easier.from)} to={text(easier.to)} />
                {text(easier.raw_input) !== "" && <p className="soft">{words.relaxed}: <OwnWords text={text(easier.raw_input)} /></p>}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <FactTexts label={words.alternatives} texts={texts(compromise.alternatives)} />
    </>
  );
}
