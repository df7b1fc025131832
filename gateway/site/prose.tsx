import type { VNode } from "preact";

/** HTML from a rich text editor. The API sanitizes it, so nothing in it can run. */
export function Prose({ html }: { readonly html: string }): VNode {
  return <div class="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
