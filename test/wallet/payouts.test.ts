import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  approvePayout,
  failPayout,
  getEarnings,
  getPayout,
  getTrialBalance,
  requestPayout,
  setWalletFrozen,
} from "#libs/contracts/wallet.ts";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type ChargeOutcome, type PaymentProvider, paymentSlot, type Transfer } from "#libs/providers/payment.ts";
import { ProviderFailure } from "#libs/providers/provider-failure.ts";
import { auditBooks } from "#services/messaging/wallet/audit-books.ts";
import { finishPayouts } from "#services/messaging/wallet/finish-payouts.ts";
import { payOut } from "#services/messaging/wallet/pay-out.ts";
import { type Api, type EarningCreator, outcomesOf, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

/** Pays once for an id, however often it is asked, as the port demands. */
const paid = new Map<string, Transfer>();
let asked = 0;
let says: () => ChargeOutcome = () => "SUCCEEDED";
const provider: PaymentProvider = {
  start: async ({ topUpId }) => topUpId,
  outcome: async () => "SUCCEEDED",
  async pay(transfer) {
    asked += 1;
    const outcome = says();
    if (outcome === "SUCCEEDED") paid.set(transfer.payoutId, transfer);
    return outcome;
  },
};

let world: WalletWorld;
const finance = uuid();

beforeAll(async () => {
  world = await walletWorld({ deps: (live) => ({ ...live, payment: paymentSlot(live, { sandbox: provider }) }) });
});
afterAll(() => world.stop());
afterEach(async () => {
  says = () => "SUCCEEDED";
  world.runtime.clock.reset();
  world.runtime.faults.disarm();
  expect(await auditBooks(world.connection)).toEqual([]);
});

const ask = ({ userId, methodId }: EarningCreator, amount: string, idempotencyKey = uuid()) =>
  world.as(userId)(requestPayout, { amount, methodId, idempotencyKey });
const admin: Api = (contract, params) => world.as(finance, ["FINANCE"])(contract, params);
const earningsOf = ({ userId, creatorId }: EarningCreator) => world.as(userId)(getEarnings, { creatorId });
const available = async (creator: EarningCreator) => (await earningsOf(creator)).available;
const accountBalance = async (account: string) =>
  (await admin(getTrialBalance, {})).accounts.find((row) => row.account === account)?.balance ?? "0.00";
const eventsOf = async (payoutId: string) =>
  (await world.documents("outbox", { event: "payout.processed", "payload.payoutId": payoutId })).map(({ payload }) => payload);

describe("a payout › request", () => {
  it("PAY-04 leaves the earnings at once, for the payouts account", async () => {
    const creator = await world.aCreator("50.00");
    const before = await accountBalance("payouts");
    const { payoutId, status } = await ask(creator, "20.00");
    expect(status).toBe("REQUESTED");
    expect(await earningsOf(creator)).toEqual({ currency: "EUR", pending: "0.00", available: "30.00", lifetime: "50.00" });
    expect(Number(await accountBalance("payouts")) - Number(before)).toBe(20);
    expect(await world.as(creator.userId)(getPayout, { payoutId })).toEqual({
      payoutId,
      status: "REQUESTED",
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

  it("PAY-04 the refusals, in their order", async () => {
    const creator = await world.aCreator("50.00");
    const nothing = { userId: uuid(), creatorId: uuid(), methodId: uuid() };
    const attempt = (who: EarningCreator, amount: string) =>
      ask(who, amount).then(
        () => "ok",
        (error: { key: string }) => error.key,
      );
    expect(await attempt(nothing, "0.01")).toBe("payout.error.not_creator");
    for (const creatorStatus of ["SUSPENDED", "BANNED"] as const) {
      world.stand(nothing.userId, { creatorId: nothing.creatorId, kycStatus: "IN_REVIEW", creatorStatus });
      expect(await attempt(nothing, "0.01")).toBe("payout.error.creator_unavailable");
    }
    world.stand(nothing.userId, { creatorId: nothing.creatorId, kycStatus: "IN_REVIEW", creatorStatus: "ACTIVE" });
    expect(await attempt(nothing, "0.01")).toBe("payout.error.kyc_required");
    world.stand(nothing.userId, { creatorId: nothing.creatorId, kycStatus: "APPROVED", creatorStatus: "VACATION" });
    expect(await attempt(nothing, "19.99")).toBe("payout.error.below_minimum");
    expect(await attempt(nothing, "20.00")).toBe("payout.error.insufficient_funds");
    expect(await attempt({ ...creator, methodId: uuid() }, "20.00")).toBe("payout.error.method_not_found");
    await admin(setWalletFrozen, { userId: creator.userId, kind: "CREATOR", frozen: true, reason: "a check" });
    expect(await attempt(creator, "20.00")).toBe("payout.error.wallet_frozen");
    await admin(setWalletFrozen, { userId: creator.userId, kind: "CREATOR", frozen: false, reason: "checked" });
    expect(await attempt(creator, "50.01")).toBe("payout.error.insufficient_funds");
    expect(await attempt(creator, "50.00")).toBe("ok");
  });

  it("PAY-04 names the minimum, as configured", async () => {
    const creator = await world.aCreator("50.00");
    world.configure({ "payment.min_payout": 30 });
    await expect(ask(creator, "29.99")).rejects.toMatchObject({ key: "payout.error.below_minimum", vars: { minimum: "30.00" } });
    world.configure({ "payment.min_payout": 20 });
  });

  it("PAY-04 ten payouts of the whole balance at once: exactly one is accepted", async () => {
    const creator = await world.aCreator("50.00");
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 10 }, () => ask(creator, "50.00")));
    expect([accepted, refusals]).toEqual([1, Array.from({ length: 9 }, () => "payout.error.insufficient_funds")]);
    expect(await available(creator)).toBe("0.00");
  });

  it("PAY-04 the same key is the same payout, one after the other and all at once, and no other", async () => {
    const creator = await world.aCreator("90.00");
    const key = uuid();
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(creator, "30.00", key)));
    answers.push(await ask(creator, "30.00", key));
    expect(new Set(answers.map(({ payoutId }) => payoutId)).size).toBe(1);
    expect(await available(creator)).toBe("60.00");
    await expect(ask(creator, "31.00", key)).rejects.toMatchObject({ key: "idempotency.error.key_reused" });
  });

  it("PAY-04 a failure after the debit takes everything back", async () => {
    const creator = await world.aCreator("50.00");
    world.runtime.faults.arm({ point: "wallet.payout.debited", mode: "error" });
    await expect(ask(creator, "50.00")).rejects.toThrow();
    world.runtime.faults.disarm();
    expect(await available(creator)).toBe("50.00");
    expect(await world.documents("payouts", { userId: creator.userId })).toEqual([]);
  });
});

