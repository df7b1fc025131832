import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { approveAdjustment, approvePayout, failPayout, proposeAdjustment, requestPayout } from "#libs/contracts/wallet.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditBooks, type MessageMoney } from "#services/messaging/wallet/audit-books.ts";
import { type EarningCreator, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

/** What the tests below damage. */
interface Scene {
  readonly fan: string;
  readonly creator: string;
  readonly held: string;
  readonly released: string;
  readonly refunded: string;
  readonly messages: MessageMoney[];
}

describe("auditor of the books", () => {
  let world: WalletWorld;
  let scene: Scene;
  const logged: string[] = [];

  beforeAll(async () => {
    world = await walletWorld({ runtime: { logger: pino({ level: "error" }, { write: (line) => logged.push(line) }) } });
  });
  afterAll(() => world.stop());

  beforeEach(async () => {
    const collections = ["wallets", "ledger_transactions", "escrows", "topups", "payouts", "ledger_adjustments"];
    await Promise.all(collections.map((name) => world.connection.collection(name).deleteMany({})));
    const fan = await world.aFan("100.00");
    const creator = uuid();
    const hold = (price: string) => world.hold(fan, price, { creatorUserId: creator, commissionRate: 0.2 });
    const [held, released, refunded] = [await hold("5.00"), await hold("6.03"), await hold("7.00")];
    await world.transaction((tx) => world.desk.release(tx, released));
    await world.transaction((tx) => world.desk.refund(tx, refunded));
    const message = (messageId: string, status: MessageMoney["status"], priceSnapshot: bigint | null) => ({
      messageId,
      status,
      priceSnapshot,
      commissionRate: 0.2,
    });
    const messages = [
      message(held, "ESCROWED", 500n),
      message(released, "COMPLETED", 603n),
      message(refunded, "EXPIRED", 700n),
      message(uuid(), "DELIVERED", null),
      message(uuid(), "REJECTED", null),
    ];
    scene = { fan, creator, held, released, refunded, messages };
  });

  const found = async (messages?: readonly MessageMoney[]) =>
    (await auditBooks(world.connection, messages)).map(({ invariant, subject }) => `${invariant} ${subject}`).sort();
  const set = (collection: string, filter: object, change: object) =>
    world.connection.collection(collection).updateOne(filter, { $set: change });
  const wallet = (kind: string) => ({ userId: kind === "FAN" ? scene.fan : scene.creator, kind });
  const posting = (kind: string, id: string) => ({ kind, "reference.id": id });

  it("finds nothing in books that are right, with and without messages", async () => {
    expect(await auditBooks(world.connection)).toEqual([]);
    expect(await auditBooks(world.connection, scene.messages)).toEqual([]);
    const [quarantined, ...others] = scene.messages;
    if (quarantined) expect(await auditBooks(world.connection, [{ ...quarantined, status: "QUARANTINED" }, ...others])).toEqual([]);
  });

  it("M1 a wallet that is one cent off, and by how much", async () => {
    await world.connection.collection("wallets").updateOne(wallet("FAN"), { $inc: { balance: 1n } });
    expect(await auditBooks(world.connection)).toEqual([
      { invariant: "M1", subject: `balance of user:${scene.fan}:wallet`, detail: "is 8898, should be 8897", difference: 1n },
    ]);
  });

  it("M1 a wallet that holds more than its escrows", async () => {
    await set("wallets", wallet("FAN"), { held: 501n });
    expect(await found()).toEqual([`M1 held by user:${scene.fan}:wallet`]);
  });

  it("M1 earnings without a ledger, and a ledger without a wallet", async () => {
    await set("wallets", wallet("CREATOR"), { balance: 0n });
    expect(await found()).toEqual([`M1 balance of user:${scene.creator}:earnings`]);
    await world.connection.collection("wallets").deleteOne(wallet("CREATOR"));
    expect(await found()).toEqual([`M1 user:${scene.creator}:earnings`]);
  });

  it("M1 a top-up that was credited without having succeeded", async () => {
    await set("topups", { userId: scene.fan }, { status: "PENDING" });
    expect(await found()).toEqual(["M1 external:provider"]);
  });

  it("M2 a ledger transaction whose amount was changed", async () => {
    await set("ledger_transactions", posting("HOLD", scene.held), { "entries.0.amount": -499n });
    expect(await found()).toEqual(expect.arrayContaining([`M2 sum of HOLD of message ${scene.held}`, "M1 sum of all accounts"]));
  });

  it("M2 a ledger transaction whose running balance was changed", async () => {
    await set("ledger_transactions", posting("HOLD", scene.held), { "movement.balanceAfter": 9_999n });
    expect(await found()).toEqual([`M2 balance after HOLD of message ${scene.held}`]);
  });

  it("M2 a ledger transaction that was removed, from the middle or from the end", async () => {
    await world.connection.collection("ledger_transactions").deleteOne(posting("HOLD", scene.held));
    expect(await found()).toEqual(
      expect.arrayContaining([`M2 HOLD of message ${scene.released}`, `M4 escrow of message ${scene.held}`, "M2 ledger", "M1 escrow"]),
    );
    await world.connection.collection("ledger_transactions").deleteOne(posting("REFUND", scene.refunded));
    expect(await found()).toEqual(
      expect.arrayContaining([`M2 movements of user:${scene.fan}:wallet`, `M6 escrow of message ${scene.refunded}`]),
    );
  });

  it("M3 a balance below zero", async () => {
    await set("wallets", wallet("FAN"), { balance: -1n });
    expect(await found()).toContain(`M3 user:${scene.fan}:wallet`);
  });

  it("M3 a debit after the freeze", async () => {
    await world.transaction((tx) => world.deps.wallets.setFrozen(tx, scene.fan, true));
    expect(await found()).toEqual([]);
    await set("wallets", wallet("FAN"), { frozenAtSequence: 1 });
    expect(await found()).toEqual([`M3 user:${scene.fan}:wallet`]);
  });

  it("M4 M5 M6 an escrow whose state the ledger does not explain", async () => {
    await set("escrows", { messageId: scene.held }, { status: "RELEASED" });
    expect(await found()).toContain(`M5 escrow of message ${scene.held}`);
    await set("escrows", { messageId: scene.released }, { status: "REFUNDED" });
    expect(await found()).toContain(`M6 escrow of message ${scene.released}`);
    await set("escrows", { messageId: scene.refunded }, { status: "HELD" });
    expect(await found()).toContain(`M4 escrow of message ${scene.refunded}`);
  });

  it("M5 a release that paid the creator too much at the platform's cost", async () => {
    await set("ledger_transactions", posting("RELEASE", scene.released), { "entries.1.amount": 483n, "entries.2.amount": 120n });
    const subject = `RELEASE of escrow of message ${scene.released} to`;
    expect(await found()).toEqual(expect.arrayContaining([`M5 ${subject} user:${scene.creator}:earnings`, `M5 ${subject} platform:fees`]));
  });

  it.each([
    ["M4 an open message whose escrow is gone", 0, { messageId: "another" }, "M4"],
    ["M4 a free message with an escrow", 0, { priceSnapshot: null }, "M4"],
    ["M4 an open message of another price", 0, { priceSnapshot: 501n }, "M4"],
    ["M4 a paid message that was only delivered", 0, { status: "DELIVERED" }, "M4"],
    ["M5 an answered message whose escrow is open", 0, { status: "COMPLETED" }, "M5"],
    ["M5 an answered message with another rate than its escrow", 1, { commissionRate: 0.1 }, "M5"],
    ["M6 an expired message whose escrow was released", 1, { status: "EXPIRED" }, "M6"],
    ["M6 a rejected message whose escrow is open", 0, { status: "REJECTED" }, "M6"],
    ["M4 an open message whose escrow was refunded", 2, { status: "ESCROWED" }, "M4"],
  ] as const)("%s", async (_, index, change, invariant) => {
    const messages = scene.messages.map((message, at) => (at === index ? { ...message, ...change } : message));
    expect((await auditBooks(world.connection, messages)).map((violation) => violation.invariant)).toContain(invariant);
  });

  it("M4 an escrow without a message", async () => {
    expect(await found(scene.messages.slice(1))).toEqual([`M4 escrow of message ${scene.held}`]);
  });

  describe("with payouts and adjustments", () => {
    let owner: EarningCreator;
    let payouts: { open: string; paid: string; failed: string };
    let adjustment: string;

    beforeEach(async () => {
      owner = await world.aCreator("90.00");
      const ask = () => world.as(owner.userId)(requestPayout, { amount: "20.00", methodId: owner.methodId, idempotencyKey: uuid() });
      const [open, paid, failed] = [(await ask()).payoutId, (await ask()).payoutId, (await ask()).payoutId];
      await world.as("one", ["FINANCE"])(approvePayout, { payoutId: paid });
      await world.as("one", ["FINANCE"])(failPayout, { payoutId: failed, reason: "a reason" });
      payouts = { open, paid, failed };
      const wish = { userId: owner.userId, kind: "CREATOR", amount: "-1.00", reason: "a reason" } as const;
      adjustment = (await world.as("one", ["FINANCE"])(proposeAdjustment, wish)).adjustmentId;
      await world.as("two", ["FINANCE"])(approveAdjustment, { adjustmentId: adjustment });
    });

    it("M1 M2 finds nothing when they are right", async () => expect(await auditBooks(world.connection)).toEqual([]));

    it("M1 a payout whose state the ledger does not explain", async () => {
      await set("payouts", { _id: payouts.open }, { status: "PAID" });
      expect(await found()).toEqual(expect.arrayContaining([`M1 payout ${payouts.open}`, "M1 payouts", "M1 external:provider"]));
    });

    it("M1 a payout that failed without giving the money back", async () => {
      await set("payouts", { _id: payouts.paid }, { status: "FAILED" });
      expect(await found()).toContain(`M1 payout ${payouts.paid}`);
    });

    it("M1 a payout of another amount than its ledger", async () => {
      await set("payouts", { _id: payouts.failed }, { amount: 1999n });
      const subject = `PAYOUT of payout ${payouts.failed} to`;
      expect(await found()).toEqual(expect.arrayContaining([`M1 ${subject} payouts`, `M1 ${subject} user:${owner.userId}:earnings`]));
    });

    it("M2 a settlement that was removed", async () => {
      await world.connection.collection("ledger_transactions").deleteOne(posting("PAYOUT_SETTLEMENT", payouts.paid));
      expect(await found()).toEqual(expect.arrayContaining([`M1 payout ${payouts.paid}`, "M2 ledger"]));
    });

    it("M2 a payout, or an adjustment, that was removed", async () => {
      await world.connection.collection<{ _id: string }>("payouts").deleteOne({ _id: payouts.failed });
      expect(await found()).toEqual(["M2 ledger"]);
      await world.connection.collection<{ _id: string }>("ledger_adjustments").deleteOne({ _id: adjustment });
      expect(await found()).toContain("M1 platform:adjustments");
    });

    it("M1 an adjustment that nobody booked, and one that two eyes have made", async () => {
      await set("ledger_adjustments", { _id: adjustment }, { decidedBy: "one" });
      expect(await found()).toEqual([`M1 adjustment ${adjustment}`]);
      await set("ledger_adjustments", { _id: adjustment }, { status: "PENDING", decidedBy: null });
      expect(await found()).toContain(`M1 adjustment ${adjustment}`);
    });

    it("M1 a lifetime of earnings that the releases do not explain", async () => {
      await set("wallets", { userId: owner.userId, kind: "CREATOR" }, { earned: 9001n });
      expect(await found()).toEqual([`M1 earned by user:${owner.userId}:earnings`]);
    });
  });

  it("the job logs an error and sets the gauge, and clears it when the books are right again", async () => {
    const gauge = async () => (await world.runtime.metrics.render()).match(/^ledger_imbalance_minor_units (\d+)$/m)?.[1];
    await world.connection.collection("wallets").updateOne(wallet("FAN"), { $inc: { balance: 25n } });
    logged.length = 0;
    await world.runtime.jobs.runNow("wallet.audit-books");
    expect(await gauge()).toBe("25");
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, invariant: "M1", msg: "the books are wrong" }]);
    await world.connection.collection("wallets").updateOne(wallet("FAN"), { $inc: { balance: -25n } });
    await world.runtime.jobs.runNow("wallet.audit-books");
    expect(await gauge()).toBe("0");
    expect(logged).toHaveLength(1);
  });
});
