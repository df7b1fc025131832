import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";
import { verifyIdentity } from "./tour-payouts.ts";

let system: TestSystem;
let admin: Person;
let fan: Person;

beforeAll(async () => {
  system = await startTestSystem();
  [admin, fan] = await Promise.all([system.admin(), system.newFan("900.00")]);
});

afterAll(() => system.stop());

/** A creator with a payout method, who has earned 80.00 of the 100.00 that the fan has paid. */
async function newEarningCreator(): Promise<CreatorPerson & { methodId: string }> {
  const creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "100.00" });
  const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "100.00", content: uuid() };
  const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
  dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "an answer" }), 201);
  const method = await creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "my bank" });
  return { ...creator, ...dataOf<{ methodId: string }>(method, 201) };
}

const request = (creator: CreatorPerson & { methodId: string }, amount: unknown, key: string | null = uuid()) =>
  creator.send("POST", "/payouts", { amount, methodId: creator.methodId }, { headers: key === null ? {} : { "idempotency-key": key } });
const earnings = async (creator: CreatorPerson) => (await creator.send("GET", `/creators/${creator.creatorId}/earnings`)).body.data;

describe("a payout", () => {
  it("PAY-04 a payout is refused without verified identity, idempotency key, valid amount or sufficient earnings", async () => {
    const creator = await newEarningCreator();
    expect(await earnings(creator)).toMatchObject({ currency: "EUR", pending: "0.00", available: "80.00", lifetime: "80.00" });
    expect(refusalOf(await request(creator, "20.00"))).toBe("403 payout.error.kyc_required");
    await verifyIdentity(system, creator);
    expect(refusalOf(await request(creator, "20.00", null))).toBe("400 idempotency.error.key_required");
    for (const amount of ["-20", "2e1", "20,00", "20.001", 20, ""])
      expect([amount, refusalOf(await request(creator, amount))]).toEqual([amount, INVALID]);
    const below = await request(creator, "19.99");
    expect([refusalOf(below), below.body.error.i18nVars]).toEqual([
      "400 payout.error.below_minimum",
      { minimum: "20.00", currency: "EUR" },
    ]);
    expect(refusalOf(await request(creator, "80.01"))).toBe("400 payout.error.insufficient_funds");
    expect(refusalOf(await request({ ...creator, methodId: uuid() }, "80.00"))).toBe("404 payout.error.method_not_found");
    const accepted = await request(creator, "80.00");
    expect(dataOf(accepted, 201)).toEqual({ payoutId: expect.any(String), status: "REQUESTED" });
    expect(await earnings(creator)).toMatchObject({ available: "0.00", lifetime: "80.00" });
    expect(refusalOf(await fan.send("GET", `/creators/${creator.creatorId}/earnings`))).toBe("403 creator.error.not_owner");
  });

  it("PAY-04 a payout is created exactly once when ten requests for the whole balance race", async () => {
    const creator = await newEarningCreator();
    await verifyIdentity(system, creator);
    const refusals = (await Promise.all(Array.from({ length: 10 }, () => request(creator, "80.00")))).map(refusalOf);
    expect(refusals.sort()).toEqual(["201", ...Array.from({ length: 9 }, () => "400 payout.error.insufficient_funds")]);
  });

  it("PAY-05 a payout is not approved when its owner was banned after the request", async () => {
    const creator = await newEarningCreator();
    await verifyIdentity(system, creator);
    const { payoutId } = dataOf<{ payoutId: string }>(await request(creator, "50.00"), 201);
    dataOf(await admin.send("PATCH", `/admin/users/${creator.userId}/status`, { status: "BANNED", reason: "fraud" }), 200);
    const stored = () => system.runtime.database("creator").connection.collection("creator_profiles").findOne({ userId: creator.userId });
    await eventually(async () => expect(await stored()).toMatchObject({ userStatus: "BANNED" }));
    const approval = await admin.send("POST", `/admin/payouts/${payoutId}/approve`);
    expect(refusalOf(approval)).toMatch(/payout\.error\.creator_unavailable$/);
  });

  it("PAY-05 a payout is PAID when approved, FAILED with the money returned when refused, and audited in both cases", async () => {
    const creator = await newEarningCreator();
    await verifyIdentity(system, creator);
    const [first, second] = [
      dataOf<{ payoutId: string }>(await request(creator, "50.00"), 201).payoutId,
      dataOf<{ payoutId: string }>(await request(creator, "30.00"), 201).payoutId,
    ];
    expect(dataOf(await admin.send("POST", `/admin/payouts/${first}/approve`), 200)).toEqual({ payoutId: first, status: "PAID" });
    expect(dataOf(await admin.send("POST", `/admin/payouts/${second}/fail`, { reason: "no" }), 200)).toMatchObject({ status: "FAILED" });
    expect(refusalOf(await admin.send("POST", `/admin/payouts/${first}/fail`, { reason: "no" }))).toBe("409 payout.error.invalid_status");
    expect(await earnings(creator)).toMatchObject({ available: "30.00", lifetime: "80.00" });
    const { items } = dataOf<{ items: { payoutId: string; status: string; settledAt: string | null }[] }>(
      await creator.send("GET", "/payouts"),
      200,
    );
    expect(items.map(({ payoutId, status }) => [payoutId, status])).toEqual([
      [second, "FAILED"],
      [first, "PAID"],
    ]);
    expect(items.every(({ settledAt }) => settledAt !== null)).toBe(true);
    expect(refusalOf(await fan.send("GET", `/payouts/${first}`))).toBe("404 payout.error.not_found");
    const log = system.runtime.database("messaging").connection.collection("audit_log");
    const lines = await log.find({ target: { $in: [first, second] } }).toArray();
    expect(lines.map(({ action, actor }) => [action, actor]).sort()).toEqual([
      ["payout.approve", admin.userId],
      ["payout.fail", admin.userId],
    ]);
  });

  it("PAY-05 NOT-16 a payout notifies the creator when it is paid", async () => {
    const creator = await newEarningCreator();
    await verifyIdentity(system, creator);
    const { payoutId } = dataOf<{ payoutId: string }>(await request(creator, "40.00"), 201);
    dataOf(await admin.send("POST", `/admin/payouts/${payoutId}/approve`), 200);
    await eventually(async () => {
      const { items } = dataOf<{ items: { eventKey: string; data: unknown }[] }>(await creator.send("GET", "/notifications"), 200);
      const notifications = items.filter(({ eventKey }) => eventKey === "payout_processed");
      expect(notifications).toMatchObject([{ data: { payoutId, amount: "40.00" } }]);
    });
  });

  it("PAY-05 a payout is decided with finance:write and listed with finance:read, else 403", async () => {
    const [analyst, support] = await Promise.all([newAdmin(system, "ANALYST"), newAdmin(system, "SUPPORT")]);
    const path = `/admin/payouts/${uuid()}/approve`;
    expect((await analyst.send("GET", "/admin/payouts")).status).toBe(200);
    expect(refusalOf(await analyst.send("POST", path))).toBe("403 error.forbidden");
    expect(refusalOf(await support.send("GET", "/admin/payouts"))).toBe("403 error.forbidden");
    expect(refusalOf(await admin.send("POST", path))).toBe("404 payout.error.not_found");
  });
});

