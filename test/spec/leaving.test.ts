import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";
import { finalCode, leave, newEarner } from "./tour-leaving.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ configOverrides: new Map([["CONFIG_RATELIMIT_WALLET_CLAIMS_LIMIT", "5"]]) });
});
beforeEach(() => system.runtime.faults.disarm());
afterAll(() => system.stop());

const rows = (name: string, filter: object) => system.runtime.database("messaging").connection.collection(name).find(filter).toArray();
const requestOf = (userId: string) => system.runtime.database("account").connection.collection("gdpr_requests").findOne({ userId });
const noticesOf = async (person: Person) =>
  dataOf<{ items: { eventKey: string; body: string }[] }>(await person.send("GET", "/notifications"), 200).items;
const finalMails = ({ email }: Person) =>
  mailboxOf(system.runtime)
    .of(email)
    .filter(({ kind }) => kind === "closing_final");
const isGone = ({ userId }: Person) => eventually(async () => expect(await requestOf(userId)).toMatchObject({ status: "COMPLETED" }));

describe("GET /wallet/closing", () => {
  it("LVR-01 names each sum before and while a deletion waits, and one notice names what is left", async () => {
    const fan = await system.newFan("12.00");
    const closing = { currency: "EUR", balance: "12.00", refundable: "12.00", held: "0.00", earnings: "0.00", payouts: "0.00" };
    expect(dataOf(await fan.send("GET", "/wallet/closing"), 200)).toEqual(closing);
    dataOf(await fan.send("POST", "/gdpr/delete"), 201);
    expect(dataOf(await fan.send("GET", "/wallet/closing"), 200)).toEqual(closing);
    const again = await system.signIn(fan.email, fan.password);
    expect(dataOf(await again.send("GET", "/wallet/closing"), 200)).toEqual(closing);
    dataOf(await again.send("DELETE", "/gdpr/delete"), 200);
    const back = await system.signIn(fan.email, fan.password);
    await eventually(async () => {
      const closingNotices = (await noticesOf(back)).filter(({ eventKey }) => eventKey === "closing_money");
      expect(closingNotices.map(({ body }) => body.includes("€12.00"))).toEqual([true]);
    });
  });

  it("LVR-01 no notice comes when nothing is left", async () => {
    const user = await system.newUser();
    dataOf(await user.send("POST", "/gdpr/delete"), 201);
    const again = await system.signIn(user.email, user.password);
    dataOf(await again.send("DELETE", "/gdpr/delete"), 200);
    const back = await system.signIn(user.email, user.password);
    await eventually(async () => expect((await noticesOf(back)).map(({ eventKey }) => eventKey)).toContain("account_deletion_scheduled"));
    const consumed = await rows("inbox", {});
    expect(consumed.length).toBeGreaterThan(0);
    expect((await rows("outbox", { event: "wallet.closing", "payload.userId": user.userId })).length).toBe(0);
  });
});

