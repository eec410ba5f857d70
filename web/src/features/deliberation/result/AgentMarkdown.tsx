// Markdown that an agent wrote; the parser is loaded when there is something to show.
import { Suspense } from "react";
import { ErrorBoundary } from "../../../app/ErrorBoundary";
import { UserText } from "../../../ui/UserText";
import { lazyWithRetry } from "../../../ui/lazyWithRetry";
import { useSessionLang } from "../AgentText";
import { MESSAGES } from "../messages";

const Markdown = lazyWithRetry(async () => (await import("./Markdown")).Markdown);

/** Text of an agent in Markdown; as plain text if it cannot be shown otherwise. */
export function AgentMarkdown({ text, headingLevel }: { readonly text: string; readonly headingLevel: number }) {
  const messages = MESSAGES.useCurrent();
  return (
    <div {...useSessionLang()}>
      <ErrorBoundary fallback={<UserText text={text} />}>
        <Suspense fallback={<p className="soft">{messages.reportLoading}</p>}>
          <Markdown text={text} headingLevel={headingLevel} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
