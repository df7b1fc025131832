import { createHash, createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { BOT_TOKENS } from "#libs/contracts/analytics/bots.ts";
import { createSession, issueTrackingToken, optOut, recordPageView, trackBioView } from "#libs/contracts/analytics/index.ts";
import { allContracts } from "#libs/contracts/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/analytics/deps.ts";
import { trackingWriter } from "#services/analytics/tracking/tracking-writer.ts";
import { within } from "../support/within.ts";
import { CHROME, type Fixture, type SessionFields, startAnalytics, validSession } from "./fixture.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics.stop());
afterEach(() => {
  analytics.runtime.clock.reset();
  analytics.runtime.faults.disarm();
});

const UNRECORDED = { id: null };
/** The 22 names of bots in spec 4.5. */
const BOT_NAMES = [
  ...["bot", "crawl", "spider", "slurp", "baidu", "yandex", "bing", "google", "facebook", "twitter", "linkedin", "whatsapp"],
  ...["telegram", "preview", "fetch", "curl", "wget", "python", "java", "php", "ruby", "go-http"],
];

async function dropped(reason: string): Promise<number> {
  const text = await analytics.runtime.metrics.render();
  return Number(new RegExp(`tracking_dropped_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
}

describe("a recorded session", () => {
  it("ANS-01 ANS-37 returns its id and creation time and starts bounced, without page views", async () => {
    const answer = await analytics.newSession();
    expect(answer).toEqual({ id: expect.any(String), createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
    const row = await analytics.session(answer.id);
    expect(row).toMatchObject({ pageViews: 0, bounced: true, exitPage: null });
    expect(row.lastActivityAt).toEqual(row.createdAt);
    expect(row.createdAt.toISOString()).toBe(answer.createdAt);
  });

  it("ANS-11 ANS-12 stores a hash of the visitor's id, equal for equal ids, and never the id itself", async () => {
    const visitorId = `visitor ${uuid()} ä`;
    const first = await analytics.session(await analytics.sessionId({ visitorId }));
    const second = await analytics.session(await analytics.sessionId({ visitorId }));
    expect(first.visitorHash).toBe(createHash("sha256").update(visitorId).digest("hex"));
    expect(second.visitorHash).toBe(first.visitorHash);
    expect(JSON.stringify([first, second])).not.toContain(visitorId);
    expect(analytics.log.join("")).not.toContain(visitorId);
  });

  it("ANS-11 appends the pepper of the environment to the id before hashing", async () => {
    const base = (await import("../support/runtime.ts")).testEnv().secrets;
    const peppered = await startAnalytics({ secrets: { ...base, visitorPepper: "pepper" } });
    const row = await peppered.session(await peppered.sessionId({ visitorId: "v" }));
    await peppered.stop();
    expect(row.visitorHash).toBe(createHash("sha256").update("vpepper").digest("hex"));
  });

  it("ANS-10 ANS-14 is recorded without a user agent and with any creator id", async () => {
    const creatorId = uuid();
    const id = await analytics.sessionId({ userAgent: undefined, creatorId, device: "tablet" });
    expect(await analytics.session(id)).toMatchObject({ creatorId, device: "tablet", browser: null });
  });

  it("ANS-27 stores UTM fields byte for byte", async () => {
    const utm = {
      utmSource: " News Letter ",
      utmMedium: "E-MAIL",
      utmCampaign: "été 🎉",
      utmTerm: "=cmd|' /C calc'!A0",
      utmContent: "%20+&$x",
    };
    expect(await analytics.session(await analytics.sessionId(utm))).toMatchObject(utm);
  });

  it.each([
    ["https://www.shop.test/x", "shop.test"],
    ["https://m.www.test", "m.www.test"],
    ["https://www.www.test", "www.test"],
    ["http://SHOP.test:8080/?q=www.", "shop.test"],
    [undefined, "direct"],
    ["", "direct"],
    ["not a url", "direct"],
    ["mailto:a@b.test", "direct"],
  ])("ANS-26 stores the referrer %p as the domain %p", async (referrer, domain) => {
    expect((await analytics.session(await analytics.sessionId({ referrer }))).referrerDomain).toBe(domain);
  });

  it("ANS-31 accepts the smallest and the largest screen size", async () => {
    const id = await analytics.sessionId({ screenWidth: 0, screenHeight: 7680 });
    expect(await analytics.session(id)).toMatchObject({ screenWidth: 0, screenHeight: 7680 });
  });

  it("ANS-05 ANS-30 ANS-43 accepts texts of the maximum length", async () => {
    const utm = "u".repeat(255);
    const texts = {
      ...{ landingPage: "p".repeat(2_048), language: "l".repeat(35), timezone: "t".repeat(50), connectionType: "c".repeat(20) },
      ...{ osVersion: "o".repeat(20), utmSource: utm, utmMedium: utm, utmCampaign: utm, utmTerm: utm, utmContent: utm },
    };
    const id = await analytics.sessionId({ ...texts, visitorId: "v".repeat(200), referrer: "r".repeat(2_048), userAgent: undefined });
    expect(await analytics.session(id)).toMatchObject({ ...texts, referrerDomain: "direct" });
    expect(await analytics.newSession({ consentAnalytics: "x".repeat(50) })).toEqual(UNRECORDED);
  });

  it("returns to each of many parallel requests the id of its own session", async () => {
    const requests = Array.from({ length: 60 }, (_, index) => ({ utmTerm: `term ${index}` }));
    const ids = await Promise.all(requests.map((fields) => analytics.sessionId(fields)));
    for (const [index, id] of ids.entries()) expect((await analytics.session(id)).utmTerm).toBe(`term ${index}`);
  });
});

describe("an invalid session request", () => {
  const invalid: readonly (readonly [string, Record<string, unknown>])[] = [
    ["ANS-02", { visitorId: undefined }],
    ["ANS-03", { landingPage: undefined }],
    ["ANS-05", { consentAnalytics: "x".repeat(51) }],
    ["ANS-06", { visitorId: undefined, userAgent: "curl/8" }],
    ["ANS-13", { bioPageId: "no uuid" }],
    ["ANS-13", { creatorId: "no uuid" }],
    ["ANS-30", { osVersion: "x".repeat(21) }],
    ["ANS-30", { connectionType: "x".repeat(21) }],
    ["ANS-30", { timezone: "x".repeat(51) }],
    ...[-1, 7681, 12.5, "800"].map((screenWidth) => ["ANS-31", { screenWidth }] as const),
    ["ANS-42", { visitorId: 7 }],
    ["ANS-42", { landingPage: { $ne: null } }],
    ["ANS-43", { visitorId: "x".repeat(201) }],
    ["ANS-43", { landingPage: "x".repeat(2049) }],
    ["ANS-43", { referrer: "x".repeat(2049) }],
    ["ANS-43", { utmCampaign: "x".repeat(256) }],
    ["ANS-43", { language: "x".repeat(36) }],
  ];
  it.each(invalid)("%s %j is refused with 400", async (_id, fields) => {
    await expect(call(analytics.broker, createSession, { ...validSession(), ...fields })).rejects.toMatchObject({
      key: "error.validation_failed",
    });
  });
});

describe("a refused session", () => {
  async function expectRefused(fields: SessionFields, reason: string): Promise<void> {
    const before = await dropped(reason);
    const utmTerm = uuid();
    expect(await analytics.newSession({ ...fields, utmTerm })).toEqual(UNRECORDED);
    expect(await analytics.sessions({ utmTerm })).toHaveLength(0);
    expect(await dropped(reason)).toBe(before + 1);
  }

  it("ANS-07 the names of bots are those of the specification", () => expect([...BOT_TOKENS]).toEqual(BOT_NAMES));
  it.each(BOT_NAMES)("ANS-07 ANS-09 ANS-40 a user agent with %s is a bot: the id is null and only the metric shows the reason", (token) =>
    expectRefused({ userAgent: `${CHROME} ${token}/1.0` }, "bot"),
  );
  it.each(["GoogleBot", "CURL/8", "Go-HTTP-client"])("ANS-08 %s is a bot in any letter case", (userAgent) =>
    expectRefused({ userAgent }, "bot"),
  );
  it.each(["denied", "", "Granted", " granted", "granted ", undefined])("ANS-04 consent %p does not count as consent", (consentAnalytics) =>
    expectRefused({ consentAnalytics }, "consent"),
  );

  it("ANS-25 a failed insert is answered with id null", async () => {
    analytics.runtime.faults.arm({ point: "analytics.session.insert", mode: "error", times: 1 });
    await expectRefused({}, "store");
    await analytics.sessionId();
  });

  it("ANS-25 a hanging insert is answered within two seconds, and the next session is recorded", async () => {
    analytics.runtime.faults.arm({ point: "analytics.session.insert", mode: "delay", delayMs: 4_000, times: 1 });
    expect(await within(2_000, analytics.newSession())).toEqual(UNRECORDED);
    await analytics.sessionId();
  });

  it("a visitor who has opted out is not recorded, while another visitor of the same batch is", async () => {
    const visitorId = uuid();
    const before = await analytics.sessionId({ visitorId });
    await call(analytics.broker, optOut, { visitorId });
    await call(analytics.broker, optOut, { visitorId });
    const [refused, recorded] = await Promise.all([analytics.newSession({ visitorId }), analytics.newSession()]);
    expect(refused).toEqual(UNRECORDED);
    expect(recorded.id).not.toBeNull();
    expect((await analytics.session(before)).consent).toBe("withdrawn");
    expect(await dropped("opt_out")).toBe(1);
  });
});

describe("a session that begins while its visitor opts out", () => {
  it("a session that begins while its visitor opts out ends without consent", async () => {
    const deps = liveDeps(analytics.runtime, { open: async () => undefined, locate: () => null });
    const visitorId = uuid();
    const insert: typeof deps.sessions.insert = async (rows) => {
      await call(analytics.broker, optOut, { visitorId });
      return deps.sessions.insert(rows);
    };
    const writer = trackingWriter({ ...deps, sessions: { ...deps.sessions, insert } });
    const sample = await analytics.session(await analytics.sessionId());
    const rows = [deps.hashOf(visitorId), deps.hashOf(uuid())].map((hash) => ({ ...sample, _id: uuid(), visitorHash: hash }));
    expect(await Promise.all(rows.map((row) => writer.insertSession(row)))).toEqual([true, true]);
    const consents = await Promise.all(rows.map(async ({ _id }) => (await analytics.session(_id)).consent));
    expect(consents).toEqual(["withdrawn", sample.consent]);
  });
});

describe("tracking tokens", () => {
  const page = uuid();
  const recorded = async (fields: SessionFields) => (await analytics.newSession(fields)).id !== null;

  it("ANS-15 ANS-16 ANS-22 tracking tokens are required for a page and accepted only as its own 32 hex digits", async () => {
    const token = await analytics.token(page);
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const bucket = Math.floor(analytics.runtime.clock.now().getTime() / 300_000);
    const digest = createHmac("sha256", analytics.runtime.env.secrets.analyticsTokenKey).update(`v1:${page}:${bucket}`).digest("hex");
    expect(token).toBe(digest.slice(0, 32));
    for (const trackingToken of [undefined, "", "0".repeat(32), token.slice(1), `${token}0`, token.toUpperCase(), digest]) {
      if (trackingToken === token) continue;
      expect([trackingToken, await recorded({ bioPageId: page, trackingToken })]).toEqual([trackingToken, false]);
    }
    expect(await dropped("token")).toBeGreaterThanOrEqual(6);
  });

  it("ANS-17 ANS-18 ANS-19 ANS-20 tracking tokens are accepted in their own bucket of five minutes and the next one, not before and not after", async () => {
    const { clock } = analytics.runtime;
    clock.set(new Date("2031-05-05T10:04:59.000Z"));
    const { token: trackingToken, expiresAt } = await call(analytics.broker, issueTrackingToken, { bioPageId: page });
    expect(expiresAt).toBe("2031-05-05T10:10:00.000Z");
    const fields = { bioPageId: page, trackingToken };
    const id = await analytics.sessionId(fields);
    expect((await analytics.session(id)).bioPageId).toBe(page);
    clock.set(new Date("2031-05-05T10:09:58.000Z"));
    expect(await recorded(fields)).toBe(true);
    clock.set(new Date("2031-05-05T10:10:00.000Z"));
    expect(await recorded(fields)).toBe(false);
    clock.set(new Date("2031-05-05T09:59:50.000Z"));
    expect(await recorded(fields)).toBe(false);
  });

  it("ANS-21 ANS-23 tracking tokens are refused for another page and ignored without a page", async () => {
    const trackingToken = await analytics.token(page);
    expect(await recorded({ bioPageId: uuid(), trackingToken })).toBe(false);
    expect(await recorded({ trackingToken: "nonsense" })).toBe(true);
  });

  it("ANS-24 tracking tokens are returned by no public route", () => {
    expect(allContracts.find(({ name }) => name === issueTrackingToken.name)?.http).toBeUndefined();
  });
});

describe("an unavailable database", () => {
  it("ANS-25 ANP-05 BIO-13 an unavailable database does not keep the service from starting and from answering tracking requests within two seconds", async () => {
    const isolated = await startAnalytics({ analyticsMongoUrl: "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=200" });
    const tracked = [isolated.newSession(), isolated.view(), call(isolated.broker, trackBioView, { bioPageId: uuid() })];
    expect(await within(2_000, Promise.all<unknown>(tracked))).toEqual([{ id: null }, { id: null }, { tracked: true }]);
    expect(await isolated.runtime.metrics.render()).toContain('tracking_dropped_total{reason="store"} 1');
    await isolated.broker.stop();
    await isolated.runtime.close();
  });
});

describe("the limits of the tracking routes", () => {
  it("the limits of the tracking routes are those of the specification, by IP address", () => {
    expect([createSession, recordPageView, trackBioView].map(({ http }) => http?.limit)).toEqual([
      "analytics_session",
      "analytics_pageview",
      "bio_view",
    ]);
  });
});
