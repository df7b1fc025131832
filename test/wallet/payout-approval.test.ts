import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { getBacklog } from "#libs/contracts/staff-reads.ts";
import {
  approvePayout,
  approvePayoutBatch,
  cancelPayout,
  failPayout,
  getEarnings,
  listAdminPayouts,
  requestPayout,
  withdrawPayoutApproval,
} from "#libs/contracts/wallet/index.ts";
import { DAY, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { approve } from "#services/messaging/wallet/payouts/approve.ts";
import { type Api, type EarningCreator, outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.clock.reset();
  world.configure({ "payment.payout_approval_threshold": 1000 });
  expect(await auditLedger(world.deps.database)).toEqual([]);
});

const staff =
  (userId = uuid()): Api =>
  (contract, params) =>
    world.as(userId, ["FINANCE"])(contract, params);
const [anna, ben] = [staff(), staff()];

const request = async ({ userId, methodId }: EarningCreator, amount: string) =>
  (await world.as(userId)(requestPayout, { amount, methodId, idempotencyKey: uuid() })).payoutId;
const shown = async (payoutId: string) => (await anna(listAdminPayouts, { id: payoutId })).items[0];
const stateOf = async (payoutId: string) => (await shown(payoutId))?.status;
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "ok",
    (error: { key: string }) => error.key,
  );

