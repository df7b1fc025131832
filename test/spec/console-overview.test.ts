import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MAX_COUNTED, type Overview, STAFF_QUEUES, type StaffQueue } from "#libs/contracts/config/index.ts";
import { getBacklog } from "#libs/contracts/staff-reads.ts";
import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { VITALS_JOB, vitalsReporter } from "#libs/platform/operations/report-vitals.ts";
import { ADMIN_ROLES, type AdminRole } from "#libs/policies/roles.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { sandboxOf } from "../support/sandbox.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";
import { finalCode, leave, newEarner } from "./tour-leaving.ts";
import { newDebtor, newOwnFan } from "./tour-money-back.ts";
import { beginTopUp } from "./tour-payments.ts";

/** The jobs that turn a broken ledger into an alarm, in order. */
const CHAIN = ["wallet.audit-books", VITALS_JOB, "config.evaluate-alarms"];
const ALL = ["alarms", "money", "oldest", "opening", "outbox", "queues", "switches", "webhooks"];
const OF_EVERYBODY = ["alarms", "oldest", "queues"];
const PARTS = {
  SUPER_ADMIN: ALL,
  ADMIN: ALL,
  FINANCE: [...OF_EVERYBODY, "money"].sort(),
  ANALYST: ALL,
  MODERATOR: OF_EVERYBODY,
  SUPPORT: OF_EVERYBODY,
  EDITOR: OF_EVERYBODY,
} as const satisfies Record<AdminRole, readonly string[]>;
const QUEUES_OF_MONEY = [
  ...(["payouts", "adjustments", "topupsInReview", "proposedRefunds", "chargebacks", "proposedWriteOffs"] as const),
  ...(["heldEarnings", "unclaimed", "proposedSettlements"] as const),
];
const QUEUES: Readonly<Record<AdminRole, readonly StaffQueue[]>> = {
  SUPER_ADMIN: STAFF_QUEUES,
  ADMIN: STAFF_QUEUES,
  FINANCE: [...QUEUES_OF_MONEY, "kyc"],
  ANALYST: ["moderation", "appeals", "reports", ...QUEUES_OF_MONEY],
  MODERATOR: ["moderation", "appeals", "reports", "kyc"],
  SUPPORT: ["tickets"],
  EDITOR: [],
};

let system: TestSystem;
let fan: Person;
let creator: CreatorPerson;
const staff = new Map<AdminRole, Person>();

