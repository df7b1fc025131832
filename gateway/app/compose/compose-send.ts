import { useState } from "preact/hooks";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { getMessage, sendMessage } from "#libs/contracts/messaging/index.ts";
import { api } from "../client/api.ts";
import type { Draft } from "../client/drafts.ts";
import { go } from "../client/navigation.ts";
import { isRefusal } from "../client/refusal.ts";
import type { Offer } from "./compose-offer.ts";

export interface Sending {
  readonly busy: boolean;
  readonly failure: unknown;
  /** The lowest price at the last attempt; null: there was none that was refused. */
  readonly minimumBefore: string | null;
  send(draft: Draft, offer: Offer): Promise<void>;
}

interface SendingParts {
  readonly terms: ComposeTerms;
  readonly dmType: ComposeTerms["dmType"];
  sent(): void;
  /** The attempt has become no message. */
  refused(): void;
}

/** Sends a draft. Its key makes one message of all attempts with the same text, so a lost answer may be asked for again. */
export function useSending({ terms, dmType, sent, refused }: SendingParts): Sending {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [minimumBefore, setMinimumBefore] = useState<string | null>(null);

  const send = async (draft: Draft, { price, minimum, hours }: Offer) => {
    setBusy(true);
    setFailure(null);
    const body = { receiverId: terms.receiverId, content: draft.text, dmType, timeoutHours: hours, ...(price === null ? {} : { price }) };
    try {
      const { messageId } = await api.call(sendMessage, body, { idempotencyKey: draft.key });
      sent();
      const { sessionId } = await api.call(getMessage, { messageId });
      go(`/messages/${sessionId}`, "replace");
    } catch (error) {
      setBusy(false);
      // An earlier text of this draft had another answer, which was lost: the next quote says whether it was a message.
      setFailure(isRefusal(error) && error.i18nKey === "idempotency.error.key_reused" ? null : error);
      if (!isRefusal(error)) return;
      setMinimumBefore(minimum);
      refused();
    }
  };
  return { busy, failure, minimumBefore, send };
}
