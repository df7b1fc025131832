import type { VNode } from "preact";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { begunMessages } from "../../client/drafts.ts";

/** Links to unsent messages, above all those begun before signing in. */
export function BegunMessages({ userId }: { readonly userId: string | null }): VNode {
  return (
    <>
      {begunMessages(userId).map(({ page, name }) => (
        <p key={page} class="actions">
          <a class="button" href={page}>
            <span>
              <Sentence of="page.drafts.continue" parts={{ name: <Name>{name}</Name> }} />
            </span>
          </a>
        </p>
      ))}
    </>
  );
}
