// Connection status while replaying and while following.
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { readRecordedLog } from "../../testUtils/recordedLogs";
import { appendEntries, seekTo, EMPTY_LOG, openLog, useLogStore, type Connection } from "../../eventLog/logStore";
import { useLocaleStore } from "../../i18n/locale";
import { ConnectionStatus } from "./DemandHeader";
import { MESSAGES } from "./messages";

const { entries } = readRecordedLog("agreed-at-once");
const REPLAY_LABEL = { zh: "回看", en: "looking back" } as const;

afterEach(() => {
  cleanup();
  useLogStore.setState(EMPTY_LOG);
});

function renderStatus(connection: Connection, at: number | null, language: "zh" | "en"): string {
  useLocaleStore.setState({ locale: language });
  openLog("d-1");
  appendEntries(entries);
  useLogStore.setState({ connection });
  seekTo(at);
  const { container, unmount } = render(<ConnectionStatus />);
  const text = container.textContent;
  expect(container.querySelector(`[data-connection="${connection}"]`)).not.toBeNull();
  unmount();
  return text;
}

describe.each(["zh", "en"] as const)("the connection status (%s)", (language) => {
  it.each(["live", "over"] as const)("is \"replaying\" while an earlier moment is shown (%s)", (connection) => {
    for (const at of [1, entries.length - 1]) expect(renderStatus(connection, at, language)).toBe(REPLAY_LABEL[language]);
  });

  it.each(["live", "over"] as const)("is the connection's while the newest moment is shown (%s)", (connection) => {
    for (const at of [null, entries.length, entries.length + 5]) {
      expect(renderStatus(connection, at, language)).toBe(MESSAGES[language].connection[connection]);
    }
  });

  it("prefers a lost connection over replaying", () => {
    expect(renderStatus("lost", 1, language)).toContain(MESSAGES[language].connection.lost);
  });

  it("changes with the shown moment", () => {
    useLocaleStore.setState({ locale: language });
    openLog("d-1");
    appendEntries(entries);
    useLogStore.setState({ connection: "over" });
    const { container } = render(<ConnectionStatus />);
    act(() => { seekTo(2); });
    expect(container.textContent).toBe(REPLAY_LABEL[language]);
    act(() => { seekTo(null); });
    expect(container.textContent).toBe(MESSAGES[language].connection.over);
  });
});
