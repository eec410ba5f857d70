// Hook that lets remotes control this stage: it carries out their commands and tells them what it shows.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createPresentation, reportDisplay, type PresentationState, type RemoteCommand } from "./presentationApi";
import { recallPresentation, rememberPresentation, type PresentationLink } from "./presentationLink";
import { readSpeed, usePresenterStore } from "./presenterStore";
import type { StageMoves } from "./stageMoves";
import type { Beats } from "./useBeats";
import { usePresentation } from "./usePresentation";

/** Delay (ms) before what is shown is told, so that a row of changes is told once. */
const REPORT_DELAY_MS = 250;

/** Presentation of this stage. */
export interface Remotes {
  /** Null until it is opened, and after its end. */
  readonly link: PresentationLink | null;
  /** Number of the last command that was carried out; 0 before the first. */
  readonly commandCount: number;
  /** Create the presentation if there is none. Throws ApiError. */
  readonly open: () => Promise<void>;
}

/** Let remotes move the stage of a demand. */
export function useRemotes(demandId: string, beats: Beats, moves: StageMoves): Remotes {
  const [link, setLink] = useState(() => recallPresentation(demandId));
  const [commandCount, setCommandCount] = useState(0);
  const carriedOut = useRef<number | null>(null);
  const carryOut = ({ commands = [] }: PresentationState): void => {
    const last = commands.at(-1)?.number ?? 0;
    // What was sent before this page was loaded has had its effect on the page before.
    const done = carriedOut.current ?? last;
    carriedOut.current = last;
    for (const command of commands.filter(({ number }) => number > done)) obey(command, moves);
    if (last > done) setCommandCount(last);
  };
  const { connection } = usePresentation(demandId, link, carryOut);
  const present = connection === "gone" ? null : link;
  useDisplayReports(demandId, present, beats);
  return {
    link: present,
    commandCount,
    open: async () => {
      if (present !== null) return;
      const created = await createPresentation(demandId);
      rememberPresentation(demandId, created);
      carriedOut.current = 0;
      setLink(created);
    },
  };
}

function useDisplayReports(demandId: string, link: PresentationLink | null, { beats, index }: Beats): void {
  const { mode, speed, poster } = usePresenterStore();
  const seq = beats[index]?.seq ?? 0;
  const report = useEffectEvent(async () => {
    if (link === null) return;
    await reportDisplay(demandId, link, { mode, speed, seq, poster });
  });
  useEffect(() => {
    if (link === null) return;
    const timer = setTimeout(() => {
      report().catch(() => { /* The next change is told again. */ });
    }, REPORT_DELAY_MS);
    return () => { clearTimeout(timer); };
  }, [link, mode, speed, seq, poster]);
}

/** Carry out a command; one of a newer gateway that is not known here changes nothing. */
function obey({ action, speed }: RemoteCommand, moves: StageMoves): void {
  switch (action) {
    case "hold": moves.hold(); break;
    case "continue": moves.proceed(); break;
    case "next": moves.next(); break;
    case "previous": moves.previous(); break;
    case "next_round": moves.nextRound(); break;
    case "previous_round": moves.previousRound(); break;
    case "start": moves.start(); break;
    case "live": moves.live(); break;
    case "speed": moves.setSpeed(readSpeed(speed) ?? 1); break;
  }
}
