// Card of an understanding: editing, going on, answering, refusals, and who may do so.
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { QUESTION_LOG, REVIEW_LOG, UNDERSTANDING } from "../../testUtils/reviewLog";
import { addOwnDemand } from "../../app/ownDemands";
import { EMPTY_LOG, appendEntries, openLog, seekTo, useLogStore, useVisibleView } from "../../eventLog/logStore";
import type { LogEntry } from "../../eventLog/types";
import { useLocaleStore } from "../../i18n/locale";
import { useSessionStore } from "../session/session";
import { ReviewSlot } from "./ReviewSlot";
import { UnderstandingSummary } from "./UnderstandingSummary";

const DEMAND = "d-abcdefghijklm";

interface Sent {
  readonly path: string;
  readonly body: unknown;
}

let sent: Sent[] = [];
let answer: () => Promise<Response> = () => Promise.resolve(new Response("{}"));

beforeEach(() => {
  sent = [];
  answer = () => Promise.resolve(new Response("{}"));
  localStorage.clear();
  addOwnDemand(DEMAND);
  useLocaleStore.setState({ locale: "en" });
  useSessionStore.setState({ session: { user_id: null, admin: false, sign_in: false } });
  vi.stubGlobal("fetch", (url: string, { body }: RequestInit = {}) => {
    if (!url.includes(DEMAND)) return new Promise(() => undefined);
    sent.push({ path: url.slice(url.lastIndexOf("/") + 1), body: JSON.parse(body as string) as unknown });
    return answer();
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useLogStore.setState(EMPTY_LOG);
});

function Page() {
  const view = useVisibleView(DEMAND);
  return view && <MemoryRouter><UnderstandingSummary view={view} /><ReviewSlot view={view}><p>the stage</p></ReviewSlot></MemoryRouter>;
}

function open(entries: readonly LogEntry[]): HTMLElement {
  openLog(DEMAND);
  appendEntries(entries);
  return render(<Page />).container;
}

function append(entries: readonly LogEntry[]): void {
  act(() => { appendEntries(entries); });
}

const click = async (name: string | RegExp): Promise<void> => {
  await act(async () => { fireEvent.click(screen.getByRole("button", { name })); await Promise.resolve(); });
};

describe("the requester", () => {
  it("renames a need, and sends all needs", async () => {
    open(REVIEW_LOG.slice(0, 2));
    await click("Edit speakers × 2");
    fireEvent.change(screen.getByLabelText("What is needed"), { target: { value: "storytellers" } });
    fireEvent.change(screen.getByLabelText("How many"), { target: { value: "3" } });
    await click("Save");
    const [first, second] = UNDERSTANDING.needs as object[];
    expect(sent).toEqual([{ path: "understanding", body: { needs: [{ ...first, need: "storytellers", count: 3 }, second] } }]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("makes a need of words that were not used", async () => {
    open(REVIEW_LOG.slice(0, 2));
    await click("Edit frobnicate");
    expect(screen.getByLabelText<HTMLInputElement>("What is needed").value).toBe("frobnicate");
    await click("Save");
    expect((sent[0]?.body as { needs: object[] }).needs.at(-1)).toEqual({ need: "frobnicate", count: 1, required: true, span: (UNDERSTANDING.not_understood as { span: unknown }[])[0]?.span });
  });

  it("adds, changes and removes limits", async () => {
    open(REVIEW_LOG.slice(0, 2));
    await click("Add Hours");
    fireEvent.change(screen.getByLabelText("At what time of day"), { target: { value: "evening" } });
    await click("Save");
    await click("Edit Budget £400");
    await click("Remove");
    expect(sent[0]?.body).toEqual({ limits: { ...(UNDERSTANDING.limits as object), hours: "evening" } });
    expect((sent[1]?.body as { limits: object }).limits).not.toHaveProperty("budget");
  });

  it("cannot remove the last need, nor save an empty one", async () => {
    const only = { ...UNDERSTANDING, needs: (UNDERSTANDING.needs as unknown[]).slice(1) };
    open([REVIEW_LOG[0], { ...REVIEW_LOG[1], payload: { ...REVIEW_LOG[1]?.payload, ...only } }] as LogEntry[]);
    await click("Edit barn");
    await click("Remove");
    expect(screen.getByText("One need has to stay.")).not.toBeNull();
    fireEvent.change(screen.getByLabelText("What is needed"), { target: { value: " " } });
    await click("Save");
    expect(screen.getByText("Write something first.")).not.toBeNull();
    expect(sent).toEqual([]);
  });

  it("goes on at once", async () => {
    open(REVIEW_LOG.slice(0, 2));
    await click("Invite");
    expect(sent).toEqual([{ path: "understanding", body: { go: true } }]);
    expect(screen.queryByRole("button", { name: "Invite" })).toBeNull();
  });

  it("answers the question, whose default is marked", async () => {
    const container = open(QUESTION_LOG.slice(0, 3));
    expect(container.querySelector('[data-option="talk"]')?.textContent).toContain("default");
    expect(container.querySelector('[data-option="music"]')?.textContent).not.toContain("default");
    await click(/For music/);
    expect(sent).toEqual([{ path: "answers", body: { question_id: "q-abcdefghijklm", option: "music" } }]);
    append(QUESTION_LOG.slice(0, 4));
    expect(container.querySelector("[data-option]")).toBeNull();
  });

  it("answers in own words, which stay when the question is over meanwhile", async () => {
    open(QUESTION_LOG.slice(0, 3));
    await click("In your own words");
    await click("Answer");
    expect(sent).toEqual([]);
    fireEvent.change(screen.getByLabelText("Answer"), { target: { value: "a bit of both" } });
    append(QUESTION_LOG);
    answer = () => Promise.resolve(new Response(JSON.stringify({ error_code: "E014", message: "no" }), { status: 409 }));
    await click("Answer");
    expect(sent).toEqual([{ path: "answers", body: { question_id: "q-abcdefghijklm", text: "a bit of both" } }]);
    expect(screen.getByRole("alert").textContent).toContain("This question is over");
    expect(screen.getByLabelText<HTMLTextAreaElement>("Answer").value).toBe("a bit of both");
  });

  it.each([
    [409, "E014", "The invitations are out"],
    [403, "E013", "Only whoever stated the demand"],
    [503, "E018", "What you entered is still here"],
  ])("keeps what was typed after status %d, and is told why", async (status, error_code, text) => {
    open(REVIEW_LOG.slice(0, 2));
    await click("Edit barn");
    fireEvent.change(screen.getByLabelText("What is needed"), { target: { value: "a mill" } });
    answer = () => Promise.resolve(new Response(JSON.stringify({ error_code, message: "no" }), { status }));
    await click("Save");
    expect(document.body.textContent).toContain(text);
    expect(screen.getByLabelText<HTMLInputElement>("What is needed").value).toBe("a mill");
  });

  it("keeps what was typed when the network is away, and when the review ends meanwhile", async () => {
    const container = open(REVIEW_LOG.slice(0, 2));
    await click("Edit barn");
    fireEvent.change(screen.getByLabelText("What is needed"), { target: { value: "a mill" } });
    answer = () => Promise.reject(new TypeError("away"));
    await click("Save");
    expect(screen.getByRole("alert").textContent).toContain("does not answer");
    append(REVIEW_LOG);
    expect(container.querySelector('[data-part="understanding"]')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("What is needed").value).toBe("a mill");
  });
});

describe("other viewers", () => {
  beforeEach(() => { localStorage.clear(); });

  it("see the same, and can change nothing", () => {
    const container = open(QUESTION_LOG.slice(0, 3));
    const card = container.querySelector('[data-part="understanding"]');
    expect(card?.getAttribute("data-editable")).toBe("false");
    expect(card?.querySelectorAll("button")).toHaveLength(0);
    for (const part of ["speakers × 2", "Leeds", "£400", "frobnicate", "Speakers for a talk, or for music?"]) expect(card?.textContent).toContain(part);
  });

  it("see who changed what, also afterwards", () => {
    const container = open(REVIEW_LOG);
    const history = container.querySelector('[data-part="understood"] [data-part="revisions"]');
    expect(history?.textContent).toContain("user_alice changed the needs: speakers × 2 and barn becomes  → storytellers × 3 and barn");
    expect(history?.querySelectorAll("ol > li")).toHaveLength(1);
  });

  it("see the words that were not used to the end", () => {
    const container = open(REVIEW_LOG);
    expect(container.querySelector('[data-part="not-used"]')?.textContent).toContain("frobnicate");
    expect(container.querySelector('[data-part="understanding"]')).toBeNull();
  });
});

it("the owner who is signed in may edit; somebody else who is signed in may not", () => {
  const may = (user_id: string, admin = false): string | null | undefined => {
    localStorage.clear();
    useSessionStore.setState({ session: { user_id, admin, sign_in: true } });
    const editable = open(REVIEW_LOG.slice(0, 2)).querySelector('[data-part="understanding"]')?.getAttribute("data-editable");
    cleanup();
    return editable;
  };
  expect([may("user_alice"), may("user_bob"), may("user_root", true)]).toEqual(["true", "false", "true"]);
});

it("nothing can be changed while an earlier moment is shown", () => {
  const container = open(REVIEW_LOG.slice(0, 3));
  act(() => { useLogStore.setState({ connection: "live" }); seekTo(2); });
  expect(container.querySelector('[data-part="understanding"]')?.getAttribute("data-editable")).toBe("false");
});

it("the stage is out of reach while the card covers it, and back afterwards", () => {
  const container = open(REVIEW_LOG.slice(0, 2));
  const stage = container.querySelector(".review-covered");
  expect(stage?.hasAttribute("inert")).toBe(true);
  append(REVIEW_LOG);
  expect(stage?.hasAttribute("inert")).toBe(false);
});
