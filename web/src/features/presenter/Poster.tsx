// Closing poster of the stage: readable from the back of a hall.
import type { DemandView } from "../../eventLog/types";
import { useLocale } from "../../i18n/locale";
import { QrCode } from "../../ui/QrCode";
import { UserText } from "../../ui/UserText";
import { getEndTone } from "../negotiation/agreement";
import { getStateLabel } from "../negotiation/StateBanner";
import { getDemandUrl } from "../outcome/ShareLink";
import { getFailureReason } from "../stage/eventCaption";
import { truncateText } from "../stage/truncateText";
import { collectPosterFacts, type PosterPerson } from "./posterFacts";
import { POSTER_MESSAGES } from "./posterMessages";
import { PRESENTER_MESSAGES } from "./presenterMessages";
import "./poster.css";

/** Greatest number of people and of missing points; the rest is on the page that the code leads to. */
const MAX_PEOPLE = 6;
const MAX_MISSING = 2;
const MAX_TITLE_CHARS = 70;
const MAX_PART_CHARS = 30;
const MAX_MISSING_CHARS = 60;

/** Who, which part, when, where, for how much, what is missing. */
export function Poster({ view }: { readonly view: DemandView }) {
  const language = useLocale();
  const messages = POSTER_MESSAGES[language];
  const facts = collectPosterFacts(view, language);
  const reason = facts.people.length === 0 ? getFailureReason(view.outcome ?? {}, language) : "";
  const url = getDemandUrl(view.demand_id);
  return (
    <section className="poster" aria-label={messages.poster} data-beside>
      <p className={`poster-state tone-${getEndTone(view)}`}>{getStateLabel(view, language)}</p>
      <h1><UserText text={truncateText(facts.title, MAX_TITLE_CHARS)} /></h1>
      <dl className="poster-facts">
        <Fact name={messages.when} text={facts.when} />
        <Fact name={messages.where} text={truncateText(facts.where, MAX_PART_CHARS)} />
        <Fact name={messages.sum} text={facts.budget === "" || facts.sum === "" ? facts.sum : messages.ofBudget(facts.sum, facts.budget)} />
      </dl>
      {facts.people.length > 0 && <People people={facts.people} />}
      {reason !== "" && <p className="poster-reason">{reason}</p>}
      {facts.people.length > 0 && <MissingNeeds missing={facts.missing} />}
      <figure className="poster-qr">
        <QrCode url={url} label={PRESENTER_MESSAGES[language].qr(url)} />
        <figcaption>{PRESENTER_MESSAGES[language].scan}</figcaption>
      </figure>
    </section>
  );
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return text === "" ? null : <div><dt>{name}</dt><dd><bdi>{text}</bdi></dd></div>;
}

function People({ people }: { readonly people: readonly PosterPerson[] }) {
  const messages = POSTER_MESSAGES.useCurrent();
  const rest = people.length - MAX_PEOPLE;
  return (
    <ul className="poster-people" aria-label={messages.people}>
      {people.slice(0, MAX_PEOPLE).map(({ agentId, name, roles, fee, confirmed }) => (
        <li key={agentId} data-confirmed={confirmed}>
          <strong><bdi>{truncateText(name, MAX_PART_CHARS)}</bdi></strong>
          <span><bdi>{truncateText(roles.join(" · "), MAX_PART_CHARS)}</bdi></span>
          <span className="poster-fee">{confirmed ? fee : messages.open}</span>
        </li>
      ))}
      {rest > 0 && <li>{messages.more(rest)}</li>}
    </ul>
  );
}

function MissingNeeds({ missing }: { readonly missing: readonly string[] }) {
  const messages = POSTER_MESSAGES.useCurrent();
  if (missing.length === 0) return <p className="poster-complete">{messages.complete}</p>;
  return (
    <p className="poster-missing">
      <strong>{messages.missing}</strong> <bdi>{missing.slice(0, MAX_MISSING).map((text) => truncateText(text, MAX_MISSING_CHARS)).join(" · ")}</bdi>
    </p>
  );
}
