// Consensus over the rounds: a line chart with the thresholds, and the same as a table.
import { useFormat } from "../../i18n/format";
import { lookUp } from "../../eventLog/readJson";
import { MESSAGES } from "./messages";
import type { Decision } from "./model/discussion";
import type { SessionView } from "./model/sessionView";
import { describeDecision } from "./rounds/decisionText";
import { ROUND_MESSAGES } from "./rounds/messages";
import { formatSimilarity } from "./similarity";

/** Height (px) of the chart and of its margins; consensus 1 is at TOP, 0 at BOTTOM. */
const HEIGHT = 200;
const TOP = 16;
const BOTTOM = 168;

/** Card with the consensus of each round. */
export function ConsensusCard({ view }: { readonly view: SessionView }) {
  const messages = MESSAGES.useCurrent();
  const decisions = view.rounds.flatMap(({ decision }) => (decision === null ? [] : [decision]));
  return (
    <section className="card stack" aria-labelledby="dl-consensus">
      <h2 id="dl-consensus">{messages.consensus}</h2>
      {decisions.length === 0 ? <p className="soft">{messages.noConsensus}</p> : (
        <>
          <ConsensusChart decisions={decisions} slots={Math.max(view.start.maxRounds, decisions.length, 2)} />
          <ConsensusTable decisions={decisions} />
          {decisions.some(({ consensus }) => consensus === null) && <p className="small soft">{messages.nullMeans}</p>}
          {decisions.some(({ method }) => method === "keyword") && <p className="small soft">{messages.keywordMeans}</p>}
        </>
      )}
    </section>
  );
}

function getY(value: number): number {
  return BOTTOM - Math.min(1, Math.max(0, value)) * (BOTTOM - TOP);
}

/**
 * Line chart; a round without a value leaves a gap, and so does a change of the method, whose values are on another
 * scale. Positions are percentages, so that text keeps its size.
 */
export function ConsensusChart({ decisions, slots }: { readonly decisions: readonly Decision[]; readonly slots: number }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const getX = (round: number): number => ((round - 0.5) / slots) * 100;
  const describe = ({ round, consensus }: Decision): string => messages.point(number(round), consensus === null ? messages.noValue : formatSimilarity(consensus));
  return (
    <svg className="dl-chart" width="100%" height={HEIGHT} role="img" aria-label={messages.chart(decisions.map(describe).join("; "))}>
      <line className="dl-axis" x1="0" x2="100%" y1={BOTTOM} y2={BOTTOM} />
      {decisions.map((decision, index) => (
        <ThresholdLines key={decision.round} decision={decision} from={(decision.round - 1) / slots} to={index === decisions.length - 1 ? 1 : decision.round / slots} />
      ))}
      {decisions.slice(-1).map((decision) => <ThresholdLabels key={decision.round} decision={decision} />)}
      {Array.from({ length: slots }, (_, index) => (
        <text key={index} className="dl-tick" x={`${getX(index + 1)}%`} y={BOTTOM + 16} textAnchor="middle">{number(index + 1)}</text>
      ))}
      {decisions.map((decision, index) => {
        const before = decisions[index - 1];
        if (before?.consensus == null || decision.consensus === null || before.method !== decision.method) return null;
        return <line key={decision.round} className="dl-line" x1={`${getX(before.round)}%`} x2={`${getX(decision.round)}%`} y1={getY(before.consensus)} y2={getY(decision.consensus)} />;
      })}
      {decisions.map((decision) => <Point key={decision.round} decision={decision} x={getX(decision.round)} />)}
    </svg>
  );
}

/** Thresholds of one round, the last ones to the end; they change when the positions are compared in another way. */
function ThresholdLines({ decision, from, to }: { readonly decision: Decision; readonly from: number; readonly to: number }) {
  const { high, low } = decision.thresholds;
  return (
    <>
      {([["high", high], ["low", low]] as const).map(([name, value]) => (
        <line key={name} className={`dl-threshold dl-threshold-${name}`} x1={`${from * 100}%`} x2={`${to * 100}%`} y1={getY(value)} y2={getY(value)} />
      ))}
    </>
  );
}

function ThresholdLabels({ decision }: { readonly decision: Decision }) {
  const messages = MESSAGES.useCurrent();
  const { high, low } = decision.thresholds;
  return (
    <>
      <text className="dl-tick" x="100%" y={getY(high) - 4} textAnchor="end">{messages.above(formatSimilarity(high))}</text>
      <text className="dl-tick" x="100%" y={getY(low) + 13} textAnchor="end">{messages.below(formatSimilarity(low))}</text>
    </>
  );
}

/** Value of a round and the host's action; a cross on the axis where there is no value. */
function Point({ decision, x }: { readonly decision: Decision; readonly x: number }) {
  const messages = MESSAGES.useCurrent();
  const { consensus, action } = decision;
  const y = consensus === null ? BOTTOM : getY(consensus);
  return (
    <>
      {consensus === null ? <text className="dl-cross" x={`${x}%`} y={BOTTOM + 5} textAnchor="middle">×</text> : <circle className="dl-point" cx={`${x}%`} cy={y} r="5" />}
      {consensus !== null && <text className="dl-value" x={`${x}%`} y={y + (y < TOP + 24 ? 20 : -10)} textAnchor="middle">{formatSimilarity(consensus)}</text>}
      <text className="dl-tick" x={`${x}%`} y={BOTTOM + 30} textAnchor="middle">{lookUp<string>(messages.next, action) ?? action}</text>
    </>
  );
}

function ConsensusTable({ decisions }: { readonly decisions: readonly Decision[] }) {
  const messages = MESSAGES.useCurrent();
  const rounds = ROUND_MESSAGES.useCurrent();
  const { number } = useFormat();
  return (
    <div className="dl-scroll">
      <table className="dl-table small">
        <caption className="visually-hidden">{messages.consensusOf}</caption>
        <thead>
          <tr><th scope="col">#</th><th scope="col">{messages.consensus}</th><th scope="col">{messages.decision}</th></tr>
        </thead>
        <tbody>
          {decisions.map((decision) => (
            <tr key={decision.round}>
              <th scope="row">{number(decision.round)}</th>
              <td>{decision.consensus === null ? messages.noValue : formatSimilarity(decision.consensus)}</td>
              <td>{describeDecision(decision, rounds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
