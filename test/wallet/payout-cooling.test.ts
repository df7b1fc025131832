import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { userSecurityEvent } from "#libs/contracts/account/index.ts";
import {
  approvePayout,
  approvePayoutBatch,
  cancelPayout,
  createPayoutMethod,
  getEarnings,
  listAdminPayouts,
  MAX_PAYOUT_METHODS,
  removePayoutMethod,
  requestPayout,
} from "#libs/contracts/wallet/index.ts";
import { DAY, HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { onUserSecurityEvent } from "#services/messaging/wallet/events/on-user-security-event.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { envelopeOf } from "../notification/fixture.ts";
import { type Api, type EarningCreator, outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.clock.reset();
  world.configure({ "payment.payout_cooling_hours": 72 });
  expect(await auditLedger(world.deps.database)).toEqual([]);
});

const finance: Api = (contract, params) => world.as(uuid(), ["FINANCE"])(contract, params);
const request = ({ userId, methodId }: Pick<EarningCreator, "userId" | "methodId">, amount = "20.00") =>
  world.as(userId)(requestPayout, { amount, methodId, idempotencyKey: uuid() });
const addMethod = ({ userId }: Pick<EarningCreator, "userId">, label = "another bank") =>
  world.as(userId)(createPayoutMethod, { kind: "BANK_ACCOUNT", label });
const passwordReset = (userId: string) =>
  onUserSecurityEvent(world.deps).apply(
    "wallet",
    envelopeOf(userSecurityEvent, { userId, kind: "PASSWORD_RESET", at: world.runtime.clock.now().toISOString() }),
  );
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "ok",
    (error: { key: string }) => error.key,
  );
const statusOf = async (payoutId: string) => (await finance(listAdminPayouts, { id: payoutId })).items[0]?.status;
const changesOf = (userId: string) => world.documents("outbox", { event: "payout.destination_changed", "payload.userId": userId });
const COOLING = "payout.error.cooling";

