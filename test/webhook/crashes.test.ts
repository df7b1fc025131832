import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { createBroker } from "#libs/platform/broker/create-broker.ts";
import { createJobRunner } from "#libs/platform/jobs/job-runner.ts";
import { webhookService } from "#services/webhook/webhook.service.ts";
import { eventually } from "../support/eventually.ts";
import { within } from "../support/within.ts";
import { type Endpoint, startWebhooks, type WebhookFixture } from "./fixture.ts";
import { type Receiver, startReceiver, withStatus } from "./receiver.ts";

let webhooks: WebhookFixture;
let receiver: Receiver;
let endpoint: Endpoint;

beforeAll(async () => {
  webhooks = await startWebhooks();
});

afterAll(() => webhooks.stop());

beforeEach(async () => {
  receiver = await startReceiver();
  endpoint = await webhooks.newEndpoint(receiver.url);
});

afterEach(async () => {
  webhooks.runtime.faults.disarm();
  webhooks.runtime.clock.reset();
  await webhooks.removeEndpoints();
  await receiver.stop();
});

const untilReceived = (count: number) => eventually(() => expect(receiver.received).toHaveLength(count));

async function stopService(): Promise<void> {
  const service = webhooks.broker.getLocalService("webhook");
  if (service) await webhooks.broker.destroyService(service);
}

async function startService(): Promise<void> {
  webhooks.broker.createService(webhookService(webhooks.runtime, { random: () => 0 }));
  await webhooks.broker.waitForServices("webhook", 5_000, 20);
}

/** Runs the service in a process that is killed at a fault point. Resolves to the signal that ended it. */
function runUntilKilled(point: string): Promise<NodeJS.Signals | null> {
  const { NODE_OPTIONS: _forJest, ...inherited } = process.env;
  const script = fileURLToPath(new URL("./doomed-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script, webhooks.runtime.env.databasePrefix, point], { env: inherited, stdio: "ignore" });
  return new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
}

describe("WHK-27 deliveries across crashes and restarts", () => {
  it("WHK-27 deliveries include an event that was published while the service was down", async () => {
    await stopService();
    const eventId = await webhooks.publishTopUp();
    await startService();
    await untilReceived(1);
    expect(receiver.received[0]?.headers["x-webhook-id"]).toBe(eventId);
  });

  it("WHK-27 deliveries include an event that was stored and not yet sent when the service stopped", async () => {
    webhooks.runtime.faults.arm({ point: "webhook.delivery.claimed", mode: "error", times: 1 });
    await webhooks.publishTopUp();
    await webhooks.untilDelivery(endpoint.id, ({ status }) => status === "PENDING");
    await eventually(() => expect(webhooks.runtime.faults.armed()).toEqual([]));
    await stopService();
    expect(receiver.received).toHaveLength(0);
    webhooks.runtime.clock.advance(MINUTE);
    await startService();
    await untilReceived(1);
    await webhooks.untilDelivery(endpoint.id, ({ status, attempts }) => status === "SUCCEEDED" && attempts === 1);
  });

  it("WHK-27 deliveries repeat an attempt whose record was lost, with the same id and body, once its claim has expired", async () => {
    webhooks.runtime.faults.arm({ point: "webhook.delivery.record", mode: "error", times: 1 });
    await webhooks.publishTopUp();
    await untilReceived(1);
    await eventually(() => expect(webhooks.runtime.faults.armed()).toEqual([]));
    webhooks.runtime.clock.advance(15 * SECOND);
    await webhooks.sweep();
    expect(receiver.received).toHaveLength(1);
    webhooks.runtime.clock.advance(30 * SECOND);
    await webhooks.sweep();
    await untilReceived(2);
    const [first, second] = receiver.received;
    expect([second?.body, second?.headers["x-webhook-id"]]).toEqual([first?.body, first?.headers["x-webhook-id"]]);
    await webhooks.untilDelivery(endpoint.id, ({ status, attempts }) => status === "SUCCEEDED" && attempts === 1);
  });

  it.each([
    ["webhook.delivery.claimed", 0],
    ["webhook.delivery.record", 1],
    ["inbox.applied", 0],
  ])("WHK-27 E2 deliveries are finished by another process when one is killed at %s, after %p requests", async (point, sentBefore) => {
    await stopService();
    expect(await runUntilKilled(point)).toBe("SIGKILL");
    expect(receiver.received).toHaveLength(sentBefore);
    expect(
      await webhooks.runtime.database("webhook").connection.collection("webhook_deliveries").countDocuments({ endpointId: endpoint.id }),
    ).toBe(1);
    webhooks.runtime.clock.advance(MINUTE);
    await startService();
    await untilReceived(sentBefore + 1);
    await webhooks.untilDelivery(endpoint.id, ({ status, attempts }) => status === "SUCCEEDED" && attempts === 1);
    expect(new Set(receiver.received.map(({ body, headers }) => `${headers["x-webhook-id"]} ${body}`)).size).toBe(1);
  });

  it("WHK-27 E13 deliveries include an event once that the bus delivers repeatedly", async () => {
    const eventId = await webhooks.publishTopUp();
    await untilReceived(1);
    const envelope = { id: eventId, event: "wallet.topped_up", at: new Date().toISOString(), requestId: null, source: "wallet" };
    const payload = { topupId: eventId, userId: eventId, amount: "5.00", currency: "EUR" };
    const { durable } = webhookService(webhooks.runtime);
    const apply = durable?.find(({ event }) => event === "wallet.topped_up")?.apply;
    await Promise.all(Array.from({ length: 5 }, () => apply?.("webhook", { ...envelope, payload })));
    await webhooks.sweep();
    expect(await webhooks.deliveries(endpoint.id)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  it("deliveries are released at once by a stopping service, which aborts their attempts", async () => {
    receiver.answer(() => undefined);
    await webhooks.publishTopUp();
    await untilReceived(1);
    await within(6_000, stopService());
    receiver.answer(withStatus(204));
    await startService();
    await untilReceived(2);
    await webhooks.untilDelivery(endpoint.id, ({ status, attempts }) => status === "SUCCEEDED" && attempts === 1);
  });

  it("WHK-27 deliveries are each sent by one of two replicas", async () => {
    const jobs = createJobRunner({ logger: webhooks.runtime.logger });
    const replica = createBroker({ ...webhooks.runtime, jobs }, [(given) => webhookService(given, { random: () => 0 })]);
    await replica.start();
    try {
      await Promise.all(Array.from({ length: 60 }, () => webhooks.publishTopUp()));
      await Promise.all(Array.from({ length: 5 }, () => [webhooks.sweep(), jobs.runNow("webhook.send-due")]).flat());
      await untilReceived(60);
      await eventually(async () => {
        const unfinished = { endpointId: endpoint.id, status: { $ne: "SUCCEEDED" } };
        expect(await webhooks.runtime.database("webhook").connection.collection("webhook_deliveries").countDocuments(unfinished)).toBe(0);
      });
      expect(new Set(receiver.received.map(({ headers }) => headers["x-webhook-id"])).size).toBe(60);
      expect(receiver.received).toHaveLength(60);
    } finally {
      await replica.stop();
    }
  });
});