describe("PYO-07 cooling", () => {
  it("PYO-07 after a password reset the new password gets no payout, and the notice of another destination arrives", async () => {
    const creator = await newEarningCreator();
    await verifyIdentity(system, creator);
    await system.send("POST", "/auth/password/forgot", { body: { email: creator.email } });
    const token = await system.mailedToken(creator.email, "reset_password");
    const password = "a new and good phrase";
    expect((await system.send("POST", "/auth/password/reset", { body: { token, password } })).status).toBe(200);
    const again = { ...creator, ...(await system.signIn(creator.email, password)) };
    const changes = system.runtime
      .database("messaging")
      .connection.collection<{ _id: string; changedAt: Date | null }>("payout_destinations");
    await eventually(async () => expect((await changes.findOne({ _id: creator.userId }))?.changedAt).toBeInstanceOf(Date));
    const refused = await request(again, "20.00");
    expect([refusalOf(refused), refused.body.error.i18nVars]).toEqual(["403 payout.error.cooling", { until: expect.any(String) }]);
    dataOf(await again.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "another bank" }), 201);
    await eventually(async () => {
      const { items } = dataOf<{ items: { eventKey: string }[] }>(await again.send("GET", "/notifications"), 200);
      expect(items.map(({ eventKey }) => eventKey)).toContain("payout_destination_changed");
    });
  });
});