describe("PYO-07 cooling", () => {
  it("PYO-07 the first method is no change; after the second neither a request nor an open one goes, 72 hours later both do", async () => {
    const creator = await world.newCreator("100.00");
    expect(await changesOf(creator.userId)).toEqual([]);
    const open = await request(creator);
    const { methodId } = await addMethod(creator);
    const [change] = await changesOf(creator.userId);
    expect(change).toMatchObject({ payload: { userId: creator.userId, changedAt: expect.any(String), coolingUntil: expect.any(String) } });
    const until = String((change as { payload: { coolingUntil: string } }).payload.coolingUntil);
    for (const each of [creator, { ...creator, methodId }])
      await expect(request(each)).rejects.toMatchObject({ key: COOLING, code: 403, vars: { until } });
    expect(await refusal(finance(approvePayout, open))).toBe(COOLING);
    const batch = await finance(approvePayoutBatch, { payoutIds: [open.payoutId] });
    expect(batch.results).toEqual([{ payoutId: open.payoutId, status: "REQUESTED", i18nKey: COOLING }]);
    const earnings = () => world.as(creator.userId)(getEarnings, { creatorId: creator.creatorId });
    expect(await earnings()).toMatchObject({ coolingUntil: until, available: "80.00" });
    world.runtime.clock.advance(72 * HOUR - MINUTE);
    expect([await refusal(request(creator)), await refusal(finance(approvePayout, open))]).toEqual([COOLING, COOLING]);
    world.runtime.clock.advance(2 * MINUTE);
    expect(await earnings()).toMatchObject({ coolingUntil: null });
    expect(await finance(approvePayout, open)).toMatchObject({ status: "PAID" });
    expect(await request({ ...creator, methodId })).toMatchObject({ status: "REQUESTED" });
  });

  it("PYO-07 a reset password is alike, also before there is any method, which then is still the first", async () => {
    const creator = await world.newCreator("60.00");
    const open = await request(creator);
    await passwordReset(creator.userId);
    expect([await refusal(request(creator)), await refusal(finance(approvePayout, open))]).toEqual([COOLING, COOLING]);
    world.runtime.clock.advance(3 * DAY);
    expect([await refusal(request(creator)), await refusal(finance(approvePayout, open))]).toEqual(["ok", "ok"]);
    const fresh = uuid();
    await passwordReset(fresh);
    await addMethod({ userId: fresh });
    expect(await changesOf(fresh)).toEqual([]);
    await addMethod({ userId: fresh });
    expect(await changesOf(fresh)).toHaveLength(1);
  });

  it("PYO-07 an event that arrives late or twice shortens no cooling", async () => {
    const creator = await world.newCreator("60.00");
    const early = world.runtime.clock.now().toISOString();
    world.runtime.clock.advance(2 * DAY);
    await addMethod(creator);
    const late = envelopeOf(userSecurityEvent, { userId: creator.userId, kind: "PASSWORD_RESET", at: early });
    for (let times = 0; times < 2; times += 1) await onUserSecurityEvent(world.deps).apply("wallet", late);
    world.runtime.clock.advance(2 * DAY);
    expect(await refusal(request(creator))).toBe(COOLING);
    world.runtime.clock.advance(DAY);
    expect(await refusal(request(creator))).toBe("ok");
  });

  it("PYO-07 another method after the only one was removed is a change, also for a user from before changes were recorded", async () => {
    const creator = await world.newCreator("60.00");
    await world.as(creator.userId)(removePayoutMethod, { methodId: creator.methodId });
    const { methodId } = await addMethod(creator);
    expect(await refusal(request({ ...creator, methodId }))).toBe(COOLING);
    const older = await world.newCreator("60.00");
    const paid = await request(older);
    await finance(approvePayout, paid);
    await world.connection.collection("payout_methods").deleteMany({ userId: older.userId });
    await world.connection.collection<{ _id: string }>("payout_destinations").deleteMany({ _id: older.userId });
    await addMethod(older);
    expect(await changesOf(older.userId)).toHaveLength(1);
  });

  it("PYO-07 what is approved and not begun waits, what was begun is finished", async () => {
    const creator = await world.newCreator("60.00");
    const [waiting, begun] = [await request(creator), await request(creator)];
    world.runtime.faults.arm({ point: "wallet.payout.paid", mode: "error" });
    expect(await finance(approvePayout, begun)).toMatchObject({ status: "PROCESSING" });
    world.runtime.faults.disarm();
    await finance(approvePayoutBatch, { payoutIds: [waiting.payoutId] });
    await addMethod(creator);
    const runJob = async () => {
      world.runtime.clock.advance(MINUTE);
      await world.runtime.jobs.runNow("wallet.finish-payouts");
      return [await statusOf(waiting.payoutId), await statusOf(begun.payoutId)];
    };
    expect(await runJob()).toEqual(["PROCESSING", "PAID"]);
    expect(await runJob()).toEqual(["PROCESSING", "PAID"]);
    world.runtime.clock.advance(3 * DAY);
    expect(await runJob()).toEqual(["PAID", "PAID"]);
  });

  it("PYO-07 a payout can be cancelled meanwhile", async () => {
    const creator = await world.newCreator("20.00");
    const { payoutId } = await request(creator);
    await addMethod(creator);
    expect(await world.as(creator.userId)(cancelPayout, { payoutId })).toMatchObject({ status: "CANCELLED" });
  });

  it("PYO-07 of methods added at once each takes a place of its own and is a change, and a refused one is none", async () => {
    const userId = uuid();
    for (let place = 0; place < MAX_PAYOUT_METHODS - 2; place += 1) await addMethod({ userId });
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 4 }, () => addMethod({ userId })));
    expect([accepted, refusals]).toEqual([2, Array(2).fill("payout.error.too_many_methods")]);
    expect(await changesOf(userId)).toHaveLength(MAX_PAYOUT_METHODS - 1);
    const places = (await world.documents("payout_methods", { userId })).map(({ place }) => Number(place));
    expect(places.sort((one, other) => one - other)).toEqual(Array.from({ length: MAX_PAYOUT_METHODS }, (_, place) => place));
  });

  it("PYO-07 a setting of zero hours lets nothing wait", async () => {
    world.configure({ "payment.payout_cooling_hours": 0 });
    const creator = await world.newCreator("20.00");
    await addMethod(creator);
    expect(await refusal(request(creator))).toBe("ok");
  });
});
