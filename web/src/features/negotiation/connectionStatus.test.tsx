// Does the page say that one looks back, instead of how it hears of what is newest?
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { recorded } from "../../testUtils/recordedLogs";
import { append, lookAt, NOTHING, openLog, useLog } from "../../eventLog/logStore";
import type { Connection } from "../../eventLog/logStore";
import { useLanguage } from "../../i18n/locale";
import { ConnectionState } from "./DemandHeader";
import { WORDS } from "./messages";

const { entries } = recorded("agreed-at-once");
const BACK = { zh: "回看", en: "looking back" } as const;

afterEach(() => {
  cleanup();
  useLog.setState(NOTHING);
});

function said(connection: Connection, at: number | null, language: "zh" | "en"): string {
  useLanguage.setState({ language });
  openLog("d-1");
  append(entries);
  useLog.setState({ connection });
  lookAt(at);
  const { container, unmount } = render(<ConnectionState />);
  const text = container.textContent;
  expect(container.querySelector(`[data-connection="${connection}"]`)).not.toBeNull();
  unmount();
  return text;
}

describe.each(["zh", "en"] as const)("how the page hears of it (%s)", (language) => {
  it.each(["live", "over"] as const)("is looking back while an earlier moment is shown (%s)", (connection) => {
    for (const at of [1, entries.length - 1]) expect(said(connection, at, language)).toBe(BACK[language]);
  });

  it.each(["live", "over"] as const)("is that of the newest moment where that is shown (%s)", (connection) => {
    for (const at of [null, entries.length, entries.length + 5]) {
      expect(said(connection, at, language)).toBe(WORDS[language].connection[connection]);
    }
  });

  it("is first that the line is cut", () => {
    expect(said("lost", 1, language)).toContain(WORDS[language].connection.lost);
  });

  it("changes with the moment", () => {
    useLanguage.setState({ language });
    openLog("d-1");
    append(entries);
    useLog.setState({ connection: "over" });
    const { container } = render(<ConnectionState />);
    act(() => { lookAt(2); });
    expect(container.textContent).toBe(BACK[language]);
    act(() => { lookAt(null); });
    expect(container.textContent).toBe(WORDS[language].connection.over);
  });
});
