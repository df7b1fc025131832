import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import type { HandlerOf } from "#libs/contract-kit/implement.ts";
import { trackBioView } from "#libs/contracts/analytics.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { CHROME, type Fixture, startAnalytics } from "./fixture.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics.stop());
afterEach(() => {
  analytics.places.clear();
  analytics.runtime.faults.disarm();
});

type Wish = Partial<Parameters<HandlerOf<typeof trackBioView>>[0]["params"]>;

/** Tracks a view of a new page and returns its row. */
async function tracked(wish: Wish = {}) {
  const bioPageId = uuid();
  expect(await call(analytics.broker, trackBioView, { bioPageId, ...wish })).toEqual({ tracked: true });
  const rows = await analytics.bioViews({ bioPageId });
  expect(rows).toHaveLength(1);
  return rows[0];
}

describe("POST /bio/{bioPageId}/view", () => {
  it("BIO-01 BIO-09 BIO-11 BIO-12 records a view of any page, without a body too", async () => {
    expect(await tracked()).toMatchObject({
      visitorHash: null,
      referrer: null,
      userAgent: null,
      country: null,
      isEmbed: false,
      isBot: false,
    });
    expect(await tracked({ isEmbed: true, referrer: "https://x.test" })).toMatchObject({ isEmbed: true, referrer: "https://x.test" });
  });

  it.each([
    ["BIO-02", { bioPageId: "no uuid" }],
    ["BIO-03", { isEmbed: "yes" }],
    ["BIO-03", { country: 5 }],
    ["BIO-03", { device: 1 }],
    ["BIO-03", { visitorId: {} }],
    ["BIO-08", { country: "USA" }],
    ["BIO-08", { country: "D1" }],
  ])("%s %j is 400", async (_id, wrong) => {
    const params = { bioPageId: uuid(), ...wrong } as { bioPageId: string };
    await expect(call(analytics.broker, trackBioView, params)).rejects.toMatchObject({ key: "error.validation_failed" });
  });

  it("BIO-05 BIO-06 device and browser of the body count, else those of the user agent", async () => {
    expect(await tracked({ userAgent: CHROME })).toMatchObject({ device: "desktop", browser: "Chrome", userAgent: CHROME });
    expect(await tracked({ userAgent: CHROME, device: "tablet", browser: "Mosaic" })).toMatchObject({
      device: "tablet",
      browser: "Mosaic",
    });
  });

  it("BIO-07 BIO-08 the country of the body counts, then that of the address, then that of the delivery network", async () => {
    const clientAddress = "203.0.113.5";
    analytics.places.set(clientAddress, { country: "DE", city: null, region: null, continent: "EU", timezone: null });
    expect(await tracked({ country: "fr", clientAddress, edgeCountry: "PE" })).toMatchObject({ country: "FR" });
    expect(await tracked({ clientAddress, edgeCountry: "PE" })).toMatchObject({ country: "DE" });
    expect(await tracked({ clientAddress: "203.0.113.6", edgeCountry: "PE" })).toMatchObject({ country: "PE" });
    analytics.places.set(clientAddress, { country: null, city: null, region: null, continent: "SA", timezone: null });
    expect(await tracked({ clientAddress, edgeCountry: "PE" })).toMatchObject({ country: "PE" });
    analytics.places.set(clientAddress, new Error("broken"));
    expect(await tracked({ clientAddress })).toMatchObject({ country: null });
  });

  it("BIO-10 the address is neither stored nor logged", async () => {
    const clientAddress = "203.0.113.99";
    expect(JSON.stringify(await tracked({ clientAddress, edgeCountry: "DE" }))).not.toContain(clientAddress);
    expect(analytics.log.join("")).not.toContain(clientAddress);
  });

  it("BIO-13 a failing store is nobody's business", async () => {
    analytics.runtime.faults.arm({ point: "analytics.bio_view.insert", mode: "error", times: 1 });
    expect(await call(analytics.broker, trackBioView, { bioPageId: uuid() })).toEqual({ tracked: true });
  });

  it("BIO-14 a machine is recorded, and marked", async () => {
    expect(await tracked({ userAgent: "curl/8.5.0" })).toMatchObject({ isBot: true, userAgent: "curl/8.5.0" });
  });

  it("BIO-16 the visitor's id is hashed as that of a session", async () => {
    const visitorId = uuid();
    const row = await tracked({ visitorId });
    expect(row?.visitorHash).toBe(createHash("sha256").update(visitorId).digest("hex"));
    expect(JSON.stringify(row)).not.toContain(visitorId);
    expect((await analytics.session(await analytics.sessionId({ visitorId }))).visitorHash).toBe(row?.visitorHash);
  });
});
