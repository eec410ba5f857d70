// Open gaps of the plan and the subnets that tried to fill them (TW-215, TW-216).
import { getOpenGaps } from "../../eventLog/openGaps";
import { createNameLookup } from "../../eventLog/agentNames";
import type { DemandView } from "../../eventLog/types";
import { escapeBidi } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { useLocale } from "../../i18n/locale";
import { getEnd, getEndTone, getPartlyLabel } from "../negotiation/agreement";
import { MESSAGES as STATES } from "../negotiation/messages";
import { FindSomebody } from "./FindSomebody";
import { isolateBidi } from "./isolateBidi";
import { listGapNeeds } from "./missingItems";
import { Section } from "./Section";
import { isFullySettled, getOpenItems } from "./openItems";
import { MESSAGES } from "./messages";

/** Completeness note, open gaps and subnets. */
export function GapsAndSubnets({ view }: { readonly view: DemandView }) {
  const language = useLocale();
  const [messages, states] = [MESSAGES[language], STATES[language]];
  const { number, list } = useFormat();
  const gaps = getOpenGaps(view);
  const needs = listGapNeeds(view);
  const subnets = view.subnets ?? [];
  const nameOf = createNameLookup(view);
  return (
    <>
      <CompletenessNote view={view} />
      {gaps.length > 0 && (
        <Section title={messages.gaps}>
          <ul className="outcome-list">
            {gaps.map((gap) => (
              <li key={gap.gap_type}>
                <bdi className="outcome-name">{escapeBidi(gap.gap_type)}</bdi>{" "}
                <Badge>{messages.importance(number(gap.importance ?? 0))}</Badge>{" "}
                {gap.reason && <UserText text={gap.reason} />}
                {needs.includes(gap.gap_type) && <FindSomebody view={view} need={gap.gap_type} count={1} />}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {subnets.length > 0 && (
        <Section title={messages.subnets}>
          <ul className="outcome-list">
            {subnets.map((subnet) => (
              <li key={subnet.sub_channel_id}>
                {messages.subnetFor(isolateBidi(subnet.gap_type))}{" "}
                <Badge tone={getEndTone(getEnd(subnet))}>{getPartlyLabel(getEnd(subnet), language) || (states.status[subnet.status] ?? subnet.status)}</Badge>{" "}
                {(subnet.participants ?? []).length > 0 && list(subnet.participants.map((agentId) => isolateBidi(nameOf(agentId))))}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** Note that no gap is open, with the plan's remaining open items. */
function CompletenessNote({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const openItems = getOpenItems(view);
  if (openItems === null) return null;
  const nameOf = createNameLookup(view);
  return (
    <>
      {openItems.complete === false
        ? <p>{messages.incomplete}</p>
        : <p className="outcome-complete">{isFullySettled(openItems) ? messages.complete : messages.covered}</p>}
      {openItems.risks > 0 && <p>{messages.risks(number(openItems.risks))}</p>}
      {openItems.unconfirmed.length + openItems.unmetRequests.length > 0 && (
        <Section title={messages.unsettled}>
          <ul className="outcome-list" data-part="Unsettled">
            {openItems.unconfirmed.map((assignment, index) => (
              <li key={`open ${index}`}>{messages.open}: <UserText text={[assignment.name || nameOf(assignment.agentId), assignment.role].filter(Boolean).join(" · ")} /></li>
            ))}
            {openItems.unmetRequests.map(({ request }, index) => <li key={`unmet ${index}`}>{messages.unmet}: <UserText text={request} /></li>)}
          </ul>
        </Section>
      )}
    </>
  );
}
