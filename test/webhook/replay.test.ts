import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { listDeliveries, recoverDeliveries, retryDelivery, testEndpoint, updateEndpoint } from "#libs/contracts/webhook/index.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { type Delivery, type Endpoint, isSignedWith, startWebhooks, type WebhookFixture } from "./fixture.ts";
import { type Received, type Receiver, startReceiver, withStatus } from "./receiver.ts";

let webhooks: WebhookFixture;
let receiver: Receiver;
let endpoint: Endpoint;

beforeAll(async () => {
  webhooks = await startWebhooks({ config: { CONFIG_WEBHOOK_TIMEOUT_SECONDS: "1" } });
});

afterAll(() => webhooks.stop());

beforeEach(async () => {
  receiver = await startReceiver();
  endpoint = await webhooks.newEndpoint(receiver.url);
});

afterEach(async () => {
  webhooks.runtime.clock.reset();
  await webhooks.removeEndpoints();
  await receiver.stop();
});

const untilReceived = (count: number) => eventually(() => expect(receiver.received).toHaveLength(count));
const last = () => receiver.received.at(-1) as Received;
const ofStatus = async (status: Delivery["status"]) => (await webhooks.admin.call(listDeliveries, { id: endpoint.id, status })).items;

/** The retries, recoveries and tests of the endpoint in the audit. */
async function auditedActions(): Promise<unknown[]> {
  const lines = webhooks.runtime.database("webhook").connection.collection("audit_log");
  const written = await lines.find({ target: endpoint.id, actor: webhooks.admin.userId }).toArray();
  const rows = written.filter(({ action }) => /retry|recover|test/.test(String(action)));
  return rows.map(({ action, details }) => [action, details]);
}

/** Fails the pending deliveries: the endpoint is disabled and enabled again. */
async function failPending(): Promise<void> {
  await webhooks.admin.call(updateEndpoint, { id: endpoint.id, enabled: false });
  await webhooks.admin.call(updateEndpoint, { id: endpoint.id, enabled: true });
}

