import type { ComponentChildren, VNode } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  readonly title: ComponentChildren;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. The browser traps the focus and closes the dialog with Escape; the focus goes back to where it was. */
export function Dialog({ title, onClose, children }: DialogProps): VNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement as HTMLElement | null;
    element?.showModal();
    // Its title stays in view.
    element?.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
    // A second Enter must not do what cannot be undone.
    if (document.activeElement?.classList.contains("danger")) focusTitle(element);
    return () => {
      element?.close();
      // The browser does so only for a dialog that is still in the document.
      before?.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        // A file choice that was given up bubbles the same event.
        if (event.target !== event.currentTarget) return;
        // A dialog that the browser closes tells so later: a button pressed in between would have no effect.
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // The event of a dialog that is gone would close the one opened since.
        if (event.currentTarget.isConnected) onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

/** A title that could always have the focus would be the first to get it in every dialog. */
function focusTitle(dialog: HTMLDialogElement | null): void {
  const title = dialog?.querySelector("h2");
  if (!title) return;
  title.tabIndex = -1;
  title.focus();
}
