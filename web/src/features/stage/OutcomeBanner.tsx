// Banner with the outcome, readable from a distance.
import { createNameLookup } from "../../eventLog/agentNames";
import { getOpenGaps } from "../../eventLog/openGaps";
import type { DemandView } from "../../eventLog/types";
import { getParticipants } from "../../eventLog/agentStatus";
import { getPlanOutcome } from "../../eventLog/planOutcome";
import { getReserveAgents } from "../../eventLog/reserves";
import { UserText } from "../../ui/UserText";
import { useFormat, type Format } from "../../i18n/format";
import { useLocale } from "../../i18n/locale";
import { getPageState, getStateLabel, type PageState } from "../negotiation/StateBanner";
import { getFailureReason } from "./eventCaption";
import { truncateText } from "./truncateText";
import { Glyph, type GlyphName } from "./Glyph";
import { MESSAGES } from "./messages";

type EndState = "success" | "forced" | "failure" | "cancelled";

const GLYPHS: Readonly<Record<EndState, readonly [GlyphName, string]>> = {
  success: ["tick", "good"],
  forced: ["swap", "warn"],
  failure: ["cross", "bad"],
  cancelled: ["minus", "plain"],
};
const PARTLY_GLYPH: readonly [GlyphName, string] = ["swap", "warn"];
/** Maximum length of a compromise. */
const MAX_COMPROMISE_CHARS = 160;
const MAX_NAME_CHARS = 40;
const MAX_MISSING_CHARS = 100;

/** Outcome with participants or reason; renders nothing while the negotiation runs. */
export function OutcomeBanner({ view }: { readonly view: DemandView }) {
  const language = useLocale();
  const state = getPageState(view);
  if (!isEndState(state)) return null;
  const complete = getPlanOutcome(view)?.complete;
  const [glyph, tone] = complete === false ? PARTLY_GLYPH : GLYPHS[state];
  const label = getStateLabel(view, language);
  return (
    <section className={`stage-finish tone-${tone}`} aria-label={label} data-part="finish" data-complete={complete}>
      <h2><Glyph name={glyph} />{label}</h2>
      {state === "success" || state === "forced" ? <ParticipantNames view={view} /> : <OutcomeReasonText view={view} />}
    </section>
  );
}

function isEndState(state: PageState): state is EndState {
  return Object.hasOwn(GLYPHS, state);
}

function ParticipantNames({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const format = useFormat();
  const { confirmed, optional } = getParticipants(view);
  const missing = describeMissing(view, format);
  const reserves = [...getReserveAgents(view.proposal)].filter((agent) => !confirmed.includes(agent) && !optional.includes(agent));
  const nameOf = createNameLookup(view);
  const joinNames = (ids: readonly string[]): string => format.list(ids.map((id) => truncateText(nameOf(id), MAX_NAME_CHARS)));
  return (
    <dl>
      {missing !== "" && <div className="stage-missing"><dt>{messages.missing}</dt><dd><bdi>{missing}</bdi></dd></div>}
      <div><dt>{messages.confirmed}</dt><dd>{confirmed.length > 0 ? <bdi>{joinNames(confirmed)}</bdi> : messages.nobody}</dd></div>
      {optional.length > 0 && <div><dt>{messages.optional}</dt><dd><bdi>{joinNames(optional)}</bdi></dd></div>}
      {reserves.length > 0 && <div data-part="reserve"><dt>{messages.reserve}</dt><dd><bdi>{joinNames(reserves)}</bdi></dd></div>}
    </dl>
  );
}

/** Describe what the plan lacks: the sentences of its outcome, or its open gaps if its needs are not known; "" when it lacks nothing. */
function describeMissing(view: DemandView, format: Format): string {
  const plan = getPlanOutcome(view);
  const gaps = format.list(getOpenGaps(view).map((gap) => truncateText(gap.gap_type, MAX_NAME_CHARS)));
  if (plan === null || (plan.needs.length === 0 && gaps !== "")) return gaps;
  return plan.missing.map((text) => truncateText(text, MAX_MISSING_CHARS)).join(" · ");
}

function OutcomeReasonText({ view }: { readonly view: DemandView }) {
  const language = useLocale();
  const reason = getFailureReason(view.outcome ?? {}, language);
  const note = truncateText(view.outcome?.compromise_suggestion ?? view.cancelled?.reason, MAX_COMPROMISE_CHARS);
  return (
    <>
      {reason !== "" && <p>{reason}</p>}
      {note !== "" && <p className="stage-compromise"><UserText text={note} /></p>}
    </>
  );
}
