import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Job } from "#libs/platform/jobs/job-runner.ts";
import { VITALS_JOB, vitalsReporter } from "#libs/platform/operations/report-vitals.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

interface Alarm {
  readonly name: string;
  readonly severity: string;
  readonly process: string;
  readonly value: number;
  readonly threshold: number;
  readonly since: string;
}

/** The chain of jobs that turns a metric into an alarm, in order. */
const CHAIN = ["wallet.audit-books", VITALS_JOB, "config.evaluate-alarms"];

let system: TestSystem;
let admin: Person;

beforeAll(async () => {
  system = await startTestSystem();
  admin = await system.admin();
});

afterAll(() => system.stop());

const alarms = async () => dataOf<Alarm[]>(await admin.send("GET", "/admin/alarms"), 200);
const imbalance = async () => (await alarms()).filter(({ name }) => name === "LedgerImbalance");
const mails = () =>
  mailboxOf(system.runtime)
    .of(admin.email)
    .filter(({ kind }) => kind === "alarm_raised");
const shift = (userId: string, amount: bigint) =>
  system.runtime
    .database("messaging")
    .connection.collection("wallets")
    .updateOne({ userId }, { $inc: { balance: amount } });

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

describe("alarms", () => {
  it("TEL-07 a planted imbalance of the ledger is listed within a minute, mailed about, and gone after its repair", async () => {
    const fan = await system.newFan("20.00");
    expect(await imbalance()).toEqual([]);
    await shift(fan.userId, 25n);
    expect(periods().reduce((sum, everyMs) => sum + everyMs)).toBeLessThanOrEqual(60_000);
    await runChain();
    expect(await imbalance()).toEqual([
      {
        name: "LedgerImbalance",
        severity: "critical",
        process: expect.any(String),
        value: 25,
        threshold: 0,
        since: expect.any(String),
      },
    ]);
    const row = () => system.runtime.database("config").connection.collection("alarms").findOne({ alarm: "LedgerImbalance" });
    const mailedAt = await eventually(async () => {
      const at: unknown = (await row())?.mailedAt;
      expect(at).toBeInstanceOf(Date);
      return at;
    });
    await eventually(() => expect(mails().length).toBeGreaterThan(0));
    expect(mails()[0]?.text).toContain("The books contradict themselves\n\nLook at the rows that the finding names");
    await shift(fan.userId, -25n);
    await runChain();
    expect(await imbalance()).toEqual([]);
    expect((await row())?.mailedAt).toEqual(mailedAt);
  });

  it("TEL-07 a message that has expired and is not refunded shows how long it has waited", async () => {
    const [fan, creator] = [await system.newFan("5.00"), await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })];
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "Are you there?" };
    const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
    const messages = system.runtime.database("messaging").connection.collection<{ _id: string }>("messages");
    system.runtime.faults.arm({ point: "messaging.end.refund", mode: "error", times: 1_000 });
    const overdue = async () => {
      await system.runtime.jobs.runNow("messaging.gauge-overdue");
      return (await system.runtime.metrics.samplesOf("escrow_overdue_seconds"))?.[0]?.value;
    };
    expect(await overdue()).toBe(0);
    const openUntil = new Date(system.runtime.clock.now().getTime() - 60_000);
    await messages.updateOne({ _id: messageId }, { $set: { openUntil } });
    expect(await overdue()).toBeGreaterThanOrEqual(60);
    system.runtime.faults.disarm();
  });

  it("TEL-07 only who may read the audit log sees alarms", async () => {
    const moderator = await system.newUser();
    const users = system.runtime.database("account").connection.collection<{ _id: string }>("users");
    await users.updateOne({ _id: moderator.userId }, { $set: { roles: ["MODERATOR"] } });
    const { send } = await system.signIn(moderator.email, moderator.password);
    expect((await send("GET", "/admin/alarms")).status).toBe(403);
    expect((await system.send("GET", "/admin/alarms")).status).toBe(401);
  });
});
