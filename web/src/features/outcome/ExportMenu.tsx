// Export of an outcome: Markdown, iCalendar, print, link.
import { useLogStore } from "../../eventLog/logStore";
import type { DemandView } from "../../eventLog/types";
import { useLocaleStore } from "../../i18n/locale";
import { hasCalendarEvents } from "./calendarEvents";
import { renderCalendar } from "./iCalendarExport";
import { ACTION_MESSAGES } from "./actionMessages";
import { renderMarkdown } from "./markdownExport";
import { getExportFileName, downloadFile } from "./download";
import { getDemandUrl, ShareLink } from "./ShareLink";

/** Export buttons of an outcome. */
export function ExportMenu({ view }: { readonly view: DemandView }) {
  const messages = ACTION_MESSAGES.useCurrent();
  const language = useLocaleStore((state) => state.locale);
  const hasDates = hasCalendarEvents(view);
  const url = getDemandUrl(view.demand_id);
  return (
    <div className="outcome-part print-hidden" data-part="Saving">
      <h3>{messages.saving}</h3>
      <div className="row">
        <button
          type="button"
          className="button"
          onClick={() => {
            downloadFile(getExportFileName(view.demand_id, "md"), "text/markdown", renderMarkdown(view, useLogStore.getState().entries, url, language));
          }}
        >
          {messages.markdown}
        </button>
        <button
          type="button"
          className="button"
          disabled={!hasDates}
          aria-describedby={hasDates ? undefined : "outcome-no-dates"}
          onClick={() => { downloadFile(getExportFileName(view.demand_id, "ics"), "text/calendar", renderCalendar(view, url, language)); }}
        >
          {messages.calendar}
        </button>
        {view.proposal && <button type="button" className="button" onClick={() => { window.print(); }}>{messages.print}</button>}
        <ShareLink demandId={view.demand_id} />
      </div>
      {!hasDates && <p id="outcome-no-dates" className="small soft">{messages.noDates}</p>}
    </div>
  );
}
