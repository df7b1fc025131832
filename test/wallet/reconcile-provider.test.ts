import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  approvePayout,
  confirmTopUp,
  createTopUp,
  getPayee,
  getTrialBalance,
  requestPayout,
  resolveTopUp,
  startPayee,
} from "#libs/contracts/wallet/index.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { reconcileProvider } from "#services/messaging/wallet/provider-books/reconcile-provider.ts";
import { CheckoutServer } from "../providers/checkout-server/server.ts";
import { PRIVATE_ADDRESSES } from "../providers/host.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
let server: CheckoutServer;
const finance = uuid();

beforeAll(async () => {
  world = await walletWorld({ env: { configOverrides: new Map(Object.entries(PRIVATE_ADDRESSES)) } });
});
beforeEach(async () => {
  const collections = [
    "wallets",
    "ledger_transactions",
    "topups",
    "payouts",
    "payees",
    "escrows",
    "provider_movements",
    "provider_books",
    "sandbox_payments",
  ];
  await Promise.all(collections.map((name) => world.connection.collection(name).deleteMany({})));
  world.runtime.clock.reset();
  server = await CheckoutServer.start({ now: () => world.runtime.clock.now() });
  world.configure({ ...server.settings, "site.public_host": "https://creators.example.org" });
});
afterEach(() => server.close());
afterAll(() => world.stop());

const start = async (userId: string, amount: string) => {
  const { topupId } = await world.as(userId)(createTopUp, { amount, idempotencyKey: uuid() });
  const [row] = await world.documents("topups", { _id: topupId });
  return { topupId, session: String(row?.providerReference) };
};
const confirm = (userId: string, topupId: string) => world.as(userId)(confirmTopUp, { topupId });
const paid = async (amount: string) => {
  const userId = uuid();
  const { topupId, session } = await start(userId, amount);
  server.pay(session);
  await confirm(userId, topupId);
  return { userId, session };
};
const dayLater = async () => {
  world.runtime.clock.advance(DAY + HOUR);
  await reconcileProvider(world.deps);
};
const balanceOf = async (account: string) =>
  (await world.as(finance, ["FINANCE"])(getTrialBalance, {})).accounts.find((row) => row.account === account)?.balance ?? "0.00";
const violations = async () =>
  (await auditLedger(world.deps.database)).map(({ invariant, subject, detail }) => [invariant, subject, detail]);
const costs = () => world.documents("ledger_transactions", { kind: "PROVIDER_COST" });

