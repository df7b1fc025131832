import { implement } from "#libs/contract-kit/implement.ts";
import { getWallet } from "#libs/contracts/wallet/index.ts";
import type { Deps } from "../deps.ts";
import { walletView } from "../views/wallet-view.ts";

/** GET /wallet: creates the wallet if the event that does so has not arrived yet. */
export const getWalletAction = ({ wallets }: Pick<Deps, "wallets">) =>
  implement(getWallet, async (ctx) => walletView(await wallets.findOrCreate(ctx.caller.userId, "FAN")));
