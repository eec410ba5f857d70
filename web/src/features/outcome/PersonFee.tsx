// Fee of a person: what was asked first, and what was agreed on.
import { useLocale, type Locale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import { formatFee } from "../terms/termTexts";
import { MESSAGES } from "./messages";
import type { PersonCost } from "./planCosts";

/** Fees of one person, with the fee that was asked first struck through when it was bargained over. */
export function PersonFee({ cost }: { readonly cost: PersonCost }) {
  const language = useLocale();
  const { asked } = cost;
  return (
    <>
      {asked !== null && (
        <><s>{formatFee(asked, language)}</s><span className="visually-hidden"> {MESSAGES[language].becomes} </span><span aria-hidden="true"> → </span></>
      )}
      {formatFees(cost, language)}
    </>
  );
}

/** Return the fees of a person, and what they come to where a fee is for each hour or head: "£50 per hour (£100)". */
export function formatFees({ fees, amounts }: PersonCost, language: Locale): string {
  const text = fees.map((fee) => formatFee(fee, language)).join(" + ");
  const sum = amounts.map((amount) => formatMoney(amount, language)).join(" + ");
  return fees.some(({ per }) => per !== "event" && per !== "day") && sum !== "" ? `${text} (${sum})` : text;
}
