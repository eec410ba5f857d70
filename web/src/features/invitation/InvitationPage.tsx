// Page of an invited person: the questions to their agent, answered by a link without a key.
import { useParams } from "react-router";
import { setTheme, useThemeStore } from "../../app/theme";
import { useDocumentTitle } from "../../app/useDocumentTitle";
import { useFormat } from "../../i18n/format";
import { setLocale, useLocale } from "../../i18n/locale";
import { ErrorNote } from "../../ui/ErrorNote";
import { escapeBidi } from "../../ui/escapeBidi";
import { InvitedQuestion } from "./InvitedQuestion";
import { MESSAGES } from "./messages";
import { useInvitedPerson, type OpenLink } from "./useInvitedPerson";
import "./invitation.css";

/** The page `/i/<token>`. */
export function InvitationPage() {
  const messages = MESSAGES.useCurrent();
  const { token = "" } = useParams();
  const link = useInvitedPerson(token);
  const openCount = link.questions.filter(({ standing }) => standing === "open").length;
  useDocumentTitle(openCount > 0 ? messages.titleAsked(openCount) : messages.titleQuiet);
  return (
    <div className="invitation">
      <PageHeader />
      <main className="stack">
        {link.error?.status === 404 ? (
          <section className="card stack" role="alert">
            <h1>{messages.invalidTitle}</h1>
            <p>{messages.invalid}</p>
          </section>
        ) : (
          <OpenLinkContent link={link} token={token} openCount={openCount} />
        )}
      </main>
    </div>
  );
}

function OpenLinkContent({ link, token, openCount }: { readonly link: OpenLink; readonly token: string; readonly openCount: number }) {
  const messages = MESSAGES.useCurrent();
  const { moment } = useFormat();
  const { person, questions, error, clockOffset, refresh } = link;
  if (person === null) return error ? <ErrorNote error={error} /> : <p className="soft" role="status">{messages.opening}</p>;
  const name = escapeBidi(person.display_name);
  return (
    <>
      <h1><bdi>{openCount > 0 ? messages.asked(name) : messages.quiet(name)}</bdi></h1>
      {error && <ErrorNote error={error} />}
      <div className="stack" aria-live="polite">
        {questions.map(({ question, standing }) => (
          <InvitedQuestion key={question.question_id} question={question} standing={standing} token={token} clockOffset={clockOffset} onAnswered={refresh} />
        ))}
      </div>
      <p className="soft small">{messages.keepOpen} {messages.validUntil(moment(person.link_until))}</p>
    </>
  );
}

/** Name of the product, and switches of language and theme; nothing that leads away. */
function PageHeader() {
  const messages = MESSAGES.useCurrent();
  const locale = useLocale();
  const theme = useThemeStore((state) => state.theme);
  return (
    <header className="invitation-header row">
      <img src="/assets/favicon.svg" alt="" width="24" height="24" />
      <strong>ToWow</strong>
      <button type="button" className="button button-quiet" lang={messages.languageTag} onClick={() => { setLocale(locale === "zh" ? "en" : "zh"); }}>{messages.language}</button>
      <button type="button" className="button button-quiet" onClick={() => { setTheme(theme === "dark" ? "light" : "dark"); }}>{theme === "dark" ? messages.light : messages.dark}</button>
    </header>
  );
}
