// What does one see of one candidate: who, why, how good a match, where they stand; and all their words when opened?
import { useState } from "react";
import { amount, text } from "../../eventLog/readJson";
import type { Candidate, ChannelPart } from "../../eventLog/types";
import { away, inPerson, standingOf } from "../../eventLog/agentStatus";
import { asText } from "../../ui/escapeBidi";
import { Avatar } from "../../ui/Avatar";
import { Badge } from "../../ui/Badge";
import { OwnWords } from "../../ui/UserText";
import { STANDING_TONES } from "../../ui/agentStatusTones";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { FeedbackGiven, OfferMade } from "./CandidateAnswers";
import { SIGNS, WORDS } from "./messages";

interface Props {
  readonly who: Candidate;
  readonly part: ChannelPart;
}

export function CandidateRow({ who, part }: Props) {
  const words = useWords(WORDS);
  const where = standingOf(who, part);
  const name = text(who.display_name) || who.agent_id;
  const reason = text(who.reason);
  const left = text(part.withdrawn?.find(({ agent_id }) => agent_id === who.agent_id)?.reason);
  return (
    <li className={away(where) ? "candidate candidate-away" : "candidate"} data-agent={who.agent_id} data-standing={where}>
      <Avatar agentId={who.agent_id} name={name} />
      <div className="candidate-body">
        <div className="row">
          <strong><bdi>{asText(name)}</bdi></strong>
          <Badge tone={STANDING_TONES[where]}><span aria-hidden="true">{SIGNS[where]}</span>{words.standing[where]}</Badge>
          {who.is_fallback && <Badge tone="warn" title={words.standInHint}>{words.standIn}</Badge>}
          {who.offer?.late && where !== "late" && <Badge tone="warn">{words.late}</Badge>}
          {inPerson(who) && <Badge tone="brand">{words.answeredBy.person}</Badge>}
        </div>
        <Match score={amount(who.relevance_score)} />
        {reason !== "" && <p className="small"><span className="soft">{words.found}: </span><OwnWords text={reason} /></p>}
        {left !== "" && <p className="small"><span className="soft">{words.withdrew}: </span><OwnWords text={left} /></p>}
        <Said who={who} />
      </div>
    </li>
  );
}

function Match({ score }: { readonly score: number | null }) {
  const words = useWords(WORDS);
  const { number } = useFormat();
  if (score === null) return null;
  const share = Math.max(0, Math.min(100, score));
  return (
    <p className="candidate-match small soft">
      <span className="candidate-bar" aria-hidden="true"><span style={{ inlineSize: `${share}%` }} /></span>
      <span>{words.match(number(score))}</span>
    </p>
  );
}

/** All their words. In the document only while they are read: there can be thousands. */
function Said({ who }: { readonly who: Candidate }) {
  const [shown, show] = useState(false);
  const words = useWords(WORDS);
  const { number } = useFormat();
  const feedbacks = (who.feedbacks ?? []).filter(Boolean);
  const answers = (who.offer ? 1 : 0) + feedbacks.length;
  if (answers === 0) return null;
  return (
    <details className="candidate-said" onToggle={(event) => { show(event.currentTarget.open); }}>
      <summary>{words.details(number(answers))}</summary>
      {shown && (
        <div className="stack">
          {who.offer && <OfferMade offer={who.offer} />}
          {feedbacks.map((said, index) => <FeedbackGiven key={index} feedback={said} />)}
        </div>
      )}
    </details>
  );
}
