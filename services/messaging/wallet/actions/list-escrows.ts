import { implement } from "#libs/contract-kit/implement.ts";
import { listEscrows } from "#libs/contracts/wallet.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { pageOf } from "#libs/kernel/paging.ts";
import type { WalletDeps } from "../deps.ts";
import type { Escrow } from "../domain/escrow.ts";

export const listEscrowsAction = ({ escrows }: Pick<WalletDeps, "escrows">) =>
  implement(listEscrows, async (ctx) => {
    const { rows, total } = await escrows.page(ctx.params.status, ctx.params);
    return pageOf(rows.map(escrowView), total, ctx.params);
  });

function escrowView({ _id, messageId, fanId, creatorId, amount, status, heldAt, resolvedAt }: Escrow) {
  return {
    id: _id,
    messageId,
    fanId,
    creatorId,
    amount: formatMoney(amount),
    status,
    heldAt: heldAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
  };
}
