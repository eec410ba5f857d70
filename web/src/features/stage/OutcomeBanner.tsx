// Banner with the outcome, readable from a distance.
import { createNameLookup } from "../../eventLog/agentNames";
import { getOpenGaps } from "../../eventLog/openGaps";
import type { DemandView } from "../../eventLog/types";
import { getParticipants } from "../../eventLog/agentStatus";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { useLocaleStore } from "../../i18n/locale";
import { getPageState, type PageState } from "../negotiation/StateBanner";
import { MESSAGES as STATES } from "../negotiation/messages";
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
/** Maximum length of a compromise. */
const MAX_COMPROMISE_CHARS = 160;
const MAX_NAME_CHARS = 40;

/** Outcome with participants or reason; renders nothing while the negotiation runs. */
export function OutcomeBanner({ view }: { readonly view: DemandView }) {
  const states = STATES.useCurrent();
  const state = getPageState(view);
  if (!isEndState(state)) return null;
  const [glyph, tone] = GLYPHS[state];
  return (
    <section className={`stage-finish tone-${tone}`} aria-label={states[state]} data-part="finish">
      <h2><Glyph name={glyph} />{states[state]}</h2>
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
  const missing = getOpenGaps(view);
  const nameOf = createNameLookup(view);
  const joinNames = (ids: readonly string[]): string => format.list(ids.map((id) => truncateText(nameOf(id), MAX_NAME_CHARS)));
  return (
    <dl>
      <div><dt>{messages.confirmed}</dt><dd>{confirmed.length > 0 ? <bdi>{joinNames(confirmed)}</bdi> : messages.nobody}</dd></div>
      {missing.length > 0 && (
        <div className="stage-missing"><dt>{messages.missing}</dt><dd><bdi>{format.list(missing.map((gap) => truncateText(gap.gap_type, MAX_NAME_CHARS)))}</bdi></dd></div>
      )}
      {optional.length > 0 && <div><dt>{messages.optional}</dt><dd><bdi>{joinNames(optional)}</bdi></dd></div>}
    </dl>
  );
}

function OutcomeReasonText({ view }: { readonly view: DemandView }) {
  const language = useLocaleStore((state) => state.locale);
  const reason = getFailureReason(view.outcome ?? {}, language);
  const note = truncateText(view.outcome?.compromise_suggestion ?? view.cancelled?.reason, MAX_COMPROMISE_CHARS);
  return (
    <>
      {reason !== "" && <p>{reason}</p>}
      {note !== "" && <p className="stage-compromise"><UserText text={note} /></p>}
    </>
  );
}
