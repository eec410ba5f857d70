// Button that asks in a dialog before it ends what runs.
import { useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { ApiError } from "../../api/client";
import { Dialog } from "../../ui/Dialog";
import { ErrorNote } from "../../ui/ErrorNote";
import { requestSignIn, useSessionStore } from "./session";

/** Words of the button and its dialog. */
export interface ConfirmWords {
  readonly label: string;
  readonly title: string;
  readonly description: string;
  readonly confirm: string;
  readonly dismiss: string;
  /** Label of button and confirmation from the confirmation to the end. */
  readonly pending: string;
  /** Said when it has ended already. */
  readonly endedAlready: string;
}

interface Props {
  /** Value of the button's `data-action`; the confirmation's is the same with `-yes`. */
  readonly action: string;
  readonly words: ConfirmWords;
  /** Request the end. Throws ApiError. */
  readonly run: () => Promise<unknown>;
  /** Selector of what tells the end, and takes the focus when the button goes with it. */
  readonly focusAfter: string;
  /** Whether the pending button may keep the focus, and is not disabled but `aria-disabled`. */
  readonly keepsFocus?: boolean;
  /** Fields of the dialog. */
  readonly children?: ReactNode;
}

type ConfirmState = "idle" | "busy" | "stopping" | ApiError;

/** Button with confirmation dialog, mounted while there is something to end. */
export function ConfirmButton({ action, words, run, focusAfter, keepsFocus = false, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [state, setState] = useState<ConfirmState>("idle");
  const pending = state === "busy" || state === "stopping";
  const box = useRef<HTMLSpanElement>(null);
  useFocusAfter(box, pending, focusAfter);

  async function confirm(): Promise<void> {
    setState("busy");
    try {
      await run();
      setState("stopping");
      setOpen(false);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState(error);
    }
  }

  async function signIn(): Promise<void> {
    setOpen(false);
    const signedIn = await requestSignIn();
    setOpen(true);
    if (signedIn) await confirm();
  }

  return (
    <span data-beside ref={box}>
      <button
        type="button"
        className="button button-bad"
        data-action={action}
        disabled={pending && !keepsFocus}
        aria-disabled={keepsFocus ? pending : undefined}
        onClick={() => {
          if (pending) return;
          setState("idle");
          setOpen(true);
        }}
      >
        {pending ? words.pending : words.label}
      </button>
      {open && (
        <Dialog title={words.title} describedBy={`${id}-what`} onClose={() => { setOpen(false); }}>
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              if (!pending) void confirm();
            }}
          >
            <p id={`${id}-what`}>{words.description}</p>
            {children}
            {state instanceof ApiError && <ConfirmError error={state} endedAlready={words.endedAlready} signIn={() => void signIn()} />}
            <div className="row dialog-actions">
              <button type="button" className="button" onClick={() => { setOpen(false); }}>{words.dismiss}</button>
              <button type="submit" className="button button-bad" data-action={`${action}-yes`} disabled={pending}>{pending ? words.pending : words.confirm}</button>
            </div>
          </form>
        </Dialog>
      )}
    </span>
  );
}

/** Give the focus to `selector` when the box goes that has it, or whose request is pending. */
function useFocusAfter(box: RefObject<HTMLElement | null>, pending: boolean, selector: string): void {
  const isPending = useRef(false);
  useLayoutEffect(() => {
    isPending.current = pending;
  }, [pending]);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      // The focused button goes with the end, which may come before the answer to the request, while the dialog's
      // disabled button has lost the focus.
      const isHere = isPending.current || element?.contains(document.activeElement) === true;
      // In the next frame: what tells the end is not there yet, and a closing dialog gives the focus back first.
      if (isHere) requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
    };
  }, [box, selector]);
}

interface ConfirmErrorProps {
  readonly error: ApiError;
  readonly endedAlready: string;
  readonly signIn: () => void;
}

function ConfirmError({ error, endedAlready, signIn }: ConfirmErrorProps) {
  const maySignIn = useSessionStore(({ session }) => session?.user_id === null && session.sign_in);
  if (error.code === "E014") return <p role="alert" className="refusal small">{endedAlready}</p>;
  return <ErrorNote error={error} signIn={signIn} signInStatuses={maySignIn ? [401, 403] : []} />;
}
