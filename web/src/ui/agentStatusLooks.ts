// Colours and symbols of agent statuses.
import type { AgentStatus } from "../eventLog/agentStatus";
import type { GlyphName } from "../features/stage/Glyph";
import type { Tone } from "./Badge";

/** How a status is shown; each has a symbol and a glyph, so that colour is not the only distinction. */
interface AgentStatusLook {
  readonly tone: Tone;
  /** Character before the status in text. */
  readonly symbol: string;
  /** Glyph on the stage. */
  readonly glyph: GlyphName;
}

/** Look of each agent status. */
export const AGENT_STATUS_LOOKS: Readonly<Record<AgentStatus, AgentStatusLook>> = {
  chosen: { tone: "plain", symbol: "·", glyph: "spark" },
  invited: { tone: "brand", symbol: "…", glyph: "letter" },
  no_answer: { tone: "plain", symbol: "—", glyph: "dots" },
  offers: { tone: "good", symbol: "✓", glyph: "hand" },
  conditional: { tone: "warn", symbol: "◐", glyph: "swap" },
  wishes: { tone: "talk", symbol: "⇄", glyph: "swap" },
  declined: { tone: "plain", symbol: "✕", glyph: "minus" },
  late: { tone: "warn", symbol: "◷", glyph: "hand" },
  asked: { tone: "brand", symbol: "…", glyph: "dots" },
  silent: { tone: "plain", symbol: "—", glyph: "dots" },
  accepts: { tone: "good", symbol: "✓", glyph: "tick" },
  negotiates: { tone: "talk", symbol: "⇄", glyph: "swap" },
  rejects: { tone: "bad", symbol: "✕", glyph: "cross" },
  left: { tone: "plain", symbol: "⇠", glyph: "leave" },
  confirmed: { tone: "good", symbol: "✓", glyph: "tick" },
  optional: { tone: "warn", symbol: "○", glyph: "swap" },
  reserve: { tone: "plain", symbol: "◇", glyph: "hand" },
  gone: { tone: "bad", symbol: "✕", glyph: "cross" },
  unknown: { tone: "plain", symbol: "•", glyph: "dots" },
};
