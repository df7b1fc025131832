import { implement } from "#libs/contract-kit/implement.ts";
import { getWallet } from "#libs/contracts/wallet/index.ts";
import type { Deps } from "../deps.ts";
import { walletView } from "../views/wallet-view.ts";

/** GET /wallet: the event that creates the wallet may not have arrived yet, so this creates it as well. */
export const getWalletAction = ({ wallets }: Pick<Deps, "wallets">) =>
  implement(getWallet, async (ctx) => walletView(await wallets.findOrCreate(ctx.caller.userId, "FAN")));
