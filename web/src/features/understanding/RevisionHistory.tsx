// Who changed what before the invitations, and how a question was answered.
import { useLocale } from "../../i18n/locale";
import { UserText } from "../../ui/UserText";
import { describeChange } from "./fieldChanges";
import { MESSAGES } from "./messages";
import type { FieldChange, RequesterAction } from "./reviewState";

/** List of the requester's actions; renders nothing when there are none. `user`: the requester. */
export function RevisionHistory({ actions, user }: { readonly actions: readonly RequesterAction[]; readonly user: string }) {
  const messages = MESSAGES.useCurrent();
  if (actions.length === 0) return null;
  return (
    <div className="reading-history" data-part="revisions">
      <h3>{messages.history}</h3>
      <ol className="stack">
        {actions.map((action) => <li key={action.seq}>{action.kind === "revision" ? <Revision by={action.by} changes={action.changes} user={user} /> : <Answer {...action} />}</li>)}
      </ol>
    </div>
  );
}

/** The fields that one revision changed. */
export function Revision({ by, changes, user }: { readonly by: string; readonly changes: readonly FieldChange[]; readonly user: string }) {
  const messages = MESSAGES.useCurrent();
  const language = useLocale();
  const texts = changes.flatMap((change) => describeChange(change, language));
  return (
    <ul className="reading-changes">
      {texts.map(({ name, before, after }, index) => (
        <li key={index}>
          <bdi>{messages.changed(by === "answer" ? messages.byAnswer : user, name)}</bdi>
          {": "}
          {before === "" ? <span className="soft">{messages.nothing}</span> : <s><UserText text={before} /></s>}
          <span className="visually-hidden"> {messages.becomes} </span><span aria-hidden="true"> → </span>
          {after === "" ? <span className="soft">{messages.nothing}</span> : <strong><UserText text={after} /></strong>}
        </li>
      ))}
    </ul>
  );
}

function Answer({ question, answer, person }: Extract<RequesterAction, { kind: "answer" }>) {
  const messages = MESSAGES.useCurrent();
  return (
    <p>
      {question !== "" && <>{messages.asked}: <UserText text={question} /> </>}
      {person ? messages.answer : messages.noAnswer}{answer !== "" && <>: <strong><UserText text={answer} /></strong></>}
    </p>
  );
}
