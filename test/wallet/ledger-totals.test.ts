import { channel } from "node:diagnostics_channel";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { getTrialBalance, requestPayout } from "#libs/contracts/wallet/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { auditMovedWallets } from "#services/messaging/wallet/audit/audit-moved-wallets.ts";
import { isStale } from "#services/messaging/wallet/audit/audit-status.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { seededRandom } from "../support/random.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());

const DOCUMENTS = ["wallets", "ledger_transactions", "escrows", "topups", "payouts", "ledger_totals", "ledger_audits", "ledger_findings"];
beforeEach(async () => {
  await Promise.all(DOCUMENTS.map((name) => world.connection.collection(name).deleteMany({})));
});
afterEach(async () => expect(await auditLedger(world.deps.database)).toEqual([]));

const read = (page: { readonly limit?: number; readonly cursor?: string } = {}) => world.as("finance", ["FINANCE"])(getTrialBalance, page);
const audit = () => world.runtime.jobs.runNow("wallet.audit-incremental");
const release = (messageId: string) => world.transaction((tx) => world.desk.release(tx, messageId));
const refund = (messageId: string) => world.transaction((tx) => world.desk.refund(tx, messageId));

/** The trial balance, added up from the whole ledger. */
async function addedUp() {
  const sums = new Map<string, { debit: bigint; credit: bigint }>();
  for (const { entries } of (await world.documents("ledger_transactions")) as { entries?: { account: string; amount: bigint }[] }[]) {
    for (const { account, amount } of entries ?? []) {
      const { debit, credit } = sums.get(account) ?? { debit: 0n, credit: 0n };
      sums.set(account, amount < 0n ? { debit: debit - amount, credit } : { debit, credit: credit + amount });
    }
  }
  const rows = [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
  return rows.map(([account, { debit, credit }]) => ({
    account,
    debit: formatMoney(debit),
    credit: formatMoney(credit),
    balance: formatMoney(credit - debit),
  }));
}

async function expectRight(): Promise<void> {
  const { accounts, accountCount, total } = await read();
  const expected = await addedUp();
  expect(accounts).toEqual(expected);
  expect([accountCount, total]).toEqual([expected.length, "0.00"]);
}

const notAudited = () => world.documents("wallets", { audited: { $exists: false } });

describe("the totals of the ledger", () => {
  it("GRD-05 the trial balance is the sum of the whole ledger at each step of a random story", async () => {
    const { below, pick } = seededRandom(20_261_127);
    const fans = [await world.newFan("500.00"), await world.newFan("300.00")];
    const creators = [await world.newCreator("40.00"), await world.newCreator("0")];
    const open: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      const kind = below(6);
      if (kind < 2) open.push(await world.hold(pick(fans), "3.35", { creatorUserId: pick(creators).userId, commissionRate: 0.2 }));
      if (kind === 2 && open.length > 0) await release(open.splice(0, 1)[0] as string);
      if (kind === 3 && open.length > 0) await refund(open.splice(0, 1)[0] as string);
      if (kind === 4) await world.topUp(pick(fans), "7.10");
      if (kind === 5) await audit();
      if (step % 10 === 0) await expectRight();
    }
    const [{ userId, methodId }] = creators as [(typeof creators)[0]];
    await world.as(userId)(requestPayout, { amount: "21.00", methodId, idempotencyKey: uuid() });
    await expectRight();
    await audit();
    await expectRight();
    expect(await notAudited()).toEqual([]);
  });

  it("GRD-05 audits beside holds, releases and refunds lose no movement and count none twice", async () => {
    const fans = await Promise.all([1, 2, 3].map(() => world.newFan("200.00")));
    const creator = await world.newCreator("0");
    let isOver = false;
    const audits = (async () => {
      while (!isOver) await Promise.all([auditMovedWallets(world.deps), auditMovedWallets(world.deps), read()]);
    })();
    for (let round = 0; round < 12; round += 1) {
      const held = await Promise.all(fans.map((fan) => world.hold(fan, "1.25", { creatorUserId: creator.userId })));
      await Promise.all(held.map((messageId, index) => (index === 0 ? refund(messageId) : release(messageId))));
      expect((await read()).total).toBe("0.00");
    }
    isOver = true;
    await audits;
    await audit();
    expect(await notAudited()).toEqual([]);
    await expectRight();
  });

  it("GRD-05 a page reads no ledger transaction of a user once it was audited, with few accounts and with many", async () => {
    const asked: string[] = [];
    const note = (message: unknown) => {
      const { event, details } = message as { event: string; details: { commandName: string; command: Record<string, unknown> } };
      if (event === "commandStarted") asked.push(`${details.commandName} ${details.command?.[details.commandName]}`);
    };
    const pageOf = async () => {
      asked.length = 0;
      channel("mongo:command").subscribe(note);
      await read({ limit: 20 });
      channel("mongo:command").unsubscribe(note);
      return asked.sort();
    };
    await world.newFan("5.00");
    await audit();
    const few = await pageOf();
    // The chain of the costs has no wallet that says whether it has moved, so the page asks for what came since.
    expect(few.filter((command) => command.includes("ledger_transactions"))).toEqual(["find ledger_transactions"]);
    for (let count = 0; count < 40; count += 1) await world.newFan("5.00");
    await audit();
    expect(await pageOf()).toEqual(few);
  });

  it("GRD-08 an audit that another process runs is left to it, and is taken over once that process is silent", async () => {
    const { audits, clock } = world.deps;
    await world.newFan("5.00");
    const until = new Date(clock.now().getTime() + 5 * MINUTE);
    expect(await audits.claim("INCREMENTAL", clock.now(), until)).not.toBeNull();
    await audit();
    expect(await notAudited()).toHaveLength(1);
    world.runtime.clock.advance(5 * MINUTE + 1);
    await audit();
    expect(await notAudited()).toEqual([]);
    expect(await audits.claim("INCREMENTAL", clock.now(), new Date(clock.now().getTime() + MINUTE))).not.toBeNull();
  });

  it("GRD-06 a process waits for an audit from its own start, however long nothing ran before", async () => {
    await audit();
    const { clock } = world.deps;
    world.runtime.clock.advance(60 * MINUTE);
    expect(await isStale(world.deps)).toBe(true);
    expect(await isStale({ ...world.deps, startedAt: clock.now() })).toBe(false);
  });

  it("GRD-05 totals that were deleted are built anew, and a long chain is followed in steps", async () => {
    const fan = await world.newFan("5.00");
    const [first] = await world.documents("ledger_transactions");
    const { _id, reference, movement, ...rest } = first as { _id: string; reference: object; movement: { balanceAfter: bigint } };
    await audit();
    const rows = Array.from({ length: 1_100 }, (_, index) => ({ index, id: uuid() }));
    const balanceAfter = (index: number) => movement.balanceAfter * BigInt(index + 2);
    const postings = rows.map(({ index, id }) => ({
      ...rest,
      _id: uuid(),
      reference: { type: "topup", id },
      movement: { ...movement, sequence: index + 2, balanceAfter: balanceAfter(index) },
    }));
    const [topUp] = await world.documents("topups");
    await world.connection.collection<{ _id: string }>("ledger_transactions").insertMany(postings);
    const topUps = rows.map(({ id }) => ({ ...topUp, _id: id, idempotencyKey: id }));
    await world.connection.collection<{ _id: string }>("topups").insertMany(topUps);
    const moved = { $set: { balance: balanceAfter(1_099), sequence: 1_101 }, $unset: { audited: 1 } };
    await world.connection.collection("wallets").updateOne({ userId: fan }, moved);
    const { _id: _first, audited: _mark, ...bare } = world.deps.wallets.newWallet("", "FAN");
    const unmoved = Array.from({ length: 130 }, () => ({ ...bare, _id: uuid(), userId: uuid() }));
    await world.connection.collection<{ _id: string }>("wallets").insertMany(unmoved);
    await expectRight();
    await audit();
    expect(await notAudited()).toEqual([]);
    await expectRight();
    await Promise.all(["ledger_totals", "ledger_audits"].map((name) => world.connection.collection(name).deleteMany({})));
    await audit();
    expect(await notAudited()).toEqual([]);
    await expectRight();
  });
});
