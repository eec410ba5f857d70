// What is known about why somebody was not invited, with where it is known from.
import { lookUp } from "../../eventLog/readJson";
import { getFormat, useFormat } from "../../i18n/format";
import { useLocale, type Locale } from "../../i18n/locale";
import { escapeBidi } from "../../ui/escapeBidi";
import { UserText } from "../../ui/UserText";
import type { Agent, Ground } from "./whyNotGrounds";
import { WHY_NOT_MESSAGES } from "./whyNotMessages";

/** Grounds that the log tells; the others are the directory's. */
const FROM_LOG: readonly Ground["kind"][] = ["invited", "omitted", "unknown"];

/** The grounds, those from the log first. */
export function WhyNotGrounds({ agent, grounds }: { readonly agent: Agent; readonly grounds: readonly Ground[] }) {
  const messages = WHY_NOT_MESSAGES.useCurrent();
  const title = messages.about(escapeBidi(agent.display_name));
  return (
    <section className="why-not-grounds stack" aria-label={title}>
      <h3><bdi>{title}</bdi></h3>
      <GroundList title={messages.fromLog} grounds={grounds.filter(({ kind }) => FROM_LOG.includes(kind))} />
      <GroundList title={messages.fromDirectory} grounds={grounds.filter(({ kind }) => !FROM_LOG.includes(kind))} />
    </section>
  );
}

function GroundList({ title, grounds }: { readonly title: string; readonly grounds: readonly Ground[] }) {
  const language = useLocale();
  const format = useFormat();
  if (grounds.length === 0) return null;
  return (
    <div>
      <p className="soft small">{title}</p>
      <ul className="why-not-list">{grounds.map((ground, index) => <li key={index}><UserText text={describeGround(ground, language, format.number)} /></li>)}</ul>
    </div>
  );
}

/** Describe a ground in a sentence about the agent. */
export function describeGround(ground: Ground, language: Locale, number: (value: number) => string): string {
  const messages = WHY_NOT_MESSAGES[language];
  const { list } = getFormat(language);
  switch (ground.kind) {
    case "invited":
      return ground.subnet === null ? messages.invited : messages.invitedToSubnet(ground.subnet);
    case "omitted":
      return `${lookUp<string>(messages.omitted, ground.reason) ?? messages.omittedOther}${ground.reason === "too_far" && ground.km !== null ? messages.km(number(ground.km)) : ""}`;
    case "own":
    case "inactive":
      return messages[ground.kind];
    case "noNeed":
      return messages.noNeed(list(ground.needs));
    case "found":
      return messages.found(ground.need, number(ground.place), `${number(ground.found)}${ground.more ? "+" : ""}`);
    case "language":
      return messages.language(list(ground.languages.map((code) => nameLanguage(code, language))), nameLanguage(ground.demand, language));
    case "place":
      return messages.place(ground.location, ground.demand);
    case "unknown":
      return messages.unknown(number(ground.invited));
  }
}

function nameLanguage(code: string, language: Locale): string {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
