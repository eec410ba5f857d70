// What is shown when a part of the page fails? That it failed, and what still works; never an empty page.
import { Component } from "react";
import type { ReactNode } from "react";
import { spoken } from "../i18n/locale";

const WORDS = {
  zh: { failed: "页面的这一部分无法显示。", again: "重新加载" },
  en: { failed: "This part of the page cannot be shown.", again: "Load the page again" },
};

interface Props {
  readonly children: ReactNode;
  /** Shown instead when the children fail. */
  readonly instead?: ReactNode;
}

export class Boundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    if (this.props.instead !== undefined) return this.props.instead;
    const words = WORDS[spoken()];
    return (
      <div className="card stack" role="alert">
        <p>{words.failed}</p>
        <div>
          <button type="button" className="button" onClick={() => { location.reload(); }}>
            {words.again}
          </button>
        </div>
      </div>
    );
  }
}
