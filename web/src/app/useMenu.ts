// Hook for a menu that closes on Escape, on a press outside, and on navigation.
import { useEffect, useRef, useState, type RefObject } from "react";
import { useLocation } from "react-router";

interface Menu {
  readonly open: boolean;
  readonly toggle: () => void;
  /** Ref of the element with the button and the menu. */
  readonly menuRef: RefObject<HTMLDivElement | null>;
}

/** Return the state of a menu. */
export function useMenu(): Menu {
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const menuRef = useRef<HTMLDivElement>(null);
  const open = openAt === pathname;
  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: PointerEvent): void => {
      if (target instanceof Node && menuRef.current?.contains(target) === false) setOpenAt(null);
    };
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key !== "Escape") return;
      setOpenAt(null);
      menuRef.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", onPress);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPress);
      document.removeEventListener("keydown", onKey);
    };
  }, [open]);
  return { open, toggle: () => { setOpenAt(open ? null : pathname); }, menuRef };
}
