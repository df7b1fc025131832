import { implement } from "#libs/contract-kit/implement.ts";
import { listPayoutMethods } from "#libs/contracts/payouts.ts";
import type { WalletDeps } from "../deps.ts";

export const listPayoutMethodsAction = ({ payoutMethods }: Pick<WalletDeps, "payoutMethods">) =>
  implement(listPayoutMethods, async (ctx) => {
    const methods = await payoutMethods.listOf(ctx.caller.userId);
    return methods.map(({ _id, kind, label, createdAt }) => ({ methodId: _id, kind, label, createdAt: createdAt.toISOString() }));
  });
