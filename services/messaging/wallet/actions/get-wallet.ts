import { implement } from "#libs/contract-kit/implement.ts";
import { getWallet } from "#libs/contracts/wallet.ts";
import type { WalletDeps } from "../deps.ts";
import { walletView } from "./wallet-view.ts";

export const getWalletAction = ({ wallets }: Pick<WalletDeps, "wallets">) =>
  implement(getWallet, async (ctx) => walletView(await wallets.ensure(ctx.caller.userId, "FAN")));