describe("a payout › decision", () => {
  it("PAY-05 approved it is paid at once, told once, audited, and gone from the books", async () => {
    const creator = await world.aCreator("50.00");
    const { payoutId } = await ask(creator, "50.00");
    expect(await admin(approvePayout, { payoutId })).toEqual({ payoutId, status: "PAID" });
    expect(paid.get(payoutId)).toMatchObject({ amount: 5000n, currency: "EUR", methodKind: "BANK_ACCOUNT", methodLabel: "my bank" });
    const told = { payoutId, creatorId: creator.creatorId, userId: creator.userId, amount: "50.00", currency: "EUR" };
    expect(await eventsOf(payoutId)).toEqual([{ ...told, status: "PAID", reason: null }]);
    expect(await world.documents("audit_log", { target: payoutId })).toMatchObject([{ actor: finance, action: "payout.approve" }]);
    expect(await earningsOf(creator)).toMatchObject({ available: "0.00", lifetime: "50.00" });
    expect(await world.documents("ledger_transactions", { "reference.id": payoutId })).toHaveLength(2);
  });

  it("PAY-05 refused it fails with the reason, and the money returns once", async () => {
    const creator = await world.aCreator("50.00");
    const { payoutId } = await ask(creator, "50.00");
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

  it("PAY-05 of approvals and refusals at once, one counts", async () => {
    const creator = await world.aCreator("40.00");
    const { payoutId } = await ask(creator, "40.00");
    const decide = (index: number) =>
      index % 2 === 0 ? admin(approvePayout, { payoutId }) : admin(failPayout, { payoutId, reason: "no" });
    const { accepted, refusals } = await outcomesOf(Array.from({ length: 10 }, (_, index) => decide(index)));
    expect([accepted, new Set(refusals)]).toEqual([1, new Set(["payout.error.invalid_status"])]);
    expect(await eventsOf(payoutId)).toHaveLength(1);
  });

  it.each([
    ["says FAILED", (): ChargeOutcome => "FAILED"],
    [
      "refuses",
      (): ChargeOutcome => {
        throw new ProviderFailure("payment", "REFUSED");
      },
    ],
  ] as const)("PAY-05 a provider that %s: FAILED, and the money is back", async (_, answer) => {
    const creator = await world.aCreator("50.00");
    const { payoutId } = await ask(creator, "25.00");
    says = answer;
    expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "FAILED" });
    expect(await available(creator)).toBe("50.00");
    expect(await eventsOf(payoutId)).toMatchObject([{ status: "FAILED", reason: "PROVIDER_REFUSED" }]);
  });

  it("PAY-05 a provider that is away or takes its time: PROCESSING, and a job finishes it", async () => {
    const creator = await world.aCreator("50.00");
    const { payoutId } = await ask(creator, "50.00");
    says = () => {
      throw new Error("connection reset");
    };
    expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "PROCESSING" });
    await expect(admin(failPayout, { payoutId, reason: "no" })).rejects.toMatchObject({ key: "payout.error.invalid_status" });
    says = () => "PENDING";
    const again = async () => {
      world.runtime.clock.advance(MINUTE);
      await world.runtime.jobs.runNow("wallet.finish-payouts");
      return (await world.as(creator.userId)(getPayout, { payoutId })).status;
    };
    expect(await again()).toBe("PROCESSING");
    says = () => "SUCCEEDED";
    expect(await again()).toBe("PAID");
    expect(await again()).toBe("PAID");
    expect(await eventsOf(payoutId)).toHaveLength(1);
  });

  it("PAY-05 the provider is not asked while another call may be under way, nor by two replicas at once", async () => {
    const creator = await world.aCreator("50.00");
    const { payoutId } = await ask(creator, "50.00");
    says = () => "PENDING";
    const before = asked;
    expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "PROCESSING" });
    world.runtime.clock.advance(12 * SECOND);
    await finishPayouts(world.deps);
    expect(asked - before).toBe(1);
    world.runtime.clock.advance(4 * SECOND);
    await Promise.all(Array.from({ length: 5 }, () => finishPayouts(world.deps)));
    expect(asked - before).toBe(2);
    says = () => "SUCCEEDED";
    world.runtime.clock.advance(MINUTE);
    await finishPayouts(world.deps);
    expect(await world.as(creator.userId)(getPayout, { payoutId })).toMatchObject({ status: "PAID" });
  });

  it("PAY-05 a crash between the provider and the record pays once", async () => {
    const creator = await world.aCreator("50.00");
    const { payoutId } = await ask(creator, "50.00");
    world.runtime.faults.arm({ point: "wallet.payout.paid", mode: "error" });
    expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "PROCESSING" });
    world.runtime.faults.disarm();
    const before = asked;
    world.runtime.clock.advance(MINUTE);
    const payout = await world.deps.payouts.find(payoutId);
    if (!payout) throw new Error("the payout is gone");
    const twins = [1, 2, 3].map(() => payOut(world.deps, payout, { requestId: null }));
    await Promise.all([world.runtime.jobs.runNow("wallet.finish-payouts"), ...twins]);
    expect(asked).toBeGreaterThan(before);
    expect(await world.as(creator.userId)(getPayout, { payoutId })).toMatchObject({ status: "PAID" });
    expect(await world.documents("ledger_transactions", { "reference.id": payoutId })).toHaveLength(2);
    expect(await eventsOf(payoutId)).toHaveLength(1);
  });

  it("PAY-05 nobody decides on the own payout, and a verification that was lost meanwhile stops it", async () => {
    const creator = await world.aCreator("50.00");
    const { payoutId } = await ask(creator, "50.00");
    const own = world.as(creator.userId, ["FINANCE"]);
    await expect(own(approvePayout, { payoutId })).rejects.toMatchObject({ key: "payout.error.own_payout" });
    await expect(own(failPayout, { payoutId, reason: "x" })).rejects.toMatchObject({ key: "payout.error.own_payout" });
    world.stand(creator.userId, { creatorId: creator.creatorId, kycStatus: "EXPIRED", creatorStatus: "ACTIVE" });
    await expect(admin(approvePayout, { payoutId })).rejects.toMatchObject({ key: "payout.error.kyc_required" });
    world.stand(creator.userId, { creatorId: creator.creatorId, kycStatus: "APPROVED", creatorStatus: "BANNED" });
    await expect(admin(approvePayout, { payoutId })).rejects.toMatchObject({ key: "payout.error.creator_unavailable" });
    expect(await admin(failPayout, { payoutId, reason: "not verified" })).toMatchObject({ status: "FAILED" });
    await expect(admin(approvePayout, { payoutId: uuid() })).rejects.toMatchObject({ key: "payout.error.not_found" });
  });

  it.each(["SUSPENDED", "BANNED"] as const)(
    "PAY-05 nothing is paid out to a user who is %s, whatever was asked for before",
    async (userStatus) => {
      const creator = await world.aCreator("50.00");
      const { payoutId } = await ask(creator, "20.00");
      const standing = { creatorId: creator.creatorId, kycStatus: "APPROVED", creatorStatus: "ACTIVE" } as const;
      world.stand(creator.userId, { ...standing, userStatus });
      await expect(admin(approvePayout, { payoutId })).rejects.toMatchObject({ key: "payout.error.creator_unavailable" });
      await expect(ask(creator, "20.00")).rejects.toMatchObject({ key: "payout.error.creator_unavailable" });
      expect(await world.as(creator.userId)(getPayout, { payoutId })).toMatchObject({ status: "REQUESTED" });
      world.stand(creator.userId, { ...standing, userStatus: "DEACTIVATED" });
      expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "PAID" });
    },
  );

  it("PAY-05 PAY-07 a freeze also holds a payout that was asked for before it", async () => {
    const creator = await world.aCreator("50.00");
    const { payoutId } = await ask(creator, "50.00");
    const freeze = (frozen: boolean) => admin(setWalletFrozen, { userId: creator.userId, kind: "CREATOR", frozen, reason: "a suspicion" });
    await freeze(true);
    await expect(admin(approvePayout, { payoutId })).rejects.toMatchObject({ key: "payout.error.wallet_frozen" });
    await freeze(false);
    expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "PAID" });
  });

  it("PAY-05 without a provider nothing is approved", async () => {
    const creator = await world.aCreator("50.00");
    const { payoutId } = await ask(creator, "50.00");
    world.configure({ "provider.payment": "off" });
    await expect(admin(approvePayout, { payoutId })).rejects.toMatchObject({ key: "payout.error.provider_unavailable" });
    world.configure({ "provider.payment": "sandbox" });
    expect(await admin(approvePayout, { payoutId })).toMatchObject({ status: "PAID" });
  });
});
