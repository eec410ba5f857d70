// How does a profile become a form, and a form a profile?
import type { Profile } from "./agentsApi";

/** A profile as it is being written: everything as the inputs hold it. */
export interface Form {
  readonly agent_id: string;
  readonly display_name: string;
  readonly user_id: string;
  readonly summary: string;
  /** These: one a line. */
  readonly capabilities: string;
  readonly tags: string;
  readonly languages: string;
  readonly interests: string;
  readonly constraints: string;
  readonly free_dates: string;
  readonly location: string;
  readonly price: string;
  readonly capacity: string;
  readonly temperament: string;
  readonly remote: boolean;
  readonly active: boolean;
  readonly busy_weekdays: readonly number[];
}

export type Field = keyof Form;
export type LineField = "capabilities" | "tags" | "languages" | "interests" | "constraints" | "free_dates";
export type TextField = Exclude<Field, LineField | "remote" | "active" | "busy_weekdays">;

/** Kinds of problem that are seen before the gateway is asked. */
export type Fault = "id" | "name" | "price" | "capacity" | "date";

const ID = /^[a-z0-9_-]{1,64}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const LONGEST_NAME = 80;

export const EMPTY: Form = formOf({ agent_id: "", display_name: "" });

export function formOf(profile: Profile): Form {
  const lines = (values: readonly string[] | undefined): string => (values ?? []).join("\n");
  const number = (value: number | null | undefined): string => (value == null ? "" : String(value));
  return {
    agent_id: profile.agent_id,
    display_name: profile.display_name,
    user_id: profile.user_id ?? "",
    summary: profile.summary ?? "",
    capabilities: lines(profile.capabilities),
    tags: lines(profile.tags),
    languages: lines(profile.languages),
    interests: lines(profile.interests),
    constraints: lines(profile.constraints),
    free_dates: lines(profile.free_dates),
    location: profile.location ?? "",
    price: number(profile.price),
    capacity: number(profile.capacity),
    temperament: profile.temperament ?? "even",
    remote: profile.remote ?? false,
    active: profile.active ?? true,
    busy_weekdays: profile.busy_weekdays ?? [],
  };
}

/** The profile that a form without faults says. An optional field that is empty is left out. */
export function profileOf(form: Form): Profile {
  const optional = <K extends "user_id" | "location">(name: K): Partial<Record<K, string>> => {
    const value = form[name].trim();
    return value === "" ? {} : ({ [name]: value } as Record<K, string>);
  };
  const number = <K extends "price" | "capacity">(name: K): Partial<Record<K, number>> =>
    form[name].trim() === "" ? {} : ({ [name]: Number(form[name]) } as Record<K, number>);
  return {
    agent_id: form.agent_id.trim(),
    display_name: form.display_name.trim(),
    ...optional("user_id"),
    summary: form.summary.trim(),
    capabilities: linesOf(form.capabilities),
    tags: linesOf(form.tags),
    ...optional("location"),
    languages: linesOf(form.languages),
    remote: form.remote,
    ...number("price"),
    ...number("capacity"),
    free_dates: linesOf(form.free_dates),
    busy_weekdays: [...form.busy_weekdays].sort((one, other) => one - other),
    interests: linesOf(form.interests),
    constraints: linesOf(form.constraints),
    temperament: form.temperament.trim() || "even",
    active: form.active,
  };
}

/** What is wrong with a form, by field. */
export function faultsOf(form: Form): Partial<Record<Field, Fault>> {
  const name = form.display_name.trim();
  return {
    ...(ID.test(form.agent_id.trim()) ? {} : { agent_id: "id" }),
    ...(name !== "" && Array.from(name).length <= LONGEST_NAME ? {} : { display_name: "name" }),
    ...(isWhole(form.price, 0) ? {} : { price: "price" }),
    ...(isWhole(form.capacity, 1) ? {} : { capacity: "capacity" }),
    ...(linesOf(form.free_dates).every(isDate) ? {} : { free_dates: "date" }),
  };
}

/** What is not blank, a line each, without the blanks around it. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map((line) => line.trim()).filter((line) => line !== "");
}

function isWhole(text: string, least: number): boolean {
  if (text.trim() === "") return true;
  return /^\d+$/.test(text.trim()) && Number(text) >= least && Number.isSafeInteger(Number(text));
}

function isDate(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`);
  return DATE.test(text) && !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}
