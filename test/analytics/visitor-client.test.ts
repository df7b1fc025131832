import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { mmdbGeo } from "#services/analytics/geo/geo-lookup.ts";
import { CHROME, type Fixture, startAnalytics } from "./fixture.ts";
import { mmdbFile } from "./mmdb-file.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics.stop());
afterEach(() => analytics.runtime.faults.disarm());

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1";
const IPAD =
  "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1";
const ANDROID_PHONE =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";
const ANDROID_TABLET = "Mozilla/5.0 (Linux; Android 13; SM-X906C) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const UNNAMED_TABLET = "Mozilla/5.0 (Linux; Android 12; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15";
const LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
const TELEVISION =
  "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/94.0.4606.128 Safari/537.36 WebAppManager";

const BERLIN = { country: "DE", city: "Berlin", region: "Land Berlin", continent: "EU", timezone: "Europe/Berlin" };

describe("the user agent", () => {
  it.each([
    [IPHONE, "mobile"],
    [ANDROID_PHONE, "mobile"],
    [IPAD, "tablet"],
    [ANDROID_TABLET, "tablet"],
    [UNNAMED_TABLET, "tablet"],
    [CHROME, "desktop"],
    [MAC, "desktop"],
    [LINUX, "desktop"],
    [TELEVISION, "desktop"],
  ])("ANS-29 %s is %s", async (userAgent, device) => {
    expect((await analytics.session(await analytics.sessionId({ userAgent }))).device).toBe(device);
  });

  it("ANS-28 wins over what the client says, where it says something", async () => {
    const said = { device: "tablet", browser: "Mosaic", os: "BeOS", osVersion: "5" };
    const parsed = await analytics.session(await analytics.sessionId({ ...said, userAgent: IPHONE }));
    expect(parsed).toMatchObject({ device: "mobile", browser: "Mobile Safari", os: "iOS", osVersion: "17.4.1" });
    expect(await analytics.session(await analytics.sessionId({ ...said, userAgent: "something else" }))).toMatchObject(said);
    const halfKnown = await analytics.session(await analytics.sessionId({ ...said, userAgent: LINUX }));
    expect(halfKnown).toMatchObject({ device: "desktop", browser: "Firefox", os: "Linux" });
  });
});

describe("the place", () => {
  const clientAddress = "203.0.113.77";
  afterEach(() => analytics.places.clear());

  it("ANS-32 ANS-35 is that of the address, and its time zone wins", async () => {
    analytics.places.set(clientAddress, BERLIN);
    const wish = { clientAddress, timezone: "America/Lima", edgeCountry: "PE", edgeCity: "Lima" };
    expect(await analytics.session(await analytics.sessionId(wish))).toMatchObject(BERLIN);
  });

  it("ANS-32 ANS-35 without a result the delivery network counts, and the client's time zone", async () => {
    const wish = { clientAddress, timezone: "America/Lima", edgeCountry: "PE", edgeCity: "Lima" };
    const nowhere = { region: null, continent: null, timezone: "America/Lima" };
    expect(await analytics.session(await analytics.sessionId(wish))).toMatchObject({ country: "PE", city: "Lima", ...nowhere });
  });

  it("ANS-35 a result without a country is none for the country, and the two places are not mixed", async () => {
    const wish = { clientAddress, edgeCountry: "PE", edgeCity: "Lima" };
    analytics.places.set(clientAddress, { country: null, city: null, region: null, continent: "SA", timezone: "America/Lima" });
    const row = await analytics.session(await analytics.sessionId(wish));
    expect(row).toMatchObject({ country: "PE", city: "Lima", region: null, continent: "SA", timezone: "America/Lima" });
    analytics.places.set(clientAddress, { ...BERLIN, city: null });
    expect(await analytics.session(await analytics.sessionId(wish))).toMatchObject({ country: BERLIN.country, city: null });
  });

  it("ANS-36 ANS-34 a lookup that throws leaves the place unknown, and the address is neither stored nor logged", async () => {
    analytics.places.set(clientAddress, new Error(`no such address ${clientAddress}`));
    const row = await analytics.session(await analytics.sessionId({ clientAddress }));
    expect(row).toMatchObject({ country: null, city: null, region: null, continent: null, timezone: null });
    analytics.places.clear();
    analytics.runtime.faults.arm({ point: "analytics.geoip", mode: "error", times: 1 });
    const other = await analytics.session(await analytics.sessionId({ clientAddress }));
    expect(other.country).toBeNull();
    expect(JSON.stringify([row, other])).not.toContain(clientAddress);
    expect(analytics.log.length).toBeGreaterThan(0);
    expect(analytics.log.join("")).not.toContain(clientAddress);
  });
});

describe("the database of places", () => {
  const folder = mkdtempSync(join(tmpdir(), "places-"));
  const path = join(folder, "places.mmdb");
  const logger = pino({ level: "silent" });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("ANS-35 is an mmdb file", async () => {
    writeFileSync(
      path,
      mmdbFile({
        country: { iso_code: "CH" },
        city: { names: { en: "Bern" } },
        subdivisions: [{ names: { en: "Canton of Bern" } }],
        continent: { code: "EU" },
        location: { time_zone: "Europe/Zurich" },
      }),
    );
    const geo = mmdbGeo(path, logger);
    await geo.open();
    const bern = { country: "CH", city: "Bern", region: "Canton of Bern", continent: "EU", timezone: "Europe/Zurich" };
    expect(geo.locate("1.2.3.4")).toEqual(bern);
    expect(geo.locate("203.0.113.1")).toBeNull();
    expect(geo.locate("unknown")).toBeNull();
  });

  it("ANS-35 a database of countries knows no cities", async () => {
    writeFileSync(path, mmdbFile({ country: { iso_code: "CH" } }));
    const geo = mmdbGeo(path, logger);
    await geo.open();
    expect(geo.locate("1.2.3.4")).toEqual({ country: "CH", city: null, region: null, continent: null, timezone: null });
  });

  it("ANS-36 a file that is missing or damaged is no failure", async () => {
    writeFileSync(path, "no database");
    for (const wrong of [path, join(folder, "missing.mmdb")]) {
      const geo = mmdbGeo(wrong, logger);
      await geo.open();
      expect(geo.locate("1.2.3.4")).toBeNull();
    }
  });
});
