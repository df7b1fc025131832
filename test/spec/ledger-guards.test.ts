import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";

interface Audit {
  readonly status: string;
  readonly incremental: { readonly lastSuccessAt: string | null };
  readonly full: { readonly lastSuccessAt: string | null };
  readonly findings: readonly { readonly id: string; readonly invariant: string; readonly rows: readonly object[] }[];
}

let system: TestSystem;
let admin: Person;
let fan: Person;
let creator: CreatorPerson;

beforeAll(async () => {
  system = await startTestSystem({ configOverrides: new Map([["CONFIG_LEDGER_GUARDS", "ACT"]]) });
  [admin, fan, creator] = await Promise.all([
    system.admin(),
    system.newFan("50.00"),
    system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }),
  ]);
});
afterAll(() => system.stop());

const AUDIT = "/admin/ledger/audit";
const audit = async () => dataOf<Audit>(await admin.send("GET", AUDIT), 200);
/** Runs an audit, and waits for its end. */
async function run(scope: "INCREMENTAL" | "FULL"): Promise<Audit> {
  const last = async () => (await audit())[scope === "FULL" ? "full" : "incremental"].lastSuccessAt;
  const before = await last();
  system.runtime.clock.advance(1);
  dataOf(await admin.send("POST", `${AUDIT}/run`, { scope }), 202);
  await eventually(async () => expect(await last()).not.toBe(before));
  return audit();
}
const messaging = (name: string) => system.runtime.database("messaging").connection.collection<{ _id: string }>(name);
const send = () =>
  fan.send("POST", "/messages", { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: `text ${uuid()}` });
const topUp = () => fan.send("POST", "/wallet/topups", { amount: "5.00" }, { headers: { "idempotency-key": uuid() } });
const payOut = () => creator.send("POST", "/payouts", { amount: "5.00", methodId: uuid() }, { headers: { "idempotency-key": uuid() } });
/** Lets time pass, after which the session of the administrator has ended. */
async function pass(ms: number): Promise<void> {
  system.runtime.clock.advance(ms);
  admin = await system.admin();
}
type Switch = { system: string; active: boolean; trippedBy: string | null; reason: string | null };
async function switches(): Promise<Switch[]> {
  const all = dataOf<Switch[]>(await admin.send("GET", "/admin/config/kill-switches"), 200);
  return all.filter(({ active }) => active).sort((one, other) => one.system.localeCompare(other.system));
}
const tripped = async () => (await switches()).map(({ system: name, trippedBy }) => `${name} ${trippedBy}`);
const open = (name: string, reason?: string) =>
  admin.send("PATCH", `/admin/config/kill-switches/${name}`, { active: false, ...(reason !== undefined && { reason }) });
const violated = () => messaging("outbox").countDocuments({ event: "ledger.invariant_violated" });
const notices = (userId: string) =>
  system.runtime.database("notification").connection.collection("notifications").countDocuments({ userId, eventKey: "guard_tripped" });

