import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import mongoose from "mongoose";
import { getWallet, setWalletFrozen } from "#libs/contracts/wallet.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { parseMoney } from "#libs/kernel/money.ts";
import { auditBooks } from "#services/messaging/wallet/audit-books.ts";
import { EscrowNotHeld } from "#services/messaging/wallet/escrow.ts";
import { outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

const INSUFFICIENT = "payment.escrow.insufficient_balance";
const UNAVAILABLE = "payment.escrow.wallet_unavailable";

describe("escrow desk", () => {
  let world: WalletWorld;
  beforeAll(async () => {
    world = await walletWorld();
  });
  afterAll(async () => {
    expect(await auditBooks(world.connection)).toEqual([]);
    await world.stop();
  });

  const release = (messageId: string) => world.transaction((tx) => world.desk.release(tx, messageId));
  const refund = (messageId: string) => world.transaction((tx) => world.desk.refund(tx, messageId));
  const wallet = (userId: string) => world.as(userId)(getWallet, {});
  const freeze = (userId: string, frozen: boolean) =>
    world.as("an-admin", ["FINANCE"])(setWalletFrozen, { userId, frozen, reason: "dispute" });
  const ledgerOf = async (messageId: string) =>
    (await world.documents("ledger_transactions", { "reference.id": messageId })).map(({ kind, entries }) => [kind, entries]);

  it("MSG-37 balance equal to the price: held, balance 0", async () => {
    const fan = await world.aFan("5.00");
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

  it("MSG-37 one cent too little: insufficient_balance, and nothing is written", async () => {
    const fan = await world.aFan("4.99");
    await expect(world.hold(fan, "5.00")).rejects.toMatchObject({ key: INSUFFICIENT, errorCode: "BUSINESS_RULE_VIOLATION" });
    expect(await wallet(fan)).toMatchObject({ balance: "4.99", held: "0.00" });
    expect(await world.documents("escrows", { fanId: fan })).toEqual([]);
  });

  it("MSG-36 no wallet, or a frozen one: wallet_unavailable, also when the balance is too low as well", async () => {
    await expect(world.hold(uuid(), "5.00")).rejects.toMatchObject({ key: UNAVAILABLE });
    const fan = await world.aFan("5.00");
    await freeze(fan, true);
    for (const price of ["5.00", "6.00"]) await expect(world.hold(fan, price)).rejects.toMatchObject({ key: UNAVAILABLE });
    expect(await world.desk.walletState(fan)).toEqual({ exists: true, frozen: true, balance: 500n });
    await freeze(fan, false);
    await world.hold(fan, "5.00");
    expect(await world.desk.walletState(fan)).toEqual({ exists: true, frozen: false, balance: 0n });
    expect(await world.desk.walletState(uuid())).toEqual({ exists: false, frozen: false, balance: 0n });
  });

  it("MSG-38 two parallel holds of the whole balance: exactly one", async () => {
    const fan = await world.aFan("5.00");
    const outcome = await outcomesOf([world.hold(fan, "5.00"), world.hold(fan, "5.00")]);
    expect(outcome).toEqual({ accepted: 1, refusals: [INSUFFICIENT] });
    expect(await wallet(fan)).toMatchObject({ balance: "0.00", held: "5.00" });
  });

  it("MSG-38 E14 fifty parallel holds from a wallet that covers ten: exactly ten", async () => {
    const fan = await world.aFan("50.00");
    const outcome = await outcomesOf(Array.from({ length: 50 }, () => world.hold(fan, "5.00")));
    expect(outcome).toEqual({ accepted: 10, refusals: Array.from({ length: 40 }, () => INSUFFICIENT) });
    expect(await wallet(fan)).toMatchObject({ balance: "0.00", held: "50.00" });
    expect(await auditBooks(world.connection)).toEqual([]);
  });

  it("REP-16 release pays creator and platform, and the fan no longer holds it", async () => {
    const fan = await world.aFan("9.99");
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

  it("REP-16 commission of all and of nothing leaves no empty entries", async () => {
    const fan = await world.aFan("2.00");
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

  it("M6 refund gives exactly the price back, also to a frozen wallet", async () => {
    const fan = await world.aFan("7.77");
    const messageId = await world.hold(fan, "7.77");
    await freeze(fan, true);
    expect(await refund(messageId)).toBe(777n);
    expect(await wallet(fan)).toMatchObject({ balance: "7.77", held: "0.00", frozen: true });
    expect(await auditBooks(world.connection)).toEqual([]);
  });

  it("REP-17 a hold is resolved once: every second release or refund throws", async () => {
    const fan = await world.aFan("10.00");
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

  it("E18 releases and refunds of one hold at once: exactly one of them", async () => {
    for (let round = 0; round < 10; round++) {
      const fan = await world.aFan("5.00");
      const messageId = await world.hold(fan, "5.00");
      const racers = Array.from({ length: 6 }, (_, index) => (index % 2 === round % 2 ? release(messageId) : refund(messageId)));
      const outcome = await outcomesOf(racers);
      expect(outcome).toEqual({ accepted: 1, refusals: Array.from({ length: 5 }, () => "EscrowNotHeld") });
      expect(await ledgerOf(messageId)).toHaveLength(2);
    }
  });

  it("M1 the first releases to one creator at once make one wallet with all earnings", async () => {
    const fan = await world.aFan("50.00");
    const creatorUserId = uuid();
    const held = [];
    for (let count = 0; count < 10; count++) held.push(await world.hold(fan, "5.00", { creatorUserId, commissionRate: 0.1 }));
    await Promise.all(held.map(release));
    expect(await world.documents("wallets", { userId: creatorUserId })).toMatchObject([{ balance: 4_500n, sequence: 10 }]);
  });

  it("PAY-01 M1 a release that loses the race for the creator's first wallet is made again", async () => {
    const creatorUserId = uuid();
    const messageId = await world.hold(await world.aFan("5.00"), "5.00", { creatorUserId, commissionRate: 0.1 });
    const wallets = world.connection.model("wallets");
    const lost = () => {
      throw new mongoose.mongo.MongoServerError({ message: "E11000 duplicate key", code: 11_000, keyPattern: { userId: 1, kind: 1 } });
    };
    const spy = jest.spyOn(wallets, "findOneAndUpdate").mockImplementationOnce(lost);
    try {
      expect(await release(messageId)).toEqual({ net: 450n, commission: 50n });
      expect(spy).toHaveBeenCalledTimes(2);
    } finally {
      spy.mockRestore();
    }
    expect(await world.documents("wallets", { userId: creatorUserId })).toMatchObject([{ balance: 450n }]);
  });

  it("M7 what the caller's transaction does not commit never happened", async () => {
    const fan = await world.aFan("5.00");
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
    "M1 a failure at %s leaves the books right",
    async (point) => {
      const fan = await world.aFan("10.00");
      const messageId = await world.hold(fan, "5.00");
      const act = { "wallet.hold.debited": () => world.hold(fan, "5.00"), "wallet.release.resolved": () => release(messageId) }[point];
      world.runtime.faults.arm({ point, mode: "error", times: 1 });
      await expect((act ?? (() => refund(messageId)))()).rejects.toThrow("fault injected");
      expect(await auditBooks(world.connection)).toEqual([]);
      expect(await wallet(fan)).toMatchObject({ balance: "5.00", held: "5.00" });
      await refund(messageId);
    },
  );

  it("M4 one message has one hold", async () => {
    const fan = await world.aFan("10.00");
    const hold = { messageId: uuid(), fanId: fan, creatorUserId: uuid(), amount: 500n, commissionRate: 0.2 };
    await world.transaction((tx) => world.desk.hold(tx, hold));
    await expect(world.transaction((tx) => world.desk.hold(tx, hold))).rejects.toMatchObject({ code: 11_000 });
    expect(await wallet(fan)).toMatchObject({ balance: "5.00", held: "5.00" });
  });

  it.each([
    ["no amount", 0n, 0.2],
    ["a negative amount", -1n, 0.2],
    ["a rate below 0", 100n, -0.01],
    ["a rate above 1", 100n, 1.01],
    ["a rate that is no number", 100n, Number.NaN],
  ])("M1 a hold with %s is a mistake of the caller's code", async (_, amount, commissionRate) => {
    const hold = { messageId: uuid(), fanId: uuid(), creatorUserId: uuid(), amount, commissionRate };
    await expect(world.transaction((tx) => world.desk.hold(tx, hold))).rejects.toThrow(/a hold needs|a commission rate/);
  });

  it("M1 keeps amounts beyond the exact range of floats", async () => {
    const fan = uuid();
    const huge = parseMoney("999999999999.99");
    await world.transaction(async (tx) => {
      for (let times = 0; times < 2; times++) await world.deps.wallets.credit(tx, fan, "FAN", huge * 500n);
    });
    const { balance } = await world.desk.walletState(fan);
    expect(balance).toBe(huge * 1_000n);
    await world.connection.collection("wallets").deleteOne({ userId: fan });
  });
});