describe("PYO-05 payee", () => {
  const sandbox = (creator: CreatorPerson, outcome: string) =>
    creator.send("POST", `/payments/sandbox/sandbox:payee:${creator.userId}`, { outcome });
  const kycStatus = async (creator: CreatorPerson) =>
    dataOf<{ kycStatus: string }>(await creator.send("GET", "/creators/me"), 200).kycStatus;
  const pay = (creator: CreatorPerson) => creator.send("POST", "/payouts", { amount: "20.00" }, { headers: { "idempotency-key": uuid() } });

  it("PYO-05 with the identity check payee the provider decides who may be paid, and a creator it misses something of is told", async () => {
    await system.setConfig("provider.kyc", "payee");
    const creator = await newEarningCreator();
    dataOf(await creator.send("DELETE", `/payouts/methods/${creator.methodId}`), 200);
    const fresh = await system.newCreator();
    const check = `/creators/${fresh.creatorId}/kyc`;
    expect(dataOf(await fresh.send("POST", check), 201)).toMatchObject({
      kycStatus: "IN_PROGRESS",
      session: { url: "/payouts", form: null },
    });
    expect(dataOf(await creator.send("GET", "/payouts/payee"), 200)).toMatchObject({ status: null, isRequired: true });
    for (const country of ["de", "DEU", "", 1]) expect(refusalOf(await creator.send("POST", "/payouts/payee", { country }))).toBe(INVALID);
    expect(refusalOf(await fan.send("POST", "/payouts/payee", { country: "DE" }))).toBe("403 payout.error.not_creator");
    const begun = dataOf<{ status: string; action: { value: string } }>(
      await creator.send("POST", "/payouts/payee", { country: "DE" }),
      200,
    );
    expect(begun).toMatchObject({ status: "ONBOARDING", action: { kind: "REDIRECT" } });
    expect(refusalOf(await pay(creator))).toBe("403 payout.error.kyc_required");
    dataOf(await sandbox(creator, "ENABLED"), 200);
    await eventually(async () => expect(await kycStatus(creator)).toBe("APPROVED"));
    dataOf(await sandbox(creator, "RESTRICTED"), 200);
    expect(refusalOf(await pay(creator))).toBe("403 payout.error.payee_required");
    await eventually(async () => {
      const { items } = dataOf<{ items: { eventKey: string }[] }>(await creator.send("GET", "/notifications"), 200);
      expect(items.map(({ eventKey }) => eventKey)).toContain("payee_action_required");
    });
    expect(await kycStatus(creator)).toBe("APPROVED");
    dataOf(await sandbox(creator, "ENABLED"), 200);
    await system.setConfig("payment.payout_cooling_hours", 0);
    const { payoutId } = dataOf<{ payoutId: string }>(await pay(creator), 201);
    expect(dataOf(await admin.send("POST", `/admin/payouts/${payoutId}/approve`), 200)).toMatchObject({ status: "PAID" });
    dataOf(await sandbox(creator, "DISABLED"), 200);
    await eventually(async () => expect(await kycStatus(creator)).toBe("REJECTED"));
    await system.setConfig("payment.payout_cooling_hours", 72);
    await system.setConfig("provider.kyc", "manual");
  });
});

describe("an adjustment", () => {
  it("PAY-06 an adjustment is booked after a second administrator has approved it, with a trial balance of zero", async () => {
    const path = "/admin/ledger/adjustments";
    const second = await newAdmin(system, "FINANCE");
    const proposal = { userId: fan.userId, amount: "-1.25", reason: "a mistake of ours" };
    const { adjustmentId } = dataOf<{ adjustmentId: string }>(await admin.send("POST", path, proposal), 201);
    const before = dataOf<{ balance: string }>(await fan.send("GET", "/wallet"), 200).balance;
    expect(refusalOf(await admin.send("POST", `${path}/${adjustmentId}/approve`))).toBe("403 adjustment.error.same_admin");
    expect((await second.send("POST", `${path}/${adjustmentId}/approve`)).status).toBe(200);
    const after = dataOf<{ balance: string }>(await fan.send("GET", "/wallet"), 200).balance;
    expect(Math.round((Number(before) - Number(after)) * 100)).toBe(125);
    const { total } = dataOf<{ total: string }>(await admin.send("GET", "/admin/ledger/trial-balance"), 200);
    expect(total).toBe("0.00");
  });
});
