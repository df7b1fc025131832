import type { VNode } from "preact";
import { Sentence } from "#gateway/ui/parts/sentence.tsx";
import { Name } from "#gateway/ui/parts/values.tsx";
import { receiverOn } from "../client/drafts.ts";

interface ForMessageProps {
  readonly next: string;
  /** The message is sent as soon as the payment has succeeded. */
  readonly sends?: boolean;
}

/** Names the receiver of the message that the top-up pays for. Renders nothing when there is none. */
export function ForMessage({ next, sends = false }: ForMessageProps): VNode | null {
  const to = receiverOn(next);
  if (to === null) return null;
  return (
    <p>
      <Sentence of={sends ? "page.topup.thenSent" : "page.topup.forMessage"} parts={{ name: <Name>{to}</Name> }} />
    </p>
  );
}
