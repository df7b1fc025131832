import { expect } from "@jest/globals";
import { confirmTopUp, createTopUp } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { formatMoney, type Money, parseMoney } from "#libs/kernel/money.ts";
import { chargeReference, SANDBOX } from "#libs/providers/payment/sandbox/references.ts";
import type { SandboxDecision } from "#libs/providers/payment/sandbox/sandbox-outcomes.ts";
import { finishChargebacks } from "#services/messaging/wallet/chargebacks/finish-chargebacks.ts";
import { refreshDispute } from "#services/messaging/wallet/chargebacks/record-dispute.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { finishRefunds } from "#services/messaging/wallet/refunds/finish-refunds.ts";
import { refreshRefund } from "#services/messaging/wallet/refunds/settle-refund.ts";
import type { WalletWorld } from "./wallet-fixture.ts";

/** What a test of money that goes back does with the world. */
export function moneyBack(world: WalletWorld) {
  const { deps } = world;
  const decide = async (topupId: string, outcome: SandboxDecision["outcome"], amount: Money | null = null) => {
    const change = await deps.sandbox.decide(chargeReference(topupId), { outcome, amount, currency: null, instrument: null });
    if (!change?.reference) throw new Error(`the sandbox has no ${outcome} for this top-up`);
    return change.reference;
  };
  const wallet = async (userId: string, kind: "FAN" | "CREATOR" = "FAN") => deps.wallets.find(userId, kind);
  return {
    decide,
    /** Lets a dispute be opened or decided, and hears of it. */
    async dispute(topupId: string, outcome: "DISPUTED" | "DISPUTE_WON" | "DISPUTE_LOST", amount: Money | null = null) {
      await refreshDispute(deps, SANDBOX, await decide(topupId, outcome, amount));
    },
    async refundElsewhere(topupId: string, amount: Money | null = null) {
      const reference = await decide(topupId, "REFUNDED_ELSEWHERE", amount);
      await refreshRefund(deps, SANDBOX, reference);
      return reference;
    },
    hearRefund: (reference: string) => refreshRefund(deps, SANDBOX, reference),
    /** A new top-up of a user. Returns its id. */
    async topUp(userId: string, amount: string): Promise<string> {
      const { topupId } = await world.as(userId)(createTopUp, { amount, idempotencyKey: uuid() });
      await world.as(userId)(confirmTopUp, { topupId });
      return topupId;
    },
    async newFan(...amounts: readonly string[]) {
      const userId = uuid();
      const topUps: string[] = [];
      for (const amount of amounts) topUps.push(await this.topUp(userId, amount));
      return { userId, topUps, topUp: topUps[0] ?? "" };
    },
    finishRefunds: () => finishRefunds(deps),
    /** Also what was put off. */
    async finishChargebacks() {
      for (let run = 0; run < 3; run += 1) {
        await finishChargebacks(deps);
        world.runtime.clock.advance(60_000);
      }
    },
    wallet,
    balance: async (userId: string, kind: "FAN" | "CREATOR" = "FAN") => formatMoney((await wallet(userId, kind))?.balance ?? 0n),
    async answer(fanId: string, price: string, creatorUserId: string, commissionRate = 0.2): Promise<string> {
      const messageId = await world.hold(fanId, price, { creatorUserId, commissionRate });
      await world.transaction((tx) => world.desk.release(tx, messageId));
      return messageId;
    },
    topUpRow: async (topupId: string) => (await world.documents("topups", { _id: topupId as never }))[0],
    facts: async (event: string, filter: Record<string, unknown> = {}) =>
      (await world.documents("outbox", { event, ...filter })).map(({ payload }) => payload as Record<string, unknown>),
    kindsOf: async (userId: string, account: "wallet" | "earnings" = "wallet") => {
      const rows = await world.documents("ledger_transactions", { "movement.account": `user:${userId}:${account}` });
      const sorted = rows.map((row) => row as { kind: string; movement: { sequence: number; amount: Money } });
      sorted.sort((one, other) => one.movement.sequence - other.movement.sequence);
      return sorted.map(({ kind, movement }) => `${kind} ${formatMoney(BigInt(movement.amount))}`);
    },
    /** Every balance, sum and row fits the ledger. */
    async expectBalanced() {
      expect(await auditLedger(deps.database)).toEqual([]);
    },
  };
}

export type MoneyBack = ReturnType<typeof moneyBack>;
export const cents = parseMoney;
