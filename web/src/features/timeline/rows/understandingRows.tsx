// Rows of the understanding: understood, question asked and answered, revised (TW-201).
import { readObjects, readString } from "../../../eventLog/readJson";
import { useFormat } from "../../../i18n/format";
import { useLocale } from "../../../i18n/locale";
import { escapeBidi } from "../../../ui/escapeBidi";
import { Badge } from "../../../ui/Badge";
import { UserText } from "../../../ui/UserText";
import { ConfidenceBadge } from "../../understanding/ConfidenceBadge";
import { Revision } from "../../understanding/RevisionHistory";
import { readUnderstanding } from "../../understanding/demandReading";
import { formatNeed } from "../../understanding/fieldChanges";
import { describeAspect } from "../../understanding/limitQuestions";
import { describeLimits } from "../../understanding/limitTexts";
import { MESSAGES } from "../../understanding/messages";
import { TermFacts } from "../../terms/TermFacts";
import { TERM_MESSAGES } from "../../terms/messages";
import { describeTerms } from "../../terms/termTexts";
import { readRevision } from "../../understanding/reviewState";
import { COMMON_MESSAGES } from "../messages/common";
import { OPENING_MESSAGES } from "../messages/opening";
import { Fact, FactText, Facts, FallbackBadge, EventRow, Quote, type RowProps } from "./rowParts";

/** Row of `demand.understood`: what the words were read as, not the words again. */
export function DemandUnderstoodRow({ payload }: RowProps<"towow.demand.understood">) {
  const messages = OPENING_MESSAGES.useCurrent();
  const reading = readUnderstanding({ ...payload, fallback: false });
  return (
    <EventRow
      icon="idea"
      tone="brand"
      head={<><strong>{messages.understood}</strong><ConfidenceBadge reading={reading} /><FallbackBadge fallback={payload.fallback} /></>}
    >
      <Quote text={reading.title} />
      <UnderstandingFacts understanding={payload} />
    </EventRow>
  );
}

/** Needs, limits, preferences, what is not wanted, and words that were not used. */
function UnderstandingFacts({ understanding }: { readonly understanding: object }) {
  const language = useLocale();
  const messages = MESSAGES[language];
  const reading = readUnderstanding(understanding);
  return (
    <Facts>
      <FactText label={messages.needs} text={reading.needs.map(({ need, count }) => formatNeed(need, count, language)).join(" · ")} />
      {Array.from(describeLimits(reading, language), ([kind, text]) => <FactText key={kind} label={messages.limit[kind]} text={text} />)}
      <Fact label={TERM_MESSAGES[language].list}>{describeTerms(reading.terms, language).length > 0 && <TermFacts terms={reading.terms} />}</Fact>
      <FactText label={messages.preferences} text={reading.preferences.join(" · ")} />
      <FactText label={messages.notWanted} text={reading.notWanted.map(({ text }) => text).join(" · ")} />
      <FactText label={messages.notUsed} text={reading.notUnderstood.map(({ text }) => text).join(" · ")} />
    </Facts>
  );
}

/** Row of `question.asked`. */
export function QuestionAskedRow({ payload, context }: RowProps<"towow.question.asked">) {
  const [messages, format] = [OPENING_MESSAGES.useCurrent(), useFormat()];
  const options = readObjects(payload.options);
  const until = readString(payload.until);
  const aboutLimit = payload.about === "limit";
  return (
    <EventRow icon="odd" tone={aboutLimit ? "warn" : "brand"} head={<><strong>{aboutLimit ? messages.askedAboutLimit : messages.asked}</strong>{aboutLimit && <LimitBadge aspect={payload.aspect} />}</>}>
      <Quote text={readString(payload.text)} />
      <Facts>
        {options.length > 0 && (
          <Fact label={messages.options}>
            <ul className="event-list">
              {options.map((option, index) => (
                <li key={index}><UserText text={readString(option.text)} /> {option.id === payload.default && <Badge>{messages.default}</Badge>}</li>
              ))}
            </ul>
          </Fact>
        )}
        {Date.parse(until) > Date.parse(context.timestamp) && <Fact label={messages.until}>{format.time(until)}</Fact>}
      </Facts>
    </EventRow>
  );
}

/** Limit of the demand that a question is about. */
function LimitBadge({ aspect }: { readonly aspect: unknown }) {
  const language = useLocale();
  const label = describeAspect(aspect, language);
  return label === "" ? null : <Badge tone="warn"><bdi>{escapeBidi(label)}</bdi></Badge>;
}

/** Row of `question.answered`, by the requester or by the default. */
export function QuestionAnsweredRow({ payload, context }: RowProps<"towow.question.answered">) {
  const [messages, { somebody }] = [OPENING_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent()];
  const option = readString(payload.option);
  const question = context.questions.get(readString(payload.question_id));
  const answer = (question?.options.get(option) ?? option) || readString(payload.text);
  const byDefault = question?.aboutLimit === true ? messages.keptLimit : messages.tookDefault;
  const head = payload.answered_by === "timeout" ? byDefault : answer === "" ? messages.dropped : messages.answered;
  return (
    <EventRow icon="talk" tone="brand" head={<>{payload.answered_by !== "timeout" && answer !== "" && <bdi className="event-name">{escapeBidi(context.requester) || somebody}</bdi>}<span>{head}</span></>}>
      {question?.aboutLimit === true && <p className="soft small"><UserText text={question.text} /></p>}
      <Quote text={answer} />
    </EventRow>
  );
}

/** Row of `demand.revised`: who changed what. */
export function DemandRevisedRow({ payload, context }: RowProps<"towow.demand.revised">) {
  const [messages, { somebody }] = [OPENING_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent()];
  const { by, changes } = readRevision(payload);
  const byAnswer = by === "answer";
  const unchanged = payload.review_until === undefined && !context.asking ? messages.invites : messages.keeps;
  const head = byAnswer ? messages.revisedByAnswer : changes.length === 0 ? unchanged : messages.revised;
  return (
    <EventRow icon="idea" head={<>{!byAnswer && <bdi className="event-name">{escapeBidi(context.requester) || somebody}</bdi>}<span>{head}</span></>}>
      {changes.length > 0 && <Revision by={by} changes={changes} user={context.requester} />}
    </EventRow>
  );
}
