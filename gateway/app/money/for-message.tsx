import type { VNode } from "preact";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { receiverOn } from "../client/drafts.ts";

/** Names the receiver of the message that the top-up pays for. Renders nothing when there is none. */
export function ForMessage({ next }: { readonly next: string }): VNode | null {
  const to = receiverOn(next);
  if (to === null) return null;
  return (
    <p>
      <Sentence of="page.topup.forMessage" parts={{ name: <Name>{to}</Name> }} />
    </p>
  );
}
