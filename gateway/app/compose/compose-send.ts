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
  /** The minimum price at the last refused attempt; null: no attempt was refused. */
  readonly minimumBefore: string | null;
  send(draft: Draft, offer: Offer): Promise<void>;
}

interface SendingParts {
  readonly terms: ComposeTerms;
  readonly dmType: ComposeTerms["dmType"];
  sent(): void;
  /** The attempt created no message. */
  refused(): void;
}

/** Sends a draft. Attempts with the same key and text create one message, so a lost response can be requested again. */
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
      // The key was used with an earlier text whose response was lost. The next quote shows whether that attempt created a message.
      setFailure(isRefusal(error) && error.i18nKey === "idempotency.error.key_reused" ? null : error);
      if (!isRefusal(error)) return;
      setMinimumBefore(minimum);
      refused();
    }
  };
  return { busy, failure, minimumBefore, send };
}
