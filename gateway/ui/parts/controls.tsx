import type { ComponentChildren, TargetedEvent, VNode } from "preact";
import { useId } from "preact/hooks";
import { Ring } from "./ring.tsx";

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly type?: "button" | "submit";
  readonly onClick?: (event: TargetedEvent<HTMLButtonElement>) => void;
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  /** Why pressing it could not work now, shown beside it; null: it can. It keeps its place in the order of the focus. */
  readonly blocked?: string | null;
  /** The reason is only heard, and shown on the button, where there is no room for it. */
  readonly isQuiet?: boolean;
  /** The operation is running, so a second press does nothing. */
  readonly busy?: boolean;
  /** Whether the choice of this button is selected. */
  readonly pressed?: boolean;
  /** Accessible name, for buttons without a word. */
  readonly label?: string;
  /** The key that presses it, where a page has keys. */
  readonly keys?: string;
  /** Who comes to the page begins here. */
  readonly arrives?: true;
  readonly id?: string;
}

export function Button({
  kind = "plain",
  busy = false,
  blocked = null,
  isQuiet = false,
  pressed,
  label,
  keys,
  arrives,
  type = "button",
  onClick,
  children,
  ...button
}: ButtonProps): VNode {
  const id = useId();
  const isIdle = busy || blocked !== null;
  const press = (event: TargetedEvent<HTMLButtonElement>) => (isIdle ? event.preventDefault() : onClick?.(event));
  const shown = (
    <button
      type={type}
      class={kind === "plain" ? undefined : kind}
      aria-busy={busy}
      aria-disabled={blocked === null ? undefined : true}
      aria-describedby={blocked === null ? undefined : id}
      aria-pressed={pressed}
      aria-label={label}
      aria-keyshortcuts={keys}
      data-arrive={arrives}
      title={isQuiet && blocked !== null ? blocked : undefined}
      onClick={press}
      {...button}
    >
      {busy && <Ring state="held" share={0.3} isBare />}
      {children}
    </button>
  );
  if (blocked === null) return shown;
  return (
    <>
      {shown}
      <span class={isQuiet ? "visually-hidden" : "hint"} id={id}>
        {blocked}
      </span>
    </>
  );
}

/** A problem, announced at once to screen readers. */
export function Problem({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <p class="notice danger" role="alert">
      {children}
    </p>
  );
}

/** Shown instead of an empty list: an empty note, the reason, and one action. */
export function Empty({ children, action }: { readonly children: ComponentChildren; readonly action?: VNode }): VNode {
  return (
    <div class="empty">
      <EmptyNote />
      <p>{children}</p>
      {action && <p class="actions">{action}</p>}
    </div>
  );
}

/** A note without words and a ring without an arc. */
export function EmptyNote(): VNode {
  return (
    <svg class="scene back" viewBox="0 0 120 94" width="120" height="94" aria-hidden="true">
      <path class="sheet far" d="M10 4h100a8 8 0 0 1 8 8v56a8 8 0 0 1-8 8H44L30 88V76H10a8 8 0 0 1-8-8V12a8 8 0 0 1 8-8z" />
      <circle class="track" cx="60" cy="40" r="19" />
    </svg>
  );
}

/** Placeholder for loading content. */
export function Skeleton({ lines }: { readonly lines: number }): VNode {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} />
      ))}
    </div>
  );
}
