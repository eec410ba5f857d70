// Agent rows and import results in both locales, with hostile texts.
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import { escapeBidi } from "../../ui/escapeBidi";
import { setLocale, type Locale } from "../../i18n/locale";
import { PublicFields } from "./AgentDetails";
import { AgentRow } from "./AgentList";
import { ImportResult } from "./ImportResult";
import type { AgentHit } from "./agentsApi";

const LANGUAGES: readonly Locale[] = ["zh", "en"];
const HOSTILE = ["<script>alert(1)</script>", "\u202eevil", "长".repeat(10_000), "👩‍🚀", "]]>"];
const UNREADABLE = /undefined|null|NaN|\[object/;
const exactText = { normalizer: (text: string) => text };

const createAgent = (more: Partial<AgentHit> = {}): AgentHit => ({
  agent_id: "agent_bob",
  display_name: "Bob",
  summary: "",
  capabilities: [],
  tags: [],
  languages: [],
  remote: false,
  active: true,
  ...more,
});

afterEach(cleanup);

describe.each(LANGUAGES)("in %s", (language) => {
  it("renders an agent with minimal fields", () => {
    setLocale(language);
    const { container } = render(<PublicFields agent={{ agent_id: "a", display_name: "A" } as AgentHit} />);
    expect(container.textContent).not.toMatch(UNREADABLE);
  });

  it("shows the matched terms", () => {
    setLocale(language);
    const found = createAgent({ matched: ["venue", "北京"], active: false, remote: true });
    render(<MemoryRouter initialEntries={["/agents?q=x"]}><AgentRow agent={found} selected={false} onSelect={() => undefined} /></MemoryRouter>);
    const link = screen.getByRole("link");
    expect(link.textContent).toMatch(/venue.*北京/);
    expect(link.getAttribute("href")).toBe("/agents?q=x&agent=agent_bob");
  });

  it("shows counts and every rejected line", () => {
    setLocale(language);
    const errors = Array.from({ length: 150 }, (_, at) => ({ file: "body", line: at + 1, error: `bad ${at + 1}!` }));
    const { container } = render(<ImportResult result={{ imported: 3, updated: 1, rejected: 150, errors }} />);
    expect(container.querySelectorAll("tbody tr")).toHaveLength(100);
    fireEvent.click(screen.getByRole("button"));
    expect(screen.getByText("bad 150!")).toBeTruthy();
    expect(container.querySelectorAll("tbody tr")).toHaveLength(150);
    expect(screen.getByRole("status").textContent).toMatch(/3.*1.*150/);
  });

  it("renders an empty import result", () => {
    setLocale(language);
    const { container } = render(<ImportResult result={{}} />);
    expect(container.textContent).not.toMatch(UNREADABLE);
    expect(container.querySelector("table")).toBeNull();
  });
});

describe.each(HOSTILE)("%.20j", (text) => {
  it("is rendered as text in every field", () => {
    setLocale("en");
    render(<PublicFields agent={createAgent({ summary: text.slice(0, 500), capabilities: [text, text], tags: [text], location: text.slice(0, 500), languages: [text] })} />);
    expect(screen.getAllByText(escapeBidi(text), exactText).length).toBeGreaterThanOrEqual(4);
    expect(document.querySelector("script")).toBeNull();
  });

  it("is rendered as text in a rejected line, collapsed when long", () => {
    setLocale("en");
    const { container } = render(<ImportResult result={{ rejected: 1, errors: [{ file: "body", line: 1, error: text }] }} />);
    expect(document.querySelector("script")).toBeNull();
    expect(container.querySelector("bdi")?.textContent).toContain(escapeBidi(text.slice(0, 500)));
  });
});
