import type { ComponentChildren, VNode } from "preact";

/** A line for each object that one dialog decides. Many of them scroll, so that the title and the button stay in view. */
export function ManyLines({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <ul class="plain many" tabIndex={0}>
      {children}
    </ul>
  );
}
