// Which sign does an agent carry on the stage, by where it stands?
import type { Standing } from "../../eventLog/agentStatus";
import type { SignName } from "./Glyph";

export const SIGNS: Readonly<Record<Standing, SignName>> = {
  chosen: "spark",
  invited: "letter",
  no_answer: "dots",
  offers: "hand",
  conditional: "swap",
  wishes: "swap",
  declined: "minus",
  late: "hand",
  asked: "dots",
  silent: "dots",
  accepts: "tick",
  negotiates: "swap",
  rejects: "cross",
  left: "leave",
  confirmed: "tick",
  optional: "swap",
  gone: "cross",
  unknown: "dots",
};
