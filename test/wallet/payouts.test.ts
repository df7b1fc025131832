import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  approvePayout,
  failPayout,
  getEarnings,
  getPayout,
  getTrialBalance,
  requestPayout,
  setWalletFrozen,
} from "#libs/contracts/wallet/index.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Transfer, TransferState } from "#libs/providers/payment/payment-provider.ts";
import { paymentSlot } from "#libs/providers/payment/payment-slot.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { finishPayouts } from "#services/messaging/wallet/payouts/finish-payouts.ts";
import { payOut } from "#services/messaging/wallet/payouts/pay-out.ts";
import { outgoing, stubPayment } from "../support/stub-payment.ts";
import { type Api, type EarningCreator, outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

/** Transfers paid by the provider, by payout. The port demands one transfer per id. */
const paid = new Map<string, Transfer>();
let calls = 0;
/** The provider's answer. */
let nextOutcome: () => TransferState = () => "SUCCEEDED";
const provider = stubPayment({
  async pay(transfer) {
    calls += 1;
    const state = nextOutcome();
    if (state === "SUCCEEDED") paid.set(transfer.payoutId, transfer);
    return outgoing(state);
  },
});

let world: WalletWorld;
const finance = uuid();

beforeAll(async () => {
  world = await walletWorld({ deps: (live) => ({ ...live, payment: paymentSlot(live, { sandbox: provider }) }) });
});
afterAll(() => world.stop());
afterEach(async () => {
  nextOutcome = () => "SUCCEEDED";
  world.runtime.clock.reset();
  world.runtime.faults.disarm();
  expect(await auditLedger(world.deps.database)).toEqual([]);
});

const request = ({ userId, methodId }: EarningCreator, amount: string, idempotencyKey = uuid()) =>
  world.as(userId)(requestPayout, { amount, methodId, idempotencyKey });
const admin: Api = (contract, params) => world.as(finance, ["FINANCE"])(contract, params);
const earningsOf = ({ userId, creatorId }: EarningCreator) => world.as(userId)(getEarnings, { creatorId });
const available = async (creator: EarningCreator) => (await earningsOf(creator)).available;
const accountBalance = async (account: string) =>
  (await admin(getTrialBalance, {})).accounts.find((row) => row.account === account)?.balance ?? "0.00";
const eventsOf = async (payoutId: string) =>
  (await world.documents("outbox", { event: "payout.processed", "payload.payoutId": payoutId })).map(({ payload }) => payload);

describe("a payout request", () => {
  it("PAY-04 a payout request moves the money from the earnings to the payouts account at once", async () => {
    const creator = await world.newCreator("50.00");
    const before = await accountBalance("payouts");
    const { payoutId } = await request(creator, "20.00");
    expect(await earningsOf(creator)).toMatchObject({ available: "30.00", inHold: "0.00", requested: "20.00", lifetime: "50.00" });
    expect(Number(await accountBalance("payouts")) - Number(before)).toBe(20);
    expect(await world.as(creator.userId)(getPayout, { payoutId })).toEqual({
      payoutId,
      status: "REQUESTED",
      number: null,
      amount: "20.00",
      currency: "EUR",
      methodId: creator.methodId,
      methodKind: "BANK_ACCOUNT",
      methodLabel: "my bank",
      reason: null,
      requestedAt: expect.any(String),
      settledAt: null,
    });
  });

  it("PAY-04 a payout request is refused by the first rule that it breaks, in the specified order", async () => {
    const creator = await world.newCreator("50.00");
    const poor = { userId: uuid(), creatorId: uuid(), methodId: uuid() };
    const attempt = (who: EarningCreator, amount: string) =>
      request(who, amount).then(
        () => "ok",
        (error: { key: string }) => error.key,
      );
    expect(await attempt(poor, "0.01")).toBe("payout.error.not_creator");
    for (const creatorStatus of ["SUSPENDED", "BANNED"] as const) {
      world.setStanding(poor.userId, { creatorId: poor.creatorId, kycStatus: "IN_REVIEW", creatorStatus });
      expect(await attempt(poor, "0.01")).toBe("payout.error.creator_unavailable");
    }
    world.setStanding(poor.userId, { creatorId: poor.creatorId, kycStatus: "IN_REVIEW", creatorStatus: "ACTIVE" });
    expect(await attempt(poor, "0.01")).toBe("payout.error.kyc_required");
    world.setStanding(poor.userId, { creatorId: poor.creatorId, kycStatus: "APPROVED", creatorStatus: "VACATION" });
    expect(await attempt(poor, "19.99")).toBe("payout.error.below_minimum");
    expect(await attempt(poor, "20.00")).toBe("payout.error.insufficient_funds");
    expect(await attempt({ ...creator, methodId: uuid() }, "20.00")).toBe("payout.error.method_not_found");
    await admin(setWalletFrozen, { userId: creator.userId, kind: "CREATOR", frozen: true, reason: "a check" });
    expect(await attempt(creator, "20.00")).toBe("payout.error.wallet_frozen");
    await admin(setWalletFrozen, { userId: creator.userId, kind: "CREATOR", frozen: false, reason: "checked" });
    expect(await attempt(creator, "50.01")).toBe("payout.error.insufficient_funds");
    expect(await attempt(creator, "50.00")).toBe("ok");
  });

  it("PAY-04 a payout request is refused below the configured minimum, which the error names", async () => {
    const creator = await world.newCreator("50.00");
    world.configure({ "payment.min_payout": 30 });
    await expect(request(creator, "29.99")).rejects.toMatchObject({ key: "payout.error.below_minimum", vars: { minimum: "30.00" } });
    world.configure({ "payment.min_payout": 20 });
  });

  it("PAY-04 a payout request is accepted exactly once when ten requests for the whole balance race", async () => {
    const creator = await world.newCreator("50.00");
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 10 }, () => request(creator, "50.00")));
    expect([accepted, refusals]).toEqual([1, Array.from({ length: 9 }, () => "payout.error.insufficient_funds")]);
    expect(await available(creator)).toBe("0.00");
  });

  it("PAY-04 a payout request creates one payout for one idempotency key, in sequence and in parallel, and refuses the key with another amount", async () => {
    const creator = await world.newCreator("90.00");
    const key = uuid();
    const answers = await Promise.all(Array.from({ length: 6 }, () => request(creator, "30.00", key)));
    answers.push(await request(creator, "30.00", key));
    expect(new Set(answers.map(({ payoutId }) => payoutId)).size).toBe(1);
    expect(await available(creator)).toBe("60.00");
    await expect(request(creator, "31.00", key)).rejects.toMatchObject({ key: "idempotency.error.key_reused" });
  });

  it("PAY-04 a payout request is rolled back when it fails after the debit", async () => {
    const creator = await world.newCreator("50.00");
    world.runtime.faults.arm({ point: "wallet.payout.debited", mode: "error" });
    await expect(request(creator, "50.00")).rejects.toThrow();
    world.runtime.faults.disarm();
    expect(await available(creator)).toBe("50.00");
    expect(await world.documents("payouts", { userId: creator.userId })).toEqual([]);
  });
});

