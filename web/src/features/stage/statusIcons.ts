// Glyphs of agent statuses on the stage.
import type { AgentStatus } from "../../eventLog/agentStatus";
import type { GlyphName } from "./Glyph";

/** Glyph by agent status. */
export const STATUS_GLYPHS: Readonly<Record<AgentStatus, GlyphName>> = {
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