beforeAll(async () => {
  system = await startTestSystem({ configOverrides: new Map([["CONFIG_SITE_PUBLIC_HOST", "https://site.example"]]) });
  [fan, creator] = await Promise.all([system.newFan("100.00"), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
  for (const role of Object.keys(ADMIN_ROLES) as AdminRole[]) staff.set(role, await newAdmin(system, role));
});
afterAll(() => system.stop());

const as = (role: AdminRole) => staff.get(role) as Person;
const overview = async (role: AdminRole = "SUPER_ADMIN") => dataOf<Overview>(await as(role).send("GET", "/admin/overview"), 200);
const rows = (database: string, collection: string) => system.runtime.database(database).connection.collection<{ _id: string }>(collection);
const alarmKinds = async (role?: AdminRole) => (await overview(role)).alarms.map(({ kind }) => kind);

/** The interval of each job of the chain, in milliseconds. */
function periods(): number[] {
  const jobs = [
    ...system.broker.services.flatMap(({ schema }) => (schema as { jobs?: readonly Job[] }).jobs ?? []),
    vitalsReporter(system.runtime).job(system.broker),
  ];
  return CHAIN.map((name) => jobs.find((job) => job.name === name)?.everyMs ?? Number.NaN);
}

const runChain = async () => {
  for (const job of CHAIN) await system.runtime.jobs.runNow(job);
};

/** Sends a message that a rule holds back. */
async function heldMessage(to: CreatorPerson): Promise<string> {
  const body = { receiverId: to.userId, dmType: "SINGLE_PAY", price: "5.00", content: `buy-now ${uuid()}` };
  const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", body), 201);
  return messageId;
}

/** Puts one item into each queue. */
async function fillQueues(): Promise<void> {
  await newOwnFan(system);
  const rule = { name: "shops", pattern: "buy-now", category: "SPAM" };
  dataOf(await as("MODERATOR").send("POST", "/admin/moderation/rules", rule), 201);
  const messageId = await heldMessage(creator);
  dataOf(await fan.send("POST", `/messages/${messageId}/appeal`, { reason: "a joke" }), 201);
  dataOf(await fan.send("POST", `/messages/${messageId}/report`, { category: "SPAM" }), 201);
  dataOf(await fan.send("POST", "/support/tickets", { subject: "Where is it?", message: "My money" }), 201);
  const correction = { userId: fan.userId, kind: "FAN", amount: "1.00", reason: "A test of the queues" };
  dataOf(await as("FINANCE").send("POST", "/admin/ledger/adjustments", correction), 201);
  const changedAt = system.runtime.clock.now();
  const check = { kycStatus: "IN_REVIEW", "kyc.changedAt": changedAt };
  await rows("creator", "creator_profiles").updateOne({ _id: creator.creatorId }, { $set: check });
  const payout = { userId: creator.userId, creatorId: creator.creatorId, status: "REQUESTED", requestedAt: changedAt, amount: 500n };
  await rows("messaging", "payouts").insertOne({ _id: uuid(), idempotencyKey: uuid(), ...payout } as { _id: string });
  const topupId = await beginTopUp(fan);
  dataOf(await fan.send("POST", `/payments/sandbox/sandbox:${topupId}`, { outcome: "SUCCEEDED", amount: "9.00" }), 200);
  const debtor = await newDebtor(system);
  for (const proposal of [`escrows/${debtor.messageId}/refunds`, `chargebacks/${debtor.chargebackId}/write-off`])
    dataOf(await as("FINANCE").send("POST", `/admin/${proposal}`, { reason: "A test of the queues" }), 202);
  const [payer, leaver, claimant] = await Promise.all([system.newFan("10.00"), newEarner(system), system.newUser()]);
  const sandbox = sandboxOf(system);
  await sandbox.dispute(await sandbox.lastTopUp(payer), "DISPUTED");
  await leave(system, leaver);
  dataOf(await claimant.send("POST", "/wallet/claims", { code: await finalCode(system, leaver.email) }), 202);
  const left = await rows("messaging", "unclaimed").findOne({ userId: leaver.userId });
  const outside = { decision: "OUTSIDE", reason: "A test of the queues" };
  dataOf(await as("FINANCE").send("POST", `/admin/unclaimed/${left?._id}/settle`, outside), 202);
}

const start = new Date();
const hoursAgo = (hours: number) => new Date(start.getTime() - hours * HOUR);

/** Makes all items wait for 30 hours, and payouts for 49. */
async function ageQueues(): Promise<void> {
  const since = hoursAgo(30);
  const fields = [
    ["messaging", "messages", "sentAt"],
    ["messaging", "moderation_appeals", "createdAt"],
    ["messaging", "message_reports", "createdAt"],
    ["messaging", "ledger_adjustments", "proposedAt"],
    ["messaging", "topups", "createdAt"],
    ["messaging", "chargebacks", "openedAt"],
    ["messaging", "chargebacks", "approval.at"],
    ["messaging", "escrows", "approval.at"],
    ["messaging", "unclaimed", "claimedAt"],
    ["messaging", "unclaimed", "approval.at"],
    ["content", "support_tickets", "lastMessageAt"],
    ["creator", "creator_profiles", "kyc.changedAt"],
  ] as const;
  for (const [database, collection, field] of fields)
    await rows(database, collection).updateMany({ [field]: { $exists: true } }, { $set: { [field]: since } });
  await rows("messaging", "payouts").updateMany({}, { $set: { requestedAt: hoursAgo(49) } });
}

describe("the overview of the console", () => {
  it("CNS-01 each role gets its parts and queues, others are absent, and a person without a role 403", async () => {
    for (const role of Object.keys(ADMIN_ROLES) as AdminRole[]) {
      const own = await overview(role);
      expect([role, Object.keys(own).sort()]).toEqual([role, PARTS[role]]);
      expect([role, Object.keys(own.queues)]).toEqual([role, STAFF_QUEUES.filter((queue) => QUEUES[role].includes(queue))]);
      expect(Object.keys(own.oldest)).toEqual(Object.keys(own.queues));
    }
    expect(refusalOf(await fan.send("GET", "/admin/overview"))).toBe("403 error.forbidden");
    expect((await system.send("GET", "/admin/overview")).status).toBe(401);
  });

  it("CNS-01 a ledger that is broken in the store is an alarm within a minute, for auditors and finance alone", async () => {
    const shift = (amount: bigint) =>
      rows("messaging", "wallets").updateOne({ userId: fan.userId } as object, { $inc: { balance: amount } });
    expect(await alarmKinds()).not.toContain("LedgerImbalance");
    await shift(25n);
    expect(periods().reduce((sum, everyMs) => sum + everyMs)).toBeLessThanOrEqual(60 * SECOND);
    await runChain();
    const { alarms } = await overview("FINANCE");
    expect(alarms[0]).toEqual({ kind: "LedgerImbalance", severity: "critical", since: expect.any(String), count: 1 });
    for (const role of ["ANALYST", "SUPER_ADMIN"] as const) expect(await alarmKinds(role)).toContain("LedgerImbalance");
    for (const role of ["SUPPORT", "EDITOR", "MODERATOR"] as const) expect(await alarmKinds(role)).not.toContain("LedgerImbalance");
    await shift(-25n);
    await runChain();
    expect(await alarmKinds()).not.toContain("LedgerImbalance");
  });

  it("CNS-01 CNS-14 every queue is counted, and says since when its oldest item waits", async () => {
    const before = await overview();
    expect(Object.values(before.queues)).toEqual(STAFF_QUEUES.map(() => 0));
    expect(Object.values(before.oldest)).toEqual(STAFF_QUEUES.map(() => null));
    await fillQueues();
    const { queues, oldest } = await overview();
    expect(queues).toEqual(Object.fromEntries(STAFF_QUEUES.map((queue) => [queue, 1])));
    const now = system.runtime.clock.now().getTime();
    for (const at of Object.values(oldest)) expect(Math.abs(now - Date.parse(at ?? ""))).toBeLessThan(HOUR);
    await heldMessage(await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }));
    const after = await overview("MODERATOR");
    expect([after.queues.moderation, after.oldest.moderation]).toEqual([2, oldest.moderation]);
  });

  it("CNS-01 money held is that of the escrows, and the total of the ledger that of its last audit", async () => {
    await system.runtime.jobs.runNow("wallet.audit-incremental");
    // The sum may be five seconds old.
    await eventually(async () => expect((await overview("FINANCE")).money?.escrowHeld).toBe("10.00"));
    const { money } = await overview("FINANCE");
    expect(money).toEqual({ currency: "EUR", escrowHeld: "10.00", ledgerTotal: "0.00", auditedAt: expect.any(String) });
  });

  it("CNS-01 CNS-14 old work but a dispute, waiting payouts, a failing endpoint and a lone super admin are alarms of the console", async () => {
    await ageQueues();
    const { alarms } = await overview();
    expect(alarms).toContainEqual({ kind: "QueueOld", severity: "warning", since: hoursAgo(6).toISOString(), count: 11 });
    expect(alarms).toContainEqual({ kind: "PayoutWaiting", severity: "warning", since: hoursAgo(1).toISOString(), count: 1 });
    const own = (await overview("SUPPORT")).alarms;
    expect(own).toEqual([{ kind: "QueueOld", severity: "warning", since: hoursAgo(6).toISOString(), count: 1 }]);
    const endpoint = { url: "https://example.org", kinds: [], enabled: true, disabledReason: null, failures: 3, createdAt: new Date() };
    await rows("webhook", "webhook_endpoints").insertOne({ _id: uuid(), ...endpoint, failingSince: new Date() } as { _id: string });
    await rows("account", "users").updateMany({ roles: "SUPER_ADMIN", _id: { $ne: as("SUPER_ADMIN").userId } } as object, {
      $set: { roles: ["ADMIN"] },
    });
    const now = await overview();
    expect(now.webhooks).toEqual({ failing: 1 });
    expect(now.alarms).toContainEqual({ kind: "EndpointFailing", severity: "warning", since: expect.any(String), count: 1 });
    expect(now.alarms).toContainEqual({ kind: "FewAdmins", severity: "warning", since: null, count: 1 });
    expect(now.opening).toContainEqual({ key: "ADMINS", done: false });
  });

  it("CNS-01 a system that is off, and the steps before the opening, are said; mail that is off is an alarm", async () => {
    const off = { active: true, reason: "A test" };
    dataOf(await as("ADMIN").send("PATCH", "/admin/config/kill-switches/DISCOVER", off), 200);
    await system.setConfig("provider.email", "off");
    const { switches, opening, alarms } = await overview("ANALYST");
    expect(switches).toEqual([{ system: "DISCOVER", since: expect.any(String), trippedBy: null }]);
    expect(alarms).toContainEqual({ kind: "MailOff", severity: "critical", since: null, count: 1 });
    expect(opening?.find(({ key }) => key === "HOST")).toEqual({ key: "HOST", done: true });
    expect(opening?.find(({ key }) => key === "MAIL")).toEqual({ key: "MAIL", done: false });
    dataOf(await as("ADMIN").send("PATCH", "/admin/config/kill-switches/DISCOVER", { active: false, reason: "It is over" }), 200);
    await system.setConfig("provider.email", "console");
  });

  it("CNS-01 only services with a part for the reader are asked, each once", async () => {
    const { broker } = system;
    const { call } = broker;
    const called: string[] = [];
    broker.call = ((...given: Parameters<typeof call>) => {
      called.push(given[0]);
      return Reflect.apply(call, broker, given);
    }) as typeof call;
    const askedFor = async (role: AdminRole) => {
      called.length = 0;
      await overview(role);
      return called.filter((name) => name.endsWith(".getBacklog")).sort();
    };
    const [support, superAdmin] = [await askedFor("SUPPORT"), await askedFor("SUPER_ADMIN")];
    broker.call = call;
    expect(support).toEqual(["content.getBacklog"]);
    expect(superAdmin).toEqual(
      Object.values(getBacklog)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it("CNS-01 a longer queue is counted up to a bound", async () => {
    const ticket = { userId: fan.userId, subject: "Again", status: "OPEN", messages: [], createdAt: new Date(), lastMessageAt: new Date() };
    const many = Array.from({ length: MAX_COUNTED }, () => ({ _id: uuid(), ...ticket }) as { _id: string });
    await rows("content", "support_tickets").insertMany(many);
    expect((await overview("SUPPORT")).queues.tickets).toBe(MAX_COUNTED);
  });

  it("CNS-01 a part whose service is silent for a second is null, and so is one whose service is away; the others are there", async () => {
    await system.broker.destroyService(system.broker.getLocalService("content"));
    await system.broker.destroyService(system.broker.getLocalService("wallet"));
    // It takes the call and never answers.
    await system.broker.createService({ name: "wallet", actions: { getBacklog: () => new Promise(() => undefined) } });
    const { queues, oldest, money, alarms } = await overview();
    expect(queues).toMatchObject({ tickets: null, payouts: null, adjustments: null, moderation: 2, kyc: 1 });
    expect([oldest.tickets, money]).toEqual([null, null]);
    expect(alarms).toContainEqual({ kind: "ServiceSilent", severity: "critical", since: null, count: 2 });
    const silent = Object.fromEntries(QUEUES_OF_MONEY.map((queue) => [queue, null]));
    expect((await overview("FINANCE")).queues).toEqual({ ...silent, kyc: 1 });
  });
});
