// One candidate: name, status, match score, reason, and the full answers when expanded.
import { useState } from "react";
import { readNumber, readString } from "../../eventLog/readJson";
import type { Candidate, ChannelPart } from "../../eventLog/types";
import { isOut, isAnsweredByPerson, getAgentStatus } from "../../eventLog/agentStatus";
import { escapeBidi } from "../../ui/escapeBidi";
import { Avatar } from "../../ui/Avatar";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { AGENT_STATUS_LOOKS } from "../../ui/agentStatusLooks";
import { useFormat } from "../../i18n/format";
import { WaitBadge } from "../pendingAnswers/PendingAnswers";
import { FeedbackDetails, OfferDetails } from "./CandidateAnswers";
import { MESSAGES } from "./messages";

interface Props {
  readonly candidate: Candidate;
  readonly part: ChannelPart;
}

/** List item of one candidate. */
export function CandidateRow({ candidate, part }: Props) {
  const messages = MESSAGES.useCurrent();
  const status = getAgentStatus(candidate, part);
  const name = readString(candidate.display_name) || candidate.agent_id;
  const reason = readString(candidate.reason);
  const withdrawalReason = readString(part.withdrawn?.find(({ agent_id }) => agent_id === candidate.agent_id)?.reason);
  return (
    <li className={isOut(status) ? "candidate candidate-away" : "candidate"} data-agent={candidate.agent_id} data-standing={status}>
      <Avatar agentId={candidate.agent_id} name={name} />
      <div className="candidate-body">
        <div className="row">
          <strong><bdi>{escapeBidi(name)}</bdi></strong>
          <Badge tone={AGENT_STATUS_LOOKS[status].tone}><span aria-hidden="true">{AGENT_STATUS_LOOKS[status].symbol}</span>{messages.standing[status]}</Badge>
          {candidate.is_fallback && <Badge tone="warn" title={messages.standInHint}>{messages.standIn}</Badge>}
          {candidate.offer?.late && status !== "late" && <Badge tone="warn">{messages.late}</Badge>}
          {isAnsweredByPerson(candidate) && <Badge tone="brand">{messages.answeredBy.person}</Badge>}
        </div>
        <MatchScore score={readNumber(candidate.relevance_score)} agentId={candidate.agent_id} />
        {reason !== "" && <p className="small"><span className="soft">{messages.found}: </span><UserText text={reason} /></p>}
        {withdrawalReason !== "" && <p className="small"><span className="soft">{messages.withdrew}: </span><UserText text={withdrawalReason} /></p>}
        <AnswerHistory candidate={candidate} />
      </div>
    </li>
  );
}

function MatchScore({ score, agentId }: { readonly score: number | null; readonly agentId: string }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  if (score === null) return null;
  const share = Math.max(0, Math.min(100, score));
  return (
    <p className="candidate-match small soft">
      <span className="candidate-bar" aria-hidden="true"><span style={{ inlineSize: `${share}%` }} /></span>
      <span>{messages.match(number(score))}</span>
      <WaitBadge agentId={agentId} />
    </p>
  );
}

/** All answers of a candidate; rendered only while expanded, since there can be thousands. */
function AnswerHistory({ candidate }: { readonly candidate: Candidate }) {
  const [open, setOpen] = useState(false);
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const feedbacks = (candidate.feedbacks ?? []).filter(Boolean);
  const answers = (candidate.offer ? 1 : 0) + feedbacks.length;
  if (answers === 0) return null;
  return (
    <details className="candidate-said" onToggle={(event) => { setOpen(event.currentTarget.open); }}>
      <summary>{messages.details(number(answers))}</summary>
      {open && (
        <div className="stack">
          {candidate.offer && <OfferDetails offer={candidate.offer} />}
          {feedbacks.map((feedback, index) => <FeedbackDetails key={index} feedback={feedback} />)}
        </div>
      )}
    </details>
  );
}
