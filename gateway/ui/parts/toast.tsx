import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "./controls.tsx";
import { useReader } from "./reader.tsx";

const STAYS_MS = 8_000;

/** A completed action. */
export interface Done {
  readonly text: string;
  /** Absent: it cannot be undone. */
  undo?(): void;
}

interface ToastProps {
  /** Null: none recently. */
  readonly done: Done | null;
  close(): void;
}

/** Reports a completed action and offers to undo it where that is possible. It closes by itself, but never while it has the pointer or the focus. */
export function Toast({ done, close }: ToastProps): VNode {
  const { t } = useReader();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (done === null || isHeld) return;
    const timer = setTimeout(close, STAYS_MS);
    return () => clearTimeout(timer);
  }, [done, isHeld]);
  const undo = () => {
    setHeld(false);
    close();
    done?.undo?.();
  };
  const hold = { onMouseEnter: () => setHeld(true), onMouseLeave: () => setHeld(false), onFocusIn: () => setHeld(true) };
  return (
    <div class={done ? "toast no-print" : undefined} {...hold} onFocusOut={() => setHeld(false)}>
      <span role="status">{done?.text}</span> {done?.undo && <Button onClick={undo}>{t("page.toast.undo")}</Button>}
    </div>
  );
}
