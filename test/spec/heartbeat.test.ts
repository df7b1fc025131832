import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { openAdminBrowser } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { LOOPBACK } from "../webhook/fixture.ts";
import { type Receiver, startReceiver } from "../webhook/receiver.ts";

interface Heartbeat {
  readonly at: string;
  readonly ledgerHash: string;
  readonly auditHash: string;
}

let system: TestSystem;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  const url = ["CONFIG_OPS_HEARTBEAT_URL", `${receiver.url}/heartbeat`] as const;
  system = await startTestSystem({ configOverrides: new Map([LOOPBACK, url]) });
  await system.newFan("20.00");
});

afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

const heartbeats = () =>
  receiver.received.filter(({ path }) => path.endsWith("/heartbeat")).map(({ body }) => JSON.parse(body) as Heartbeat);
const run = async (...names: readonly string[]) => {
  for (const name of names) await system.runtime.jobs.runNow(name);
};

/** Advances time; the process reports shortly before the end. Resolves to the heartbeats sent then. */
async function pass(milliseconds: number): Promise<readonly Heartbeat[]> {
  const { clock } = system.runtime;
  const before = heartbeats().length;
  clock.advance(milliseconds - 10 * SECOND);
  await run("webhook.gauge-lag", "process.report-vitals");
  clock.advance(10 * SECOND);
  await run("config.send-heartbeat");
  return heartbeats().slice(before);
}

async function untilFresh(): Promise<Heartbeat> {
  return eventually(async () => {
    await run("wallet.audit-incremental");
    const [first] = await pass(MINUTE);
    if (!first) throw new Error("no heartbeat yet");
    return first;
  });
}

describe("the heartbeat of the system", () => {
  it("TEL-08 the heartbeat leaves each minute with the time and the running hashes of ledger and audit log", async () => {
    const first = await untilFresh();
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(first).toEqual({ at: expect.stringMatching(/^\d{4}-.*Z$/), ledgerHash: hash, auditHash: hash });
    await pass(2 * MINUTE);
    const [one] = await pass(MINUTE);
    expect(await pass(30 * SECOND)).toEqual([]);
    const [other] = await pass(30 * SECOND);
    expect(Date.parse(other?.at ?? "") - Date.parse(one?.at ?? "")).toBeGreaterThanOrEqual(MINUTE);
    expect({ ...other, at: "" }).toEqual({ ...one, at: "" });
  });

  it("TEL-08 a rewritten row of the ledger changes the hash, although every sum is right", async () => {
    const [before] = await pass(3 * MINUTE);
    const ledger = system.runtime.database("messaging").connection.collection("ledger_transactions");
    const row = await ledger.findOne();
    if (!row) throw new Error("the ledger is empty");
    await ledger.updateOne({ _id: row._id }, { $set: { createdAt: new Date(0) } });
    await run("messaging.check-records", "wallet.audit-incremental");
    const [after] = await pass(MINUTE);
    expect(after?.auditHash).toBe(before?.auditHash);
    expect(after?.ledgerHash).not.toBe(before?.ledgerHash);
    await ledger.updateOne({ _id: row._id }, { $set: { createdAt: row.createdAt } });
    await run("messaging.check-records");
    expect((await pass(MINUTE))[0]?.ledgerHash).toBe(before?.ledgerHash);
  });

  it("TEL-08 the heartbeat goes on while staff have switched webhooks off and deliveries wait", async () => {
    const browser = await openAdminBrowser(system, await system.admin());
    dataOf(await browser.send("POST", "/admin/webhooks", { url: `${receiver.url}/webhook`, kinds: ["wallet.topped_up"] }), 201);
    const setSwitch = (active: boolean) => browser.send("PATCH", "/admin/config/kill-switches/WEBHOOKS", { active });
    expect((await setSwitch(true)).status).toBe(200);
    await eventually(() => expect(system.runtime.config.isSwitchedOff("WEBHOOKS")).toBe(true));
    await system.newFan("5.00");
    const deliveries = system.runtime.database("webhook").connection.collection("webhook_deliveries");
    await eventually(async () => expect(await deliveries.countDocuments({ status: "PENDING" })).toBe(1));
    expect(await pass(12 * MINUTE)).toHaveLength(1);
    expect(await pass(MINUTE)).toHaveLength(1);
  });

  it("TEL-08 the heartbeat stops within 16 minutes after the ledger was last audited", async () => {
    await untilFresh();
    await system.runtime.jobs.remove("wallet.audit-incremental");
    expect(await pass(14 * MINUTE)).toHaveLength(1);
    expect(await pass(2 * MINUTE)).toEqual([]);
    expect(await pass(MINUTE)).toEqual([]);
  });
});
