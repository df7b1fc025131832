import { quoteMessage } from "#libs/contracts/messaging/index.ts";
import { getWallet } from "#libs/contracts/wallet/index.ts";
import { api } from "../client/api.ts";
import { whoAmI } from "../client/me.ts";

/** The writer, a quote for the message and the balance; all absent when signed out. */
export async function loadSender(receiverId: string) {
  const me = await whoAmI();
  if (!me) return { userId: null, quote: null, wallet: null };
  const [quote, wallet] = await Promise.all([api.call(quoteMessage, { receiverId }), api.call(getWallet)]);
  return { userId: me.id, quote, wallet };
}

export type Sender = Awaited<ReturnType<typeof loadSender>>;
