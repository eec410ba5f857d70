// Invitation links of an agent's person: make one and copy it, see until when they are valid, revoke them.
import { useEffect, useId, useState, type SyntheticEvent } from "react";
import { useFormat } from "../../i18n/format";
import { copyToClipboard } from "../../ui/copyToClipboard";
import { ErrorNote } from "../../ui/ErrorNote";
import { UserText } from "../../ui/UserText";
import { useAction } from "../../ui/useAction";
import { useCanAnswerFor } from "../humanInTheLoop/ownAgents";
import { createInvitationLink, listInvitationLinks, revokeInvitationLink, type InvitationLink } from "./invitationLinksApi";
import { ORGANISER_MESSAGES } from "./organiserMessages";

const DEFAULT_DAYS = 14;
const MAX_DAYS = 90;

/** Section with the links; renders nothing for viewers who may not answer for the agent. */
export function InvitationLinks({ agentId }: { readonly agentId: string }) {
  return useCanAnswerFor(agentId) ? <LinkSection key={agentId} agentId={agentId} /> : null;
}

function LinkSection({ agentId }: { readonly agentId: string }) {
  const messages = ORGANISER_MESSAGES.useCurrent();
  const id = useId();
  const { busy, error, run } = useAction();
  const [days, setDays] = useState(String(DEFAULT_DAYS));
  const [url, setUrl] = useState("");
  const [links, setLinks] = useState<readonly InvitationLink[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    void listInvitationLinks(agentId, controller.signal).then(setLinks, () => undefined);
    return () => { controller.abort(); };
  }, [agentId]);
  const make = (event: SyntheticEvent): void => {
    event.preventDefault();
    void run(async () => {
      const { path } = await createInvitationLink(agentId, Number(days));
      setUrl(`${location.origin}${path}`);
      setLinks(await listInvitationLinks(agentId));
    });
  };
  const revoke = (linkId: string): void => void run(async () => {
    await revokeInvitationLink(linkId);
    setLinks(await listInvitationLinks(agentId));
  });
  return (
    <section className="stack" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{messages.title}</h3>
      <p className="soft small">{messages.hint}</p>
      <form className="row" onSubmit={make}>
        <label htmlFor={`${id}-days`}>{messages.days}</label>
        <input id={`${id}-days`} className="input agents-days" type="number" min={1} max={MAX_DAYS} required value={days} onChange={(event) => { setDays(event.target.value); }} />
        <button type="submit" className="button" aria-disabled={busy}>{messages.make}</button>
      </form>
      {error && <ErrorNote error={error} />}
      {url !== "" && <NewLink key={url} url={url} />}
      {links.length > 0 && <LinkList links={links} onRevoke={revoke} />}
    </section>
  );
}

/** A new link, whose secret is shown only once. */
function NewLink({ url }: { readonly url: string }) {
  const messages = ORGANISER_MESSAGES.useCurrent();
  const id = useId();
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <div className="field">
      <label htmlFor={id}>{messages.link}</label>
      <input id={id} className="input" readOnly value={url} onFocus={(event) => { event.target.select(); }} />
      <p className="small">{copied === false ? messages.copyYourself : messages.once}</p>
      <div>
        <button type="button" className="button button-main" onClick={() => { void copyToClipboard(url).then(setCopied); }}>
          <span aria-live="polite">{copied === true ? messages.copied : messages.copy}</span>
        </button>
      </div>
    </div>
  );
}

function LinkList({ links, onRevoke }: { readonly links: readonly InvitationLink[]; readonly onRevoke: (linkId: string) => void }) {
  const messages = ORGANISER_MESSAGES.useCurrent();
  const { moment } = useFormat();
  return (
    <div>
      <h4 className="small soft">{messages.valid}</h4>
      <ul className="stack">
        {links.map(({ link_id, until, created_by }) => (
          <li key={link_id} className="row">
            <span className="small">{messages.until(moment(until))}{created_by && <> · <UserText text={messages.by(created_by)} /></>}</span>
            <button type="button" className="button" aria-label={`${messages.revoke} · ${messages.until(moment(until))}`} onClick={() => { onRevoke(link_id); }}>{messages.revoke}</button>
          </li>
        ))}
      </ul>
    </div>
  );
}
