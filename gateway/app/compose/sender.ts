import type { ComposeTerms } from "#gateway/ui/compose-terms.ts";
import type { Locale } from "#libs/contracts/shared.ts";
import { getWallet } from "#libs/contracts/wallet/index.ts";
import { api } from "../client/api.ts";
import { findDraft, MESSAGE_DRAFT } from "../client/drafts.ts";
import { whoAmI } from "../client/me.ts";
import { askQuote, termsOfDraft } from "./compose-quote.ts";

/** The writer, a quote for the draft as it is stored now and the balance; all absent when signed out. */
export async function loadSender({ receiverId, username }: ComposeTerms, locale: Locale) {
  const me = await whoAmI();
  if (!me) return { userId: null, quote: null, wallet: null };
  const asked = termsOfDraft(findDraft(composePage(username), me.id, MESSAGE_DRAFT), locale);
  const [quote, wallet] = await Promise.all([askQuote(receiverId, asked), api.call(getWallet)]);
  return { userId: me.id, quote, wallet };
}

export type Sender = Awaited<ReturnType<typeof loadSender>>;

/** Path of the page where a message to a creator is written. */
export const composePage = (username: string): string => `/${username}/message`;
