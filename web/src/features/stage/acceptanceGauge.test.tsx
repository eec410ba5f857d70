// Gauge of the answers to a plan with a reserve, whose answer the diagram shows and the gauge does not count.
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { AGREEMENT_LOG, seqsOf } from "../../testUtils/agreementLog";
import { projectViews, readRecordedLog } from "../../testUtils/recordedLogs";
import { getReserveAgents } from "../../eventLog/reserves";
import type { DemandView } from "../../eventLog/types";
import { useLocaleStore, type Locale } from "../../i18n/locale";
import { AcceptanceGauge } from "./AcceptanceGauge";

const VIEWS = projectViews(AGREEMENT_LOG);
const [PLAN_SEQ = 0] = seqsOf("proposal.distributed");
const [BOB_SEQ = 0, , EVE_SEQ = 0] = seqsOf("proposal.feedback");
const [EVALUATED_SEQ = 0] = seqsOf("feedback.evaluated");

afterEach(cleanup);

/** Return the text of the gauge after the event with a seq. */
function readGauge(views: readonly DemandView[], seq: number, language: Locale): string {
  useLocaleStore.setState({ locale: language });
  const view = views[seq - 1];
  if (view === undefined) throw new Error(`no event ${String(seq)}`);
  const { container } = render(<AcceptanceGauge part={view} />);
  const text = container.textContent;
  cleanup();
  return text;
}

describe.each([
  { language: "zh", apart: "候补的答复不计", noAnswer: "还没有答复 · 候补的答复不计", one: "1 位接受 · 候补的答复不计", both: "2 位接受 · 候补的答复不计", verdict: "2 份答复中 2 份接受 · 通过" },
  { language: "en", apart: "reserves do not count", noAnswer: "No answer yet · reserves do not count", one: "1 accept · reserves do not count", both: "2 accept · reserves do not count", verdict: "2 of 2 answers accept · the plan stands" },
] as const)("the gauge of a plan in $language", ({ language, apart, noAnswer, one, both, verdict }) => {
  it("says while the answers come that those of reserves do not count", () => {
    expect(readGauge(VIEWS, PLAN_SEQ, language)).toContain(noAnswer);
    expect(readGauge(VIEWS, BOB_SEQ, language)).toContain(one);
    // The third answer is the reserve's.
    expect(readGauge(VIEWS, EVE_SEQ, language)).toContain(both);
  });

  it("does not say so before there is a plan, nor at the verdict", () => {
    expect(readGauge(VIEWS, PLAN_SEQ - 2, language)).not.toContain(apart);
    const judged = readGauge(VIEWS, EVALUATED_SEQ, language);
    expect(judged).toContain(verdict);
    expect(judged).not.toContain(apart);
  });

  it("does not say so of a plan without reserves", () => {
    const { views } = readRecordedLog("forced-after-five-rounds");
    const open = views.flatMap((view, index) => (view.review !== null && getReserveAgents(view.proposal).size === 0 ? [index + 1] : []));
    expect(open.length).toBeGreaterThan(5);
    for (const seq of open) expect(readGauge(views, seq, language)).not.toContain(apart);
  });
});
