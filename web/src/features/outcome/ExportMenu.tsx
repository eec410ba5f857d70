// How does one take an outcome along? As Markdown, as a calendar, as a link.
import { useLog } from "../../eventLog/logStore";
import type { DemandView } from "../../eventLog/types";
import { useLanguage, useWords } from "../../i18n/locale";
import { calendarOf, hasDates } from "./iCalendarExport";
import { DOCUMENT } from "./exportMessages";
import { DOING } from "./actionMessages";
import { markdownOf } from "./markdownExport";
import { fileName, save } from "./download";
import { addressOf, ShareLink } from "./ShareLink";

export function Saving({ view }: { readonly view: DemandView }) {
  const words = useWords(DOING);
  const language = useLanguage((state) => state.language);
  const dated = hasDates(view);
  const url = addressOf(view.demand_id);
  return (
    <div className="outcome-part" data-part="Saving">
      <h3>{words.saving}</h3>
      <div className="row">
        <button
          type="button"
          className="button"
          onClick={() => {
            save(fileName(view.demand_id, "md"), "text/markdown", markdownOf(view, useLog.getState().entries, url, language));
          }}
        >
          {words.markdown}
        </button>
        <button
          type="button"
          className="button"
          disabled={!dated}
          aria-describedby={dated ? undefined : "outcome-no-dates"}
          onClick={() => { save(fileName(view.demand_id, "ics"), "text/calendar", calendarOf(view, url, DOCUMENT[language])); }}
        >
          {words.calendar}
        </button>
        <ShareLink demandId={view.demand_id} />
      </div>
      {!dated && <p id="outcome-no-dates" className="small soft">{words.noDates}</p>}
    </div>
  );
}