describe("WHK-24 retry and recovery", () => {
  it("WHK-24 a retry sends a finished delivery with the same id and body and a new schedule", async () => {
    await webhooks.publishTopUp();
    const finished = await webhooks.untilDelivery(endpoint.id, ({ status }) => status === "SUCCEEDED");
    const again = await webhooks.admin.call(retryDelivery, { id: endpoint.id, deliveryId: finished.id });
    expect(again).toMatchObject({ id: finished.id, status: "PENDING", failureReason: null, finishedAt: null });
    await untilReceived(2);
    const [first, second] = receiver.received;
    expect([second?.body, second?.headers["x-webhook-id"]]).toEqual([first?.body, first?.headers["x-webhook-id"]]);
    await webhooks.untilDelivery(endpoint.id, ({ status, attempts }) => status === "SUCCEEDED" && attempts === 2);
    expect(await auditedActions()).toEqual([["webhook.retryDelivery", { deliveryId: finished.id }]]);
  });

  it("WHK-24 a recovery repeats the deliveries that failed since an instant, and no others", async () => {
    receiver.answer(withStatus(500));
    const early = await webhooks.publishTopUp();
    await untilReceived(1);
    await eventually(async () => expect(await ofStatus("PENDING")).toMatchObject([{ attempts: 1 }]));
    await failPending();
    webhooks.runtime.clock.advance(HOUR);
    const since = webhooks.runtime.clock.now().toISOString();
    const late = [await webhooks.publishTopUp(), await webhooks.publishTopUp()];
    await untilReceived(3);
    await eventually(async () => expect((await ofStatus("PENDING")).map(({ attempts }) => attempts)).toEqual([1, 1]));
    await failPending();
    await webhooks.admin.call(testEndpoint, { id: endpoint.id });
    expect(await ofStatus("FAILED")).toHaveLength(4);
    receiver.answer(withStatus(204));
    const before = receiver.received.length;
    expect(await webhooks.admin.call(recoverDeliveries, { id: endpoint.id, since })).toEqual({ recovered: 2 });
    await untilReceived(before + 2);
    const sent = receiver.received.slice(before).map(({ headers }) => headers["x-webhook-id"]);
    expect(sent.sort()).toEqual(late.sort());
    await eventually(async () => expect(await ofStatus("SUCCEEDED")).toHaveLength(2));
    expect((await ofStatus("FAILED")).map(({ eventId }) => eventId)).toContain(early);
    expect(await auditedActions()).toContainEqual(["webhook.recoverDeliveries", { since, recovered: 2 }]);
    expect(await webhooks.admin.call(recoverDeliveries, { id: endpoint.id, since })).toEqual({ recovered: 0 });
  });

  it("WHK-24 retry and recovery are refused for unknown deliveries and endpoints, disabled endpoints and malformed instants", async () => {
    const other = await webhooks.newEndpoint(receiver.url, ["message.sent"]);
    await webhooks.publishTopUp();
    const { id: deliveryId } = await webhooks.untilDelivery(endpoint.id, ({ status }) => status === "SUCCEEDED");
    const retry = (id: string, of: string) => outcomeOf(webhooks.admin.call(retryDelivery, { id, deliveryId: of }));
    expect(await retry(endpoint.id, uuid())).toBe("webhook.delivery_not_found");
    expect(await retry(other.id, deliveryId)).toBe("webhook.delivery_not_found");
    expect(await retry(uuid(), deliveryId)).toBe("webhook.endpoint_not_found");
    const recover = (since: string, id = endpoint.id) => outcomeOf(webhooks.admin.call(recoverDeliveries, { id, since }));
    expect(await recover("yesterday")).toBe("error.validation_failed");
    expect(await recover("2026-01-01", uuid())).toBe("webhook.endpoint_not_found");
    await webhooks.admin.call(updateEndpoint, { id: endpoint.id, enabled: false });
    expect(await retry(endpoint.id, deliveryId)).toBe("webhook.endpoint_disabled");
    expect(await recover("2026-01-01")).toBe("webhook.endpoint_disabled");
  });

  it("WHK-24 a retry does not send a delivery a second time while an attempt is under way", async () => {
    let release = () => undefined as unknown;
    receiver.answer((response) => {
      release = () => response.writeHead(204).end();
    });
    await webhooks.publishTopUp();
    await untilReceived(1);
    const [underWay] = await webhooks.deliveries(endpoint.id);
    await webhooks.admin.call(retryDelivery, { id: endpoint.id, deliveryId: underWay?.id ?? "" });
    await webhooks.sweep();
    release();
    await webhooks.untilDelivery(endpoint.id, ({ status, attempts }) => status === "SUCCEEDED" && attempts === 1);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("WHK-25 the test of an endpoint", () => {
  it("WHK-25 the test of an endpoint sends a signed webhook.ping at once and returns the result", async () => {
    const result = await webhooks.admin.call(testEndpoint, { id: endpoint.id });
    expect(result).toMatchObject({ delivered: true, status: 204, error: null, durationMs: expect.any(Number) });
    expect(isSignedWith(last(), endpoint.secret)).toBe(true);
    expect(JSON.parse(last().body)).toMatchObject({ kind: "webhook.ping", data: { endpointId: endpoint.id } });
    expect(await webhooks.deliveries(endpoint.id)).toMatchObject([{ id: result.deliveryId, kind: "webhook.ping", status: "SUCCEEDED" }]);
    expect(await auditedActions()).toEqual([["webhook.testEndpoint", { delivered: true }]]);
  });

  it("WHK-25 the test of an endpoint returns the error of a failure, without a retry and without an effect on the health of the endpoint", async () => {
    receiver.answer(withStatus(418));
    expect(await webhooks.admin.call(testEndpoint, { id: endpoint.id })).toMatchObject({
      delivered: false,
      status: 418,
      error: "HTTP_418",
    });
    receiver.answer(() => undefined);
    expect(await webhooks.admin.call(testEndpoint, { id: endpoint.id })).toMatchObject({
      delivered: false,
      status: null,
      error: "TIMEOUT",
    });
    const pings = await webhooks.deliveries(endpoint.id);
    expect(pings.map(({ status, failureReason }) => [status, failureReason])).toEqual([
      ["FAILED", "TEST_FAILED"],
      ["FAILED", "TEST_FAILED"],
    ]);
    webhooks.runtime.clock.advance(HOUR);
    await webhooks.sweep();
    expect(receiver.received).toHaveLength(2);
    expect(await webhooks.endpoint(endpoint.id)).toMatchObject({ enabled: true, failingSince: null });
    expect(await outcomeOf(webhooks.admin.call(testEndpoint, { id: uuid() }))).toBe("webhook.endpoint_not_found");
  });

  it("WHK-25 also tests a disabled endpoint", async () => {
    await webhooks.admin.call(updateEndpoint, { id: endpoint.id, enabled: false });
    expect(await webhooks.admin.call(testEndpoint, { id: endpoint.id })).toMatchObject({ delivered: true });
  });
});

describe("WHK-21 the verifier of Standard Webhooks", () => {
  const verifierOf = (secret: string) => new Webhook(`whsec_${Buffer.from(secret, "hex").toString("base64")}`);
  const headersOf = ({ headers }: Received) => headers as Record<string, string>;

  it("WHK-21 accepts a delivery with the 32 bytes of the secret as key", async () => {
    const eventId = await webhooks.publishTopUp();
    await untilReceived(1);
    const payload = verifierOf(endpoint.secret).verify(last().body, headersOf(last()));
    expect(payload).toMatchObject({ id: eventId, type: "wallet.topped_up" });
    expect(last().headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  it("WHK-21 refuses another secret, another body, another id and an old timestamp", async () => {
    await webhooks.publishTopUp();
    await untilReceived(1);
    const { body } = last();
    const verifier = verifierOf(endpoint.secret);
    expect(() => verifierOf("0".repeat(64)).verify(body, headersOf(last()))).toThrow();
    expect(() => verifier.verify(body.replace("5.00", "6.00"), headersOf(last()))).toThrow();
    expect(() => verifier.verify(body, { ...headersOf(last()), "webhook-id": uuid() })).toThrow();
    webhooks.runtime.clock.advance(-10 * MINUTE);
    await webhooks.admin.call(testEndpoint, { id: endpoint.id });
    expect(() => verifier.verify(last().body, headersOf(last()))).toThrow(/too old/);
  });
});
