import { quoteMessage } from "#libs/contracts/messaging/index.ts";
import { getWallet } from "#libs/contracts/wallet/index.ts";
import { api } from "../client/api.ts";
import { whoAmI } from "../client/me.ts";

/** Who writes, what a message would cost and what there is to pay with; nothing of it signed out. */
export async function loadSender(receiverId: string) {
  const me = await whoAmI();
  if (!me) return { userId: null, quote: null, wallet: null };
  const [quote, wallet] = await Promise.all([api.call(quoteMessage, { receiverId }), api.call(getWallet)]);
  return { userId: me.id, quote, wallet };
}

export type Sender = Awaited<ReturnType<typeof loadSender>>;
