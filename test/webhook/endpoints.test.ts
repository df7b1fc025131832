import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { ActionContract } from "#libs/contract-kit/contract.ts";
import {
  createEndpoint,
  getEndpoint,
  listEndpoints,
  listWebhookKinds,
  removeEndpoint,
  retryDelivery,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from "#libs/contracts/webhook/index.ts";
import { HOUR, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/webhook/deps.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { createTestRuntime } from "../support/runtime.ts";
import { isSignedWith, LOOPBACK, startWebhooks, type WebhookFixture } from "./fixture.ts";
import { startReceiver } from "./receiver.ts";

const KINDS = ["wallet.topped_up"];
/** A host without an address. */
const UNRESOLVED_HOST = "unborn.example.org";
const PUBLIC_URL = "https://hooks.example.org/in?token=a-key-of-the-receiver";

let webhooks: WebhookFixture;
/** Addresses of hosts; all others are public. */
const addresses = new Map<string, string>();

beforeAll(async () => {
  const resolve = async (host: string) =>
    host === UNRESOLVED_HOST ? [] : [{ address: addresses.get(host) ?? "93.184.216.34", family: 4 }];
  webhooks = await startWebhooks({ resolve, config: { CONFIG_WEBHOOK_MAX_ENDPOINTS: "3" } });
});

afterAll(() => webhooks.stop());

afterEach(() => webhooks.removeEndpoints());

/** The first attempt, and one after each retry delay. */
const ATTEMPTS = 8;

const stored = () => webhooks.runtime.database("webhook").connection.collection<{ _id: string; sealedSecret: string }>("webhook_endpoints");
const replaceSecret = (id: string, sealedSecret = "of-no-key.AAAA") => stored().updateOne({ _id: id }, { $set: { sealedSecret } });

type ById = ActionContract<{ id: string }>;
const writes: readonly ById[] = [updateEndpoint as ById, removeEndpoint as ById, rotateSecret as ById];

const create = (url: string, kinds = KINDS) => webhooks.admin.call(createEndpoint, { url, kinds });

describe("spec 2.13: webhook endpoints", () => {
  it("WHK-04 endpoints show their secret only in the answer that creates them", async () => {
    const endpoint = await webhooks.admin.call(createEndpoint, { url: PUBLIC_URL, kinds: KINDS, description: " ours " });
    expect(endpoint).toMatchObject({ url: PUBLIC_URL, kinds: KINDS, description: "ours", enabled: true, disabledReason: null });
    expect(endpoint.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(endpoint.createdBy).toBe(webhooks.admin.userId);
    const { standardSecret: _shownOnce, ...shown } = endpoint;
    const redacted = { ...shown, secret: `********${endpoint.secret.slice(-4)}` };
    expect(await webhooks.admin.call(getEndpoint, { id: endpoint.id })).toEqual(redacted);
    expect((await webhooks.admin.call(listEndpoints, {})).items).toEqual([redacted]);
  });

  it("WHK-28 endpoints are listed in pages, newest first", async () => {
    const made = [await create(PUBLIC_URL), await create(PUBLIC_URL), await create(PUBLIC_URL)].map(({ id }) => id);
    const page = await webhooks.admin.call(listEndpoints, { page: 1, limit: 2 });
    expect([page.total, page.totalPages, page.items.map(({ id }) => id)]).toEqual([3, 2, [made[2], made[1]]]);
    expect((await webhooks.admin.call(listEndpoints, { page: 2, limit: 2 })).items.map(({ id }) => id)).toEqual([made[0]]);
  });

  it("endpoints are refused beyond webhook.max_endpoints", async () => {
    for (let count = 0; count < 3; count += 1) await create(PUBLIC_URL);
    expect(await outcomeOf(create(PUBLIC_URL))).toBe("webhook.too_many_endpoints");
  });

  it("endpoints are refused beyond webhook.max_endpoints also when many are created at once", async () => {
    for (let round = 0; round < 3; round += 1) {
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(create(PUBLIC_URL))));
      const expected = [...Array.from({ length: 3 }, () => "ok"), ...Array.from({ length: 5 }, () => "webhook.too_many_endpoints")];
      expect(outcomes.sort()).toEqual(expected);
      expect((await webhooks.admin.call(listEndpoints, {})).total).toBe(3);
      await webhooks.removeEndpoints();
    }
  });

  it("endpoints have one or more kinds of the catalogue, and nothing else", async () => {
    const catalogue = (await webhooks.admin.call(listWebhookKinds, {})).map(({ kind }) => kind);
    expect((await create(PUBLIC_URL, catalogue)).kinds).toEqual(catalogue);
    for (const kinds of [[], ["config.changed"], ["wallet.topped_up", "nonsense"], ["*"], ["__proto__"]]) {
      expect([kinds, await outcomeOf(create(PUBLIC_URL, kinds))]).toEqual([kinds, "error.validation_failed"]);
    }
  });

  it("WHK-16 endpoints are refused with an internal or malformed URL, on creation and on change", async () => {
    addresses.set("inside.example.org", "10.0.0.1");
    const refused = [
      "https://inside.example.org/",
      "http://hooks.example.org/",
      "https://10.0.0.1/",
      "https://a:b@hooks.example.org/",
      "x",
    ];
    const endpoint = await create(PUBLIC_URL);
    for (const url of refused) {
      expect([url, await outcomeOf(create(url))]).toEqual([url, "webhook.url_refused"]);
      expect([url, await outcomeOf(webhooks.admin.call(updateEndpoint, { id: endpoint.id, url }))]).toEqual([url, "webhook.url_refused"]);
    }
    expect((await webhooks.endpoint(endpoint.id)).url).toBe(PUBLIC_URL);
    await expect(create("https://10.0.0.1/")).rejects.toMatchObject({ vars: { reason: "ADDRESS" } });
  });

  it("WHK-16 endpoints get nothing when their host has become private since the creation", async () => {
    const inside = await startReceiver();
    const endpoint = await create("https://changing.example.org/");
    addresses.set("changing.example.org", "10.255.255.1");
    await webhooks.publishTopUp();
    const failed = await webhooks.untilDelivery(endpoint.id, ({ attempts }) => attempts === 1);
    expect(failed.log).toMatchObject([{ status: null, error: "URL_ADDRESS" }]);
    expect(inside.connections()).toBe(0);
    await inside.stop();
  });

  it("WHK-16 endpoints are accepted when their host has no address, and attempts fail until it has one", async () => {
    const { id } = await create(`https://${UNRESOLVED_HOST}/`);
    await webhooks.publishTopUp();
    const { status, log } = await webhooks.untilDelivery(id, ({ attempts }) => attempts === 1);
    expect([status, log.map(({ error }) => error)]).toEqual(["PENDING", ["URL_UNRESOLVED"]]);
  });

  it("WHK-16 endpoints are checked without webhook.allowed_subnets in production", async () => {
    const runtimes = [false, true].map((production) => createTestRuntime({ production, configOverrides: new Map([LOOPBACK]) }));
    const checks = await Promise.allSettled(runtimes.map((runtime) => liveDeps(runtime).guard.check("http://127.0.0.1:8080/")));
    expect(checks.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await Promise.all(runtimes.map((runtime) => runtime.close()));
  });

  it("endpoints change only in the fields of the request; null removes the description, and an empty request changes updatedAt only", async () => {
    const { id } = await webhooks.admin.call(createEndpoint, { url: PUBLIC_URL, kinds: KINDS, description: "ours" });
    const changed = await webhooks.admin.call(updateEndpoint, { id, kinds: ["message.sent"], description: null });
    expect(changed).toMatchObject({ url: PUBLIC_URL, kinds: ["message.sent"], description: null, enabled: true });
    const same = await webhooks.admin.call(updateEndpoint, { id });
    expect({ ...same, updatedAt: "" }).toEqual({ ...changed, updatedAt: "" });
    expect(await outcomeOf(webhooks.admin.call(updateEndpoint, { id, kinds: [] }))).toBe("error.validation_failed");
  });

  it("endpoints get nothing while they are disabled, and later events once they are enabled", async () => {
    const receiver = await startReceiver();
    const { id, secret } = await create(receiver.url);
    expect(await webhooks.admin.call(updateEndpoint, { id, enabled: false })).toMatchObject({ enabled: false, disabledReason: "ADMIN" });
    await webhooks.publishTopUp();
    expect(await webhooks.admin.call(updateEndpoint, { id, enabled: true })).toMatchObject({ enabled: true, disabledReason: null });
    const eventId = await webhooks.publishTopUp();
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]?.headers["x-webhook-id"]).toBe(eventId);
    expect(receiver.received.every((one) => isSignedWith(one, secret))).toBe(true);
    await receiver.stop();
  });

  it("WHK-07 endpoints are answered with webhook.endpoint_not_found on every route when they do not exist", async () => {
    const { id } = await create(PUBLIC_URL);
    await webhooks.admin.call(removeEndpoint, { id });
    for (const unknownId of [id, uuid(), "x"]) {
      for (const contract of [...writes, getEndpoint as ById]) {
        expect(await outcomeOf(webhooks.admin.call(contract, { id: unknownId }))).toBe("webhook.endpoint_not_found");
      }
    }
  });

  it("WHK-08 AUT-19 endpoints require the permission of a call over the bus as well", async () => {
    const { id } = await create(PUBLIC_URL);
    const reader = actAs(webhooks.broker, webhooks.runtime, { roles: ["ANALYST"] });
    expect(await outcomeOf(reader.call(getEndpoint, { id }))).toBe("ok");
    for (const contract of writes) {
      expect(await outcomeOf(reader.call(contract, { id }))).toBe("error.forbidden");
    }
    expect(await outcomeOf(actAs(webhooks.broker, webhooks.runtime).call(listEndpoints, {}))).toBe("error.forbidden");
  });

  it("WHK-09 WHK-15 endpoints are audited at every write, without secret and URL path, and no secret is stored as text", async () => {
    const { id, secret } = await create(PUBLIC_URL);
    await webhooks.admin.call(updateEndpoint, { id, url: `${PUBLIC_URL}&more` });
    const rotated = await webhooks.admin.call(rotateSecret, { id });
    await webhooks.admin.call(removeEndpoint, { id });
    const database = webhooks.runtime.database("webhook").connection;
    const lines = await database.collection("audit_log").find({ target: id }).sort({ _id: 1 }).toArray();
    const actions = ["createEndpoint", "updateEndpoint", "rotateSecret", "removeEndpoint"];
    expect(lines.map(({ action, actor }) => [action, actor])).toEqual(
      actions.map((action) => [`webhook.${action}`, webhooks.admin.userId]),
    );
    const outbox = await database.collection("outbox").find().toArray();
    const everything = JSON.stringify([lines, outbox]);
    for (const text of [secret, rotated.secret, secret.slice(0, 12), "a-key-of-the-receiver"]) {
      expect([text, everything.includes(text)]).toEqual([text, false]);
    }
  });

  it("WHK-15 endpoints cannot use the sealed secret of another endpoint", async () => {
    const receiver = await startReceiver();
    const [one, other] = [await create(receiver.url), await create(receiver.url, ["message.sent"])];
    const stolen = await stored().findOne({ _id: other.id });
    await replaceSecret(one.id, stolen?.sealedSecret);
    await webhooks.publishTopUp();
    const { status, log, nextAttemptAt } = await webhooks.untilDelivery(one.id, ({ attempts }) => attempts === 1);
    expect([status, log.map(({ error }) => error)]).toEqual(["PENDING", ["SECRET_UNREADABLE"]]);
    expect(Date.parse(nextAttemptAt ?? "")).toBeGreaterThan(webhooks.runtime.clock.now().getTime() - SECOND);
    expect((await webhooks.endpoint(one.id)).failingSince).not.toBeNull();
    const tested = await webhooks.admin.call(testEndpoint, { id: one.id });
    expect(tested).toMatchObject({ delivered: false, status: null, error: "SECRET_UNREADABLE" });
    expect(receiver.received).toHaveLength(0);
    await receiver.stop();
  });

  it("W1 WHK-24 endpoints fail a delivery after its schedule when their secret is unreadable, and send it after a rotation", async () => {
    const receiver = await startReceiver();
    const { id } = await create(receiver.url);
    await replaceSecret(id);
    await webhooks.publishTopUp();
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      await webhooks.untilDelivery(id, ({ attempts }) => attempts === attempt);
      webhooks.runtime.clock.advance(11 * HOUR);
      await webhooks.sweep();
    }
    const { failureReason } = await webhooks.untilDelivery(id, ({ status }) => status === "FAILED");
    expect(failureReason).toBe("EXHAUSTED");
    const [delivery] = await webhooks.deliveries(id);
    const retry = () => webhooks.admin.call(retryDelivery, { id, deliveryId: delivery?.id ?? "" });
    await retry();
    const again = await webhooks.untilDelivery(id, ({ attempts }) => attempts === ATTEMPTS + 1);
    expect([again.status, again.failureReason]).toEqual(["PENDING", null]);
    await webhooks.admin.call(rotateSecret, { id });
    await retry();
    await webhooks.untilDelivery(id, ({ status }) => status === "SUCCEEDED");
    expect(receiver.received).toHaveLength(1);
    webhooks.runtime.clock.reset();
    await receiver.stop();
  });
});
