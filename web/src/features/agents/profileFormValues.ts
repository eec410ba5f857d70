// Conversion between a profile and form values, and validation of the form.
import type { Profile } from "./agentsApi";

/** Profile as held by the form's inputs. */
export interface ProfileFormValues {
  readonly agent_id: string;
  readonly display_name: string;
  readonly user_id: string;
  readonly summary: string;
  /** One per line, as the next five fields. */
  readonly capabilities: string;
  readonly tags: string;
  readonly languages: string;
  readonly interests: string;
  readonly constraints: string;
  readonly free_dates: string;
  readonly location: string;
  readonly price: string;
  /** ISO 4217 code of the price. */
  readonly currency: string;
  readonly capacity: string;
  readonly temperament: string;
  readonly remote: boolean;
  readonly active: boolean;
  readonly busy_weekdays: readonly number[];
}

/** Name of a profile field. */
export type ProfileField = keyof ProfileFormValues;
/** Fields with one value per line. */
export type MultilineField = "capabilities" | "tags" | "languages" | "interests" | "constraints" | "free_dates";
/** Fields with a single-line input. */
export type SingleLineField = Exclude<ProfileField, MultilineField | "remote" | "active" | "busy_weekdays">;

/** Kinds of validation problem that the form detects before sending. */
export type ProfileProblem = "id" | "name" | "price" | "currency" | "capacity" | "date";

const ID_PATTERN = /^[a-z0-9_-]{1,64}$/;
const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const MAX_NAME_CHARS = 80;
/** Currency of a price that names none, as for the gateway. */
export const DEFAULT_CURRENCY = "CNY";

/** Form values of a new profile. */
export const EMPTY_FORM: ProfileFormValues = toFormValues({ agent_id: "", display_name: "" });

/** Convert a profile to form values. */
export function toFormValues(profile: Profile): ProfileFormValues {
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
    currency: profile.currency ?? DEFAULT_CURRENCY,
    capacity: number(profile.capacity),
    temperament: profile.temperament ?? "even",
    remote: profile.remote ?? false,
    active: profile.active ?? true,
    busy_weekdays: profile.busy_weekdays ?? [],
  };
}

/** Convert valid form values to a profile; empty optional fields are omitted. */
export function toProfile(form: ProfileFormValues): Profile {
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
    capabilities: splitLines(form.capabilities),
    tags: splitLines(form.tags),
    ...optional("location"),
    languages: splitLines(form.languages),
    remote: form.remote,
    ...number("price"),
    currency: form.currency.trim().toUpperCase() || DEFAULT_CURRENCY,
    ...number("capacity"),
    free_dates: splitLines(form.free_dates),
    busy_weekdays: [...form.busy_weekdays].sort((one, other) => one - other),
    interests: splitLines(form.interests),
    constraints: splitLines(form.constraints),
    temperament: form.temperament.trim() || "even",
    active: form.active,
  };
}

/** Return the problems of a form by field; {} when it is valid. */
export function validateProfile(form: ProfileFormValues): Partial<Record<ProfileField, ProfileProblem>> {
  const name = form.display_name.trim();
  return {
    ...(ID_PATTERN.test(form.agent_id.trim()) ? {} : { agent_id: "id" }),
    ...(name !== "" && Array.from(name).length <= MAX_NAME_CHARS ? {} : { display_name: "name" }),
    ...(isIntegerText(form.price, 0) ? {} : { price: "price" }),
    ...(/^([A-Za-z]{3})?$/.test(form.currency.trim()) ? {} : { currency: "currency" }),
    ...(isIntegerText(form.capacity, 1) ? {} : { capacity: "capacity" }),
    ...(splitLines(form.free_dates).every(isDate) ? {} : { free_dates: "date" }),
  };
}

/** Split text into trimmed, non-empty lines. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map((line) => line.trim()).filter((line) => line !== "");
}

function isIntegerText(text: string, min: number): boolean {
  if (text.trim() === "") return true;
  return /^\d+$/.test(text.trim()) && Number(text) >= min && Number.isSafeInteger(Number(text));
}

function isDate(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`);
  return DATE_PATTERN.test(text) && !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}
