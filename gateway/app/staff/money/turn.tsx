import type { ComponentChildren, VNode } from "preact";

/** What something is, and what it becomes. */
export function Turn({ from, to }: { readonly from: ComponentChildren; readonly to: ComponentChildren }): VNode {
  return (
    <span>
      {from} <span class="turns">→</span> {to}
    </span>
  );
}