describe("PYO-03 four eyes", () => {
  it("PYO-03 from the threshold on a payout waits for a second person, and then is paid once", async () => {
    const creator = await world.newCreator("2000.00");
    const payoutId = await request(creator, "1000.00");
    expect(await shown(payoutId)).toMatchObject({ weekSum: "1000.00", approvals: 2, approval: null, decidedBy: null });
    expect(await anna(approvePayout, { payoutId })).toEqual({ payoutId, status: "APPROVED" });
    const first = await shown(payoutId);
    expect(first).toMatchObject({ status: "APPROVED", approval: { by: expect.any(String), at: expect.any(String) }, settledAt: null });
    expect(await refusal(anna(approvePayout, { payoutId }))).toBe("payout.error.same_admin");
    expect(await stateOf(payoutId)).toBe("APPROVED");
    expect(await ben(approvePayout, { payoutId })).toEqual({ payoutId, status: "PAID" });
    const last = await shown(payoutId);
    expect(last?.decidedBy).not.toBe(last?.approval?.by);
    const lines = await world.documents("audit_log", { target: payoutId });
    expect(lines.map(({ action, details }) => [action, details])).toEqual([
      ["payout.approve", { approvals: 1 }],
      ["payout.approve", { provider: "sandbox" }],
    ]);
  });

  it("PYO-03 a cent below the threshold one person is enough", async () => {
    const creator = await world.newCreator("2000.00");
    expect(await anna(approvePayout, { payoutId: await request(creator, "999.99") })).toMatchObject({ status: "PAID" });
  });

  it("PYO-03 of two small payouts in seven days the second needs two, and after a week one is enough again", async () => {
    const creator = await world.newCreator("3000.00");
    const first = await request(creator, "600.00");
    expect(await anna(approvePayout, { payoutId: first })).toMatchObject({ status: "PAID" });
    world.runtime.clock.advance(7 * DAY - MINUTE);
    const second = await request(creator, "400.00");
    expect(await shown(second)).toMatchObject({ weekSum: "1000.00", approvals: 2 });
    expect(await anna(approvePayout, { payoutId: second })).toMatchObject({ status: "APPROVED" });
    world.runtime.clock.advance(2 * MINUTE);
    const third = await request(creator, "500.00");
    expect(await shown(third)).toMatchObject({ weekSum: "900.00", approvals: 1 });
    expect(await anna(approvePayout, { payoutId: third })).toMatchObject({ status: "PAID" });
  });

  it("PYO-03 cancelled and refused payouts do not count, payouts under way do", async () => {
    const creator = await world.newCreator("3000.00");
    const cancelled = await request(creator, "900.00");
    await world.as(creator.userId)(cancelPayout, { payoutId: cancelled });
    const refused = await request(creator, "900.00");
    await anna(failPayout, { payoutId: refused, reason: "no" });
    const open = await request(creator, "900.00");
    expect(await shown(open)).toMatchObject({ weekSum: "900.00", approvals: 1 });
    expect(await shown(await request(creator, "100.00"))).toMatchObject({ weekSum: "1000.00", approvals: 2 });
    const other = await world.newCreator("500.00");
    expect(await shown(await request(other, "500.00"))).toMatchObject({ weekSum: "500.00", approvals: 1 });
  });

  it("PYO-03 ten small requests at once do not escape: each counts those before it", async () => {
    const creator = await world.newCreator("2000.00");
    const ids = await Promise.all(Array.from({ length: 10 }, () => request(creator, "200.00")));
    const sums = await Promise.all(ids.map(async (id) => (await shown(id))?.weekSum));
    expect(sums.map(Number).sort((one, other) => one - other)).toEqual(Array.from({ length: 10 }, (_, index) => 200 * (index + 1)));
  });

  it("PYO-03 two people at once give one approval, never two of the same person, in each of ten rounds", async () => {
    const creator = await world.newCreator("10000.00");
    for (let round = 0; round < 10; round += 1) {
      const payoutId = await request(creator, "1000.00");
      const { accepted } = await outcomesOf([anna, ben, anna, ben].map((by) => by(approvePayout, { payoutId })));
      const { status, approval, decidedBy } = (await shown(payoutId)) ?? {};
      expect([accepted, status]).toEqual(accepted === 2 ? [2, "PAID"] : [1, "APPROVED"]);
      if (status === "PAID") expect(decidedBy).not.toBe(approval?.by);
    }
  });

  it("PYO-03 an approved payout can be cancelled by its creator and refused by either person, and returns the money", async () => {
    const creator = await world.newCreator("4000.00");
    const [one, other] = [await request(creator, "1000.00"), await request(creator, "1000.00")];
    for (const payoutId of [one, other]) await anna(approvePayout, { payoutId });
    expect(await world.as(creator.userId)(cancelPayout, { payoutId: one })).toMatchObject({ status: "CANCELLED" });
    expect(await anna(failPayout, { payoutId: other, reason: "no" })).toMatchObject({ status: "FAILED" });
    const earnings = await world.as(creator.userId)(getEarnings, { creatorId: creator.creatorId });
    expect(earnings).toMatchObject({ available: "4000.00", requested: "0.00" });
    expect(await refusal(ben(approvePayout, { payoutId: one }))).toBe("payout.error.invalid_status");
  });

  it("PYO-03 the first of two withdraws the approval once, no other person does, and two people approve anew", async () => {
    const creator = await world.newCreator("2000.00");
    const payoutId = await request(creator, "1000.00");
    const withdraw = (by: Api) => refusal(by(withdrawPayoutApproval, { payoutId, reason: "the wrong one" }));
    expect(await withdraw(anna)).toBe("payment.error.not_proposed");
    await anna(approvePayout, { payoutId });
    expect(await withdraw(ben)).toBe("payment.error.not_proposed");
    expect(await withdraw(staff(creator.userId))).toBe("payout.error.own_payout");
    const { accepted } = await outcomesOf(
      Array.from({ length: 10 }, () => anna(withdrawPayoutApproval, { payoutId, reason: "the wrong one" })),
    );
    expect(accepted).toBe(1);
    expect(await shown(payoutId)).toMatchObject({ status: "REQUESTED", approval: null, decidedBy: null });
    const lines = await world.documents("audit_log", { target: payoutId, action: "payout.withdraw_approval" });
    expect(lines).toMatchObject([{ details: { reason: "the wrong one" } }]);
    expect(await ben(approvePayout, { payoutId })).toMatchObject({ status: "APPROVED" });
    expect(await anna(approvePayout, { payoutId })).toMatchObject({ status: "PAID" });
    expect(await withdraw(ben)).toBe("payout.error.invalid_status");
    expect(await refusal(anna(withdrawPayoutApproval, { payoutId: uuid(), reason: "unknown" }))).toBe("payout.error.not_found");
  });

  it("PYO-03 withdrawn while the second person approves: paid by two, or approved by one and not paid", async () => {
    const creator = await world.newCreator("8000.00");
    for (let round = 0; round < 8; round += 1) {
      const payoutId = await request(creator, "1000.00");
      await anna(approvePayout, { payoutId });
      const [second, withdrawn] = await Promise.all([
        refusal(ben(approvePayout, { payoutId })),
        refusal(anna(withdrawPayoutApproval, { payoutId, reason: "the wrong one" })),
      ]);
      const { status, approval } = (await shown(payoutId)) ?? {};
      if (withdrawn === "ok") expect([status, approval === null]).toEqual(second === "ok" ? ["APPROVED", false] : ["REQUESTED", true]);
      else expect([second, status]).toEqual(["ok", "PAID"]);
    }
  });

  it("PYO-03 a second approval that is under way does not follow the same person's first one after a withdrawal", async () => {
    const creator = await world.newCreator("2000.00");
    const payoutId = await request(creator, "1000.00");
    const [firstId, secondId] = [uuid(), uuid()];
    await staff(firstId)(approvePayout, { payoutId });
    const standing = { kycStatus: "APPROVED", creatorStatus: "ACTIVE", userStatus: "ACTIVE" } as const;
    const meanwhile = async () => {
      await staff(firstId)(withdrawPayoutApproval, { payoutId, reason: "the wrong one" });
      await staff(secondId)(approvePayout, { payoutId });
      return standing;
    };
    const approver = { adminId: secondId, requestId: null, standingOf: meanwhile, isBatch: false };
    expect(await refusal(approve(world.deps, approver, payoutId))).toBe("payout.error.invalid_status");
    expect(await shown(payoutId)).toMatchObject({ status: "APPROVED", approval: { by: secondId }, decidedBy: null });
  });

  it("PYO-03 the second approval checks the creator again, and a new threshold takes no first approval back", async () => {
    const creator = await world.newCreator("2000.00");
    const payoutId = await request(creator, "1500.00");
    await anna(approvePayout, { payoutId });
    world.configure({ "payment.payout_approval_threshold": 100_000 });
    expect(await refusal(anna(approvePayout, { payoutId }))).toBe("payout.error.same_admin");
    world.setStanding(creator.userId, { creatorId: creator.creatorId, kycStatus: "APPROVED", creatorStatus: "SUSPENDED" });
    expect(await refusal(ben(approvePayout, { payoutId }))).toBe("payout.error.creator_unavailable");
    world.setStanding(creator.userId, { creatorId: creator.creatorId, kycStatus: "APPROVED", creatorStatus: "ACTIVE" });
    expect(await refusal(staff(creator.userId)(approvePayout, { payoutId }))).toBe("payout.error.own_payout");
    expect(await ben(approvePayout, { payoutId })).toMatchObject({ status: "PAID" });
  });

  it("PYO-03 a payout of before there were sums counts its own amount", async () => {
    const creator = await world.newCreator("2000.00");
    const payoutId = await request(creator, "1000.00");
    await world.connection.collection<{ _id: string }>("payouts").updateOne({ _id: payoutId }, { $unset: { weekSum: 1 } });
    expect(await shown(payoutId)).toMatchObject({ weekSum: "1000.00", approvals: 2 });
    expect(await anna(approvePayout, { payoutId })).toMatchObject({ status: "APPROVED" });
  });
});

