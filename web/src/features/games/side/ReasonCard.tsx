// Reason of the team's last move, what it weighed, and the threats on the board.
import { useId } from "react";
import { getLabel, lookUp } from "../../../eventLog/readJson";
import { useFormat } from "../../../i18n/format";
import { Badge } from "../../../ui/Badge";
import { MESSAGES } from "../messages";
import { getSideName } from "../model/gameText";
import type { Decision, GameView, MadeMove } from "../model/gameView";
import { getShownDecision, isSame, rateMoves, type MoveRating } from "../model/moveRatings";
import { AgentMark } from "../talk/AgentMark";
import { GameText } from "../talk/GameText";
import { TALK_MESSAGES } from "../talk/messages";
import { useNames } from "../talk/names";

/** Candidates in the table. */
const MAX_ROWS = 5;

/** Card beside the board. */
export function ReasonCard({ view }: { readonly view: GameView }) {
  const messages = TALK_MESSAGES.useCurrent();
  const heading = useId();
  const decision = getShownDecision(view);
  // The last one of the view may be the move of an engine that plays alone.
  const made = view.decisions.findLast((one) => one.made !== null)?.made ?? null;
  const ratings = decision === null ? [] : rateMoves(decision).slice(0, MAX_ROWS);
  return (
    <section className="card gm-reason" aria-labelledby={heading}>
      <h2 id={heading}>{messages.reason}</h2>
      {made === null ? <p className="soft">{messages.reasonNone}</p> : <Reason made={made} />}
      {view.refused && <p className="refusal small"><strong>{messages.refusedTitle}</strong> <GameText text={[view.refused.problem, view.refused.detail].filter((text) => text !== "").join(": ")} /></p>}
      {decision !== null && ratings.length > 0 && (
        <div className="gm-ratings">
          <h3>{messages.ratings} {decision.made === null && <span className="small soft">· {messages.deciding(decision.ply)}</span>}</h3>
          <ol>{ratings.map((rating) => <RatingRow key={`${rating.x},${rating.y}`} rating={rating} played={decision.made !== null && isSame(decision.made, rating)} />)}</ol>
        </div>
      )}
      {decision !== null && <Threats view={view} decision={decision} />}
    </section>
  );
}

function Reason({ made }: { readonly made: MadeMove }) {
  const messages = TALK_MESSAGES.useCurrent();
  const names = useNames();
  const { number } = useFormat();
  const overruled = made.overruled;
  return (
    <div className="gm-reason-of" data-reason>
      <p className="gm-reason-head">
        {made.agent != null && <AgentMark agent={made.agent} />}
        <strong className="gm-coordinate">{names.point(made)}</strong>
        <span>{messages.decision(made.ply)}{made.agent != null && <> · {names.agent(made.agent)}</>}</span>
      </p>
      {made.reason != null && made.reason !== "" && <blockquote><GameText text={made.reason} /></blockquote>}
      <p className="row small">
        {made.source != null && <Badge tone={made.source === "llm" ? "brand" : made.source === "engine" ? "talk" : "warn"}>{messages.source[made.source]}</Badge>}
        {overruled != null && <Badge tone="talk">{messages.instead(names.point({ x: overruled[0], y: overruled[1] }))}</Badge>}
        {made.threat != null && <span className="soft">{messages.danger(number(Math.round(made.threat * 100) / 100))}</span>}
        {made.delivery != null && <span className="soft">{lookUp<string>(messages.delivery, made.delivery) ?? made.delivery}</span>}
      </p>
    </div>
  );
}

function RatingRow({ rating, played }: { readonly rating: MoveRating; readonly played: boolean }) {
  const messages = TALK_MESSAGES.useCurrent();
  const names = useNames();
  const { number, list } = useFormat();
  const share = Math.round(rating.score * 100);
  return (
    <li className={played ? "gm-rating-row gm-rating-played" : "gm-rating-row"}>
      <span className="gm-coordinate">{names.point(rating)}</span>
      <span className="gm-bar" aria-hidden="true"><span style={{ inlineSize: `${share}%` }} /></span>
      <span className="gm-score">{rating.proof === null ? `${rating.isBound ? `${messages.bound} ` : ""}${number(share)}` : messages.proof[rating.proof]}</span>
      <span className="small soft gm-sources">{list(rating.sources.map(names.source))}</span>
    </li>
  );
}

function Threats({ view, decision: { threat } }: { readonly view: GameView; readonly decision: Decision }) {
  const messages = TALK_MESSAGES.useCurrent();
  const names = useNames();
  const sides = MESSAGES.useCurrent();
  const { list } = useFormat();
  const threats = threat?.threats ?? [];
  if (threats.length === 0) return null;
  return (
    <div className="gm-threats">
      <h3>{messages.threats}</h3>
      <ul>
        {threats.map((each, index) => (
          <li key={index}>
            {getSideName(view.game, each.side, sides)}: {getLabel(messages.threat, each.kind, (kind) => kind)} <bdi>{list((each.points ?? []).map(([x, y]) => names.point({ x, y })))}</bdi>{" "}
            {each.must_reply === true && <Badge tone="bad">{messages.mustReply}</Badge>}
          </li>
        ))}
      </ul>
    </div>
  );
}
