import { useState } from "preact/hooks";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { getMessage, sendMessage } from "#libs/contracts/messaging/index.ts";
import { api } from "../client/api.ts";
import type { Draft } from "../client/drafts.ts";
import { go } from "../client/navigation.ts";
import { isRefusal } from "../client/refusal.ts";
import type { FormState } from "../ui/form/use-form.ts";
import type { Offer } from "./compose-offer.ts";

export interface Sending {
  /** The minimum price at the last refused attempt; null: no attempt was refused. */
  readonly minimumBefore: string | null;
  send(draft: Draft, offer: Offer): Promise<void>;
}

interface SendingParts {
  readonly terms: ComposeTerms;
  readonly dmType: ComposeTerms["dmType"];
  readonly form: FormState;
  sent(): void;
  /** The attempt created no message. */
  refused(): void;
}

/** Sends a draft. Attempts with the same key and text create one message, so a lost response can be requested again. */
export function useSending({ terms, dmType, form, sent, refused }: SendingParts): Sending {
  const [minimumBefore, setMinimumBefore] = useState<string | null>(null);

  const send = async (draft: Draft, { price, minimum, hours }: Offer) => {
    const body = { receiverId: terms.receiverId, content: draft.text, dmType, timeoutHours: hours, ...(price === null ? {} : { price }) };
    await form.run(async () => {
      try {
        const { messageId } = await api.call(sendMessage, body, { idempotencyKey: draft.key });
        sent();
        const { sessionId } = await api.call(getMessage, { messageId });
        go(`/messages/${sessionId}`, "replace");
      } catch (error) {
        if (isRefusal(error)) {
          setMinimumBefore(minimum);
          refused();
        }
        // The key was used with an earlier text whose response was lost. The next quote shows whether that attempt created a message.
        if (!isRefusal(error) || error.i18nKey !== "idempotency.error.key_reused") throw error;
      }
    });
  };
  return { minimumBefore, send };
}
