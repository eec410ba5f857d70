// Filters of the agent list by place, skill, language and price, with the number of agents that each choice leaves.
import { useId } from "react";
import { useFormat } from "../../i18n/format";
import { useLocale } from "../../i18n/locale";
import { formatUnits } from "../../i18n/money";
import { escapeBidi } from "../../ui/escapeBidi";
import type { AgentFilters as Filters, Facets } from "./agentsApi";
import { getLanguageName } from "./languageName";
import { MESSAGES } from "./messages";

interface Props {
  readonly filters: Filters;
  /** Choices; null until they are known. */
  readonly facets: Facets | null;
  readonly onFilter: (changes: Partial<Filters>) => void;
}

/** Value, name and number of agents of one choice. */
type Choice = readonly [value: string, name: string, count: number];

/** Row of selects, one a filter; a chosen value is always among its choices. */
export function AgentFilters({ filters, facets, onFilter }: Props) {
  const messages = MESSAGES.useCurrent();
  const language = useLocale();
  const choices: Readonly<Record<keyof Filters, readonly Choice[]>> = {
    location: (facets?.locations ?? []).map(({ value, zh, en, count }) => [value, language === "zh" ? zh : en, count]),
    capability: (facets?.capabilities ?? []).map(({ value, zh, en, count }) => [value, language === "zh" ? zh : en, count]),
    language: (facets?.languages ?? []).map(({ value, count }) => [value, getLanguageName(value, language), count]),
    price: (facets?.prices ?? []).map(({ max_price, currency, count }) => [`${max_price} ${currency}`, getPriceName(max_price, currency), count]),
  };
  function getPriceName(max: number, currency: string): string {
    return max === 0 ? messages.free(currency) : messages.upTo(formatUnits(max, currency, language));
  }
  const names = Object.keys(choices) as readonly (keyof Filters)[];
  const isFiltered = names.some((name) => filters[name] !== "");
  return (
    <div className="row agents-filters" role="group" aria-label={messages.filters}>
      {names.map((name) => <FilterSelect key={name} name={messages.filter[name]} value={filters[name]} choices={choices[name]} onChange={(value) => { onFilter({ [name]: value }); }} />)}
      {isFiltered && <button type="button" className="button button-quiet small" onClick={() => { onFilter({ location: "", capability: "", language: "", price: "" }); }}>{messages.clearFilters}</button>}
    </div>
  );
}

interface SelectProps {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
}

function FilterSelect({ name, value, choices, onChange }: SelectProps) {
  const messages = MESSAGES.useCurrent();
  const format = useFormat();
  const id = useId();
  const isListed = value === "" || choices.some(([choice]) => choice.toLowerCase() === value.toLowerCase());
  const selected = choices.find(([choice]) => choice.toLowerCase() === value.toLowerCase())?.[0] ?? value;
  return (
    <span className="agents-filter">
      <label htmlFor={id} className="small">{name}</label>
      <select id={id} className="input small" value={selected} onChange={({ target }) => { onChange(target.value); }}>
        <option value="">{messages.any}</option>
        {!isListed && <option value={value}>{escapeBidi(value)}</option>}
        {choices.map(([choice, text, count]) => <option key={choice} value={choice}>{`${escapeBidi(text)} (${format.number(count)})`}</option>)}
      </select>
    </span>
  );
}
