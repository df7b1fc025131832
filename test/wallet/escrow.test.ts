import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import mongoose from "mongoose";
import { getWallet, setWalletFrozen } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { parseMoney } from "#libs/kernel/money.ts";
import { DatabaseBusy } from "#libs/platform/mongo/work-limit.ts";
import { EscrowNotHeld } from "#services/messaging/wallet/domain/escrow.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

const INSUFFICIENT = "payment.escrow.insufficient_balance";
const UNAVAILABLE = "payment.escrow.wallet_unavailable";

describe("the escrow desk", () => {
  let world: WalletWorld;
  beforeAll(async () => {
    world = await walletWorld();
  });
  afterAll(async () => {
    expect(await auditLedger(world.deps.database)).toEqual([]);
    await world.stop();
  });

  const release = (messageId: string) => world.transaction((tx) => world.desk.release(tx, messageId));
  const refund = (messageId: string) => world.transaction((tx) => world.desk.refund(tx, messageId));
  const wallet = (userId: string) => world.as(userId)(getWallet, {});
  const freeze = (userId: string, frozen: boolean) =>
    world.as("an-admin", ["FINANCE"])(setWalletFrozen, { userId, frozen, reason: "dispute" });
  const ledgerOf = async (messageId: string) =>
    (await world.documents("ledger_transactions", { "reference.id": messageId })).map(({ kind, entries }) => [kind, entries]);

  it("MSG-37 holds a price equal to the balance and leaves a balance of 0", async () => {
    const fan = await world.newFan("5.00");
    const messageId = await world.hold(fan, "5.00");
    expect(await wallet(fan)).toMatchObject({ balance: "0.00", held: "5.00" });
    expect(await world.documents("escrows", { messageId })).toMatchObject([{ fanId: fan, amount: 500n, status: "HELD", resolvedAt: null }]);
    expect(await ledgerOf(messageId)).toEqual([
      [
        "HOLD",
        [
          { account: `user:${fan}:wallet`, amount: -500n },
          { account: "escrow", amount: 500n },
        ],
      ],
    ]);
  });

  it("MSG-37 refuses a price one cent above the balance with insufficient_balance and writes nothing", async () => {
    const fan = await world.newFan("4.99");
    await expect(world.hold(fan, "5.00")).rejects.toMatchObject({ key: INSUFFICIENT, errorCode: "BUSINESS_RULE_VIOLATION" });
    expect(await wallet(fan)).toMatchObject({ balance: "4.99", held: "0.00" });
    expect(await world.documents("escrows", { fanId: fan })).toEqual([]);
  });

  it("MSG-36 refuses a missing or frozen wallet with wallet_unavailable, also when its balance is too low", async () => {
    await expect(world.hold(uuid(), "5.00")).rejects.toMatchObject({ key: UNAVAILABLE });
    const fan = await world.newFan("5.00");
    await freeze(fan, true);
    for (const price of ["5.00", "6.00"]) await expect(world.hold(fan, price)).rejects.toMatchObject({ key: UNAVAILABLE });
    expect(await world.desk.purse(fan)).toMatchObject({ frozen: true, balance: 500n });
    await freeze(fan, false);
    await world.hold(fan, "5.00");
    expect(await world.desk.purse(fan)).toMatchObject({ frozen: false, balance: 0n });
    expect(await world.desk.purse(uuid())).toBeNull();
  });

  it("HSE-03 MSG-36 a wallet that is frozen between the reading and the writing of a hold pays nothing", async () => {
    const fan = await world.newFan("5.00");
    const wallets = world.connection.collection("wallets");
    let writes = 0;
    const { faults } = world.runtime;
    const hit = faults.hit.bind(faults);
    const held = world.transaction(async (tx) => {
      // Another write within the same transaction is no conflict for the database: only the guard finds it.
      faults.hit = async (point) => {
        if (point !== "working-set.write" || writes > 0) return hit(point);
        writes += 1;
        await wallets.updateOne({ userId: fan }, { $set: { frozen: true } }, { session: tx });
      };
      await world.desk.hold(tx, { messageId: uuid(), fanId: fan, creatorUserId: uuid(), amount: 500n, commissionRate: 0.2 });
    });
    await held.finally(() => {
      faults.hit = hit;
    });
    // The transaction has run again, without the freeze of the first run.
    expect(writes).toBe(1);
    expect(await world.desk.purse(fan)).toMatchObject({ frozen: false, balance: 0n });
  });

  it("MSG-38 accepts exactly one of two concurrent holds of the whole balance", async () => {
    const fan = await world.newFan("5.00");
    const outcome = await outcomesOf([world.hold(fan, "5.00"), world.hold(fan, "5.00")]);
    expect(outcome).toEqual({ accepted: 1, refusals: [INSUFFICIENT] });
    expect(await wallet(fan)).toMatchObject({ balance: "0.00", held: "5.00" });
  });

  it("MSG-38 E14 accepts exactly ten of fifty concurrent holds when the balance covers ten", async () => {
    const fan = await world.newFan("50.00");
    // On a busy machine some calls time out waiting for the database; they retry, like a client.
    const hold = async (): Promise<unknown> =>
      world.hold(fan, "5.00").catch((error) => (error instanceof DatabaseBusy ? hold() : Promise.reject(error)));
    const outcome = await outcomesOf(Array.from({ length: 50 }, hold));
    expect(outcome).toEqual({ accepted: 10, refusals: Array.from({ length: 40 }, () => INSUFFICIENT) });
    expect(await wallet(fan)).toMatchObject({ balance: "0.00", held: "50.00" });
    expect(await auditLedger(world.deps.database)).toEqual([]);
  });

  it("REP-16 pays creator and platform on release and clears the held amount of the fan", async () => {
    const fan = await world.newFan("9.99");
    const creatorUserId = uuid();
    const messageId = await world.hold(fan, "9.99", { creatorUserId, commissionRate: 0.15 });
    expect(await release(messageId)).toEqual({ net: 849n, commission: 150n });
    expect(await wallet(fan)).toMatchObject({ balance: "0.00", held: "0.00" });
    expect(await world.documents("wallets", { userId: creatorUserId })).toMatchObject([{ kind: "CREATOR", balance: 849n, held: 0n }]);
    expect((await ledgerOf(messageId))[1]).toEqual([
      "RELEASE",
      [
        { account: "escrow", amount: -999n },
        { account: `user:${creatorUserId}:earnings`, amount: 849n },
        { account: "platform:fees", amount: 150n },
      ],
    ]);
  });

  it("REP-16 writes no zero entries for a commission rate of 0 or 1", async () => {
    const fan = await world.newFan("2.00");
    for (const [commissionRate, net, commission] of [
      [1, 0n, 100n],
      [0, 100n, 0n],
    ] as const) {
      const messageId = await world.hold(fan, "1.00", { commissionRate });
      expect(await release(messageId)).toEqual({ net, commission });
      const [, entries] = (await ledgerOf(messageId))[1] as [string, { amount: bigint }[]];
      expect(entries.map(({ amount }) => amount)).toEqual([-100n, 100n]);
    }
  });

  it("M6 refunds exactly the price, also to a frozen wallet", async () => {
    const fan = await world.newFan("7.77");
    const messageId = await world.hold(fan, "7.77");
    await freeze(fan, true);
    expect(await refund(messageId)).toBe(777n);
    expect(await wallet(fan)).toMatchObject({ balance: "7.77", held: "0.00", frozen: true });
    expect(await auditLedger(world.deps.database)).toEqual([]);
  });

  it("REP-17 resolves a hold once and rejects every further release or refund", async () => {
    const fan = await world.newFan("10.00");
    const released = await world.hold(fan, "5.00");
    const refunded = await world.hold(fan, "5.00");
    await release(released);
    await refund(refunded);
    for (const messageId of [released, refunded, uuid()]) {
      await expect(release(messageId)).rejects.toThrow(EscrowNotHeld);
      await expect(refund(messageId)).rejects.toThrow(EscrowNotHeld);
    }
    expect(await wallet(fan)).toMatchObject({ balance: "5.00", held: "0.00" });
  });

  it("E18 accepts exactly one of several concurrent releases and refunds of one hold", async () => {
    for (let round = 0; round < 10; round++) {
      const fan = await world.newFan("5.00");
      const messageId = await world.hold(fan, "5.00");
      const calls = Array.from({ length: 6 }, (_, index) => (index % 2 === round % 2 ? release(messageId) : refund(messageId)));
      const outcome = await outcomesOf(calls);
      expect(outcome).toEqual({ accepted: 1, refusals: Array.from({ length: 5 }, () => "EscrowNotHeld") });
      expect(await ledgerOf(messageId)).toHaveLength(2);
    }
  });

  it("M1 creates one wallet with all earnings when the first releases to a creator race", async () => {
    const fan = await world.newFan("50.00");
    const creatorUserId = uuid();
    const held = [];
    for (let count = 0; count < 10; count++) held.push(await world.hold(fan, "5.00", { creatorUserId, commissionRate: 0.1 }));
    await Promise.all(held.map(release));
    expect(await world.documents("wallets", { userId: creatorUserId })).toMatchObject([{ balance: 4_500n, sequence: 10 }]);
  });

  it("PAY-01 M1 retries a release that loses the race for the first wallet of the creator", async () => {
    const creatorUserId = uuid();
    const messageId = await world.hold(await world.newFan("5.00"), "5.00", { creatorUserId, commissionRate: 0.1 });
    const { collection } = world.connection.model("wallets");
    const refuseInsert = () => {
      throw new mongoose.mongo.MongoServerError({ message: "E11000 duplicate key", code: 11_000, keyPattern: { userId: 1, kind: 1 } });
    };
    const spy = jest.spyOn(collection, "bulkWrite").mockImplementationOnce(refuseInsert);
    try {
      expect(await release(messageId)).toEqual({ net: 450n, commission: 50n });
      expect(spy).toHaveBeenCalledTimes(2);
    } finally {
      spy.mockRestore();
    }
    expect(await world.documents("wallets", { userId: creatorUserId })).toMatchObject([{ balance: 450n }]);
  });

  it("M7 leaves no trace of a hold whose transaction is aborted", async () => {
    const fan = await world.newFan("5.00");
    const messageId = uuid();
    const hold = { messageId, fanId: fan, creatorUserId: uuid(), amount: 500n, commissionRate: 0.2 };
    const aborted = world.transaction(async (tx) => {
      await world.desk.hold(tx, hold);
      throw new Error("the message was not stored");
    });
    await expect(aborted).rejects.toThrow("the message was not stored");
    expect(await wallet(fan)).toMatchObject({ balance: "5.00", held: "0.00" });
    expect(await ledgerOf(messageId)).toEqual([]);
  });

  it.each(["wallet.hold.debited", "wallet.release.resolved", "wallet.refund.resolved"])(
    "M1 keeps the ledger consistent after a failure at %s",
    async (point) => {
      const fan = await world.newFan("10.00");
      const messageId = await world.hold(fan, "5.00");
      const action = { "wallet.hold.debited": () => world.hold(fan, "5.00"), "wallet.release.resolved": () => release(messageId) }[point];
      world.runtime.faults.arm({ point, mode: "error", times: 1 });
      await expect((action ?? (() => refund(messageId)))()).rejects.toThrow("fault injected");
      expect(await auditLedger(world.deps.database)).toEqual([]);
      expect(await wallet(fan)).toMatchObject({ balance: "5.00", held: "5.00" });
      await refund(messageId);
    },
  );

  it("M4 refuses a second hold for one message", async () => {
    const fan = await world.newFan("10.00");
    const hold = { messageId: uuid(), fanId: fan, creatorUserId: uuid(), amount: 500n, commissionRate: 0.2 };
    await world.transaction((tx) => world.desk.hold(tx, hold));
    await expect(world.transaction((tx) => world.desk.hold(tx, hold))).rejects.toMatchObject({ code: 11_000 });
    expect(await wallet(fan)).toMatchObject({ balance: "5.00", held: "5.00" });
  });

  it.each([
    ["an amount of zero", 0n, 0.2],
    ["a negative amount", -1n, 0.2],
    ["a rate below 0", 100n, -0.01],
    ["a rate above 1", 100n, 1.01],
    ["a rate that is not a number", 100n, Number.NaN],
  ])("M1 throws for a hold with %s", async (_, amount, commissionRate) => {
    const hold = { messageId: uuid(), fanId: uuid(), creatorUserId: uuid(), amount, commissionRate };
    await expect(world.transaction((tx) => world.desk.hold(tx, hold))).rejects.toThrow(/a hold needs|a commission rate/);
  });

  it("M1 keeps amounts beyond the exact range of floats", async () => {
    const fan = uuid();
    const huge = parseMoney("999999999999.99");
    for (let times = 0; times < 2; times++) await world.credit(fan, huge * 500n);
    expect(await world.desk.purse(fan)).toMatchObject({ balance: huge * 1_000n });
    await world.connection.collection("wallets").deleteOne({ userId: fan });
  });
});
