import { createHash, createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { createSession, issueTrackingToken, optOut } from "#libs/contracts/analytics.ts";
import { allContracts } from "#libs/contracts/index.ts";
import { BOT_TOKENS } from "#libs/kernel/bots.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/analytics/deps.ts";
import { groupCommits } from "#services/analytics/tracking/commits.ts";
import { within } from "#test/support/within.ts";
import { CHROME, type Fixture, type SessionWish, startAnalytics, visit } from "./fixture.ts";

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
/** The 22 tokens of spec 4.5, written out. */
const MACHINES = [
  ...["bot", "crawl", "spider", "slurp", "baidu", "yandex", "bing", "google", "facebook", "twitter", "linkedin", "whatsapp"],
  ...["telegram", "preview", "fetch", "curl", "wget", "python", "java", "php", "ruby", "go-http"],
];

async function dropped(reason: string): Promise<number> {
  const text = await analytics.runtime.metrics.render();
  return Number(new RegExp(`tracking_dropped_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
}

describe("a recorded session", () => {
  it("ANS-01 answers its id and when it began, and begins bounced with nothing viewed (ANS-37)", async () => {
    const answer = await analytics.newSession();
    expect(answer).toEqual({ id: expect.any(String), createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) });
    const row = await analytics.session(answer.id);
    expect(row).toMatchObject({ pageViews: 0, bounced: true, exitPage: null });
    expect(row.lastActivityAt).toEqual(row.createdAt);
    expect(row.createdAt.toISOString()).toBe(answer.createdAt);
  });

  it("ANS-11 ANS-12 keeps the hash of the visitor's id, equal for equal ids, and the id nowhere", async () => {
    const visitorId = `visitor ${uuid()} ä`;
    const first = await analytics.session(await analytics.sessionId({ visitorId }));
    const second = await analytics.session(await analytics.sessionId({ visitorId }));
    expect(first.visitorHash).toBe(createHash("sha256").update(visitorId).digest("hex"));
    expect(second.visitorHash).toBe(first.visitorHash);
    expect(JSON.stringify([first, second])).not.toContain(visitorId);
    expect(analytics.log.join("")).not.toContain(visitorId);
  });

  it("ANS-11 the pepper of the environment is put behind the id", async () => {
    const base = (await import("#test/support/runtime.ts")).testEnv().secrets;
    const peppered = await startAnalytics({ secrets: { ...base, visitorPepper: "pepper" } });
    const row = await peppered.session(await peppered.sessionId({ visitorId: "v" }));
    await peppered.stop();
    expect(row.visitorHash).toBe(createHash("sha256").update("vpepper").digest("hex"));
  });

  it("ANS-10 needs no user agent; ANS-14 takes any creator", async () => {
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
  ])("ANS-26 the domain of referrer %p is %p", async (referrer, domain) => {
    expect((await analytics.session(await analytics.sessionId({ referrer }))).referrerDomain).toBe(domain);
  });

  it("ANS-31 takes the bounds of the screen", async () => {
    const id = await analytics.sessionId({ screenWidth: 0, screenHeight: 7680 });
    expect(await analytics.session(id)).toMatchObject({ screenWidth: 0, screenHeight: 7680 });
  });

  it("ANS-05 ANS-30 ANS-43 takes texts that are as long as they may be", async () => {
    const utm = "u".repeat(255);
    const kept = {
      ...{ landingPage: "p".repeat(2_048), language: "l".repeat(35), timezone: "t".repeat(50), connectionType: "c".repeat(20) },
      ...{ osVersion: "o".repeat(20), utmSource: utm, utmMedium: utm, utmCampaign: utm, utmTerm: utm, utmContent: utm },
    };
    const id = await analytics.sessionId({ ...kept, visitorId: "v".repeat(200), referrer: "r".repeat(2_048), userAgent: undefined });
    expect(await analytics.session(id)).toMatchObject({ ...kept, referrerDomain: "direct" });
    expect(await analytics.newSession({ consentAnalytics: "x".repeat(50) })).toEqual(UNRECORDED);
  });

  it("sessions that arrive together are each told their own id", async () => {
    const wishes = Array.from({ length: 60 }, (_, index) => ({ utmTerm: `term ${index}` }));
    const ids = await Promise.all(wishes.map((wish) => analytics.sessionId(wish)));
    for (const [index, id] of ids.entries()) expect((await analytics.session(id)).utmTerm).toBe(`term ${index}`);
  });
});

describe("input that is refused", () => {
  const wrong: readonly (readonly [string, Record<string, unknown>])[] = [
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
  it.each(wrong)("%s %j is 400", async (_id, fields) => {
    await expect(call(analytics.broker, createSession, { ...visit(), ...fields })).rejects.toMatchObject({
      key: "error.validation_failed",
    });
  });
});

describe("sessions that are not recorded", () => {
  async function expectRefused(wish: SessionWish, reason: string): Promise<void> {
    const before = await dropped(reason);
    const utmTerm = uuid();
    expect(await analytics.newSession({ ...wish, utmTerm })).toEqual(UNRECORDED);
    expect(await analytics.sessions({ utmTerm })).toHaveLength(0);
    expect(await dropped(reason)).toBe(before + 1);
  }

  it("ANS-07 the machines are those of the specification", () => expect([...BOT_TOKENS]).toEqual(MACHINES));
  it.each(MACHINES)("ANS-07 ANS-09 ANS-40 a user agent with %s is a machine", (token) =>
    expectRefused({ userAgent: `${CHROME} ${token}/1.0` }, "bot"),
  );
  it.each(["GoogleBot", "CURL/8", "Go-HTTP-client"])("ANS-08 %s is a machine in any case", (userAgent) =>
    expectRefused({ userAgent }, "bot"),
  );
  it.each(["denied", "", "Granted", " granted", "granted ", undefined])("ANS-04 consent %p is none", (consentAnalytics) =>
    expectRefused({ consentAnalytics }, "consent"),
  );

  it("ANS-25 a failed write is an answer without an id", async () => {
    analytics.runtime.faults.arm({ point: "analytics.session.insert", mode: "error", times: 1 });
    await expectRefused({}, "store");
    await analytics.sessionId();
  });

  it("ANS-25 a store that hangs is given up within two seconds, and the next session is recorded", async () => {
    analytics.runtime.faults.arm({ point: "analytics.session.insert", mode: "delay", delayMs: 4_000, times: 1 });
    expect(await within(2_000, analytics.newSession())).toEqual(UNRECORDED);
    await analytics.sessionId();
  });

  it("a visitor who has opted out is not recorded any more, whoever else arrives with him", async () => {
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
  it("ends up without consent", async () => {
    const deps = liveDeps(analytics.runtime, { open: async () => undefined, locate: () => null });
    const visitorId = uuid();
    const insertMany: typeof deps.sessions.insertMany = async (rows) => {
      await call(analytics.broker, optOut, { visitorId });
      await deps.sessions.insertMany(rows);
    };
    const commits = groupCommits({ ...deps, sessions: { ...deps.sessions, insertMany } });
    const sample = await analytics.session(await analytics.sessionId());
    const rows = [deps.hashOf(visitorId), deps.hashOf(uuid())].map((hash) => ({ ...sample, _id: uuid(), visitorHash: hash }));
    expect(await Promise.all(rows.map((row) => commits.session(row)))).toEqual([true, true]);
    const consents = await Promise.all(rows.map(async ({ _id }) => (await analytics.session(_id)).consent));
    expect(consents).toEqual(["withdrawn", sample.consent]);
  });
});

describe("tracking tokens", () => {
  const page = uuid();
  const recorded = async (wish: SessionWish) => (await analytics.newSession(wish)).id !== null;

  it("ANS-15 ANS-16 ANS-22 a page needs its own token, of 32 hex digits", async () => {
    const token = await analytics.token(page);
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    const bucket = Math.floor(analytics.runtime.clock.now().getTime() / 300_000);
    const digest = createHmac("sha256", analytics.runtime.env.secrets.analyticsTokenKey).update(`${page}:${bucket}`).digest("hex");
    expect(token).toBe(digest.slice(0, 32));
    for (const trackingToken of [undefined, "", "0".repeat(32), token.slice(1), `${token}0`, token.toUpperCase(), digest]) {
      if (trackingToken === token) continue;
      expect([trackingToken, await recorded({ bioPageId: page, trackingToken })]).toEqual([trackingToken, false]);
    }
    expect(await dropped("token")).toBeGreaterThanOrEqual(6);
  });

  it("ANS-17 ANS-18 ANS-19 ANS-20 counts in its own bucket and the next one, not before and not after", async () => {
    const { clock } = analytics.runtime;
    clock.set(new Date("2031-05-05T10:04:59.000Z"));
    const { token: trackingToken, expiresAt } = await call(analytics.broker, issueTrackingToken, { bioPageId: page });
    expect(expiresAt).toBe("2031-05-05T10:10:00.000Z");
    const wish = { bioPageId: page, trackingToken };
    const id = await analytics.sessionId(wish);
    expect((await analytics.session(id)).bioPageId).toBe(page);
    clock.set(new Date("2031-05-05T10:09:58.000Z"));
    expect(await recorded(wish)).toBe(true);
    clock.set(new Date("2031-05-05T10:10:00.000Z"));
    expect(await recorded(wish)).toBe(false);
    clock.set(new Date("2031-05-05T09:59:50.000Z"));
    expect(await recorded(wish)).toBe(false);
  });

  it("ANS-21 the token of a page is none for another, and ANS-23 without a page nobody asks for one", async () => {
    const trackingToken = await analytics.token(page);
    expect(await recorded({ bioPageId: uuid(), trackingToken })).toBe(false);
    expect(await recorded({ trackingToken: "nonsense" })).toBe(true);
  });

  it("ANS-24 no public route issues one", () => {
    expect(allContracts.find(({ name }) => name === issueTrackingToken.name)?.http).toBeUndefined();
  });
});
