import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { BOT_TOKENS } from "#libs/contracts/analytics/bots.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Reply } from "../support/http.ts";
import { type CreatorPerson, dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";

const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const browser = { "user-agent": CHROME };

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

type Row = Record<string, unknown>;
interface Recorded {
  readonly id: string | null;
  readonly createdAt?: string;
  readonly enteredAt?: string;
}

const rows = (collection: string, filter: Row) =>
  system.runtime.database("analytics").connection.collection(collection).find(filter).toArray() as Promise<Row[]>;
const byId = async (collection: string, id: string | null) => (await rows(collection, { _id: id }))[0] ?? {};

function session(fields: Row = {}, headers: Record<string, string> = browser): Promise<Reply> {
  const body = { visitorId: uuid(), landingPage: "https://a.test/", consentAnalytics: "granted", ...fields };
  return system.send("POST", "/analytics/session", { body, headers });
}
function view(fields: Row = {}): Promise<Reply> {
  const body = { sessionId: uuid(), url: "https://a.test/x", path: "/x", ...fields };
  return system.send("POST", "/analytics/pageview", { body, headers: browser });
}
const recorded = (reply: Reply) => dataOf<Recorded>(reply, 200);
const newView = async () => recorded(await view()).id ?? "";
const leave = (id: string, body: unknown, method = "PATCH", headers: Record<string, string> = {}) =>
  system.send(method, `/analytics/pageview/${id}/leave`, { body, headers });

describe("POST /analytics/session", () => {
  it("ANS-01 ANS-39 is recorded without a token and sets no cookie", async () => {
    const reply = await session();
    expect(reply.body).toEqual({ success: true, data: { id: expect.any(String), createdAt: expect.stringMatching(/Z$/) } });
    expect(reply.cookies).toEqual([]);
  });

  it.each([
    ["ANS-02", { visitorId: undefined }],
    ["ANS-03", { landingPage: undefined }],
    ["ANS-05", { consentAnalytics: "x".repeat(51) }],
    ["ANS-13", { bioPageId: "1" }],
    ["ANS-13", { creatorId: "1" }],
    ["ANS-30", { osVersion: "x".repeat(21) }],
    ["ANS-30", { connectionType: "x".repeat(21) }],
    ["ANS-30", { timezone: "x".repeat(51) }],
    ["ANS-31", { screenWidth: -1 }],
    ["ANS-31", { screenHeight: 7681 }],
    ["ANS-31", { screenWidth: 12.5 }],
    ["ANS-31", { screenWidth: "800" }],
    ["ANS-42", { visitorId: 7 }],
    ["ANS-42", { landingPage: {} }],
    ["ANS-43", { utmTerm: "x".repeat(256) }],
    ["ANS-43", { language: "x".repeat(36) }],
    ["ANS-43", { visitorId: "x".repeat(201) }],
  ])("ANS-02 ANS-03 ANS-05 ANS-13 ANS-30 ANS-31 ANS-42 ANS-43 refuses invalid input with 400: %s %j", async (_id, fields) => {
    expect(refusalOf(await session(fields))).toBe(INVALID);
  });

  it("ANS-06 refuses invalid input with 400 for bots, too", async () => {
    expect(refusalOf(await session({ visitorId: undefined }, { "user-agent": "curl/8" }))).toBe(INVALID);
  });

  it("ANS-04 ANS-07 ANS-08 ANS-09 ANS-15 ANS-16 ANS-40 every refusal has the same response, and only the metric shows the reason", async () => {
    const refusedReply = { success: true, data: { id: null } };
    for (const token of BOT_TOKENS) expect((await session({}, { "user-agent": `x ${token.toUpperCase()} y` })).body).toEqual(refusedReply);
    for (const consentAnalytics of ["denied", "", "Granted", " granted", undefined]) {
      expect((await session({ consentAnalytics })).body).toEqual(refusedReply);
    }
    expect((await session({ bioPageId: uuid() })).body).toEqual(refusedReply);
    expect((await session({ bioPageId: uuid(), trackingToken: "0".repeat(32) })).body).toEqual(refusedReply);
    const metrics = await (await fetch(`${system.base}/metrics`)).text();
    const dropped = (reason: string) => Number(new RegExp(`tracking_dropped_total\\{reason="${reason}"\\} (\\d+)`).exec(metrics)?.[1]);
    expect([dropped("bot"), dropped("consent"), dropped("token")]).toEqual([22, 5, 2]);
  });

  it("ANS-07 BIO-14 detects a bot in a user agent of any length, and a view stores the first 1,024 characters of it", async () => {
    const userAgent = `Mozilla/5.0 ${"x".repeat(6_000)} curl/8`;
    expect(recorded(await session({}, { "user-agent": userAgent }))).toEqual({ id: null });
    const bioPageId = uuid();
    await system.send("POST", `/bio/${bioPageId}/view`, { body: {}, headers: { "user-agent": userAgent } });
    expect((await rows("bio_page_views", { bioPageId }))[0]).toMatchObject({ isBot: true, userAgent: userAgent.slice(0, 1_024) });
  });

  it("ANS-17 ANS-21 ANS-22 accepts a token that is composed as in spec 4.5, for its page only", async () => {
    const bioPageId = uuid();
    const bucket = Math.floor(system.runtime.clock.now().getTime() / 300_000);
    const digest = createHmac("sha256", system.runtime.env.secrets.analyticsTokenKey).update(`v1:${bioPageId}:${bucket}`).digest("hex");
    const trackingToken = digest.slice(0, 32);
    const { id } = recorded(await session({ bioPageId, trackingToken }));
    expect(await byId("analytics_sessions", id)).toMatchObject({ bioPageId });
    expect(recorded(await session({ bioPageId: uuid(), trackingToken })).id).toBeNull();
    expect(recorded(await session({ bioPageId, trackingToken: digest })).id).toBeNull();
  });

  it("ANS-33 ANS-34 ANS-35 stores no address, and country and city of the delivery network", async () => {
    const addresses = { "x-cdn-connecting-ip": "198.51.100.7", "x-forwarded-for": "203.0.113.9, 10.0.0.1" };
    const location = { "x-cdn-country": "ch", "x-cdn-city": Buffer.from("Zürich").toString("latin1") };
    const { id } = recorded(await session({ clientAddress: "192.0.2.1", edgeCity: "Forged" }, { ...browser, ...addresses, ...location }));
    const row = await byId("analytics_sessions", id);
    expect(row).toMatchObject({ country: "CH", city: "Zürich", device: "desktop", browser: "Chrome" });
    expect(JSON.stringify(row)).not.toMatch(/198\.51|203\.0|192\.0\.2|127\.0\.0\.1/);
  });

  it("ANS-38 BIO-15 stores the rows in the analytics database and in no other", async () => {
    const names = ["account", "creator", "messaging", "notification", "config"];
    const found = await Promise.all(
      names.map(async (name) => {
        const collections = await system.runtime.database(name).connection.db?.listCollections().toArray();
        return (collections ?? []).map((collection) => collection.name);
      }),
    );
    expect(found.flat().filter((name) => /analytics_|bio_page_view/.test(name))).toEqual([]);
    expect(system.runtime.database("analytics").connection.name).toMatch(/analytics$/);
  });

  it("ANS-24 BPG-04 shows no token on the public page of a creator", async () => {
    const creator = await system.newCreator();
    const { bioPageId, ...page } = dataOf<Row & { bioPageId: string }>(await system.send("GET", `/bio/${creator.username}`), 200);
    expect(JSON.stringify(page)).not.toMatch(/[0-9a-f]{32}/);
    expect(bioPageId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("POST /analytics/pageview and leave", () => {
  it("ANP-01 ANP-02 ANP-03 ANP-04 records a view of any session and refuses invalid input with 400", async () => {
    expect((await view()).body).toEqual({ success: true, data: { id: expect.any(String), enteredAt: expect.stringMatching(/Z$/) } });
    for (const invalid of [{ sessionId: undefined }, { sessionId: "x" }, { url: undefined }, { path: undefined }, { linkClicked: "x" }]) {
      expect(refusalOf(await view(invalid))).toBe(INVALID);
    }
  });

  it("ANP-09 counts 20 parallel views as 20", async () => {
    const { id: sessionId } = recorded(await session());
    await Promise.all(Array.from({ length: 20 }, () => view({ sessionId })));
    expect(await byId("analytics_sessions", sessionId)).toMatchObject({ pageViews: 20, bounced: false });
  });

  it("ANL-01 ANL-06 ANL-12 stores the duration, limits the scroll depth and never reduces the duration", async () => {
    const id = await newView();
    expect((await leave(id, { duration: 12, scrollDepth: 150 })).body).toEqual({ success: true, data: { ok: true } });
    await leave(id, { duration: 3 });
    expect(await byId("analytics_page_views", id)).toMatchObject({ duration: 12, scrollDepth: 100 });
  });

  it.each([uuid(), "abc", "x".repeat(300), "%24set", "..%2f.."])("ANL-02 ANL-03 accepts the unknown id %s", async (id) => {
    expect((await leave(id, { duration: 1 })).body).toEqual({ success: true, data: { ok: true } });
  });

  it.each([{}, { duration: -1 }, { duration: 3601 }, { duration: "10" }, { duration: null }])(
    "ANL-04 ANL-05 refuses %j with 400",
    async (body) => {
      expect(refusalOf(await leave(uuid(), body))).toBe(INVALID);
    },
  );

  it("ANL-09 accepts a keepalive fetch from a listed origin after its preflight", async () => {
    const id = await newView();
    const url = `${system.base}/api/v1/analytics/pageview/${id}/leave`;
    const origin = "https://app.example.org";
    const preflightHeaders = { origin, "access-control-request-method": "PATCH", "access-control-request-headers": "content-type" };
    const preflight = await fetch(url, { method: "OPTIONS", headers: preflightHeaders });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, origin]);
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
    const headers = { origin, "content-type": "application/json;charset=UTF-8" };
    const reply = await fetch(url, { method: "PATCH", keepalive: true, headers, body: '{"duration":9}' });
    expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
    expect(await byId("analytics_page_views", id)).toMatchObject({ duration: 9 });
  });

  it.each(["text/plain;charset=UTF-8", "application/json"])("ANL-10 accepts the same body from a beacon as %s", async (type) => {
    const id = await newView();
    const reply = await leave(id, '{"duration":7,"scrollDepth":30}', "POST", { "content-type": type });
    expect(reply.body).toEqual({ success: true, data: { ok: true } });
    expect(await byId("analytics_page_views", id)).toMatchObject({ duration: 7, scrollDepth: 30 });
  });

  it("ANX-01 ANL-10 accepts a heartbeat and a batch from a beacon, too", async () => {
    const { id: sessionId } = recorded(await session());
    const event = { kind: "HEARTBEAT", sessionId };
    for (const [path, body] of [
      ["/analytics/heartbeat", { sessionId }],
      ["/analytics/batch", { events: [event] }],
    ] as const) {
      const reply = await system.send("POST", path, { body: JSON.stringify(body), headers: { "content-type": "text/plain" } });
      expect([path, reply.status]).toEqual([path, 200]);
    }
  });

  it("ANL-10 refuses plain text outside the routes for beacons with 415", async () => {
    expect((await leave(uuid(), '{"duration":7}', "PATCH", { "content-type": "text/plain" })).status).toBe(415);
  });
});

describe("POST /bio/{bioPageId}/view", () => {
  it("BIO-01 BIO-04 BIO-09 BIO-11 BIO-12 needs no body and takes the user agent from the header only", async () => {
    const bioPageId = uuid();
    expect((await system.send("POST", `/bio/${bioPageId}/view`, { headers: browser })).body).toEqual({
      success: true,
      data: { tracked: true },
    });
    await system.send("POST", `/bio/${bioPageId}/view`, { headers: browser, body: { userAgent: "forged", isEmbed: true } });
    const found = await rows("bio_page_views", { bioPageId });
    expect(found.map(({ userAgent, isEmbed }) => [userAgent, isEmbed])).toEqual([
      [CHROME, false],
      [CHROME, true],
    ]);
  });

  it("BIO-02 BIO-03 BIO-08 refuses invalid input with 400", async () => {
    expect(refusalOf(await system.send("POST", "/bio/unknown/view"))).toBe(INVALID);
    for (const body of [{ isEmbed: "yes" }, { country: 5 }, { device: 1 }, { visitorId: {} }, { country: "USA" }]) {
      expect(refusalOf(await system.send("POST", `/bio/${uuid()}/view`, { body }))).toBe(INVALID);
    }
  });
});

describe("the creator's dashboard", () => {
  it("ANX-02 ANX-03 ANX-04 counts visits except those of the owner and exports them as a file", async () => {
    const creator: CreatorPerson = await system.newCreator();
    const { bioPageId } = dataOf<{ bioPageId: string }>(await creator.send("GET", "/creators/me"), 200);
    const bucket = Math.floor(system.runtime.clock.now().getTime() / 300_000);
    const key = system.runtime.env.secrets.analyticsTokenKey;
    const trackingToken = createHmac("sha256", key).update(`v1:${bioPageId}:${bucket}`).digest("hex").slice(0, 32);
    const visit = async () => recorded(await session({ bioPageId, trackingToken, utmSource: "=1+1" })).id;
    const [one, own] = [await visit(), await visit()];
    for (const sessionId of [one, one, own]) await view({ sessionId, bioPageId, title: '=cmd|"x"' });
    const identified = await creator.send("POST", "/analytics/identify", { sessionId: own });
    expect(dataOf(identified, 200)).toEqual({ ok: true, linked: true });
    const reports = `/creators/${creator.creatorId}/analytics`;
    const overview = dataOf(await creator.send("GET", `${reports}/overview`), 200);
    expect(overview).toMatchObject({ pageViews: 2, sessions: 1, visitors: 1, bounceRate: 0 });
    const file = await fetch(`${system.base}/api/v1${reports}/export?format=csv`, {
      headers: { authorization: `Bearer ${creator.token}` },
    });
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="page-views.csv"');
    const lines = (await file.text()).trim().split("\r\n");
    expect(lines).toHaveLength(3);
    for (const line of lines.slice(1)) expect(line).toContain(`"'=cmd|""x"""`);
    const stranger = await system.newCreator();
    for (const path of ["overview", "timeseries", "breakdown?dimension=os", "funnel", "export"]) {
      expect(refusalOf(await stranger.send("GET", `${reports}/${path}`))).toBe("403 creator.error.not_owner");
      expect((await system.send("GET", `${reports}/${path}`)).status).toBe(401);
    }
    expect(refusalOf(await creator.send("GET", `${reports}/overview?from=2020-01-01&to=2026-01-01`))).toBe(
      "400 analytics.error.invalid_range",
    );
  });
});

describe("spec 8: the limits of tracking", () => {
  const id = uuid();
  const limits = [
    ["POST /analytics/session", "POST", "/analytics/session", 10],
    ["POST /analytics/pageview", "POST", "/analytics/pageview", 30],
    ["PATCH /analytics/pageview/{id}/leave", "PATCH", `/analytics/pageview/${id}/leave`, 10],
    ["POST /bio/{bioPageId}/view", "POST", `/bio/${id}/view`, 60],
  ] as const;
  let strict: TestSystem;
  beforeAll(async () => {
    strict = await startTestSystem({}, "spec");
  });
  afterAll(() => strict.stop());

  it.each(limits)(
    "THR-05 THR-06 THR-07 THR-08 ANS-41 ANP-19 ANL-11 %s: the request after the limit of an address is refused with 429",
    async (_title, method, path, limit) => {
      const request = (address: string) => strict.send(method, path, { body: {}, headers: { "x-forwarded-for": address } });
      const replies: Reply[] = [];
      for (let count = 0; count <= limit; count += 1) replies.push(await request("203.0.113.1"));
      expect(replies.map(({ status }) => status === 429)).toEqual([...Array.from({ length: limit }, () => false), true]);
      expect(replies.at(-1)?.body.error.code).toBe("THROTTLE_LIMIT_EXCEEDED");
      expect((await request("203.0.113.2")).status).not.toBe(429);
    },
  );
});
