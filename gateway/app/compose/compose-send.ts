import { useEffect, useState } from "preact/hooks";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { useReader } from "#gateway/ui/parts/reader.tsx";
import { getMessage, sendMessage } from "#libs/contracts/messaging/index.ts";
import { api } from "../client/api.ts";
import type { Draft } from "../client/drafts.ts";
import { go } from "../client/navigation.ts";
import { isRefusal } from "../client/refusal.ts";
import type { FormState } from "../ui/form/use-form.ts";
import type { Offer, Shown } from "./compose-offer.ts";
import { type BoundTerms, bindingQuoteId, type Quote } from "./compose-quote.ts";

export interface Sending {
  /** The terms at the last attempt that sent nothing; null: there was none. */
  readonly before: Shown | null;
  send(draft: Draft, offer: Offer): Promise<void>;
}

/** How an attempt that created no message ended. */
export interface Refused extends Pick<Sending, "before"> {
  readonly failure: unknown;
}

interface SendingParts {
  readonly terms: ComposeTerms;
  readonly quote: Quote | null;
  readonly form: FormState;
  /** The attempt before this form was shown; null: there was none. */
  readonly before: Refused | null;
  /** The quote of an attempt whose response may be lost; null: there is none. The next attempt must be the same request. */
  readonly tried: { current: string | null };
  sent(): void;
  /** Gives the draft another key, which a refused attempt needs. */
  rekey(): string;
  /** The attempt created no message. */
  refused(): void;
}

interface Terms extends Pick<BoundTerms, "dmType" | "price" | "hours"> {
  readonly receiverId: string;
  readonly quoteId: string;
}

/** Sends a draft. Attempts with the same key and text create one message, so a lost response can be requested again. */
export async function sendDraft({ text, key }: Draft, { receiverId, quoteId, dmType, price, hours }: Terms): Promise<string> {
  const body = { receiverId, content: text, quoteId, dmType, timeoutHours: hours, ...(price === null ? {} : { price }) };
  return (await api.call(sendMessage, body, { idempotencyKey: key })).messageId;
}

/** Opens the conversation of a message that was just sent. */
export async function openSent(messageId: string): Promise<void> {
  const { sessionId } = await api.call(getMessage, { messageId });
  go(`/messages/${sessionId}`, "replace");
}

/** Null when the key was used with an earlier text whose response was lost: the next quote shows whether that attempt created a message. */
export const failureOf = (error: unknown): unknown => (isRefusal(error) && error.i18nKey === "idempotency.error.key_reused" ? null : error);

const hasEnded = (error: unknown): boolean => isRefusal(error) && error.i18nKey === "message.quote.error.expired";

/** Sends the draft of a form under the terms that are shown. When they are others by now, nothing is sent before a second press. */
export function useSending({ terms: { receiverId }, quote, form, before, tried, sent, rekey, refused }: SendingParts): Sending {
  const { now } = useReader();
  const [shownBefore, setShownBefore] = useState<Shown | null>(before?.before ?? null);
  const failed = before?.failure ?? null;
  useEffect(() => {
    if (failed !== null) void form.run(() => Promise.reject(failed));
  }, []);

  const end = (offer: Offer) => {
    tried.current = null;
    setShownBefore(offer);
    refused();
  };
  const attempt = async (draft: Draft, offer: Offer, last: Quote | null, isFirst: boolean): Promise<void> => {
    const quoteId = tried.current ?? (await bindingQuoteId(receiverId, last, offer, now()));
    if (quoteId === null) return end(offer);
    tried.current = quoteId;
    try {
      const messageId = await sendDraft(draft, { ...offer, receiverId, quoteId });
      sent();
      await openSent(messageId);
    } catch (error) {
      if (isFirst && hasEnded(error)) {
        tried.current = null;
        return attempt({ ...draft, key: rekey() }, offer, null, false);
      }
      if (isRefusal(error)) end(offer);
      if (failureOf(error) !== null) throw error;
    }
  };
  const send = async (draft: Draft, offer: Offer) => void (await form.run(() => attempt(draft, offer, quote, true)));
  return { before: shownBefore, send };
}