describe("the books of the payment provider", () => {
  it("GRD-07 a movement that fails keeps no other one waiting", async () => {
    for (let payment = 0; payment < 2; payment += 1) await paid("10.00");
    await reconcileProvider(world.deps);
    const [first] = (await world.documents("provider_movements")).sort((one, other) => Number(one.at) - Number(other.at));
    const setStatus: typeof world.deps.providerMovements.setStatus = async (tx, id, ...moves) => {
      if (id === first?._id) throw new Error("fails each time");
      return world.deps.providerMovements.setStatus(tx, id, ...moves);
    };
    world.runtime.clock.advance(DAY + HOUR);
    await reconcileProvider({ ...world.deps, providerMovements: { ...world.deps.providerMovements, setStatus } });
    expect(await costs()).toHaveLength(1);
    await dayLater();
    expect(await costs()).toHaveLength(2);
  });

  it("GRD-07 what the provider keeps is posted once, a day later, however often the books are read", async () => {
    await paid("10.00");
    await reconcileProvider(world.deps);
    expect(await costs()).toEqual([]);
    await dayLater();
    expect([await balanceOf("platform:costs"), await balanceOf("external:provider")]).toEqual(["-0.40", "-9.60"]);
    await paid("20.00");
    await Promise.all([dayLater(), reconcileProvider(world.deps)]);
    await dayLater();
    expect(await costs()).toHaveLength(2);
    expect(await balanceOf("platform:costs")).toBe("-0.95");
    expect(server.balance).toBe(3_000 - 95);
    expect(await violations()).toEqual([]);
  });

  it("GRD-07 M12 a movement without a cause is a finding and moves nothing, until its cause is booked", async () => {
    const userId = uuid();
    const { topupId, session } = await start(userId, "10.00");
    server.pay(session);
    const taken = server.moveMoney("contribution", -7);
    await dayLater();
    const found = await violations();
    expect(found.map(([invariant]) => invariant)).toEqual(["M12", "M12"]);
    expect(found.map(([, subject]) => subject)).toContain(`movement checkout:${taken.id} of the provider`);
    expect(await balanceOf(`user:${userId}:wallet`)).toBe("0.00");
    expect(await costs()).toHaveLength(1);
    await confirm(userId, topupId);
    await dayLater();
    expect((await violations()).map(([, subject]) => subject)).toEqual([`movement checkout:${taken.id} of the provider`]);
    expect(await costs()).toHaveLength(1);
  });

  it("GRD-07 only a posting of the same sum explains a payment; the operator's own payouts and fees need none", async () => {
    await paid("10.00");
    server.moveMoney("payout", -100);
    server.moveMoney("stripe_fee", -50);
    await dayLater();
    expect(await violations()).toEqual([]);
    const other = { $set: { amount: 999n, status: "UNEXPLAINED" } };
    await world.connection.collection("provider_movements").updateOne({ kind: "CHARGE" }, other);
    await dayLater();
    expect(await violations()).toMatchObject([
      ["M12", expect.stringMatching(/^movement checkout:txn_/), expect.stringContaining("CHARGE of 9.99")],
    ]);
  });

  it("GRD-07 goes on after a crash between rows and cursor, and while the provider is down", async () => {
    for (let index = 0; index < 3; index += 1) await paid("5.00");
    server.misbehave("DOWN", /balance_transactions/, 2);
    await dayLater();
    expect(await costs()).toEqual([]);
    server.behave();
    world.runtime.clock.advance(HOUR);
    await reconcileProvider(world.deps);
    expect(await costs()).toHaveLength(3);
    await world.connection.collection("provider_books").updateMany({}, { $set: { cursor: null } });
    await dayLater();
    expect(await costs()).toHaveLength(3);
    expect(await violations()).toEqual([]);
  });

  it("GRD-07 a movement that cannot be read is a finding, and keeps no other one waiting", async () => {
    const wrong = server.moveMoney("payout", -5);
    Object.assign(wrong, { amount: "many" });
    await paid("10.00");
    await dayLater();
    expect(await costs()).toHaveLength(1);
    expect(await violations()).toMatchObject([
      ["M12", `movement checkout:${wrong.id} of the provider`, expect.stringContaining("UNREADABLE")],
    ]);
  });

  it("GRD-07 a payment in review, and what was sent back of one, have their cause", async () => {
    const userId = uuid();
    const { topupId, session } = await start(userId, "10.00");
    server.pay(session, { amount: 900 });
    expect(await confirm(userId, topupId)).toMatchObject({ status: "REVIEW", reason: "AMOUNT_DIFFERS" });
    await dayLater();
    expect(await violations()).toEqual([]);
    await world.as(finance, ["FINANCE"])(resolveTopUp, { topupId, decision: "RETURN", reason: "another sum" });
    expect(await world.documents("topups")).toMatchObject([{ status: "RETURNED" }]);
    server.refundElsewhere((await paid("5.00")).session, 100);
    await dayLater();
    expect(await violations()).toMatchObject([["M12", expect.anything(), expect.stringContaining("REFUND of -1.00")]]);
  });

  /** A creator with earnings whom the provider pays, and who has asked for all of them. */
  const payoutAtCheckout = async () => {
    world.configure({ "provider.payment": "sandbox" });
    const { userId } = await world.newCreator("30.00");
    world.configure(server.settings);
    server.moveMoney("topup", 3_000);
    await world.as(userId)(startPayee, { country: "DE" });
    const [payee] = server.all("account");
    server.changePayee(payee?.id ?? "", "ENABLED");
    await world.as(userId)(getPayee, {});
    // The payee comes after a payout method, which is a change of the destination.
    world.runtime.clock.advance(4 * DAY);
    return { userId, ...(await world.as(userId)(requestPayout, { amount: "30.00", idempotencyKey: uuid() })) };
  };
  const statusOf = async (payoutId: string) => (await world.deps.payouts.find(payoutId))?.status;
  const finishPayouts = async () => {
    world.runtime.clock.advance(2 * HOUR);
    await world.runtime.jobs.runNow("wallet.finish-payouts");
  };

  it("GRD-07 a transfer that came back before the payout was PAID, and its return, explain each other once the payout has failed", async () => {
    const { userId, payoutId } = await payoutAtCheckout();
    server.misbehave("LOST", /POST .*transfers/);
    await world.as(finance, ["FINANCE"])(approvePayout, { payoutId });
    server.reverseTransfers();
    expect(await statusOf(payoutId)).toBe("PROCESSING");
    await dayLater();
    // Both were created in the same second, so either comes first.
    expect((await violations()).map(([invariant, , detail]) => `${invariant} ${detail}`).sort()).toEqual([
      expect.stringContaining("M12 TRANSFER of -30.00"),
      expect.stringContaining("M12 TRANSFER_RETURN of 30.00"),
    ]);
    await finishPayouts();
    expect([await statusOf(payoutId), await balanceOf(`user:${userId}:earnings`)]).toEqual(["FAILED", "30.00"]);
    await dayLater();
    expect(await violations()).toEqual([]);
  });

  it("GRD-07 a transfer that comes back after the payout was PAID stays a finding", async () => {
    const { payoutId } = await payoutAtCheckout();
    await world.as(finance, ["FINANCE"])(approvePayout, { payoutId });
    server.reverseTransfers();
    await finishPayouts();
    await dayLater();
    expect(await statusOf(payoutId)).toBe("PAID");
    expect((await violations()).map(([, , detail]) => detail)).toEqual([expect.stringContaining("TRANSFER_RETURN of 30.00")]);
  });

  it("GRD-07 a refund or a dispute that was undone at the provider before anything was booked of it is explained", async () => {
    const userId = uuid();
    const { topupId, session } = await start(userId, "10.00");
    server.pay(session, { amount: 900 });
    await confirm(userId, topupId);
    server.refundOutcome(session, "failed");
    await world.as(finance, ["FINANCE"])(resolveTopUp, { topupId, decision: "RETURN", reason: "another sum" });
    expect(await world.documents("topups", { _id: topupId })).toMatchObject([{ status: "REVIEW", reason: "RETURN_FAILED" }]);
    server.settleRefund(server.refundElsewhere((await paid("5.00")).session, 100).id, "failed");
    server.decide(server.dispute((await paid("6.00")).session).id, "won");
    await dayLater();
    expect(await world.documents("chargebacks")).toEqual([]);
    const kinds = (await world.documents("provider_movements", { status: "EXPLAINED" })).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["REFUND", "REFUND_RETURN", "DISPUTE", "DISPUTE_RETURN"]));
    expect(await violations()).toEqual([]);
  });

  it("GRD-07 M12 a refund that its provider does not know, or whose provider is gone, keeps no other movement waiting", async () => {
    const refund = { kind: "REFUND", amount: -100n, cost: 0n, ownId: uuid(), at: world.runtime.clock.now(), status: "NEW" };
    const rows = ["checkout:unknown", "former:gone"].map((_id) => {
      const [provider, reference] = _id.split(":");
      return { ...refund, _id: _id as never, provider, reference };
    });
    await world.connection.collection("provider_movements").insertMany(rows);
    await paid("10.00");
    await dayLater();
    expect(await costs()).toHaveLength(1);
    const subjects = (await violations()).map(([, subject]) => subject);
    expect(subjects.sort()).toEqual(["movement checkout:unknown of the provider", "movement former:gone of the provider"]);
  });

  it("GRD-07 explains payments and payouts of the sandbox as well", async () => {
    world.configure({ "provider.payment": "sandbox" });
    const creator = await world.newCreator("50.00");
    const { payoutId } = await world.as(creator.userId)(requestPayout, {
      amount: "30.00",
      methodId: creator.methodId,
      idempotencyKey: uuid(),
    });
    await world.as(finance, ["FINANCE"])(approvePayout, { payoutId });
    await dayLater();
    const rows = await world.documents("provider_movements");
    expect(rows.map(({ kind, status }) => [kind, status]).sort()).toEqual([
      ["CHARGE", "EXPLAINED"],
      ["TRANSFER", "EXPLAINED"],
    ]);
    expect(await violations()).toEqual([]);
  });
});
