import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { type Inspector, inspector, OUTBOXES } from "./inspector.ts";

/** The jobs that set the figures. */
const GAUGES = ["wallet.gauge-escrow", "wallet.audit-incremental", ...OUTBOXES.map((name) => `${name}.gauges`)];

describe("the check at the end of a soak", () => {
  let system: TestSystem;
  let inspected: Inspector;
  let messageId: string;
  let creatorId: string;

  const collection = (service: string, name: string) => system.runtime.database(service).connection.collection<{ _id: string }>(name);
  const findings = async (figures?: string) => inspected.findings([{ messageId }], [figures ?? (await system.runtime.metrics.render())]);

  beforeAll(async () => {
    system = await startTestSystem();
    inspected = await inspector(system.runtime.env.mongoUrl ?? "", system.runtime.env.databasePrefix);
    const [fan, creator] = await Promise.all([system.newFan("100.00"), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
    creatorId = creator.userId;
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "How did you start?" };
    messageId = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201).messageId;
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "With a borrowed camera." }), 201);
    await eventually(async () => {
      for (const job of GAUGES) await system.runtime.jobs.runNow(job);
      expect(await findings()).toEqual([]);
    }, 30_000);
  });
  afterAll(async () => {
    await inspected.close();
    await system.stop();
  });

  it("E1 notices an event whose effect is missing", async () => {
    const rows = collection("notification", "notifications");
    const row = await rows.findOneAndDelete({ eventKey: "message_replied_fan" } as object);
    expect(await findings()).toEqual([expect.stringContaining("N1:")]);
    if (row) await rows.insertOne(row);
  });

  it("E1 notices a message that was acknowledged and is not stored", async () => {
    const lost = "00000000-0000-7000-8000-000000000000";
    expect(await inspected.findings([{ messageId: lost }], [await system.runtime.metrics.render()])).toEqual([
      `lost: ${lost} was acknowledged`,
    ]);
  });

  it("E1 notices a credit that is missing", async () => {
    const wallets = collection("messaging", "wallets");
    const credited = { userId: creatorId } as object;
    await wallets.updateOne(credited, { $inc: { balance: -1n } } as object);
    expect(await findings()).toEqual([expect.stringMatching(/^M\d/)]);
    await wallets.updateOne(credited, { $inc: { balance: 1n } } as object);
  });

  it.each(["escrow_held_minor_units", "ledger_imbalance_minor_units", 'outbox_pending{service="creator"}'])(
    "E1 notices that no process shows %s, or that it has another value",
    async (sample) => {
      const figures = await system.runtime.metrics.render();
      const without = figures.split("\n").filter((line) => !line.startsWith(`${sample} `));
      expect(await findings(without.join("\n"))).toEqual([`${sample}: no process shows it`]);
      expect(await findings([...without, `${sample} 7`].join("\n"))).toEqual([`${sample}: 7 instead of 0`]);
    },
  );
});
