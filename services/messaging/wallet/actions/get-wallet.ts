import { implement } from "#libs/contract-kit/implement.ts";
import { getWallet } from "#libs/contracts/wallet/index.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";
import { refundable } from "../domain/refund.ts";
import { walletView } from "../views/wallet-view.ts";

/** GET /wallet: creates the wallet if the event that does so has not arrived yet. */
export const getWalletAction = ({ wallets, topUps }: Pick<Deps, "wallets" | "topUps">) =>
  implement(getWallet, async (ctx) => {
    const { userId } = ctx.caller;
    const wallet = await wallets.findOrCreate(userId, "FAN");
    const { balance, frozen, frozenByDispute = false } = wallet;
    const most = frozen ? 0n : refundable(balance, await topUps.listRefundable(userId, balance));
    return { ...walletView(wallet), refundable: formatMoney(most), disputed: frozenByDispute };
  });
