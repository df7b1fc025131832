import type { VNode } from "preact";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { receiverOn } from "../client/drafts.ts";

/** For which message money is added, and that its writer comes back to it. Nothing when it is for none. */
export function ForMessage({ next }: { readonly next: string }): VNode | null {
  const to = receiverOn(next);
  if (to === null) return null;
  return (
    <p>
      <Sentence of="page.topup.forMessage" parts={{ name: <Name>{to}</Name> }} />
    </p>
  );
}
