import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { approveAdjustment, approvePayout, failPayout, proposeAdjustment, requestPayout } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditLedger, type MessageMoney } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { type EarningCreator, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

/** The documents that the tests corrupt. */
interface Scene {
  readonly fan: string;
  readonly creator: string;
  readonly held: string;
  readonly released: string;
  readonly refunded: string;
  readonly messages: MessageMoney[];
}

describe("the ledger audit", () => {
  let world: WalletWorld;
  let scene: Scene;
  const logged: string[] = [];

  beforeAll(async () => {
    world = await walletWorld({ runtime: { logger: pino({ level: "error" }, { write: (line) => logged.push(line) }) } });
  });
  afterAll(() => world.stop());

  beforeEach(async () => {
    const documents = ["wallets", "ledger_transactions", "escrows", "topups", "payouts", "ledger_adjustments", "messages"];
    const collections = [...documents, "ledger_totals", "ledger_audits", "ledger_findings"];
    await Promise.all(collections.map((name) => world.connection.collection(name).deleteMany({})));
    const fan = await world.newFan("100.00");
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

  const violationsOf = async (messages?: readonly MessageMoney[]) =>
    (await auditLedger(world.deps.database, messages)).map(({ invariant, subject }) => `${invariant} ${subject}`).sort();
  const set = (collection: string, filter: object, change: object) =>
    world.connection.collection(collection).updateOne(filter, { $set: change });
  const wallet = (kind: string) => ({ userId: kind === "FAN" ? scene.fan : scene.creator, kind });
  const posting = (kind: string, id: string) => ({ kind, "reference.id": id });

  it("finds no violation in consistent data, with and without messages", async () => {
    expect(await auditLedger(world.deps.database)).toEqual([]);
    expect(await auditLedger(world.deps.database, scene.messages)).toEqual([]);
    const [quarantined, ...others] = scene.messages;
    if (quarantined) expect(await auditLedger(world.deps.database, [{ ...quarantined, status: "QUARANTINED" }, ...others])).toEqual([]);
  });

  it("M1 finds a balance that is one cent off, with the difference", async () => {
    await world.connection.collection("wallets").updateOne(wallet("FAN"), { $inc: { balance: 1n } });
    const rows = [{ collection: "wallets", id: (await world.deps.wallets.find(scene.fan, "FAN"))?._id }];
    expect(await auditLedger(world.deps.database)).toEqual([
      { invariant: "M1", subject: `balance of user:${scene.fan}:wallet`, detail: "is 88.98, should be 88.97", difference: 1n, rows },
    ]);
  });

  it("M2 reports each ledger transaction that is malformed, and reads on", async () => {
    const broken = [
      { movement: null },
      { entries: null },
      { reference: null },
      { "movement.amount": "5" },
      { "movement.account": null },
      { "entries.0.account": 7 },
      { "entries.0": null },
      { "movement.sequence": Number.NaN },
    ];
    const rows = await world.connection.collection("ledger_transactions").find({}).limit(broken.length).toArray();
    for (const [index, { _id }] of rows.entries()) await set("ledger_transactions", { _id }, broken[index] ?? {});
    const reported = (await auditLedger(world.deps.database, scene.messages)).filter(({ detail }) => detail === "is malformed");
    expect(reported.map(({ subject }) => subject).sort()).toEqual(rows.map(({ _id }) => `ledger transaction ${_id}`).sort());
  });

  it("M1 finds a wallet that holds more than its escrows", async () => {
    await set("wallets", wallet("FAN"), { held: 501n });
    expect(await violationsOf()).toEqual([`M1 held by user:${scene.fan}:wallet`]);
  });

  it("M1 finds earnings that differ from the ledger, and a ledger account without a wallet", async () => {
    await set("wallets", wallet("CREATOR"), { balance: 0n });
    expect(await violationsOf()).toEqual([`M1 balance of user:${scene.creator}:earnings`]);
    await world.connection.collection("wallets").deleteOne(wallet("CREATOR"));
    expect(await violationsOf()).toEqual([`M1 user:${scene.creator}:earnings`]);
  });

  it("M1 finds a top-up that was credited without having succeeded", async () => {
    const [topUp] = await world.documents("topups", { userId: scene.fan });
    await set("topups", { userId: scene.fan }, { status: "PENDING" });
    expect(await violationsOf()).toEqual([`M1 TOPUP of topup ${topUp?._id}`, `M1 top-up ${topUp?._id}`]);
  });

  it("M2 finds a ledger transaction whose amount was changed", async () => {
    await set("ledger_transactions", posting("HOLD", scene.held), { "entries.0.amount": -499n });
    expect(await violationsOf()).toEqual(
      expect.arrayContaining([
        `M2 sum of HOLD of message ${scene.held}`,
        `M4 HOLD of escrow of message ${scene.held} to user:${scene.fan}:wallet`,
      ]),
    );
  });

  it("M2 finds a ledger transaction whose running balance was changed", async () => {
    await set("ledger_transactions", posting("HOLD", scene.held), { "movement.balanceAfter": 9_999n });
    expect(await violationsOf()).toEqual([`M2 balance after HOLD of message ${scene.held}`]);
  });

  it("M2 finds a deleted ledger transaction, in the middle and at the end of the chain", async () => {
    await world.connection.collection("ledger_transactions").deleteOne(posting("HOLD", scene.held));
    expect(await violationsOf()).toEqual(
      expect.arrayContaining([`M2 HOLD of message ${scene.released}`, `M4 escrow of message ${scene.held}`]),
    );
    await world.connection.collection("ledger_transactions").deleteOne(posting("REFUND", scene.refunded));
    expect(await violationsOf()).toEqual(
      expect.arrayContaining([`M2 movements of user:${scene.fan}:wallet`, `M6 escrow of message ${scene.refunded}`]),
    );
  });

  it("M3 finds a balance below zero", async () => {
    await set("wallets", wallet("FAN"), { balance: -1n });
    expect(await violationsOf()).toContain(`M3 user:${scene.fan}:wallet`);
  });

  it("M3 finds a debit after the freeze", async () => {
    await world.freeze(scene.fan, true);
    expect(await violationsOf()).toEqual([]);
    await set("wallets", wallet("FAN"), { frozenAtSequence: 1 });
    expect(await violationsOf()).toEqual([`M3 user:${scene.fan}:wallet`]);
  });

  it("M4 M5 M6 finds an escrow whose status contradicts the ledger", async () => {
    await set("escrows", { messageId: scene.held }, { status: "RELEASED" });
    expect(await violationsOf()).toContain(`M5 escrow of message ${scene.held}`);
    await set("escrows", { messageId: scene.released }, { status: "REFUNDED" });
    expect(await violationsOf()).toContain(`M6 escrow of message ${scene.released}`);
    await set("escrows", { messageId: scene.refunded }, { status: "HELD" });
    expect(await violationsOf()).toContain(`M4 escrow of message ${scene.refunded}`);
  });

  it("M5 finds a release that paid the creator too much at the cost of the platform", async () => {
    await set("ledger_transactions", posting("RELEASE", scene.released), { "entries.1.amount": 483n, "entries.2.amount": 120n });
    const subject = `RELEASE of escrow of message ${scene.released} to`;
    expect(await violationsOf()).toEqual(
      expect.arrayContaining([`M5 ${subject} user:${scene.creator}:earnings`, `M5 ${subject} platform:fees`]),
    );
  });

  it.each([
    ["M4 finds an open message without an escrow", 0, { messageId: "another" }, "M4"],
    ["M4 finds a free message with an escrow", 0, { priceSnapshot: null }, "M4"],
    ["M4 finds an open message whose price differs from its escrow", 0, { priceSnapshot: 501n }, "M4"],
    ["M4 finds a paid message with the status DELIVERED", 0, { status: "DELIVERED" }, "M4"],
    ["M5 finds an answered message whose escrow is still held", 0, { status: "COMPLETED" }, "M5"],
    ["M5 finds an answered message whose commission rate differs from its escrow", 1, { commissionRate: 0.1 }, "M5"],
    ["M6 finds an expired message whose escrow was released", 1, { status: "EXPIRED" }, "M6"],
    ["M6 finds a rejected message whose escrow is still held", 0, { status: "REJECTED" }, "M6"],
    ["M4 finds an open message whose escrow was refunded", 2, { status: "ESCROWED" }, "M4"],
  ] as const)("%s", async (_, index, change, invariant) => {
    const messages = scene.messages.map((message, at) => (at === index ? { ...message, ...change } : message));
    expect((await auditLedger(world.deps.database, messages)).map((violation) => violation.invariant)).toContain(invariant);
  });

  it("M4 finds an escrow without a message", async () => {
    expect(await violationsOf(scene.messages.slice(1))).toEqual([`M4 escrow of message ${scene.held}`]);
  });

  describe("of payouts and adjustments", () => {
    let owner: EarningCreator;
    let payouts: { open: string; paid: string; failed: string };
    let adjustment: string;

    beforeEach(async () => {
      owner = await world.newCreator("90.00");
      const request = () => world.as(owner.userId)(requestPayout, { amount: "20.00", methodId: owner.methodId, idempotencyKey: uuid() });
      const [open, paid, failed] = [(await request()).payoutId, (await request()).payoutId, (await request()).payoutId];
      await world.as("one", ["FINANCE"])(approvePayout, { payoutId: paid });
      await world.as("one", ["FINANCE"])(failPayout, { payoutId: failed, reason: "a reason" });
      payouts = { open, paid, failed };
      const proposal = { userId: owner.userId, kind: "CREATOR", amount: "-1.00", reason: "a reason" } as const;
      adjustment = (await world.as("one", ["FINANCE"])(proposeAdjustment, proposal)).adjustmentId;
      await world.as("two", ["FINANCE"])(approveAdjustment, { adjustmentId: adjustment });
    });

    it("M1 M2 finds no violation in consistent payouts and adjustments", async () =>
      expect(await auditLedger(world.deps.database)).toEqual([]));

    it("M11 finds a payout whose status contradicts the ledger", async () => {
      await set("payouts", { _id: payouts.open }, { status: "PAID" });
      expect(await violationsOf()).toEqual(expect.arrayContaining([`M11 payout ${payouts.open}`]));
    });

    it("M11 finds a failed payout whose money was not returned", async () => {
      await set("payouts", { _id: payouts.paid }, { status: "FAILED" });
      expect(await violationsOf()).toContain(`M11 payout ${payouts.paid}`);
    });

    it("M11 finds a payout whose amount differs from the ledger", async () => {
      await set("payouts", { _id: payouts.failed }, { amount: 1999n });
      const subject = `PAYOUT of payout ${payouts.failed} to`;
      expect(await violationsOf()).toEqual(
        expect.arrayContaining([`M11 ${subject} payouts`, `M11 ${subject} user:${owner.userId}:earnings`]),
      );
    });

    it("M2 finds a deleted settlement", async () => {
      await world.connection.collection("ledger_transactions").deleteOne(posting("PAYOUT_SETTLEMENT", payouts.paid));
      expect(await violationsOf()).toEqual(
        expect.arrayContaining([`M11 payout ${payouts.paid}`, `M2 PAYOUT_REVERSAL of payout ${payouts.failed}`]),
      );
    });

    it("M2 finds a deleted payout and a deleted adjustment", async () => {
      await world.connection.collection<{ _id: string }>("payouts").deleteOne({ _id: payouts.failed });
      const unexplained = [`M1 PAYOUT of payout ${payouts.failed}`, `M1 PAYOUT_REVERSAL of payout ${payouts.failed}`];
      expect(await violationsOf()).toEqual(unexplained);
      await world.connection.collection<{ _id: string }>("ledger_adjustments").deleteOne({ _id: adjustment });
      expect(await violationsOf()).toEqual([`M1 ADJUSTMENT of adjustment ${adjustment}`, ...unexplained]);
    });

    it("M1 finds an adjustment that its proposer has approved, and a booked adjustment that is still pending", async () => {
      await set("ledger_adjustments", { _id: adjustment }, { decidedBy: "one" });
      expect(await violationsOf()).toEqual([`M1 adjustment ${adjustment}`]);
      await set("ledger_adjustments", { _id: adjustment }, { status: "PENDING", decidedBy: null });
      expect(await violationsOf()).toContain(`M1 adjustment ${adjustment}`);
    });

    it("M1 finds lifetime earnings that differ from the releases", async () => {
      await set("wallets", { userId: owner.userId, kind: "CREATOR" }, { earned: 9001n });
      expect(await violationsOf()).toEqual([`M1 earned by user:${owner.userId}:earnings`]);
    });
  });

  it("logs an error and sets the gauge from the job, and clears the gauge when the data is consistent again", async () => {
    const gauge = async () => (await world.runtime.metrics.render()).match(/^ledger_imbalance_minor_units (\d+)$/m)?.[1];
    const messages = scene.messages.map(({ messageId: _id, ...money }) => ({ _id, ...money }));
    await world.connection.collection<{ _id: string }>("messages").insertMany(messages);
    await world.connection.collection("wallets").updateOne(wallet("FAN"), { $inc: { balance: 25n } });
    logged.length = 0;
    await world.runtime.jobs.runNow("wallet.audit-books");
    expect(await gauge()).toBe("25");
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, invariant: "M1", msg: "ledger invariant violated" }]);
    await world.connection.collection("wallets").updateOne(wallet("FAN"), { $inc: { balance: -25n } });
    await world.runtime.jobs.runNow("wallet.audit-books");
    expect(await gauge()).toBe("0");
    expect(logged).toHaveLength(1);
  });
});
