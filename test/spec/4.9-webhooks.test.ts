import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { type AdminBrowser, newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { isSignedWith, LOOPBACK, signatureOf } from "../webhook/fixture.ts";
import { type Received, type Receiver, startReceiver } from "../webhook/receiver.ts";
import { envelopeFaults, refusalOf } from "./refusal.ts";

interface EndpointView {
  readonly id: string;
  readonly secret: string;
  readonly updatedAt: string;
}

const ROOT = "/admin/webhooks";
const HEX = /^[0-9a-f]{64}$/;

let system: TestSystem;
let admin: Person;
let browser: AdminBrowser;
let receiver: Receiver;

beforeAll(async () => {
  const limit = ["CONFIG_RATELIMIT_WEBHOOKS_ROTATE_LIMIT", "1000"] as const;
  system = await startTestSystem({ configOverrides: new Map([LOOPBACK, limit]) });
  receiver = await startReceiver();
  admin = await system.admin();
  browser = await openAdminBrowser(system, admin);
});

afterAll(async () => {
  await receiver.stop();
  await system.stop();
});

const newEndpoint = async (kinds: string[] = ["wallet.topped_up"]) =>
  dataOf<EndpointView>(await browser.send("POST", ROOT, { url: receiver.url, kinds }), 201);
const rotation = (id: string) => `${ROOT}/${id}/rotate-secret`;
const rotate = async (id: string) => dataOf<{ secret: string; rotatedAt: string }>(await browser.send("POST", rotation(id)), 201);
const read = async (id: string) => dataOf<EndpointView>(await browser.send("GET", `${ROOT}/${id}`), 200);

describe("spec 4.9: POST /admin/webhooks/{id}/rotate-secret", () => {
  it("WHK-01 WHK-02 WHK-03 answers 201 with a new secret of 64 hex digits and the new updatedAt", async () => {
    const { id, secret } = await newEndpoint();
    const reply = await browser.send("POST", rotation(id));
    expect([reply.status, reply.body.success, Object.keys(reply.body.data).sort()]).toEqual([
      201,
      true,
      ["rotatedAt", "secret", "standardSecret"],
    ]);
    const first = reply.body.data as { secret: string; rotatedAt: string };
    expect(first.secret).toMatch(HEX);
    expect((await read(id)).updatedAt).toBe(first.rotatedAt);
    const second = await rotate(id);
    expect(new Set([secret, first.secret, second.secret]).size).toBe(3);
    expect((await read(id)).updatedAt).toBe(second.rotatedAt);
  });

  it("WHK-04 WHK-28 shows at most the last four digits in every other answer", async () => {
    const { id } = await newEndpoint();
    const { secret } = await rotate(id);
    await browser.send("POST", `${ROOT}/${id}/test`);
    const reads = [ROOT, `${ROOT}?limit=50`, `${ROOT}/${id}`, `${ROOT}/${id}/deliveries`];
    const replies = await Promise.all(reads.map((path) => browser.send("GET", path)));
    replies.push(await browser.send("PATCH", `${ROOT}/${id}`, { description: "ours" }));
    for (const { status, body } of replies) {
      expect([status, /[0-9a-f]{64}/.test(JSON.stringify(body)), JSON.stringify(body).includes(secret)]).toEqual([200, false, false]);
    }
    const { items, total } = dataOf<{ items: EndpointView[]; total: number }>(replies[1] as (typeof replies)[number], 200);
    expect(total).toBe(items.length);
    expect(items.find((item) => item.id === id)?.secret).toBe(`********${secret.slice(-4)}`);
    expect(items.every((item) => /^\*{8}[0-9a-f]{4}$/.test(item.secret))).toBe(true);
  });

  it("WHK-05 signs the next delivery with the new secret", async () => {
    const { id, secret } = await newEndpoint();
    const { secret: current } = await rotate(id);
    const before = receiver.received.length;
    dataOf(await browser.send("POST", `${ROOT}/${id}/test`), 200);
    const ping = receiver.received[before] as Received;
    expect([isSignedWith(ping, current), isSignedWith(ping, secret)]).toEqual([true, false]);
  });

  it("WHK-07 answers 404 webhook.endpoint_not_found for an unknown and a malformed id", async () => {
    for (const id of [uuid(), "nonsense", "%7B%22%24ne%22%3Anull%7D", "0"]) {
      const reply = await browser.send("POST", rotation(id));
      expect([id, refusalOf(reply), envelopeFaults(reply)]).toEqual([id, "404 webhook.endpoint_not_found", []]);
      expect(reply.body.error.code).toBe("RESOURCE_NOT_FOUND");
    }
  });

  it("WHK-08 WHK-28 AUT-18 AUT-20 answers 401 without an admin session, with any bearer token", async () => {
    const { id } = await newEndpoint();
    const attempts: [string, string][] = [
      ["POST", rotation(id)],
      ["POST", ROOT],
      ["GET", ROOT],
      ["GET", `${ROOT}/kinds`],
      ["DELETE", `${ROOT}/${id}`],
    ];
    for (const [method, path] of attempts) {
      const replies = [
        await system.send(method, path),
        await admin.send(method, path),
        await admin.send(method, path, undefined, { headers: { "x-csrf-token": browser.csrfToken } }),
        await system.send(method, path, { headers: { cookie: "admin_session=garbage", "x-csrf-token": browser.csrfToken } }),
      ];
      expect([method, path, replies.map(refusalOf)]).toEqual([method, path, replies.map(() => "401 error.unauthorized")]);
    }
    expect((await read(id)).secret).toBeDefined();
  });

  it("WHK-08 AUT-16 answers 403 without the CSRF token", async () => {
    const { id } = await newEndpoint();
    const { updatedAt } = await read(id);
    for (const headers of [{}, { "x-csrf-token": "wrong" }] as Record<string, string>[]) {
      const reply = await system.send("POST", rotation(id), { headers: { cookie: browser.cookie, ...headers } });
      expect(reply.status).toBe(403);
    }
    expect((await read(id)).updatedAt).toBe(updatedAt);
  });

  it("WHK-08 WHK-28 AUT-19 answers 403 without config:write, and 200 to the list", async () => {
    const { id } = await newEndpoint();
    const reader = await openAdminBrowser(system, await newAdmin(system, "ANALYST"));
    expect(refusalOf(await reader.send("POST", rotation(id)))).toBe("403 error.forbidden");
    expect(refusalOf(await reader.send("POST", ROOT, { url: receiver.url, kinds: [] }))).toBe("403 error.forbidden");
    expect((await reader.send("GET", ROOT)).status).toBe(200);
    expect((await reader.send("GET", `${ROOT}/${id}`)).status).toBe(200);
  });

  it("WHK-09 WHK-15 is audited without the secret, and no secret is stored as text", async () => {
    const { id, secret } = await newEndpoint();
    const { secret: current } = await rotate(id);
    const database = system.runtime.database("webhook").connection;
    const lines = await database.collection("audit_log").find({ target: id }).sort({ at: 1 }).toArray();
    expect(lines.map(({ actor, action }) => [actor, action])).toEqual([
      [admin.userId, "webhook.createEndpoint"],
      [admin.userId, "webhook.rotateSecret"],
    ]);
    const collections = await Promise.all((await database.listCollections()).map(({ name }) => database.collection(name).find().toArray()));
    const everything = JSON.stringify(collections);
    for (const one of [secret, current]) expect([everything.includes(one), everything.includes(one.slice(0, 16))]).toEqual([false, false]);
  });

  it("WHK-10 ignores a body and an Idempotency-Key", async () => {
    const { id } = await newEndpoint();
    const body = { secret: "0".repeat(64), id: uuid(), enabled: false };
    const headers = { "idempotency-key": "the same one" };
    const [first, second] = [
      await browser.send("POST", rotation(id), body, { headers }),
      await browser.send("POST", rotation(id), body, { headers }),
    ];
    const secrets = [first, second].map((reply) => dataOf<{ secret: string }>(reply, 201).secret);
    expect(new Set([...secrets, body.secret]).size).toBe(3);
    expect(await read(id)).toMatchObject({ id, enabled: true, secret: `********${secrets[1]?.slice(-4)}` });
  });

  it.each([
    ["malformed JSON", '{"a":', "application/json"],
    ["JSON that is not an object", "[1]", "application/json"],
    ["a forbidden key", '{"__proto__":{}}', "application/json"],
    ["a text", "rotate, please", "text/plain"],
    ["a form", "secret=0", "application/x-www-form-urlencoded"],
    ["bytes", "\u0000\u0001", "application/octet-stream"],
  ])("WHK-10 ignores %s as a body, and still requires the CSRF token", async (_, body, type) => {
    const { id, secret } = await newEndpoint();
    const headers = { "content-type": type };
    const forged = await system.send("POST", rotation(id), { body, headers: { ...headers, cookie: browser.cookie } });
    expect([refusalOf(forged), (await read(id)).secret]).toEqual(["403 auth.csrf.invalid", `********${secret.slice(-4)}`]);
    const { secret: current } = dataOf<{ secret: string }>(await browser.send("POST", rotation(id), body, { headers }), 201);
    expect((await read(id)).secret).toBe(`********${current.slice(-4)}`);
  });
});

describe("spec 2.13, 6.2: deliveries to a receiver", () => {
  it("WHK-12 WHK-23 WHK-26 contain a top-up and a message, signed, with ids and states only", async () => {
    const { id, secret } = await newEndpoint(["message.sent", "wallet.topped_up"]);
    const before = receiver.received.length;
    const [fan, creator] = [await system.newFan("20.00"), await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })];
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "a canary sings in the mine" };
    const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
    const [toppedUp, sent] = await eventually(() => {
      const own = receiver.received.slice(before).filter((one) => isSignedWith(one, secret));
      const kinds = ["wallet.topped_up", "message.sent"].map((kind) => own.find(({ body }) => JSON.parse(body).kind === kind));
      expect(kinds).not.toContain(undefined);
      return kinds as [Received, Received];
    });
    expect(JSON.parse(toppedUp.body)).toMatchObject({ data: { userId: fan.userId, amount: "20.00", currency: "EUR" } });
    expect(JSON.parse(sent.body)).toMatchObject({
      data: { messageId, senderId: fan.userId, receiverId: creator.userId, status: "ESCROWED" },
    });
    for (const canary of ["canary", fan.email, creator.email, creator.username, "Finn", "Cleo", "127.0.0.1"]) {
      expect([canary, sent.body.includes(canary), toppedUp.body.includes(canary)]).toEqual([canary, false, false]);
    }
    expect(sent.headers["x-webhook-signature"]).toBe(signatureOf(secret, sent.body));
    await eventually(async () => {
      const { items } = dataOf<{ items: { status: string }[] }>(await browser.send("GET", `${ROOT}/${id}/deliveries`), 200);
      expect(items.map(({ status }) => status)).toEqual(["SUCCEEDED", "SUCCEEDED"]);
    });
  });

  it("WHK-26 are described by the catalogue of kinds", async () => {
    const kinds = dataOf<{ kind: string; schema: { properties: { data: { properties: object } } } }[]>(
      await browser.send("GET", `${ROOT}/kinds`),
      200,
    );
    const sent = kinds.find(({ kind }) => kind === "message.sent");
    expect(Object.keys(sent?.schema.properties.data.properties ?? {})).toEqual(expect.arrayContaining(["messageId", "status"]));
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["webhook.ping", "endpoint.disabled"]));
    expect(JSON.stringify(kinds)).not.toMatch(/senderName|creatorName|email|content/);
  });
});

describe("spec 8: the limit of rotations", () => {
  it("THR-13 WHK-11 allows ten in an hour for each admin, failed ones included, and refuses the eleventh with 429", async () => {
    const other = await openAdminBrowser(system, await newAdmin(system, "ADMIN"));
    const { id } = await newEndpoint();
    await system.setConfig("ratelimit.webhooks_rotate.limit", 10);
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) statuses.push((await other.send("POST", rotation(index % 2 ? id : uuid()))).status);
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => [404, 201]).flat(), 429]);
    const throttled = await other.send("POST", rotation(id));
    expect([refusalOf(throttled), throttled.body.error.code]).toEqual(["429 error.throttled", "THROTTLE_LIMIT_EXCEEDED"]);
    expect(throttled.headers.get("ratelimit-policy")).toBe('"webhooks_rotate";q=10;w=3600');
    const third = await openAdminBrowser(system, await newAdmin(system, "ADMIN"));
    expect((await third.send("POST", rotation(id))).status).toBe(201);
  });
});