describe("the audit of the books and its guards", () => {
  it("GRD-01 finance staff see when each audit last succeeded, and start one; a moderator sees nothing", async () => {
    await run("INCREMENTAL");
    const state = await run("FULL");
    expect(state).toMatchObject({ status: "OK", findings: [] });
    for (const { lastSuccessAt } of [state.incremental, state.full]) expect(Date.parse(lastSuccessAt ?? "")).toBeGreaterThan(0);
    const moderator = await newAdmin(system, "MODERATOR");
    expect(refusalOf(await moderator.send("GET", AUDIT))).toBe("403 error.forbidden");
    expect(refusalOf(await moderator.send("POST", `${AUDIT}/run`, { scope: "FULL" }))).toBe("403 error.forbidden");
    expect(refusalOf(await admin.send("POST", `${AUDIT}/run`, { scope: "ALL" }))).toContain("400");
    const analyst = await newAdmin(system, "ANALYST");
    dataOf(await analyst.send("GET", AUDIT), 200);
    expect(refusalOf(await analyst.send("POST", `${AUDIT}/run`, { scope: "FULL" }))).toBe("403 error.forbidden");
  });

  it("GRD-02 GRD-03 GRD-05 a changed wallet is named, switches systems off and is told once; replies go on", async () => {
    const finance = await newAdmin(system, "FINANCE");
    const { messageId } = dataOf<{ messageId: string }>(await send(), 201);
    const wallet = { userId: fan.userId, kind: "FAN" };
    const { _id } = (await messaging("wallets").findOne(wallet as never)) as { _id: string };
    await messaging("wallets").updateOne({ _id }, { $inc: { balance: 1n } });
    const { status, findings } = await run("FULL");
    expect([status, findings]).toMatchObject([
      "VIOLATED",
      [
        {
          invariant: "M1",
          subject: `balance of user:${fan.userId}:wallet`,
          difference: "0.01",
          rows: [{ collection: "wallets", id: _id }],
        },
      ],
    ]);
    const { audit: shown } = dataOf<{ audit: object }>(await admin.send("GET", "/admin/ledger/trial-balance"), 200);
    expect(shown).toMatchObject({ status: "VIOLATED" });
    expect(await tripped()).toEqual(["MESSAGING GUARD", "PAYMENTS GUARD", "PAYOUTS GUARD"]);
    await eventually(async () => {
      expect(refusalOf(await send())).toBe("503 features.messaging_disabled");
      expect(refusalOf(await topUp())).toBe("503 features.payments_disabled");
      expect(refusalOf(await payOut())).toBe("503 features.payouts_disabled");
    }, 2_000);
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "an answer" }), 201);
    const seesIt = async (person: { userId: string }) => expect(await notices(person.userId)).toBe(3);
    await eventually(async () => Promise.all([admin, finance].map(seesIt)));
    expect(await notices(fan.userId)).toBe(0);
    await run("FULL");
    expect([await violated(), await notices(admin.userId)]).toEqual([1, 3]);
  });

  it("GRD-04 what a guard has switched off needs a reason to be switched on; the same finding trips nothing again", async () => {
    for (const reason of [undefined, "", "  "])
      expect(refusalOf(await open("MESSAGING", reason))).toBe("400 killswitch.error.reason_required");
    const [change] = dataOf<{ items: { id: string }[] }>(await admin.send("GET", "/admin/config/audit-log?domain=killswitches"), 200).items;
    expect(refusalOf(await admin.send("POST", "/admin/config/rollback", { auditId: change?.id }))).toContain(
      "killswitch.error.reason_required",
    );
    for (const name of ["MESSAGING", "PAYMENTS", "PAYOUTS"]) dataOf(await open(name, "counted by hand"), 200);
    expect(await switches()).toEqual([]);
    const { items } = dataOf<{ items: { reason: string; newValue: boolean }[] }>(
      await admin.send("GET", "/admin/config/audit-log?domain=killswitches"),
      200,
    );
    expect(items[0]).toMatchObject({ reason: "counted by hand", newValue: false });
    expect((await run("FULL")).status).toBe("VIOLATED");
    expect(await switches()).toEqual([]);
    await messaging("ledger_transactions").deleteOne({ kind: "RELEASE" } as never);
    const { findings } = await run("FULL");
    expect(findings.map(({ invariant }) => invariant)).toContain("M2");
    expect(await tripped()).toEqual(["MESSAGING GUARD", "PAYMENTS GUARD", "PAYOUTS GUARD"]);
    for (const name of ["MESSAGING", "PAYMENTS", "PAYOUTS"]) dataOf(await open(name, "restored"), 200);
  });

  it("GRD-06 silence of the audit switches payouts off once; time during which nothing ran does not", async () => {
    const age = async () => {
      const text = await system.runtime.metrics.render();
      return Number(/^ledger_audit_last_success_timestamp_seconds\{scope="incremental"\} (\S+)$/m.exec(text)?.[1]);
    };
    await run("INCREMENTAL");
    const before = await age();
    system.runtime.faults.arm({ point: "wallet.audit.totals", mode: "error", times: 1_000 });
    await system.newFan("1.00");
    await expect(system.runtime.jobs.runNow("wallet.audit-incremental")).rejects.toThrow();
    expect(await age()).toBe(before);
    await pass(14 * MINUTE);
    await system.runtime.jobs.runNow("wallet.guard-books");
    expect(await switches()).toEqual([]);
    await pass(2 * MINUTE);
    for (let time = 0; time < 3; time += 1) await system.runtime.jobs.runNow("wallet.guard-books");
    expect(await tripped()).toEqual(["PAYOUTS GUARD"]);
    dataOf(await open("PAYOUTS", "the store was slow"), 200);
    await system.runtime.jobs.runNow("wallet.guard-books");
    expect(await switches()).toEqual([]);
    system.runtime.faults.disarm();
    await run("INCREMENTAL");
    await pass(HOUR);
    await system.runtime.jobs.runNow("wallet.guard-books");
    expect(await tripped()).toEqual(["PAYOUTS GUARD"]);
  });
});
