import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { openAdminBrowser } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { envelopeFaults, refusalOf } from "./refusal.ts";
import { beginTopUp } from "./tour-payments.ts";
import { newEarningCreator } from "./tour-payouts.ts";

let system: TestSystem;
let admin: Person;
let fan: Person;
let creator: CreatorPerson;
let paidCreator: CreatorPerson;

beforeAll(async () => {
  system = await startTestSystem();
  [admin, fan, creator, paidCreator] = await Promise.all([
    system.admin(),
    system.newFan("20.00"),
    system.newCreator(),
    system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }),
  ]);
});

afterAll(() => system.stop());
afterEach(async () => {
  for (const system of ["MESSAGING", "CREATOR_UPGRADE", "WEBHOOKS", "PAYMENTS", "PAYOUTS"]) await setSwitch(system, false);
});

const setSwitch = async (name: string, active: boolean, reason?: string) =>
  admin.send("PATCH", `/admin/config/kill-switches/${name}`, { active, ...(reason === undefined ? {} : { reason }) });
const message = (fields: object = {}) => ({ receiverId: creator.userId, dmType: "FREE", content: `text ${uuid()}`, ...fields });
const send = (body: unknown = message(), headers = {}) => fan.send("POST", "/messages", body, { headers });

describe("spec 2.12, 7: kill switches", () => {
  it("KSW-01 KSW-04 KSW-05 MESSAGING turns sending off within two seconds, and on again", async () => {
    const reply = await setSwitch("MESSAGING", true, "maintenance");
    expect([reply.status, reply.body]).toEqual([200, { success: true }]);
    await eventually(async () => {
      const reply = await send();
      expect([refusalOf(reply), reply.body.error.code]).toEqual(["503 features.messaging_disabled", "FEATURE_DISABLED"]);
      expect(envelopeFaults(reply)).toEqual([]);
    }, 2_000);
    const quote = async () => dataOf(await fan.send("POST", "/messages/quote", { receiverId: creator.userId }), 200);
    expect(await quote()).toMatchObject({ sendable: false, refusal: "features.messaging_disabled" });
    await setSwitch("MESSAGING", false);
    await eventually(async () => expect((await send()).status).toBe(201), 2_000);
    expect(await quote()).not.toMatchObject({ refusal: "features.messaging_disabled" });
  });

  it("KSW-02 CREATOR_UPGRADE turns off the upgrade only", async () => {
    await setSwitch("creator_upgrade", true);
    const user = await system.newUser();
    const upgrade = () => user.send("POST", "/creators/upgrade", { username: `k${uuid().slice(-12)}` });
    expect(refusalOf(await upgrade())).toBe("503 features.creator_upgrade_disabled");
    expect(refusalOf(await send(message({ receiverId: "unknown" })))).toBe("400 message.send.error.creator_unavailable");
    await setSwitch("CREATOR_UPGRADE", false);
    await eventually(async () => expect((await upgrade()).status).toBe(201), 2_000);
  });

  it("KSW-12 WEBHOOKS turns off testing, retrying and recovering", async () => {
    const browser = await openAdminBrowser(system, admin);
    await setSwitch("WEBHOOKS", true);
    for (const path of ["test", `deliveries/${uuid()}/retry`, "recover"]) {
      const reply = () => browser.send("POST", `/admin/webhooks/${uuid()}/${path}`, {});
      await eventually(async () => expect([path, refusalOf(await reply())]).toEqual([path, "503 features.webhooks_disabled"]), 2_000);
    }
    expect((await browser.send("GET", "/admin/webhooks")).status).toBe(200);
  });

  it("KSW-13 PAYMENTS turns off new top-ups and decisions about them; one that was begun is credited when it is on again", async () => {
    const reviewed = await beginTopUp(fan);
    dataOf(await fan.send("POST", `/payments/sandbox/sandbox:${reviewed}`, { outcome: "SUCCEEDED", amount: "1.00" }), 200);
    const decide = (decision: string) => admin.send("POST", `/admin/topups/${reviewed}/resolve`, { decision, reason: "counted" });
    const start = () => fan.send("POST", "/wallet/topups", { amount: "7.00" }, { headers: { "idempotency-key": uuid() } });
    const { topupId } = dataOf<{ topupId: string }>(await start(), 201);
    const confirm = async () => dataOf<{ status: string }>(await fan.send("POST", `/wallet/topups/${topupId}/confirm`, {}), 200).status;
    const balance = async () => dataOf<{ balance: string }>(await fan.send("GET", "/wallet"), 200).balance;
    const before = Number(await balance());
    await setSwitch("payments", true);
    await eventually(async () => expect(refusalOf(await start())).toBe("503 features.payments_disabled"), 2_000);
    expect([await confirm(), Number(await balance())]).toEqual(["PENDING", before]);
    for (const decision of ["CREDIT", "RETURN"]) expect(refusalOf(await decide(decision))).toBe("503 features.payments_disabled");
    await setSwitch("PAYMENTS", false);
    await eventually(async () => expect(await confirm()).toBe("SUCCEEDED"), 2_000);
    expect(Number(await balance())).toBe(before + 7);
    expect(dataOf(await decide("CREDIT"), 200)).toMatchObject({ status: "SUCCEEDED", amount: "1.00" });
  });

  it("KSW-14 PAYOUTS turns off requests and approvals, and the provider begins no payout; it is asked about what was sent", async () => {
    const earner = await newEarningCreator({ system });
    const { methodId } = dataOf<{ methodId: string }>(
      await earner.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "mine" }),
      201,
    );
    const request = () => earner.send("POST", "/payouts", { amount: "20.00", methodId }, { headers: { "idempotency-key": uuid() } });
    const newPayout = async () => dataOf<{ payoutId: string }>(await request(), 201).payoutId;
    const [sent, waiting, refused, approved] = [await newPayout(), await newPayout(), await newPayout(), await newPayout()];
    const payouts = system.runtime.database("messaging").connection.collection<{ _id: string; status: string }>("payouts");
    const statusesOf = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await payouts.findOne({ _id: id }))?.status));
    const batch = (payoutIds: readonly string[]) => admin.send("POST", "/admin/payouts/batches", { payoutIds });
    // The answer about one is lost, the request about another has not reached the provider, and a third is not sent yet.
    system.runtime.faults.arm({ point: "wallet.payout.paid", mode: "error", times: 1 });
    dataOf(await admin.send("POST", `/admin/payouts/${sent}/approve`), 200);
    dataOf(await batch([waiting, approved]), 200);
    await payouts.updateOne({ _id: waiting }, { $set: { begunAt: system.runtime.clock.now() } });
    await setSwitch("PAYOUTS", true);
    await eventually(async () => expect(refusalOf(await request())).toBe("503 features.payouts_disabled"), 2_000);
    expect(refusalOf(await admin.send("POST", `/admin/payouts/${refused}/approve`))).toBe("503 features.payouts_disabled");
    expect(refusalOf(await batch([refused]))).toBe("503 features.payouts_disabled");
    system.runtime.clock.advance(MINUTE);
    await system.runtime.jobs.runNow("wallet.finish-payouts");
    expect(await statusesOf([sent, waiting, approved, refused])).toEqual(["PAID", "PROCESSING", "PROCESSING", "REQUESTED"]);
    dataOf(await admin.send("POST", `/admin/payouts/${refused}/fail`, { reason: "not now" }), 200);
    await setSwitch("PAYOUTS", false);
    await eventually(async () => {
      system.runtime.clock.advance(MINUTE);
      await system.runtime.jobs.runNow("wallet.finish-payouts");
      expect(await statusesOf([waiting, approved])).toEqual(["PAID", "PAID"]);
    });
  });

  it("KSW-06 a refused request stores no message, uses up no limit or key and holds no money", async () => {
    const other = await system.newCreator();
    const messages = system.runtime.database("messaging").connection.collection("messages");
    await setSwitch("MESSAGING", true);
    const before = [await messages.countDocuments(), dataOf(await fan.send("GET", "/wallet"), 200)];
    const key = uuid();
    const free = message({ receiverId: other.userId });
    for (const body of [free, message({ receiverId: paidCreator.userId, dmType: "SINGLE_PAY", price: "5.00" })]) {
      expect((await send(body, { "idempotency-key": key })).status).toBe(503);
    }
    expect([await messages.countDocuments(), dataOf(await fan.send("GET", "/wallet"), 200)]).toEqual(before);
    await setSwitch("MESSAGING", false);
    // One free message a day to this creator: the refused one did not count, and its key is still free.
    await eventually(async () => expect((await send(free, { "idempotency-key": key })).status).toBe(201), 2_000);
  });

  it("KSW-07 an anonymous caller gets 401, and an invalid request 503 instead of 400", async () => {
    await setSwitch("MESSAGING", true);
    expect((await system.send("POST", "/messages", { body: message() })).status).toBe(401);
    for (const body of [{}, { content: 7 }]) expect((await send(body)).status).toBe(503);
    expect((await send("{broken")).status).toBe(400);
  });

  it("KSW-08 messages that were sent before can still be read and replied to", async () => {
    const body = { receiverId: paidCreator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "before the switch" };
    const { messageId } = dataOf<{ messageId: string }>(await send(body), 201);
    await setSwitch("MESSAGING", true);
    expect((await send()).status).toBe(503);
    for (const path of ["/messages", `/messages/${messageId}`, "/messages/sessions"]) {
      expect([path, (await paidCreator.send("GET", path)).status]).toEqual([path, 200]);
    }
    expect((await paidCreator.send("POST", `/messages/${messageId}/reply`, { content: "after it" })).status).toBe(201);
  });

  it("KSW-09 each change is in the audit log with administrator, old value, new value and reason", async () => {
    await setSwitch("MESSAGING", true, "maintenance");
    await setSwitch("MESSAGING", false);
    const { items } = dataOf<{ items: Record<string, unknown>[] }>(
      await admin.send("GET", "/admin/config/audit-log?domain=killswitches&limit=2"),
      200,
    );
    expect(items.map(({ key, domain, changedBy }) => [key, domain, changedBy])).toEqual(
      Array.from({ length: 2 }, () => ["killswitch.MESSAGING", "killswitches", admin.userId]),
    );
    expect(items.map(({ oldValue, newValue, reason }) => [oldValue, newValue, reason])).toMatchObject([
      [true, false, null],
      [false, true, "maintenance"],
    ]);
  });

  it("KSW-10 an unknown system is 404, and a missing or malformed state is 400", async () => {
    for (const name of ["NOPE", "constructor", "__proto__"]) {
      expect([name, refusalOf(await setSwitch(name, true))]).toEqual([name, "404 config.error.kill_switch_not_found"]);
    }
    for (const body of [{}, { active: "true" }, { active: 1 }, { active: null }]) {
      expect((await admin.send("PATCH", "/admin/config/kill-switches/MESSAGING", body)).status).toBe(400);
    }
    expect((await send()).status).not.toBe(503);
  });
});
