// To-dos with dates and hours, and their downloads.
import { useFormat } from "../../../i18n/format";
import { AgentText } from "../AgentText";
import { MESSAGES } from "../messages";
import type { Report } from "../model/sessionView";
import { getTodosUrl } from "../sessionApi";

/** Card with the to-dos of the report. */
export function TodoCard({ report, sessionId }: { readonly report: Report; readonly sessionId: string }) {
  const messages = MESSAGES.useCurrent();
  const { number, day } = useFormat();
  const { todos } = report;
  return (
    <section className="card stack" aria-labelledby="dl-todos">
      <div className="row dl-card-head">
        <h2 id="dl-todos">{messages.todos}</h2>
        <span className="small soft">{messages.todoCount(todos.length)}</span>
      </div>
      {todos.length === 0 ? <p className="soft">{messages.nothingToDo}</p> : (
        <>
          <ul className="dl-todos">
            {todos.map((todo) => (
              <li key={todo.id}>
                <AgentText text={todo.title} />
                <span className="row small soft">
                  <time dateTime={todo.due}>{messages.due(day(todo.due))}</time>
                  {todo.hours !== null && <span>{messages.hours(number(todo.hours))}</span>}
                  {todo.phase !== "" && <AgentText text={todo.phase} />}
                </span>
              </li>
            ))}
          </ul>
          <p className="row">
            <a className="button" href={getTodosUrl(sessionId, "ics")} download>{messages.toCalendar}</a>
            <a className="button" href={getTodosUrl(sessionId, "md")} download>{messages.toMarkdown}</a>
          </p>
        </>
      )}
    </section>
  );
}
