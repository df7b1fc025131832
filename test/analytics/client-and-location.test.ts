import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { pino } from "pino";
import { mmdbLookup } from "#services/analytics/geo/geo-lookup.ts";
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

  it("ANS-28 overrides the hints of the client where it is recognized", async () => {
    const hints = { device: "tablet", browser: "Mosaic", os: "BeOS", osVersion: "5" };
    const parsed = await analytics.session(await analytics.sessionId({ ...hints, userAgent: IPHONE }));
    expect(parsed).toMatchObject({ device: "mobile", browser: "Mobile Safari", os: "iOS", osVersion: "17.4.1" });
    expect(await analytics.session(await analytics.sessionId({ ...hints, userAgent: "something else" }))).toMatchObject(hints);
    const halfKnown = await analytics.session(await analytics.sessionId({ ...hints, userAgent: LINUX }));
    expect(halfKnown).toMatchObject({ device: "desktop", browser: "Firefox", os: "Linux" });
  });
});

describe("the location", () => {
  const clientAddress = "203.0.113.77";
  afterEach(() => analytics.locations.clear());

  it("ANS-32 ANS-35 the location is that of the IP address, and its time zone overrides the one of the client", async () => {
    analytics.locations.set(clientAddress, BERLIN);
    const fields = { clientAddress, timezone: "America/Lima", edgeCountry: "PE", edgeCity: "Lima" };
    expect(await analytics.session(await analytics.sessionId(fields))).toMatchObject(BERLIN);
  });

  it("ANS-32 ANS-35 the location comes from the delivery network without a result, with the time zone of the client", async () => {
    const fields = { clientAddress, timezone: "America/Lima", edgeCountry: "PE", edgeCity: "Lima" };
    const unknown = { region: null, continent: null, timezone: "America/Lima" };
    expect(await analytics.session(await analytics.sessionId(fields))).toMatchObject({ country: "PE", city: "Lima", ...unknown });
  });

  it("ANS-35 the location has country and city of the delivery network when the result has no country, and never mixes the two", async () => {
    const fields = { clientAddress, edgeCountry: "PE", edgeCity: "Lima" };
    analytics.locations.set(clientAddress, { country: null, city: null, region: null, continent: "SA", timezone: "America/Lima" });
    const row = await analytics.session(await analytics.sessionId(fields));
    expect(row).toMatchObject({ country: "PE", city: "Lima", region: null, continent: "SA", timezone: "America/Lima" });
    analytics.locations.set(clientAddress, { ...BERLIN, city: null });
    expect(await analytics.session(await analytics.sessionId(fields))).toMatchObject({ country: BERLIN.country, city: null });
  });

  it("ANS-36 ANS-34 the location is unknown when the lookup throws, and the address is neither stored nor logged", async () => {
    analytics.locations.set(clientAddress, new Error(`no such address ${clientAddress}`));
    const row = await analytics.session(await analytics.sessionId({ clientAddress }));
    expect(row).toMatchObject({ country: null, city: null, region: null, continent: null, timezone: null });
    analytics.locations.clear();
    analytics.runtime.faults.arm({ point: "analytics.geoip", mode: "error", times: 1 });
    const other = await analytics.session(await analytics.sessionId({ clientAddress }));
    expect(other.country).toBeNull();
    expect(JSON.stringify([row, other])).not.toContain(clientAddress);
    expect(analytics.log.length).toBeGreaterThan(0);
    expect(analytics.log.join("")).not.toContain(clientAddress);
  });
});

describe("the GeoIP database", () => {
  const folder = mkdtempSync(join(tmpdir(), "geoip-"));
  const path = join(folder, "geoip.mmdb");
  const logger = pino({ level: "silent" });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("ANS-35 the GeoIP database is an mmdb file", async () => {
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
    const geo = mmdbLookup(path, logger);
    await geo.open();
    const bern = { country: "CH", city: "Bern", region: "Canton of Bern", continent: "EU", timezone: "Europe/Zurich" };
    expect(geo.locate("1.2.3.4")).toEqual(bern);
    expect(geo.locate("203.0.113.1")).toBeNull();
    expect(geo.locate("unknown")).toBeNull();
  });

  it("ANS-35 the GeoIP database leaves the city unknown when it knows countries only", async () => {
    writeFileSync(path, mmdbFile({ country: { iso_code: "CH" } }));
    const geo = mmdbLookup(path, logger);
    await geo.open();
    expect(geo.locate("1.2.3.4")).toEqual({ country: "CH", city: null, region: null, continent: null, timezone: null });
  });

  it("ANS-36 the GeoIP database leaves locations unknown when the file is missing or damaged", async () => {
    writeFileSync(path, "not a database");
    for (const unreadable of [path, join(folder, "missing.mmdb")]) {
      const geo = mmdbLookup(unreadable, logger);
      await geo.open();
      expect(geo.locate("1.2.3.4")).toBeNull();
    }
  });
});
