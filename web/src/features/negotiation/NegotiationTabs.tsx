// Tabs of a negotiation: what happens now, the plan, the people.
import { Activity, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import type { DemandView } from "../../eventLog/types";
import { CandidateList } from "../candidates/CandidateList";
import { Outcome } from "../outcome/Outcome";
import { ProposalCard } from "../proposal/ProposalCard";
import { Stage } from "../stage/Stage";
import { EventTimeline } from "../timeline/EventTimeline";
import { ReviewSlot } from "../understanding/ReviewSlot";
import { ConnectionStatus } from "./DemandHeader";
import { DemandTools } from "./DemandTools";
import { MissedNotice } from "./MissedNotice";
import { TabIcon } from "./TabIcon";
import { MESSAGES } from "./messages";
import { TABS, useTab, type Tab } from "./useTab";
import "./negotiationTabs.css";

/** Tab list with the page's tools beside it, and the panel of the shown tab. */
export function NegotiationTabs({ view }: { readonly view: DemandView }) {
  const [tab, choose] = useTab(view);
  const id = useId();
  return (
    <>
      <div className="tabs-row">
        <TabList id={id} shown={tab} onChoose={choose} />
        <MissedNotice demandId={view.demand_id} />
        <ConnectionStatus />
        <DemandTools view={view} />
      </div>
      <Panel id={id} tab="now" shown={tab}>
        <div className="negotiation-stage"><ReviewSlot view={view}><Stage view={view} /></ReviewSlot></div>
        <div className="negotiation-story"><EventTimeline /></div>
      </Panel>
      <Panel id={id} tab="plan" shown={tab}>
        <div className="negotiation-outcome"><Outcome view={view} /></div>
        <div className="negotiation-plan"><ProposalCard view={view} /></div>
        <NoPlan view={view} />
      </Panel>
      <Panel id={id} tab="people" shown={tab}>
        <div className="negotiation-people"><CandidateList view={view} /></div>
      </Panel>
    </>
  );
}

interface TabListProps {
  readonly id: string;
  readonly shown: Tab;
  readonly onChoose: (tab: Tab) => void;
}

/** Tabs with one stop for the Tab key; arrows, Home and End choose another. */
function TabList({ id, shown, onChoose }: TabListProps) {
  const messages = MESSAGES.useCurrent();
  const listRef = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = getTabByKey(event, shown);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    listRef.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    // The tabs themselves have the focus.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div className="tabs" role="tablist" aria-label={messages.tabs} ref={listRef} onKeyDown={onKeyDown}>
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          className="tab"
          id={`${id}-${tab}`}
          data-tab={tab}
          aria-selected={tab === shown}
          aria-controls={`${id}-${tab}-panel`}
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => { onChoose(tab); }}
        >
          <TabIcon tab={tab} />
          {messages.tab[tab]}
        </button>
      ))}
    </div>
  );
}

/** Return the tab that a key chooses; undefined when it chooses none. */
function getTabByKey({ key, ctrlKey, altKey, metaKey }: KeyboardEvent, shown: Tab): Tab | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  const place = TABS.indexOf(shown);
  const count = TABS.length;
  const places: Readonly<Record<string, number>> = { ArrowRight: (place + 1) % count, ArrowLeft: (place + count - 1) % count, Home: 0, End: count - 1 };
  return Object.hasOwn(places, key) ? TABS[places[key] ?? 0] : undefined;
}

interface PanelProps {
  readonly id: string;
  readonly tab: Tab;
  readonly shown: Tab;
  readonly children: ReactNode;
}

/** Panel of a tab; a hidden one keeps its state (what was typed or unfolded) and costs no frame. */
function Panel({ id, tab, shown, children }: PanelProps) {
  return (
    <Activity mode={tab === shown ? "visible" : "hidden"}>
      <div className={`panel panel-${tab}`} role="tabpanel" id={`${id}-${tab}-panel`} aria-labelledby={`${id}-${tab}`} data-panel={tab}>
        {children}
      </div>
    </Activity>
  );
}

/** What the plan's tab says before there is a plan or an outcome. */
function NoPlan({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const awaited = view.phase === "collecting" || view.phase === "aggregating";
  if (view.status !== "processing" || view.proposal || awaited) return null;
  return <section className="card"><p className="soft">{messages.noPlan}</p></section>;
}
