import { CURRENCY } from "#libs/contracts/shared.ts";
import { earningsHeld } from "#libs/contracts/wallet/chargebacks.ts";
import { utcDay } from "#libs/kernel/clock.ts";
import { formatMoney, type Money } from "#libs/kernel/money.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { WorkingSet } from "#libs/platform/mongo/working-set.ts";
import { escrowOf } from "../data/escrow.store.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { stopsEarnings } from "../domain/chargeback.ts";
import { netOf } from "../domain/earning-reversal.ts";
import { type Escrow, isInHold } from "../domain/escrow.ts";
import type { HoldDays } from "../domain/in-hold.ts";
import { resumeEarnings, stopEarnings, type Wallet } from "../domain/wallet.ts";

export type HoldDeps = Pick<Deps, "clock" | "inTransaction" | "escrows" | "wallets" | "chargebacks" | "outbox">;

const BATCH_SIZE = 100;

/** Stops the earnings in hold from answers to a fan, each in its own transaction. */
export async function stopEarningsOf(deps: HoldDeps, fanId: string): Promise<void> {
  const list = () => deps.escrows.listInHold(fanId, utcDay(deps.clock.now()), BATCH_SIZE);
  await changeEach(deps, list, (set, escrow) => {
    if (escrow.stopped || !isInHold(escrow, utcDay(deps.clock.now()))) return;
    const { messageId, creatorId } = escrow;
    const net = changeEarnings(deps, set, escrow, stopEarnings);
    set.put(escrowOf(messageId), { ...escrow, stopped: true });
    const sums = { amount: formatMoney(net), currency: CURRENCY };
    deps.outbox.record(set, earningsHeld, { messageId, creatorUserId: creatorId, fanId, ...sums, cause: "DISPUTE" });
  });
}

/** Lets the stopped earnings from answers to a fan go on to their day, each in its own transaction, unless another dispute has been opened. */
export async function resumeEarningsOf(deps: HoldDeps, fanId: string): Promise<void> {
  const isDisputed = async (tx?: Tx) => (await deps.chargebacks.listOfUser(fanId, tx)).some(stopsEarnings);
  const list = async () => ((await isDisputed()) ? [] : deps.escrows.listStopped(fanId, BATCH_SIZE));
  await changeEach(deps, list, async (set, escrow) => {
    if (!escrow.stopped || (await isDisputed(set.tx))) return;
    changeEarnings(deps, set, escrow, resumeEarnings);
    set.put(escrowOf(escrow.messageId), { ...escrow, stopped: undefined });
  });
}

async function changeEach(
  deps: HoldDeps,
  list: () => Promise<string[]>,
  change: (set: WorkingSet, escrow: Escrow) => Promise<void> | void,
): Promise<void> {
  for (let batch = await list(); batch.length > 0; batch = batch.length < BATCH_SIZE ? [] : await list()) {
    for (const messageId of batch) {
      await deps.inTransaction(async (set) => {
        await set.load([escrowOf(messageId)]);
        const escrow = set.get(escrowOf(messageId));
        if (!escrow) return;
        await set.load([walletOf(escrow.creatorId, "CREATOR")]);
        await change(set, escrow);
      });
    }
  }
}

/** Changes the wallet of the creator by what is left of the earnings of an answer, in minor units. */
function changeEarnings(
  { clock }: HoldDeps,
  set: WorkingSet,
  escrow: Escrow,
  change: (wallet: Wallet, net: Money, days: HoldDays) => Wallet,
): Money {
  const key = walletOf(escrow.creatorId, "CREATOR");
  const wallet = set.get(key);
  if (!wallet) throw new Error(`the earnings of message ${escrow.messageId} have no wallet`);
  const net = netOf(escrow);
  set.put(key, change(wallet, net, { today: utcDay(clock.now()), availableOn: escrow.availableOn ?? "" }));
  return net;
}
