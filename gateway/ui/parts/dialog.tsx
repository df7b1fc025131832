import type { ComponentChildren, VNode } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. The browser traps the focus and closes the dialog with Escape; the focus goes back to where it was. */
export function Dialog({ title, onClose, children }: DialogProps): VNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement as HTMLElement | null;
    element?.showModal();
    return () => {
      element?.close();
      // It has left the document by now, so the browser does not give the focus back.
      before?.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
