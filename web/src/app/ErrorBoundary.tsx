// Error boundary with a fallback, so that one failing component never blanks the page.
import { Component, type ReactNode } from "react";
import { defineMessages, getLocale } from "../i18n/locale";

const MESSAGES = defineMessages({
  zh: { failed: "页面的这一部分无法显示。", again: "重新加载" },
  en: { failed: "This part of the page cannot be shown.", again: "Load the page again" },
});

interface Props {
  readonly children: ReactNode;
  /** Rendered when the children throw; a card with a reload button when omitted. */
  readonly fallback?: ReactNode;
}

/** React error boundary; renders `fallback` after an error in its children. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    const messages = MESSAGES[getLocale()];
    return (
      <div className="card stack" role="alert">
        <p>{messages.failed}</p>
        <div>
          <button type="button" className="button" onClick={() => { location.reload(); }}>
            {messages.again}
          </button>
        </div>
      </div>
    );
  }
}
