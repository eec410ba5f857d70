// Fields for one limit: text, days, people, money or language.
import { useId, type ReactNode } from "react";
import { useLocale, type Locale } from "../../i18n/locale";
import { MAX_DATES, type DayRange } from "./dayRanges";
import { FieldProblem } from "./FieldProblem";
import type { LimitValues } from "./limitForm";
import type { LimitKind } from "./limitTexts";
import { formatWeekday } from "./limitWords";
import { MESSAGES } from "./messages";

/** Currencies to choose from; another one that a demand states is added. */
const CURRENCIES: readonly string[] = ["CNY", "GBP", "EUR", "USD", "HKD", "TWD", "JPY", "CHF", "AUD", "CAD", "SGD"];
/** Languages to choose from, likewise. */
const LANGUAGES: readonly string[] = ["zh", "en", "de", "es", "fr", "it", "ja", "ko", "pt", "ru", "ar"];
const DAYS = [0, 1, 2, 3, 4, 5, 6];

interface Props {
  readonly kind: LimitKind;
  readonly values: LimitValues;
  readonly problem: string | null;
  readonly onChange: (values: LimitValues) => void;
}

/** Fields of a kind of limit. */
export function LimitFields(props: Props) {
  const id = useId();
  return (
    <>
      <FieldsOfKind {...props} id={id} />
      <FieldProblem id={`${id}-problem`} problem={props.problem} />
    </>
  );
}

type FieldProps = Props & { readonly id: string };

function FieldsOfKind(props: FieldProps) {
  const messages = MESSAGES.useCurrent();
  switch (props.kind) {
    case "place":
      return <Text {...props} name="text" label={messages.place} />;
    case "hours":
      return <Text {...props} name="text" label={messages.hours} />;
    case "language":
      return <LanguageField {...props} />;
    case "people":
      return (
        <div className="row">
          <Text {...props} name="min" label={messages.peopleMin} numeric />
          <Text {...props} name="max" label={messages.peopleMax} numeric />
        </div>
      );
    case "budget":
      return <BudgetFields {...props} />;
    case "days":
    case "not_on":
      return <DayFields {...props} />;
  }
}

function Text({ id, name, label, numeric = false, values, problem, onChange }: FieldProps & {
  readonly name: "text" | "min" | "max" | "amount";
  readonly label: string;
  readonly numeric?: boolean;
}) {
  return (
    <div className="field">
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        className={numeric ? "input reading-number" : "input"}
        dir={numeric ? undefined : "auto"}
        inputMode={numeric ? "decimal" : "text"}
        value={values[name]}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => { onChange({ ...values, [name]: event.target.value }); }}
      />
    </div>
  );
}

function BudgetFields(props: FieldProps) {
  const messages = MESSAGES.useCurrent();
  const { id, values, onChange } = props;
  return (
    <div className="row">
      <Text {...props} name="amount" label={messages.amount} numeric />
      <Choice id={`${id}-currency`} label={messages.currency} value={values.currency} onChange={(currency) => { onChange({ ...values, currency }); }}>
        {withChosen(CURRENCIES, values.currency).map((currency) => <option key={currency} value={currency}>{currency}</option>)}
      </Choice>
    </div>
  );
}

function LanguageField({ id, values, onChange }: FieldProps) {
  const messages = MESSAGES.useCurrent();
  const locale = useLocale();
  const names = new Intl.DisplayNames([locale], { type: "language" });
  return (
    <Choice id={`${id}-language`} label={messages.languageCode} value={values.text} onChange={(text) => { onChange({ ...values, text }); }}>
      <option value="">{messages.anyLanguage}</option>
      {withChosen(LANGUAGES, values.text).map((code) => <option key={code} value={code}>{names.of(code) ?? code}</option>)}
    </Choice>
  );
}

function Choice({ id, label, value, onChange, children }: {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={(event) => { onChange(event.target.value); }}>{children}</select>
    </div>
  );
}

function withChosen(options: readonly string[], chosen: string): readonly string[] {
  return chosen === "" || options.includes(chosen) ? options : [...options, chosen];
}

/** Date fields, two for a range of days, always with an empty one, and the days of the week. */
function DayFields({ id, kind, values, problem, onChange }: FieldProps) {
  const messages = MESSAGES.useCurrent();
  const locale: Locale = useLocale();
  const full = values.dates.at(-1)?.first === "" || values.dates.length >= MAX_DATES;
  const dates: readonly DayRange[] = full ? values.dates : [...values.dates, { first: "", last: "" }];
  const setRange = (index: number, range: DayRange): void => {
    onChange({ ...values, dates: dates.with(index, range) });
  };
  const setWeekday = (day: number, chosen: boolean): void => {
    onChange({ ...values, weekdays: chosen ? [...values.weekdays, day] : values.weekdays.filter((each) => each !== day) });
  };
  const renderDate = (name: string, label: string, value: string, setDate: (date: string) => void): ReactNode => (
    <div className="field" key={name}>
      <label htmlFor={`${id}-${name}`}>{label}</label>
      <input
        id={`${id}-${name}`}
        className="input"
        type="date"
        value={value}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => { setDate(event.target.value); }}
      />
    </div>
  );
  return (
    <>
      {kind === "not_on" && <p className="small soft">{messages.notOnHint}</p>}
      <div className="row">
        {dates.map(({ first, last }, index) =>
          first === last
            ? renderDate(`date-${index}`, index === 0 || first !== "" ? messages.date : messages.addDate, first, (date) => { setRange(index, { first: date, last: date }); })
            : [
                renderDate(`date-${index}`, messages.firstDate, first, (date) => { setRange(index, { first: date, last }); }),
                renderDate(`last-date-${index}`, messages.lastDate, last, (date) => { setRange(index, { first, last: date }); }),
              ],
        )}
      </div>
      <fieldset>
        <legend>{messages.weekdays}</legend>
        <div className="row">
          {DAYS.map((day) => (
            <label key={day} className="reading-day">
              <input type="checkbox" checked={values.weekdays.includes(day)} onChange={(event) => { setWeekday(day, event.target.checked); }} />
              {formatWeekday(day, locale, "short")}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}
