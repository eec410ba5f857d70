// The people of the agreed plan: part and fee, and why they may be relied on (TW-810).
import type { DemandView } from "../../eventLog/types";
import { escapeBidi } from "../../ui/escapeBidi";
import { Avatar } from "../../ui/Avatar";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { AGENT_STATUS_LOOKS } from "../../ui/agentStatusLooks";
import { useFormat } from "../../i18n/format";
import { useLocale } from "../../i18n/locale";
import { TERM_MESSAGES } from "../terms/messages";
import { EVENT_MESSAGES } from "./eventMessages";
import { listEventPeople, type EventPerson } from "./eventPeople";
import { PersonFee } from "./PersonFee";
import { Section } from "./Section";
import { MESSAGES } from "./messages";
import type { ReportedReserve } from "./planReport";

/** List of participants with part, fee, reasons and status, and those in reserve. */
export function Participants({ view, reserves }: { readonly view: DemandView; readonly reserves: readonly ReportedReserve[] }) {
  const language = useLocale();
  const messages = MESSAGES[language];
  const { list } = useFormat();
  const people = listEventPeople(view, language);
  return (
    <Section title={messages.participants}>
      {people.length === 0 && <p className="soft">{messages.nobody}</p>}
      <ul className="outcome-people">
        {people.map((person) => <PersonCard key={person.agentId} person={person} />)}
      </ul>
      {reserves.length > 0 && (
        <p className="small" data-part="reserve">
          <span className="soft">{messages.reserves}: </span>
          <bdi>{escapeBidi(list(reserves.map(({ name, role }) => (role === "" ? name : `${name} (${role})`))))}</bdi>
        </p>
      )}
      {people.length > 0 && <p className="small soft">{EVENT_MESSAGES[language].neverChecked}</p>}
    </Section>
  );
}

function PersonCard({ person }: { readonly person: EventPerson }) {
  const messages = MESSAGES.useCurrent();
  const { agentId, name, roles, status, joinedLater, cost } = person;
  return (
    <li className="event-page-person" data-agent={agentId} data-standing={status}>
      <Avatar agentId={agentId} name={name} />
      <div className="event-page-person-body">
        <p className="event-page-person-head">
          <bdi className="outcome-name">{escapeBidi(name)}</bdi>
          {cost !== null && cost.fees.length > 0 && <span className="event-page-fee"><PersonFee cost={cost} /></span>}
        </p>
        {roles.length > 0 && <p><bdi>{escapeBidi(roles.join(" · "))}</bdi></p>}
        <p className="row">
          <Badge tone={AGENT_STATUS_LOOKS[status].tone}><span aria-hidden="true">{AGENT_STATUS_LOOKS[status].symbol}</span>{messages.standing[status]}</Badge>
          {joinedLater && status !== "left" && <Badge tone="talk">{messages.joined}</Badge>}
        </p>
        <Trust person={person} />
      </div>
    </li>
  );
}

/** Why a person was chosen, who answered, what they insist on, and what was not checked. */
function Trust({ person: { why, answeredBy, insistsOn, unchecked } }: { readonly person: EventPerson }) {
  const language = useLocale();
  const messages = EVENT_MESSAGES[language];
  const { list } = useFormat();
  const insisted = insistsOn.map(({ name, text }) => (name === null ? text : `${TERM_MESSAGES[language].label[name]} ${text}`));
  return (
    <dl className="event-page-trust small" data-part="trust">
      {why !== "" && <div><dt>{messages.why}</dt><dd><UserText text={why} /></dd></div>}
      {insisted.length > 0 && <div><dt>{messages.insists}</dt><dd><UserText text={insisted.join(" · ")} /></dd></div>}
      {unchecked.length > 0 && <div><dt>{messages.unchecked}</dt><dd>{list(unchecked.map((fact) => messages.uncheckedFacts[fact]))}</dd></div>}
      {answeredBy !== null && <div><dt className="visually-hidden">{MESSAGES[language].answer}</dt><dd className="soft">{messages.answered[answeredBy]}</dd></div>}
    </dl>
  );
}