describe("the purge", () => {
  it("LVR-02 sends the balance to its source and mails the sums, once; a cancelled deletion moves nothing", async () => {
    const fan = await system.newFan("12.00");
    dataOf(await fan.send("POST", "/gdpr/delete"), 201);
    const again = await system.signIn(fan.email, fan.password);
    dataOf(await again.send("DELETE", "/gdpr/delete"), 200);
    await system.runtime.jobs.runNow("account.purge-users");
    expect(await rows("refunds", { userId: fan.userId })).toEqual([]);
    await leave(system, await system.signIn(fan.email, fan.password));
    await isGone(fan);
    await system.runtime.jobs.runNow("wallet.finish-refunds");
    expect(await rows("refunds", { userId: fan.userId })).toMatchObject([{ amount: 1200n, status: "SUCCEEDED" }]);
    expect(await rows("wallets", { userId: fan.userId })).toMatchObject([{ balance: 0n }]);
    expect(finalMails(fan).map(({ text }) => text.includes("Went back to where it came from: €12.00"))).toEqual([true]);
    expect(await auditLedger(system.runtime.database("messaging"))).toEqual([]);
  });

  it("LVR-03 a code from the last mail is claimed over the interface; a wrong one is 404, the sixth in an hour 429", async () => {
    const [leaver, claimant, admin] = [await newEarner(system), await system.newUser(), await system.admin()];
    await leave(system, leaver);
    const code = await finalCode(system, leaver.email);
    const claim = (text: string) => claimant.send("POST", "/wallet/claims", { code: text });
    for (let tries = 0; tries < 3; tries += 1) expect(refusalOf(await claim(`${code}${tries}`))).toBe("404 payment.claim.not_found");
    expect((await claim(code)).status).toBe(202);
    expect(refusalOf(await claim(code))).toBe("404 payment.claim.not_found");
    expect((await claim(code)).status).toBe(429);
    const list = await admin.send("GET", `/admin/unclaimed?userId=${leaver.userId}`);
    const { items } = dataOf<{ items: { unclaimedId: string; status: string }[] }>(list, 200);
    expect(items).toMatchObject([{ status: "WAITING", amount: "4.00", claimantId: claimant.userId, approval: null }]);
    const path = `/admin/unclaimed/${items[0]?.unclaimedId}/settle`;
    const first = await admin.send("POST", path, { decision: "CLAIMANT", reason: "known" });
    expect([first.status, refusalOf(await admin.send("POST", path, { decision: "CLAIMANT", reason: "known" }))]).toEqual([
      202,
      "403 payment.error.same_admin",
    ]);
    expect(dataOf(await claimant.send("GET", "/wallet"), 200)).toMatchObject({ balance: "0.00" });
    expect(refusalOf(await claimant.send("GET", "/admin/unclaimed"))).toMatch(/^40[13] /);
  });

  it("LVR-03 while mail is off the purge waits before any money moves, and goes on afterwards", async () => {
    const leaver = await newEarner(system);
    await system.setConfig("provider.email", "off");
    await leave(system, leaver);
    expect(await requestOf(leaver.userId)).toMatchObject({ status: "PROCESSING" });
    expect(await rows("unclaimed", { userId: leaver.userId })).toEqual([]);
    await system.setConfig("provider.email", "console");
    system.runtime.clock.advance(60_000);
    await system.runtime.jobs.runNow("account.purge-users");
    await isGone(leaver);
    expect(finalMails(leaver)).toHaveLength(1);
    system.runtime.clock.reset();
  });

  it("LVR-03 after a failure at any step the money is closed once", async () => {
    const leaver = await newEarner(system);
    for (const point of ["wallet.closing.unclaimed", "gdpr.purge.money-closed"]) {
      system.runtime.faults.arm({ point, mode: "error", times: 1 });
    }
    await leave(system, leaver);
    for (let run = 0; run < 4; run += 1) {
      system.runtime.clock.advance(10_000);
      await system.runtime.jobs.runNow("account.purge-users");
    }
    await isGone(leaver);
    expect(await rows("unclaimed", { userId: leaver.userId })).toMatchObject([{ amount: 400n }]);
    expect(await auditLedger(system.runtime.database("messaging"))).toEqual([]);
    system.runtime.clock.reset();
  });

  it("LVR-05 a payment that succeeds after the purge is unclaimed", async () => {
    const fan = await system.newFan("3.00");
    await leave(system, fan);
    await isGone(fan);
    const [wallet] = await rows("wallets", { userId: fan.userId });
    expect(wallet).toMatchObject({ balance: 0n, closedFor: expect.any(String) });
  });

  it("LVR-07 takes the payout method with it, and keeps the label of the last payout until that has ended", async () => {
    const leaver = await newEarner(system);
    dataOf(await leaver.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "the bank of a leaver" }), 201);
    const profiles = system.runtime.database("creator").connection.collection("creator_profiles");
    await profiles.updateOne({ userId: leaver.userId }, { $set: { kycStatus: "APPROVED" } });
    await leave(system, leaver);
    await isGone(leaver);
    expect(await rows("payout_methods", { userId: leaver.userId })).toEqual([]);
    const [payout] = await rows("payouts", { userId: leaver.userId });
    expect(payout).toMatchObject({ amount: 400n, status: "REQUESTED", methodLabel: "the bank of a leaver", ownerGone: true });
    const admin = await system.admin();
    dataOf(await admin.send("POST", `/admin/payouts/${payout?._id}/approve`, {}), 200);
    await eventually(async () =>
      expect(await rows("payouts", { userId: leaver.userId })).toMatchObject([{ status: "PAID", methodLabel: "" }]),
    );
  });
});
