import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminWallets } from "#libs/contracts/wallet.ts";
import type { WalletDeps } from "../deps.ts";
import { walletView } from "./wallet-view.ts";

export const listAdminWalletsAction = ({ wallets }: Pick<WalletDeps, "wallets">) =>
  implement(listAdminWallets, async (ctx) => ({ wallets: (await wallets.listOf(ctx.params.userId)).map(walletView) }));
