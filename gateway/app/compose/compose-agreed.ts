import { centsOf } from "#gateway/ui/amount.ts";
import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import { randomKey } from "#libs/client/random-key.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import { inTurn } from "../client/browser/tabs.ts";
import { type Agreed, type Draft, dropDraft, findDraft, keepDraft, MESSAGE_DRAFT } from "../client/drafts.ts";
import { isRefusal } from "../client/refusal.ts";
import { newestTopUp } from "../client/top-ups.ts";
import { failureOf, openSent, type Refused, sendDraft } from "./compose-send.ts";
import { composePage, loadSender, type Sender } from "./sender.ts";

/** The state of a page before its form is shown. */
interface Begun {
  readonly sender: Sender;
  /** The message has been sent, and its conversation opens. */
  readonly isSent: boolean;
  /** Why the message that was paid for waits for a press; null: none was. */
  readonly before: Refused | null;
}

/** Loads the writer, and sends the draft that was paid for with "Pay and send", if there is one. */
export async function beginCompose(terms: ComposeTerms, locale: Locale): Promise<Begun> {
  const sender = await loadSender(terms, locale);
  const isWaiting = sender.userId !== null && findDraft(composePage(terms.username), sender.userId, MESSAGE_DRAFT)?.agreed !== undefined;
  return isWaiting ? sendAgreed(terms, locale, sender) : { sender, isSent: false, before: null };
}

/**
 * Sends the draft once, as agreed. One tab does it for all of them; the key of the draft makes one message of all attempts. Whenever something
 * is not as it was agreed, the agreement ends and the draft waits for a press.
 */
async function sendAgreed(terms: ComposeTerms, locale: Locale, sender: Sender): Promise<Begun> {
  const { userId, quote } = sender;
  const page = composePage(terms.username);
  const messageId = await inTurn(`send ${page}`, async (): Promise<string | Refused | null> => {
    const agreed = findDraft(page, userId, MESSAGE_DRAFT)?.agreed;
    const state = agreed ? await stateOf(agreed, sender) : "ended";
    // Another tab may have changed the draft meanwhile, which ends the agreement.
    const draft = findDraft(page, userId, MESSAGE_DRAFT);
    if (!agreed || !draft || draft.agreed?.topupId !== agreed.topupId || state === "unpaid") return null;
    const end = (refused: Refused | null) => {
      changeDraft(page, userId, { agreed: undefined });
      return refused;
    };
    if (state === "ended") return end(null);
    const shown = { ...agreed, split: null };
    // An attempt whose response was lost is repeated with the same quote: it is the same request.
    const quoteId = agreed.quoteId ?? quote?.quoteId;
    if (state === "changed" || typeof quoteId !== "string") return end({ before: shown, failure: null });
    changeDraft(page, userId, { agreed: { ...agreed, quoteId } });
    try {
      const sent = await sendDraft(draft, { ...agreed, receiverId: terms.receiverId, quoteId });
      dropDraft(page, userId);
      return sent;
    } catch (error) {
      // Without an answer the message may have been created: the next attempt, with the same key, finds out.
      if (!isRefusal(error)) throw error;
      changeDraft(page, userId, { key: randomKey() });
      return end({ before: shown, failure: failureOf(error) });
    }
  });
  if (typeof messageId !== "string") return { sender: await loadSender(terms, locale), isSent: false, before: messageId };
  await openSent(messageId);
  return { sender, isSent: true, before: null };
}

/** Changes the draft as it is stored now; what other tabs have written in it stays. */
function changeDraft(page: string, userId: string | null, part: Partial<Draft>): void {
  const draft = findDraft(page, userId, MESSAGE_DRAFT);
  if (draft) keepDraft(page, userId, { ...draft, ...part });
}

/** Whether the message can be sent as agreed: the payment is there, and the quote is the same. */
async function stateOf(agreed: Agreed, { quote, wallet }: Sender): Promise<"unpaid" | "ended" | "changed" | "as agreed"> {
  // An earlier attempt may have created the message, which then stands in the way of another one.
  if (agreed.quoteId !== undefined && quote?.refusal === "message.send.error.pending_paid_exists") return "as agreed";
  const topUp = await newestTopUp(agreed.topupId);
  if (topUp?.status === "PENDING") return "unpaid";
  if (topUp?.status !== "SUCCEEDED" || !quote || !wallet) return "ended";
  if (quote.minimumPrice !== agreed.minimum || quote.dmType !== agreed.dmType) return "changed";
  if (quote.refusal === "message.send.error.reply_window") return "changed";
  return quote.refusal !== null || centsOf(wallet.balance) < centsOf(agreed.price) ? "ended" : "as agreed";
}
