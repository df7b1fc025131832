import { useEffect, useState } from "preact/hooks";
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

/** How an attempt that created no message ended. */
export interface Refused extends Pick<Sending, "minimumBefore"> {
  readonly failure: unknown;
}

interface SendingParts {
  readonly terms: ComposeTerms;
  readonly dmType: ComposeTerms["dmType"];
  readonly form: FormState;
  /** The attempt before this form was shown; null: there was none. */
  readonly before: Refused | null;
  sent(): void;
  /** The attempt created no message. */
  refused(): void;
}

interface Terms extends Pick<Offer, "price" | "hours"> {
  readonly receiverId: string;
  readonly dmType: ComposeTerms["dmType"];
}

/** Sends a draft. Attempts with the same key and text create one message, so a lost response can be requested again. */
export async function sendDraft({ text, key }: Draft, { receiverId, dmType, price, hours }: Terms): Promise<string> {
  const body = { receiverId, content: text, dmType, timeoutHours: hours, ...(price === null ? {} : { price }) };
  return (await api.call(sendMessage, body, { idempotencyKey: key })).messageId;
}

/** Opens the conversation of a message that was just sent. */
export async function openSent(messageId: string): Promise<void> {
  const { sessionId } = await api.call(getMessage, { messageId });
  go(`/messages/${sessionId}`, "replace");
}

/** Null when the key was used with an earlier text whose response was lost: the next quote shows whether that attempt created a message. */
export const failureOf = (error: unknown): unknown => (isRefusal(error) && error.i18nKey === "idempotency.error.key_reused" ? null : error);

/** Sends the draft of a form. */
export function useSending({ terms: { receiverId }, dmType, form, before, sent, refused }: SendingParts): Sending {
  const [minimumBefore, setMinimumBefore] = useState<string | null>(before?.minimumBefore ?? null);
  const failed = before?.failure ?? null;
  useEffect(() => {
    if (failed !== null) void form.run(() => Promise.reject(failed));
  }, []);

  const send = async (draft: Draft, { price, minimum, hours }: Offer) => {
    await form.run(async () => {
      try {
        const messageId = await sendDraft(draft, { receiverId, dmType, price, hours });
        sent();
        await openSent(messageId);
      } catch (error) {
        if (isRefusal(error)) {
          setMinimumBefore(minimum);
          refused();
        }
        if (failureOf(error) !== null) throw error;
      }
    });
  };
  return { minimumBefore, send };
}