describe("a payout decision", () => {
  it("PAY-05 an approval pays a payout at once, publishes it once, audits it and settles it in the ledger", async () => {
    const creator = await world.newCreator("50.00");
    const { payoutId } = await request(creator, "50.00");
    expect(await admin(approvePayout, { payoutId })).toEqual({ payoutId, status: "PAID" });
    expect(paid.get(payoutId)).toMatchObject({ amount: 5000n, currency: "EUR", methodKind: "BANK_ACCOUNT", methodLabel: "my bank" });
    const event = { payoutId, creatorId: creator.creatorId, userId: creator.userId, amount: "50.00", currency: "EUR" };
    expect(await eventsOf(payoutId)).toEqual([{ ...event, status: "PAID", reason: null }]);
    expect(await world.documents("audit_log", { target: payoutId })).toMatchObject([{ actor: finance, action: "payout.approve" }]);
    expect(await earningsOf(creator)).toMatchObject({ available: "0.00", lifetime: "50.00" });
    expect(await world.documents("ledger_transactions", { "reference.id": payoutId })).toHaveLength(2);
  });

  it("PAY-05 a refusal fails a payout with its reason and returns the money once", async () => {
    const creator = await world.newCreator("50.00");
    const { payoutId } = await request(creator, "50.00");
    const refusals = Array.from({ length: 5 }, () => admin(failPayout, { payoutId, reason: "wrong account" }));
    const { accepted } = await outcomesOf(refusals);
    expect(accepted).toBe(1);
    expect(await available(creator)).toBe("50.00");
    expect(await eventsOf(payoutId)).toMatchObject([{ status: "FAILED", amount: "50.00", reason: "wrong account" }]);
    expect(await world.as(creator.userId)(getPayout, { payoutId })).toMatchObject({ status: "FAILED", reason: "wrong account" });
    expect(await world.documents("audit_log", { target: payoutId })).toMatchObject([
      { action: "payout.fail", details: { reason: "wrong account" } },
    ]);
  });

  it("PAY-05 exactly one of several concurrent approvals and refusals is accepted", async () => {
    const creator = await world.newCreator("40.00");
    const { payoutId } = await request(creator, "40.00");
    const decide = (index: number) =>
      index % 2 === 0 ? admin(approvePayout, { payoutId }) : admin(failPayout, { payoutId, reason: "no" });
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 10 }, (_, index) => decide(index)));
    expect([accepted, new Set(refusals)]).toEqual([1, new Set(["payout.error.invalid_status"])]);
    expect(await eventsOf(payoutId)).toHaveLength(1);
  });

  it.each([
    ["answers FAILED", (): TransferState => "FAILED"],
    [
      "refuses",
      (): TransferState => {
        throw new ProviderFailure("payment", "REFUSED");
      },
    ],
  ] as const)("PAY-05 a payout fails and its money returns when the provider %s", async (_, answer) => {
    const creator = await world.newCreator("50.00");
    const { payoutId } = await request(creator, "25.00");
    nextOutcome = answer;
    expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "FAILED" });
    expect(await available(creator)).toBe("50.00");
    expect(await eventsOf(payoutId)).toMatchObject([{ status: "FAILED", reason: "PROVIDER_REFUSED" }]);
  });

  it("PAY-05 a payout stays PROCESSING without an outcome of the provider, and a job finishes it", async () => {
    const creator = await world.newCreator("50.00");
    const { payoutId } = await request(creator, "50.00");
    nextOutcome = () => {
      throw new Error("connection reset");
    };
    expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "PROCESSING" });
    await expect(admin(failPayout, { payoutId, reason: "no" })).rejects.toMatchObject({ key: "payout.error.invalid_status" });
    nextOutcome = () => "PENDING";
    const runJob = async () => {
      world.runtime.clock.advance(MINUTE);
      await world.runtime.jobs.runNow("wallet.finish-payouts");
      return (await world.as(creator.userId)(getPayout, { payoutId })).status;
    };
    expect(await runJob()).toBe("PROCESSING");
    nextOutcome = () => "SUCCEEDED";
    expect(await runJob()).toBe("PAID");
    expect(await runJob()).toBe("PAID");
    expect(await eventsOf(payoutId)).toHaveLength(1);
  });

  it("PAY-05 the job waits for a call that may be in flight, and one of five replicas calls the provider", async () => {
    const creator = await world.newCreator("50.00");
    const { payoutId } = await request(creator, "50.00");
    nextOutcome = () => "PENDING";
    const before = calls;
    expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "PROCESSING" });
    world.runtime.clock.advance(12 * SECOND);
    await finishPayouts(world.deps);
    expect(calls - before).toBe(1);
    world.runtime.clock.advance(4 * SECOND);
    await Promise.all(Array.from({ length: 5 }, () => finishPayouts(world.deps)));
    expect(calls - before).toBe(2);
    nextOutcome = () => "SUCCEEDED";
    world.runtime.clock.advance(MINUTE);
    await finishPayouts(world.deps);
    expect(await world.as(creator.userId)(getPayout, { payoutId })).toMatchObject({ status: "PAID" });
  });

  it("PAY-05 a payout is paid once when the process crashes between the provider and the record", async () => {
    const creator = await world.newCreator("50.00");
    const { payoutId } = await request(creator, "50.00");
    world.runtime.faults.arm({ point: "wallet.payout.paid", mode: "error" });
    expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "PROCESSING" });
    world.runtime.faults.disarm();
    const before = calls;
    world.runtime.clock.advance(MINUTE);
    const payout = await world.deps.payouts.find(payoutId);
    if (!payout) throw new Error("the payout does not exist");
    const concurrent = [1, 2, 3].map(() => payOut(world.deps, payout));
    await Promise.all([world.runtime.jobs.runNow("wallet.finish-payouts"), ...concurrent]);
    expect(calls).toBeGreaterThan(before);
    expect(await world.as(creator.userId)(getPayout, { payoutId })).toMatchObject({ status: "PAID" });
    expect(await world.documents("ledger_transactions", { "reference.id": payoutId })).toHaveLength(2);
    expect(await eventsOf(payoutId)).toHaveLength(1);
  });

  it("PAY-05 a decision on one's own payout is refused, and an approval after the creator has lost verification or was banned", async () => {
    const creator = await world.newCreator("50.00");
    const { payoutId } = await request(creator, "50.00");
    const own = world.as(creator.userId, ["FINANCE"]);
    await expect(own(approvePayout, { payoutId })).rejects.toMatchObject({ key: "payout.error.own_payout" });
    await expect(own(failPayout, { payoutId, reason: "x" })).rejects.toMatchObject({ key: "payout.error.own_payout" });
    world.setStanding(creator.userId, { creatorId: creator.creatorId, kycStatus: "EXPIRED", creatorStatus: "ACTIVE" });
    await expect(admin(approvePayout, { payoutId })).rejects.toMatchObject({ key: "payout.error.kyc_required" });
    world.setStanding(creator.userId, { creatorId: creator.creatorId, kycStatus: "APPROVED", creatorStatus: "BANNED" });
    await expect(admin(approvePayout, { payoutId })).rejects.toMatchObject({ key: "payout.error.creator_unavailable" });
    expect(await admin(failPayout, { payoutId, reason: "not verified" })).toMatchObject({ status: "FAILED" });
    await expect(admin(approvePayout, { payoutId: uuid() })).rejects.toMatchObject({ key: "payout.error.not_found" });
  });

  it.each(["SUSPENDED", "BANNED"] as const)(
    "PAY-05 the approval of an earlier payout of a user who is %s now is refused",
    async (userStatus) => {
      const creator = await world.newCreator("50.00");
      const { payoutId } = await request(creator, "20.00");
      const standing = { creatorId: creator.creatorId, kycStatus: "APPROVED", creatorStatus: "ACTIVE" } as const;
      world.setStanding(creator.userId, { ...standing, userStatus });
      await expect(admin(approvePayout, { payoutId })).rejects.toMatchObject({ key: "payout.error.creator_unavailable" });
      await expect(request(creator, "20.00")).rejects.toMatchObject({ key: "payout.error.creator_unavailable" });
      expect(await world.as(creator.userId)(getPayout, { payoutId })).toMatchObject({ status: "REQUESTED" });
      world.setStanding(creator.userId, { ...standing, userStatus: "DEACTIVATED" });
      expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "PAID" });
    },
  );

  it("PAY-05 PAY-07 the approval of a payout that was requested before its wallet was frozen is refused", async () => {
    const creator = await world.newCreator("50.00");
    const { payoutId } = await request(creator, "50.00");
    const freeze = (frozen: boolean) => admin(setWalletFrozen, { userId: creator.userId, kind: "CREATOR", frozen, reason: "a suspicion" });
    await freeze(true);
    await expect(admin(approvePayout, { payoutId })).rejects.toMatchObject({ key: "payout.error.wallet_frozen" });
    await freeze(false);
    expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "PAID" });
  });

  it("PAY-05 an approval is refused while there is no payment provider", async () => {
    const creator = await world.newCreator("50.00");
    const { payoutId } = await request(creator, "50.00");
    world.configure({ "provider.payment": "off" });
    await expect(admin(approvePayout, { payoutId })).rejects.toMatchObject({ key: "payout.error.provider_unavailable" });
    world.configure({ "provider.payment": "sandbox" });
    expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "PAID" });
  });
});
