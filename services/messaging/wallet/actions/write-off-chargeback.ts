import { type HandlerOf, implement } from "#libs/contract-kit/implement.ts";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { chargebackWrittenOff, writeOffChargeback } from "#libs/contracts/wallet/chargebacks.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { formatMoney, type Money } from "#libs/kernel/money.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { writeOff } from "../chargebacks/write-off.ts";
import { chargebackOf } from "../data/chargeback.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { amountToWriteOff, type Chargeback } from "../domain/chargeback.ts";
import { requireSecondPerson } from "../domain/two-people.ts";

type WriteOffDeps = Pick<Deps, "clock" | "inTransaction" | "wallets" | "ledger" | "audit" | "outbox">;
type Context = Parameters<HandlerOf<typeof writeOffChargeback>>[0];

/**
 * POST /admin/chargebacks/{chargebackId}/write-off: the first person is recorded, the second one books. When the debt has grown, the second one
 * becomes the first.
 */
export const writeOffChargebackAction = (deps: WriteOffDeps) =>
  implement(writeOffChargeback, (ctx) =>
    deps.inTransaction(async (set) => {
      const { chargebackId, reason } = ctx.params;
      const { userId: by } = ctx.caller;
      const { chargeback, amount } = await requireDebt(set, ctx);
      const { approval } = chargeback;
      const isFirst = approval === undefined || (approval.amount ?? amount) < amount;
      if (!isFirst) requireSecondPerson(approval, by);
      if (isFirst) set.put(chargebackOf(chargebackId), { ...chargeback, approval: { by, at: deps.clock.now(), reason, amount } });
      else writeOff(deps, set, chargeback, amount);
      const sum = { userId: chargeback.userId, amount: formatMoney(amount), currency: CURRENCY };
      if (!isFirst) deps.outbox.record(set, chargebackWrittenOff, { chargebackId, ...sum });
      const details = { ...sum, reason };
      const action = isFirst ? "chargeback.propose_write_off" : "chargeback.write_off";
      await deps.audit.add(set.tx, { actor: by, action, target: chargebackId, details, requestId: ctx.requestId });
      return { chargebackId, approvals: isFirst ? 1 : 2, writtenOff: formatMoney(isFirst ? 0n : amount) };
    }),
  );

async function requireDebt(set: WorkingSet, { caller, params }: Context): Promise<{ chargeback: Chargeback; amount: Money }> {
  const key = chargebackOf(params.chargebackId);
  await set.load([key]);
  const chargeback = set.get(key);
  if (!chargeback) throw new AppError("payment.chargeback.not_found");
  const { userId } = chargeback;
  if (userId === caller.userId) throw new AppError("payment.error.own_money");
  await set.load([walletOf(userId, "FAN")]);
  const amount = amountToWriteOff(chargeback, set.get(walletOf(userId, "FAN"))?.balance ?? 0n);
  if (amount === 0n) throw new AppError("payment.chargeback.nothing_owed");
  return { chargeback, amount };
}
