// What happened in an event, in a few words? Who, what, and the beginning of what they said themselves.
import { items, known, saidSo } from "../../eventLog/readJson";
import type { Entry, Json } from "../../eventLog/types";
import { formatIn } from "../../i18n/format";
import type { Format } from "../../i18n/format";
import type { Language } from "../../i18n/locale";
import { REASONS } from "../../i18n/reasonMessages";
import { CAPTION_WORDS } from "./captionMessages";
import { shortened } from "./truncateText";

export interface Caption {
  /** Whose doing it was; empty where it was nobody's. */
  readonly who: string;
  readonly said: string;
  /** Their own words, shortened; empty where there are none. */
  readonly own: string;
}

type Words = (typeof CAPTION_WORDS)[Language];
type Said = readonly [said: string, own?: unknown];

/** Characters of one's own words. */
const OWN = 120;
const NAME = 40;

/** `root`: the channel of the demand; what happens in another one is told as a subnet's. */
export function captionOf({ event_type, payload }: Entry, root: string, language: Language): Caption {
  const words = CAPTION_WORDS[language];
  const [said, own] = sayings(event_type, payload, language);
  const answered = payload.answered_by === "person" ? words.inPerson(said) : said;
  return {
    who: shortened(payload.display_name ?? actor(event_type, payload), NAME),
    said: payload.channel_id === root ? answered : words.inSubnet(answered),
    own: shortened(own, OWN),
  };
}

function actor(type: string, { user_id, cancelled_by, agent_id }: Json): unknown {
  if (type === "towow.demand.submitted") return user_id;
  return type === "towow.demand.cancelled" ? cancelled_by : agent_id;
}

function sayings(type: string, payload: Json, language: Language): Said {
  const words = CAPTION_WORDS[language];
  const format = formatIn(language);
  switch (type) {
    case "towow.demand.submitted":
      return [word(words.told, type), payload.raw_input];
    case "towow.demand.understood":
      return [word(words.told, type), payload.surface_demand];
    case "towow.filter.completed":
      return found(payload, words, format);
    case "towow.demand.broadcast":
      return [words.invited(format.number(lengthOf(payload.invited_agents)))];
    case "towow.offer.submitted":
      return offered(payload, words);
    case "towow.negotiation.bargain":
      return [word(words.told, type), wish(payload)];
    case "towow.negotiation.round_started":
      return [words.round(counted(payload.round, format), word(words.why, payload.reason))];
    case "towow.proposal.distributed":
      return distributed(payload, words, format);
    case "towow.proposal.feedback":
      return [word(words.feedback, payload.feedback_type) || words.answered, payload.adjustment_request ?? payload.reasoning];
    case "towow.agent.withdrawn":
    case "towow.demand.cancelled":
      return [word(words.told, type), payload.reason];
    case "towow.feedback.evaluated":
      return [evaluated(payload, words, format)];
    case "towow.negotiation.failed":
      return [words.failed(reasonOf(payload, language))];
    case "towow.gap.identified":
      return gaps(payload, words, format);
    case "towow.subnet.triggered":
      return [word(words.told, type), payload.gap_type];
    case "towow.subnet.completed":
      return [word(words.ended, payload.status) || word(words.told, "towow.demand.closed"), payload.gap_type];
    default:
      return [word(words.told, type) || words.unknown];
  }
}

function found({ candidates }: Json, words: Words, format: Format): Said {
  const count = lengthOf(candidates);
  return count > 0 ? [words.found(format.number(count)), names(candidates, "display_name", format)] : [words.nobodyFound];
}

function offered(payload: Json, words: Words): Said {
  const talks = payload.response_type === "negotiate" && payload.decision !== "decline";
  const said = talks ? words.wantsToTalk : word(words.offer, payload.decision) || words.answered;
  const own = [payload.decline_reason, payload.contribution, payload.negotiation_summary, payload.reasoning].find(Boolean);
  return [saidSo(payload.late) ? words.late(said) : said, own];
}

function wish({ current_value, desired_value, content }: Json): string {
  const change = [current_value, desired_value].filter((value) => shortened(value, OWN) !== "").join(" → ");
  return shortened(desired_value, OWN) === "" ? shortened(content, OWN) : change;
}

function distributed(payload: Json, words: Words, format: Format): Said {
  const say = saidSo(payload.resent) ? words.sentAgain : words.sent;
  const plan = payload.proposal as Json | null | undefined;
  return [say(counted(payload.version, format), format.number(lengthOf(payload.participants))), plan?.summary];
}

function evaluated({ accept_rate, decision }: Json, words: Words, format: Format): string {
  const verdict = word(words.verdict, decision);
  return typeof accept_rate === "number" ? words.evaluated(format.percent(accept_rate), verdict) : words.unanswered(verdict);
}

function gaps(payload: Json, words: Words, format: Format): Said {
  return lengthOf(payload.gaps) > 0
    ? [word(words.told, "towow.gap.identified"), names(payload.gaps, "gap_type", format)]
    : [words.complete];
}

/** Why it failed, as exactly as it was told. */
export function reasonOf(payload: object, language: Language): string {
  const { reason, detail } = payload as Json;
  return word(REASONS[language].detail, detail) || word(REASONS[language].reason, reason);
}

function word(table: Readonly<Record<string, string>>, key: unknown): string {
  return known(table, key) ?? "";
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function names(list: unknown, field: string, format: Format): string {
  return format.list(items(list).map((item) => shortened(item[field], NAME)).filter(Boolean));
}

function counted(value: unknown, format: Format): string {
  return typeof value === "number" ? format.number(value) : "–";
}
