// Figures and table of roles of a distributed system: memory of the store, oldest message, queues and workers, in both languages.
import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import { RAW_VALUE } from "../../testUtils/recordedLogs";
import { useLocaleStore, type Locale } from "../../i18n/locale";
import { Figures } from "./Figures";
import { RoleTable } from "./RoleTable";
import type { RoleLoad, SystemReport } from "./operationsApi";

const MIB = 1024 ** 2;

const ROLES: readonly RoleLoad[] = [
  { role: "channel_admin", waiting: 1234, workers: 3, to_send: 7, overdue_s: 205 },
  { role: "coordinator", waiting: 0, workers: 2, to_send: 1, overdue_s: 10 },
  { role: "agent_host", waiting: 12, workers: 0, to_send: 0, overdue_s: 0 },
  { role: "gateway" },
];

const REPORT: SystemReport = {
  at: "2026-01-22T10:00:00.000Z",
  mode: "distributed",
  checks: [],
  roles: [...ROLES],
  open: { demands: 5, deliberations: 2, games: 0 },
  max_open: 1000,
  memory: { used_bytes: 96 * MIB, limit_bytes: 100 * MIB },
  dead_letters: 0,
};

const SAID = {
  zh: {
    names: { demands: "进行中的需求", letters: "死信", oldest: "最久未发出的", memory: "存储的内存" },
    age: "3分钟", soon: "10秒", none: "没有", unknown: "未知", unlimited: "已用 96 MiB，没有上限", here: "与网关在同一进程", max: "合计上限 1,000",
    columns: ["角色", "排队", "工作进程", "待发出", "逾期"],
  },
  en: {
    names: { demands: "Open demands", letters: "Dead letters", oldest: "Oldest overdue message", memory: "Memory of the store" },
    age: "3 min", soon: "10 sec", none: "none", unknown: "unknown", unlimited: "96 MiB used, without a limit", here: "in the gateway's process", max: "at most 1,000 in all",
    columns: ["Role", "Waiting", "Workers", "To be sent", "Overdue"],
  },
} as const;

afterEach(cleanup);

interface Shown {
  readonly text: string;
  readonly alarming: boolean;
}

/** Return a text with units in the singular: versions of Intl differ in "3 mins". */
function unifyUnits(text: string): string {
  return text.replace(/\b(min|sec)s\b/g, "$1");
}

/** Return what stands below the name of a figure, and whether it is marked. */
function readFigure(report: SystemReport | null, language: Locale, name: string): Shown {
  useLocaleStore.setState({ locale: language });
  const { container } = render(<MemoryRouter><Figures report={report} /></MemoryRouter>);
  expect(container.textContent).not.toMatch(RAW_VALUE);
  const figure = within(container).getByText(name).closest<HTMLElement>(".operations-figure");
  const texts = [...(figure?.querySelectorAll("dd") ?? [])].map((part) => unifyUnits(part.textContent));
  const alarming = figure?.dataset.alarming === "true";
  cleanup();
  return { text: texts.filter(Boolean).join(" · "), alarming };
}

/** Return the report with the overdue times (s) of its roles. */
function withOverdue(...seconds: readonly (number | null)[]): SystemReport {
  return { ...REPORT, roles: seconds.map((overdue, index) => ({ role: `role_${String(index)}`, overdue_s: overdue })) };
}

describe.each(["zh", "en"] as const)("the figures of a distributed system in %s", (language) => {
  const said = SAID[language];
  const { names } = said;

  it("mark the store's memory when it is nearly full", () => {
    expect(readFigure(REPORT, language, names.memory)).toEqual({ text: "96% · 96 MiB / 100 MiB", alarming: true });
    expect(readFigure({ ...REPORT, memory: { used_bytes: 70 * MIB, limit_bytes: 100 * MIB } }, language, names.memory)).toEqual({ text: "70% · 70 MiB / 100 MiB", alarming: false });
  });

  it("say of the memory that it has no limit, is unknown, or is the gateway's", () => {
    expect(readFigure({ ...REPORT, memory: { used_bytes: 96 * MIB } }, language, names.memory)).toEqual({ text: `96 MiB · ${said.unlimited}`, alarming: false });
    expect(readFigure({ ...REPORT, memory: null }, language, names.memory)).toEqual({ text: said.unknown, alarming: false });
    expect(readFigure({ ...REPORT, mode: "embedded", memory: null }, language, names.memory)).toEqual({ text: `– · ${said.here}`, alarming: false });
  });

  it("mark the age of the oldest overdue message of all roles", () => {
    expect(readFigure(REPORT, language, names.oldest)).toEqual({ text: said.age, alarming: true });
    expect(readFigure(withOverdue(0, 10, null), language, names.oldest)).toEqual({ text: said.soon, alarming: false });
    expect(readFigure(withOverdue(0, 0), language, names.oldest)).toEqual({ text: said.none, alarming: false });
    expect(readFigure(withOverdue(null), language, names.oldest)).toEqual({ text: said.unknown, alarming: false });
  });

  it("count what is open, and mark dead letters", () => {
    expect(readFigure(REPORT, language, names.demands)).toEqual({ text: `5 · ${said.max}`, alarming: false });
    expect(readFigure(REPORT, language, names.letters)).toEqual({ text: "0", alarming: false });
    expect(readFigure({ ...REPORT, dead_letters: 1200 }, language, names.letters)).toEqual({ text: "1,200", alarming: true });
  });

  it("are dashes before the first report, and none is marked", () => {
    for (const name of Object.values(names)) expect(readFigure(null, language, name)).toEqual({ text: "–", alarming: false });
  });
});

describe.each(["zh", "en"] as const)("the table of roles in %s", (language) => {
  const said = SAID[language];

  it("has the waiting messages, workers, outbox and its age of each role, and marks those that stand still", () => {
    useLocaleStore.setState({ locale: language });
    const { container } = render(<RoleTable report={REPORT} />);
    expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual(said.columns);
    const rows = [...container.querySelectorAll<HTMLElement>("tbody tr")];
    expect(rows.map((row) => [...row.children].map((cell) => unifyUnits(cell.textContent)))).toEqual([
      ["channel_admin", "1,234", "3", "7", said.age],
      ["coordinator", "0", "2", "1", said.soon],
      ["agent_host", "12", "0", "0", "0"],
      ["gateway", "–", "–", "–", "–"],
    ]);
    // Too late; late as usual; nobody works; nothing is known.
    expect(rows.map((row) => row.dataset.alarming)).toEqual(["true", "false", "true", "false"]);
  });

  it("has no rows before the first report", () => {
    useLocaleStore.setState({ locale: language });
    const { container } = render(<RoleTable report={null} />);
    expect(screen.getAllByRole("columnheader")).toHaveLength(5);
    expect(container.querySelectorAll("tbody tr")).toHaveLength(0);
  });
});
