import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import type { HandlerOf } from "#libs/contract-kit/implement.ts";
import { trackBioView } from "#libs/contracts/analytics/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { CHROME, type Fixture, startAnalytics } from "./fixture.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics.stop());
afterEach(() => {
  analytics.locations.clear();
  analytics.runtime.faults.disarm();
});

type ViewFields = Partial<Parameters<HandlerOf<typeof trackBioView>>[0]["params"]>;

/** Tracks a view of a new page and returns its row. */
async function tracked(fields: ViewFields = {}) {
  const bioPageId = uuid();
  expect(await call(analytics.broker, trackBioView, { bioPageId, ...fields })).toEqual({ tracked: true });
  const rows = await analytics.bioViews({ bioPageId });
  expect(rows).toHaveLength(1);
  return rows[0];
}

describe("POST /bio/{bioPageId}/view", () => {
  it("BIO-01 BIO-09 BIO-11 BIO-12 records a view of any page, even without a body", async () => {
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
  ])("%s refuses %j with 400", async (_id, invalid) => {
    const params = { bioPageId: uuid(), ...invalid } as { bioPageId: string };
    await expect(call(analytics.broker, trackBioView, params)).rejects.toMatchObject({ key: "error.validation_failed" });
  });

  it("BIO-05 BIO-06 takes device and browser from the body, else from the user agent", async () => {
    expect(await tracked({ userAgent: CHROME })).toMatchObject({ device: "desktop", browser: "Chrome", userAgent: CHROME });
    expect(await tracked({ userAgent: CHROME, device: "tablet", browser: "Mosaic" })).toMatchObject({
      device: "tablet",
      browser: "Mosaic",
    });
  });

  it("BIO-07 BIO-08 takes the country from the body, else from the IP address, else from the delivery network", async () => {
    const clientAddress = "203.0.113.5";
    analytics.locations.set(clientAddress, { country: "DE", city: null, region: null, continent: "EU", timezone: null });
    expect(await tracked({ country: "fr", clientAddress, edgeCountry: "PE" })).toMatchObject({ country: "FR" });
    expect(await tracked({ clientAddress, edgeCountry: "PE" })).toMatchObject({ country: "DE" });
    expect(await tracked({ clientAddress: "203.0.113.6", edgeCountry: "PE" })).toMatchObject({ country: "PE" });
    analytics.locations.set(clientAddress, { country: null, city: null, region: null, continent: "SA", timezone: null });
    expect(await tracked({ clientAddress, edgeCountry: "PE" })).toMatchObject({ country: "PE" });
    analytics.locations.set(clientAddress, new Error("broken"));
    expect(await tracked({ clientAddress })).toMatchObject({ country: null });
    expect(await tracked({ country: "FR" })).toMatchObject({ country: "FR" });
  });

  it("ANS-45 BIO-08 takes a code that is no country for an absent one", async () => {
    for (const country of ["XX", "zz"]) {
      expect(await tracked({ country, clientAddress: "203.0.113.6", edgeCountry: "PE" })).toMatchObject({ country: "PE" });
      expect(await tracked({ country, clientAddress: "203.0.113.6" })).toMatchObject({ country: null });
    }
  });

  it("BIO-10 neither stores nor logs the IP address", async () => {
    const clientAddress = "203.0.113.99";
    expect(JSON.stringify(await tracked({ clientAddress, edgeCountry: "DE" }))).not.toContain(clientAddress);
    expect(analytics.log.join("")).not.toContain(clientAddress);
  });

  it("BIO-13 answers as usual when the insert fails", async () => {
    analytics.runtime.faults.arm({ point: "analytics.bio_view.insert", mode: "error", times: 1 });
    expect(await call(analytics.broker, trackBioView, { bioPageId: uuid() })).toEqual({ tracked: true });
  });

  it("BIO-14 records a view by a bot and marks it", async () => {
    expect(await tracked({ userAgent: "curl/8.5.0" })).toMatchObject({ isBot: true, userAgent: "curl/8.5.0" });
  });

  it("BIO-16 stores the same hash of a visitor's id as a session", async () => {
    const visitorId = uuid();
    const row = await tracked({ visitorId });
    expect(row?.visitorHash).toBe(createHash("sha256").update(visitorId).digest("hex"));
    expect(JSON.stringify(row)).not.toContain(visitorId);
    expect((await analytics.session(await analytics.sessionId({ visitorId }))).visitorHash).toBe(row?.visitorHash);
  });
});
