// Who is asked in person, and until when: in the slot of the state, and beside a candidate. It stands beside the log.
import { readString } from "../../eventLog/readJson";
import type { DemandView } from "../../eventLog/types";
import { useFormat } from "../../i18n/format";
import { escapeBidi } from "../../ui/escapeBidi";
import { usePendingAnswers, usePendingAnswersOf } from "./usePendingAnswers";
import { MESSAGES } from "./messages";

/** Number of people who are named. */
const MAX_NAMED = 2;

/** Sentence about the people whom the negotiation waits for; renders nothing without any. */
export function WaitNotice({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const { clock, list } = useFormat();
  usePendingAnswersOf(view);
  const people = usePendingAnswers();
  const last = people.at(-1);
  if (last === undefined) return null;
  const names = people.slice(0, MAX_NAMED).map(({ agent_id }) => getName(view, agent_id));
  const more = people.length - names.length;
  return <span className="state-detail" data-beside><bdi>{escapeBidi(messages.waiting(list(more > 0 ? [...names, messages.more(more)] : names), clock(last.until)))}</bdi></span>;
}

/** Note that a candidate is asked in person; renders nothing for others. */
export function WaitBadge({ agentId }: { readonly agentId: string }) {
  const messages = MESSAGES.useCurrent();
  const { clock } = useFormat();
  const asked = usePendingAnswers().find(({ agent_id }) => agent_id === agentId);
  return asked ? <span className="candidate-asked" data-beside>{messages.inPerson(clock(asked.until))}</span> : null;
}

/** Return the name of an invited agent, also in a subnet; its id when it is not known. */
function getName(view: DemandView, agentId: string): string {
  const candidates = [...(view.candidates ?? []), ...(view.subnets ?? []).flatMap(({ channel }) => channel?.candidates ?? [])];
  return readString(candidates.find(({ agent_id }) => agent_id === agentId)?.display_name) || agentId;
}
