// Keys of the whole page, and which elements keep a key for themselves.

/** What a key does. */
export type PageAction =
  | "toggle" | "previous" | "next" | "previousDecision" | "nextDecision" | "first" | "newest"
  | "now" | "plan" | "people" | "search" | "copy" | "help";

/** Keys as the help names them, by action, in the order of the help. */
export const KEY_NAMES: Readonly<Record<PageAction, readonly string[]>> = {
  toggle: ["space"],
  previous: ["←"],
  next: ["→"],
  previousDecision: ["shift", "←"],
  nextDecision: ["shift", "→"],
  first: ["Home"],
  newest: ["End"],
  now: ["1"],
  plan: ["2"],
  people: ["3"],
  search: ["/"],
  copy: ["C"],
  help: ["?"],
};

/** Actions that only the page of a demand has. */
export const DEMAND_ACTIONS: readonly PageAction[] = ["now", "plan", "people", "search"];

type KeyStroke = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey">;

/** By key, the action without Shift and the one with it. */
const ACTIONS: Readonly<Record<string, readonly [PageAction | null, PageAction | null]>> = {
  " ": ["toggle", null],
  ArrowLeft: ["previous", "previousDecision"],
  ArrowRight: ["next", "nextDecision"],
  Home: ["first", null],
  End: ["newest", null],
  1: ["now", null],
  2: ["plan", null],
  3: ["people", null],
  c: ["copy", null],
  // Some keyboards need Shift for these.
  "/": ["search", "search"],
  "?": ["help", "help"],
};

/** Return the action of a key; null when the key has none. */
export function getPageAction({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyStroke): PageAction | null {
  if (ctrlKey || altKey || metaKey || !Object.hasOwn(ACTIONS, key)) return null;
  return ACTIONS[key]?.[shiftKey ? 1 : 0] ?? null;
}

const WITHOUT_TEXT: readonly string[] = ["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"];
const WITH_ARROWS = "input, [role=grid], [role=tablist], [role=radiogroup], [role=listbox], [role=menu], [role=tree], [role=slider], [role=spinbutton]";
const WITH_SPACE = "button, summary, input, [role=button], [role=switch], [role=tab], [role=option]";
const SCROLLING = "[role=log], [role=region]";
const MOVING: readonly string[] = ["ArrowLeft", "ArrowRight", "Home", "End"];

/** Whether somebody types into the element. */
function isTyping(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !WITHOUT_TEXT.includes(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement || (element instanceof HTMLElement && element.isContentEditable);
}

/** Whether the element that has the focus keeps a key; `bar` is the replay bar, whose slider moves as the page does. */
export function keepsKey(target: EventTarget | null, key: string, bar: Element | null): boolean {
  if (!(target instanceof Element)) return false;
  if (isTyping(target)) return true;
  const ofBar = target instanceof HTMLInputElement && bar?.contains(target) === true;
  if (key === " ") return !ofBar && (target.closest(WITH_SPACE) !== null || target.matches(SCROLLING));
  return MOVING.includes(key) && !ofBar && (target.closest(WITH_ARROWS) !== null || target.matches(SCROLLING));
}
