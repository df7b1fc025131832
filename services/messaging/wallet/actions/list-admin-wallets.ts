import { implement } from "#libs/contract-kit/implement.ts";
import { listAdminWallets } from "#libs/contracts/wallet/index.ts";
import type { Deps } from "../deps.ts";
import { adminWalletView } from "../views/wallet-view.ts";

/** GET /admin/wallets/{userId} */
export const listAdminWalletsAction = ({ wallets }: Pick<Deps, "wallets">) =>
  implement(listAdminWallets, async (ctx) => ({ wallets: (await wallets.listOfUser(ctx.params.userId)).map(adminWalletView) }));
