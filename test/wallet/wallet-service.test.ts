import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { userRegistered } from "#libs/contracts/account/index.ts";
import { getWallet, listAdminWallets, listEscrows, listWalletTransactions, setWalletFrozen } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditTrail } from "#libs/platform/personal-data/shared-collections.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { eventually } from "../support/eventually.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

describe("the wallet service", () => {
  let world: WalletWorld;
  const admin = uuid();
  beforeAll(async () => {
    world = await walletWorld();
  });
  afterAll(async () => {
    expect(await auditLedger(world.deps.database)).toEqual([]);
    await world.stop();
  });

  const release = (messageId: string) => world.transaction((tx) => world.desk.release(tx, messageId));
  const refund = (messageId: string) => world.transaction((tx) => world.desk.refund(tx, messageId));
  const freeze = (userId: string, frozen: boolean, reason: string) =>
    world.as(admin, ["FINANCE"])(setWalletFrozen, { userId, frozen, reason });

  describe("GET /wallet", () => {
    it("PAY-01 shows kind, decimal balance, currency and frozen", async () => {
      const fan = await world.newFan("12.30");
      await world.hold(fan, "2.05");
      expect(await world.as(fan)(getWallet, {})).toEqual({
        walletId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        kind: "FAN",
        currency: "EUR",
        balance: "10.25",
        held: "2.05",
        disputed: false,
        refundable: "10.25",
        frozen: false,
      });
    });

    it("PAY-01 creates a missing wallet once, also for ten concurrent requests", async () => {
      const userId = uuid();
      const answers = await Promise.all(Array.from({ length: 10 }, () => world.as(userId)(getWallet, {})));
      expect(new Set(answers.map(({ walletId }) => walletId)).size).toBe(1);
      expect(answers[0]).toMatchObject({ balance: "0.00", held: "0.00" });
    });

    it("PAY-01 retries a first write that loses the race for a wallet, also in a transaction", async () => {
      const wallets = world.connection.models.wallets as unknown as Record<string, unknown>;
      const loseOnce = () => {
        wallets.findOneAndUpdate = () => {
          delete wallets.findOneAndUpdate;
          const refused = new mongo.MongoServerError({ message: "E11000 duplicate key", code: 11_000 });
          return { lean: () => ({ exec: () => Promise.reject(refused) }) };
        };
      };
      const userId = uuid();
      loseOnce();
      expect(await world.as(userId)(getWallet, {})).toMatchObject({ balance: "0.00" });
      loseOnce();
      await world.topUp(userId, "5.00");
      const creatorUserId = uuid();
      const messageId = await world.hold(userId, "5.00", { creatorUserId });
      loseOnce();
      await release(messageId);
      loseOnce();
      await world.transaction((tx) => world.deps.wallets.findOrCreate(uuid(), "FAN", tx));
      expect(await world.documents("wallets", { userId: creatorUserId })).toHaveLength(1);
    });

    it("PAY-01 refuses an anonymous caller", async () => {
      await expect(world.broker.call(getWallet.name, {})).rejects.toMatchObject({ key: "error.unauthorized" });
    });

    it("PAY-01 creates one wallet for a registered user, also when the event is delivered twice", async () => {
      const userId = uuid();
      const at = new Date().toISOString();
      for (const id of [uuid(), uuid()]) {
        const envelope = { id, event: userRegistered.name, at, payload: { userId, locale: "en" }, requestId: null, source: "account" };
        await world.runtime.stream.publish(envelope);
        await eventually(async () => expect(await world.documents("inbox", { _id: `wallet:${id}` as never })).toHaveLength(1));
      }
      expect(await world.documents("wallets", { userId })).toMatchObject([{ kind: "FAN", balance: 0n, frozen: false }]);
    });
  });

  describe("GET /wallet/transactions", () => {
    it("PAY-02 lists movements newest first, each with the balance after it", async () => {
      const fan = await world.newFan("20.00");
      const first = await world.hold(fan, "5.00");
      const second = await world.hold(fan, "3.00");
      await release(first);
      await refund(second);
      await world.topUp(fan, "1.00");
      const { items, ...page } = await world.as(fan)(listWalletTransactions, {});
      expect(page).toEqual({ total: 5, page: 1, limit: 20, totalPages: 1 });
      expect(items.map(({ kind, amount, balanceAfter, reference }) => [kind, amount, balanceAfter, reference.type])).toEqual([
        ["TOPUP", "1.00", "16.00", "topup"],
        ["REFUND", "3.00", "15.00", "message"],
        ["HOLD", "-3.00", "12.00", "message"],
        ["HOLD", "-5.00", "15.00", "message"],
        ["TOPUP", "20.00", "20.00", "topup"],
      ]);
      expect(items[1]?.reference.id).toBe(second);
    });

    it("PAY-02 says whom the price of a message was held for, and what has become of it", async () => {
      const [fan, creatorUserId] = [await world.newFan("20.00"), uuid()];
      const [paid, returned] = [await world.hold(fan, "5.00", { creatorUserId }), await world.hold(fan, "3.00", { creatorUserId })];
      await world.hold(fan, "2.00", { creatorUserId });
      await release(paid);
      await refund(returned);
      const { items } = await world.as(fan)(listWalletTransactions, {});
      expect(items.map(({ kind, amount, escrow }) => [kind, amount, escrow?.status, escrow?.receiverId])).toEqual([
        ["REFUND", "3.00", "REFUNDED", creatorUserId],
        ["HOLD", "-2.00", "HELD", creatorUserId],
        ["HOLD", "-3.00", "REFUNDED", creatorUserId],
        ["HOLD", "-5.00", "RELEASED", creatorUserId],
        ["TOPUP", "20.00", undefined, undefined],
      ]);
    });

    it("PAY-02 keeps the running balance over concurrent movements and across pages", async () => {
      const fan = await world.newFan("100.00");
      const held = await Promise.all(Array.from({ length: 8 }, (_, index) => world.hold(fan, `${index + 1}.00`)));
      await Promise.all(held.map((messageId, index) => (index % 2 ? refund(messageId) : release(messageId))));
      const pages = await Promise.all([1, 2, 3, 4].map((page) => world.as(fan)(listWalletTransactions, { page, limit: 4 })));
      expect(pages[0]).toMatchObject({ total: 13, totalPages: 4, limit: 4 });
      const oldestFirst = pages.flatMap(({ items }) => items).reverse();
      expect(oldestFirst).toHaveLength(13);
      let balance = 0;
      for (const { amount, balanceAfter } of oldestFirst) {
        balance += Math.round(Number(amount) * 100);
        expect(Math.round(Number(balanceAfter) * 100)).toBe(balance);
      }
      expect((await world.as(fan)(getWallet, {})).balance).toBe(oldestFirst.at(-1)?.balanceAfter);
    });

    it("PAY-02 does not show the movements of other users", async () => {
      await world.newFan("5.00");
      expect(await world.as(uuid())(listWalletTransactions, {})).toEqual({ items: [], total: 0, page: 1, limit: 20, totalPages: 0 });
    });
  });

  describe("PATCH /admin/wallets/{userId}", () => {
    it("PAY-07 freezes and unfreezes a wallet, each time with an audit line and an event", async () => {
      const userId = await world.newFan("5.00");
      await freeze(userId, true, "chargeback");
      // The ledger audit compares it with the last debit.
      expect(await world.documents("wallets", { userId })).toMatchObject([{ sequence: 1, frozenAtSequence: 1 }]);
      await expect(world.hold(userId, "5.00")).rejects.toMatchObject({ key: "payment.escrow.wallet_unavailable" });
      expect(await world.as(userId)(getWallet, {})).toMatchObject({ frozen: true });
      await freeze(userId, false, "settled");
      expect(await world.documents("wallets", { userId })).toMatchObject([{ sequence: 1, frozenAtSequence: null }]);
      await world.hold(userId, "5.00");
      expect(await world.documents("audit_log", { target: userId })).toMatchObject([
        { actor: admin, action: "wallet.freeze", details: { oldValue: false, newValue: true, reason: "chargeback" } },
        { actor: admin, action: "wallet.unfreeze", details: { oldValue: true, newValue: false, reason: "settled" } },
      ]);
      expect(
        (await world.documents("outbox", { "payload.userId": userId, event: "wallet.frozen_changed" })).map(({ payload }) => payload),
      ).toEqual([
        { userId, kind: "FAN", frozen: true, reason: "chargeback" },
        { userId, kind: "FAN", frozen: false, reason: "settled" },
      ]);
    });

    it("PAY-07 GDP-12 counts a freeze among the personal data of its user", async () => {
      const userId = await world.newFan("5.00");
      await freeze(userId, true, "chargeback");
      const subject = { userId, creatorId: null, bioPageIds: [], addressHash: null };
      expect(await auditTrail(world.deps.database).count(subject)).toBe(1);
      const shown = await auditTrail(world.deps.database).show?.(subject, null, 10);
      expect(shown?.map(({ pieces }) => pieces)).toMatchObject([[{ action: "wallet.freeze", actor: "staff", target: userId }]]);
    });

    it("PAY-07 refuses administrators who freeze or unfreeze their own wallet", async () => {
      await world.topUp(admin, "5.00");
      for (const frozen of [true, false]) {
        await expect(freeze(admin, frozen, "mine")).rejects.toMatchObject({ key: "error.forbidden", code: 403 });
      }
      expect(await world.documents("audit_log", { target: admin })).toEqual([]);
      expect(await world.as(admin)(getWallet, {})).toMatchObject({ frozen: false });
    });

    it("PAY-07 audits a repeated freeze twice and publishes it once", async () => {
      const userId = await world.newFan("5.00");
      await freeze(userId, true, "one");
      await freeze(userId, true, "two");
      expect(await world.documents("audit_log", { target: userId })).toHaveLength(2);
      expect(await world.documents("outbox", { "payload.userId": userId, event: "wallet.frozen_changed" })).toHaveLength(1);
    });

    it("PAY-07 answers 404 for a missing wallet and writes no audit line", async () => {
      const userId = uuid();
      await expect(freeze(userId, true, "x")).rejects.toMatchObject({ key: "payment.wallet.not_found" });
      expect(await world.documents("audit_log", { target: userId })).toEqual([]);
    });

    it("M3 accepts no hold after a freeze that races with ten holds", async () => {
      for (let round = 0; round < 5; round++) {
        const userId = await world.newFan("50.00");
        const holds = Array.from({ length: 10 }, () => world.hold(userId, "5.00"));
        await Promise.allSettled([...holds.slice(0, 5), freeze(userId, true, "race"), ...holds.slice(5)]);
        expect(await auditLedger(world.deps.database)).toEqual([]);
        await expect(world.hold(userId, "0.01")).rejects.toMatchObject({ key: "payment.escrow.wallet_unavailable" });
      }
    });
  });

  describe("finance reports", () => {
    it("CON-11 say who has frozen a wallet, when and why, and nothing of it once it is open again", async () => {
      const userId = await world.newFan("5.00");
      const frozen = (by: string, isFrozen: boolean, reason: string) =>
        world.as(by, ["FINANCE"])(setWalletFrozen, { userId, kind: "FAN", frozen: isFrozen, reason });
      const freezing = async () => (await world.as(admin, ["FINANCE"])(listAdminWallets, { userId })).wallets[0]?.freezing;
      expect(await freezing()).toBeNull();
      await frozen(admin, true, "a stolen card");
      const first = { by: admin, at: expect.any(String), reason: "a stolen card" };
      expect(await freezing()).toEqual(first);
      await frozen(uuid(), true, "again");
      expect(await freezing()).toEqual(first);
      await frozen(admin, false, "it was mine");
      expect(await freezing()).toBeNull();
    });

    it("list the wallets of a user, fan and creator", async () => {
      const userId = await world.newFan("5.00");
      const messageId = await world.hold(await world.newFan("1.00"), "1.00", { creatorUserId: userId });
      await release(messageId);
      const { wallets } = await world.as(admin, ["FINANCE"])(listAdminWallets, { userId });
      expect(wallets.map(({ kind, balance }) => [kind, balance])).toEqual([
        ["FAN", "5.00"],
        ["CREATOR", "0.80"],
      ]);
      expect(await world.as(admin, ["FINANCE"])(listAdminWallets, { userId: uuid() })).toEqual({ wallets: [] });
    });

    it("list escrows newest first, by status and page", async () => {
      const fan = await world.newFan("30.00");
      const ids = [];
      for (let count = 0; count < 3; count++) {
        ids.push(await world.hold(fan, "5.00"));
        world.runtime.clock.advance(1_000);
      }
      await release(ids[0] ?? "");
      const newest = await world.as(admin, ["FINANCE"])(listEscrows, { limit: 2 });
      expect(newest.items.map(({ messageId }) => messageId)).toEqual([ids[2], ids[1]]);
      expect(newest.items[0]).toMatchObject({ fanId: fan, amount: "5.00", status: "HELD", resolvedAt: null });
      const released = await world.as(admin, ["FINANCE"])(listEscrows, { status: "RELEASED" });
      expect(released.items.every(({ status, resolvedAt }) => status === "RELEASED" && resolvedAt !== null)).toBe(true);
      expect(released.items.map(({ messageId }) => messageId)).toContain(ids[0]);
      expect(released.total).toBeLessThan(newest.total);
    });
  });

  it("REP-15 PAY-06 refuses a posting whose entries do not sum to zero", async () => {
    const fan = await world.newFan("5.00");
    const account = `user:${fan}:wallet`;
    const posting = (amount: bigint) => ({
      kind: "HOLD" as const,
      reference: { type: "message" as const, id: uuid() },
      entries: [
        { account, amount: -500n },
        { account: "escrow", amount },
      ],
      movement: { account, amount: -500n, balanceAfter: 0n, sequence: 2 },
    });
    for (const amount of [499n, 501n]) {
      await expect(world.deps.inTransaction(async (set) => world.deps.ledger.append(set, posting(amount)))).rejects.toThrow(
        "out of balance",
      );
    }
    expect(await world.documents("ledger_transactions", { "movement.account": account })).toHaveLength(1);
  });

  it("exports the money in escrow and the ledger imbalance as metrics", async () => {
    await world.runtime.jobs.runNow("wallet.gauge-escrow");
    await world.runtime.jobs.runNow("wallet.audit-incremental");
    const text = await world.runtime.metrics.render();
    const held = (await world.documents("escrows", { status: "HELD" })).reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(text).toContain(`escrow_held_minor_units ${held}\n`);
    expect(text).toContain("ledger_imbalance_minor_units 0\n");
  });
});