describe("PYO-04 a batch of approvals", () => {
  it("PYO-04 approves each by its own rules, says what became of each, and the job pays them once", async () => {
    const [rich, poor, banned, self] = [
      await world.newCreator("3000.00"),
      await world.newCreator("60.00"),
      await world.newCreator("50.00"),
      await world.newCreator("50.00"),
    ];
    const me = staff(self.userId);
    const [large, half] = [await request(rich, "1200.00"), await request(rich, "20.00")];
    await anna(approvePayout, { payoutId: half });
    const [small, paid, cancelled] = [await request(poor, "20.00"), await request(poor, "20.00"), await request(poor, "20.00")];
    await anna(approvePayout, { payoutId: paid });
    await world.as(poor.userId)(cancelPayout, { payoutId: cancelled });
    const [blocked, own, unknown] = [await request(banned, "50.00"), await request(self, "50.00"), uuid()];
    world.setStanding(banned.userId, { creatorId: banned.creatorId, kycStatus: "APPROVED", creatorStatus: "BANNED" });
    const payoutIds = [large, half, small, paid, cancelled, blocked, own, unknown, small];
    const { results } = await me(approvePayoutBatch, { payoutIds });
    expect(results).toEqual([
      { payoutId: large, status: "REQUESTED", i18nKey: "payout.error.second_approval" },
      { payoutId: half, status: "APPROVED", i18nKey: "payout.error.second_approval" },
      { payoutId: small, status: "PROCESSING", i18nKey: null },
      { payoutId: paid, status: "PAID", i18nKey: "payout.error.invalid_status" },
      { payoutId: cancelled, status: "CANCELLED", i18nKey: "payout.error.invalid_status" },
      { payoutId: blocked, status: "REQUESTED", i18nKey: "payout.error.creator_unavailable" },
      { payoutId: own, status: "REQUESTED", i18nKey: "payout.error.own_payout" },
      { payoutId: unknown, status: null, i18nKey: "payout.error.not_found" },
    ]);
    world.runtime.clock.advance(MINUTE);
    await world.runtime.jobs.runNow("wallet.finish-payouts");
    expect(await stateOf(small)).toBe("PAID");
    expect(await world.documents("audit_log", { target: small })).toMatchObject([{ action: "payout.approve", actor: self.userId }]);
    expect(await world.documents("audit_log", { target: large })).toEqual([]);
  });

  it("PYO-04 two batches of the same payouts at once approve each once", async () => {
    const creator = await world.newCreator("900.00");
    const payoutIds = [];
    for (let count = 0; count < 20; count += 1) payoutIds.push(await request(creator, "20.00"));
    const answers = await Promise.all([anna(approvePayoutBatch, { payoutIds }), ben(approvePayoutBatch, { payoutIds })]);
    const approved = answers.flatMap(({ results }) => results.filter(({ i18nKey }) => i18nKey === null));
    expect(approved.map(({ payoutId }) => payoutId).sort()).toEqual(payoutIds.sort());
  });

  it("PYO-04 refuses none and more than 200 ids, and takes 200", async () => {
    expect(await refusal(anna(approvePayoutBatch, { payoutIds: Array.from({ length: 201 }, uuid) }))).toBe("error.validation_failed");
    expect(await refusal(anna(approvePayoutBatch, { payoutIds: [] }))).toBe("error.validation_failed");
    const { results } = await anna(approvePayoutBatch, { payoutIds: Array.from({ length: 200 }, uuid) });
    expect(new Set(results.map(({ i18nKey }) => i18nKey))).toEqual(new Set(["payout.error.not_found"]));
  });

  it("PYO-03 PYO-04 what waits for a second person still waits in the overview", async () => {
    const before = (await world.as("")(getBacklog.wallet, {})).payouts.count;
    const creator = await world.newCreator("2000.00");
    const payoutId = await request(creator, "1000.00");
    await anna(approvePayout, { payoutId });
    expect((await world.as("")(getBacklog.wallet, {})).payouts.count).toBe(before + 1);
  });

  it("PYO-03 CNS-06 the list WAITING has what the overview counts: what waits for the first person and for the second", async () => {
    const creator = await world.newCreator("3000.00");
    const [first, second, paid] = [await request(creator, "1000.00"), await request(creator, "1000.00"), await request(creator, "1000.00")];
    await anna(approvePayout, { payoutId: second });
    for (const person of [anna, ben]) await person(approvePayout, { payoutId: paid });
    const { items } = await anna(listAdminPayouts, { userId: creator.userId, status: "WAITING" });
    expect(items.map(({ payoutId, status }) => [payoutId, status])).toEqual([
      [second, "APPROVED"],
      [first, "REQUESTED"],
    ]);
    const { total } = await anna(listAdminPayouts, { status: "WAITING" });
    expect(total).toBe((await world.as("")(getBacklog.wallet, {})).payouts.count);
  });
});
