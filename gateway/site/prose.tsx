import type { VNode } from "preact";

/** HTML of an editor. The interface sanitizes it: nothing in it runs. */
export function Prose({ html }: { readonly html: string }): VNode {
  return <div class="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
