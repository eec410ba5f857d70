// How did it end, for those in the last row? The outcome and who is in, or why there is none.
import { namesIn } from "../../eventLog/agentNames";
import { openGaps } from "../../eventLog/openGaps";
import type { DemandView } from "../../eventLog/types";
import { participantsOf } from "../../eventLog/agentStatus";
import { OwnWords } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { useLanguage, useWords } from "../../i18n/locale";
import { stateOf } from "../negotiation/StateBanner";
import type { PageState } from "../negotiation/StateBanner";
import { WORDS as STATES } from "../negotiation/messages";
import { reasonOf } from "./eventCaption";
import { shortened } from "./truncateText";
import { Sign } from "./Glyph";
import type { SignName } from "./Glyph";
import { WORDS } from "./messages";

type Ending = "success" | "forced" | "failure" | "cancelled";

const SIGNS: Readonly<Record<Ending, readonly [SignName, string]>> = {
  success: ["tick", "good"],
  forced: ["swap", "warn"],
  failure: ["cross", "bad"],
  cancelled: ["minus", "plain"],
};
/** Characters of a compromise, and of a name. */
const COMPROMISE = 160;
const NAME = 40;

/** Nothing while it is still under way. */
export function Finish({ view }: { readonly view: DemandView }) {
  const states = useWords(STATES);
  const state = stateOf(view);
  if (!ended(state)) return null;
  const [sign, tone] = SIGNS[state];
  return (
    <section className={`stage-finish state-${tone}`} aria-label={states[state]} data-part="finish">
      <h2><Sign name={sign} />{states[state]}</h2>
      {state === "success" || state === "forced" ? <Participants view={view} /> : <Reason view={view} />}
    </section>
  );
}

function ended(state: PageState): state is Ending {
  return Object.hasOwn(SIGNS, state);
}

function Participants({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const format = useFormat();
  const { confirmed, optional } = participantsOf(view);
  const missing = openGaps(view);
  const nameOf = namesIn(view);
  const named = (ids: readonly string[]): string => format.list(ids.map((id) => shortened(nameOf(id), NAME)));
  return (
    <dl>
      <div><dt>{words.confirmed}</dt><dd>{confirmed.length > 0 ? <bdi>{named(confirmed)}</bdi> : words.nobody}</dd></div>
      {missing.length > 0 && (
        <div className="stage-missing"><dt>{words.missing}</dt><dd><bdi>{format.list(missing.map((gap) => shortened(gap.gap_type, NAME)))}</bdi></dd></div>
      )}
      {optional.length > 0 && <div><dt>{words.optional}</dt><dd><bdi>{named(optional)}</bdi></dd></div>}
    </dl>
  );
}

function Reason({ view }: { readonly view: DemandView }) {
  const language = useLanguage((state) => state.language);
  const why = reasonOf(view.outcome ?? {}, language);
  const said = shortened(view.outcome?.compromise_suggestion ?? view.cancelled?.reason, COMPROMISE);
  return (
    <>
      {why !== "" && <p>{why}</p>}
      {said !== "" && <p className="stage-compromise"><OwnWords text={said} /></p>}
    </>
  );
}
