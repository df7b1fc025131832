import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Rules } from "#libs/contract-kit/rules.ts";
import { allEvents } from "#libs/contracts/index.ts";
import { storedDocuments } from "../support/stored-documents.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { shapeErrors } from "./shape.ts";

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});

afterAll(() => system.stop());

function payloadOf(name: string): Rules {
  const contract = allEvents.find((event) => event.name === name);
  if (!contract) throw new Error(`there is no event ${name}`);
  return contract.payload;
}

/** Payloads of an event as they left a service. */
async function published(service: string, name: string): Promise<Record<string, unknown>[]> {
  const rows = await storedDocuments(system.runtime.database(service).connection, "outbox", { event: name });
  return rows.map(({ payload }) => payload as Record<string, unknown>);
}

const fits = (name: string, payload: unknown) => shapeErrors({ type: "object", props: payloadOf(name) }, payload, name);

describe("spec 6: events on the bus", () => {
  it("OPS-14 MSG-61 message.sent matches its published schema and holds nothing of the text", async () => {
    const [fan, creator] = await Promise.all([system.newFan("5.00"), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "canary of an event" };
    const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
    const [payload, ...more] = await published("messaging", "message.sent");
    expect(more).toEqual([]);
    expect(fits("message.sent", payload)).toEqual([]);
    const ids = { messageId, senderId: fan.userId, receiverId: creator.userId };
    expect(payload).toMatchObject({ ...ids, dmType: "SINGLE_PAY", status: "ESCROWED", price: "5.00", currency: "EUR" });
    expect(JSON.stringify(payload)).not.toContain("canary");
  });

  it("OPS-14 VAC-28 VAC-29 creator.vacation is published once for each success and never for a refusal", async () => {
    const creator = await system.newCreator();
    const set = (body: unknown) => creator.send("PATCH", `/creators/${creator.creatorId}/vacation`, body);
    await set({ enabled: true, startDate: "2030-02-01", endDate: "2030-01-01" });
    await set({ enabled: "yes" });
    await creator.send("PATCH", "/creators/another/vacation", { enabled: true });
    expect(await published("creator", "creator.vacation")).toEqual([]);
    await set({ enabled: true, startDate: "2030-01-01", endDate: "2030-02-01" });
    await set({ enabled: false });
    const payloads = await published("creator", "creator.vacation");
    expect(payloads.flatMap((payload) => fits("creator.vacation", payload))).toEqual([]);
    const change = { version: expect.any(Number), changedAt: expect.any(String) };
    const who = { creatorId: creator.creatorId, userId: creator.userId };
    expect(payloads.sort((one) => (one.enabled ? -1 : 1))).toEqual([
      {
        ...who,
        enabled: true,
        creatorStatus: "VACATION",
        vacationStart: "2030-01-01T00:00:00.000Z",
        vacationEnd: "2030-02-01T00:00:00.000Z",
        ...change,
      },
      { ...who, enabled: false, creatorStatus: "ACTIVE", vacationStart: null, vacationEnd: null, ...change },
    ]);
  });
});
