import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { pageWeight } from "../support/page-weight.ts";
import { startTestSystem, type TestSystem } from "../support/test-system.ts";
import { dynamicPartsOf, type GetPage, headValues, pageClient, withParts } from "./page-client.ts";

let system: TestSystem;
let get: GetPage;

beforeAll(async () => {
  system = await startTestSystem({ configOverrides: new Map([["CONFIG_PAGES_ENABLED", "true"]]) });
  get = pageClient(system.base);
});
afterAll(() => system.stop());

describe("pages for staff", () => {
  it("PGE-11 pages for staff are neither indexed nor cached, send no referrer, and show nothing before a sign-in", async () => {
    for (const path of ["/admin", "/admin/login", "/admin/support", `/admin/support/${uuid()}`, "/admin/webhooks/x"]) {
      const { status, headers, html } = await get(path);
      expect([path, status, headers.get("cache-control"), headers.get("etag")]).toEqual([path, 200, "no-store", null]);
      expect([headers.get("x-robots-tag"), headers.get("referrer-policy")]).toEqual(["noindex", "no-referrer"]);
      expect(headValues(html, "robots")).toEqual(["noindex"]);
      expect(html.match(/data-staff="[^"]*"/g)?.length).toBe(html.match(/data-staff="[^"]*" hidden/g)?.length);
    }
    expect((await get("/admin/no-such-page")).status).toBe(404);
    expect((await get("/admin", { accept: "*/*" })).headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  it("VIS-09 each place of the sidebar has a sign beside its name", async () => {
    const side = /<nav id="side".*?<\/nav>/s.exec((await get("/admin")).html)?.[0] ?? "";
    const places = side.match(/<a .*?<\/a>/gs) ?? [];
    expect(places.length).toBeGreaterThan(20);
    expect(places.filter((place) => !/<svg class="icon( turns)?"/.test(place))).toEqual([]);
    expect(places.filter((place) => place.includes("icon turns")).map((place) => /href="([^"]+)"/.exec(place)?.[1])).toEqual([
      "/admin/refunds",
    ]);
  });

  it("A11-05 each page for staff weighs at most 100 kB compressed, with style, font, script, texts and the parts that it needs", async () => {
    const { html } = await get("/admin");
    const ofFrame = [...html.matchAll(/(?:href|src|data-texts)="(\/assets\/[^"]+)"/g)].map(([, address = ""]) => address);
    const needed = await withParts(get, ofFrame);
    const placeTexts = [...html.matchAll(/&quot;(\/assets\/[^&]+)&quot;/g)].map(([, address = ""]) => address);
    expect(placeTexts.length).toBeGreaterThan(2);
    const pages = await dynamicPartsOf(get, needed);
    expect(pages.length).toBeGreaterThan(4);
    const style = (await get(/\/assets\/[^"]+\.css/.exec(html)?.[0] ?? "")).html;
    // The file of further letters is loaded by a page that shows one of them, which no English text does.
    const fonts = [...style.matchAll(/url\("\.\/(domine-latin-wght[^"]+\.woff2)"\)/g)].map(([, font]) => `/assets/${font}`);
    expect(fonts).toHaveLength(1);
    const textsOfPlace = Math.max(...(await Promise.all(placeTexts.map((path) => pageWeight([system.base + path])))));
    for (const page of pages) {
      const files = ["/admin", ...(await withParts(get, [...needed, page])), ...fonts];
      expect((await pageWeight(files.map((path) => system.base + path))) + textsOfPlace).toBeLessThanOrEqual(100_000);
    }
  });

  it("the words of the console are loaded by staff only", async () => {
    const textsOf = async (path: string) => (await get(/data-texts="([^"]+)"/.exec((await get(path)).html)?.[1] ?? "")).html;
    expect(await textsOf("/login")).not.toContain('"page.console.');
    expect(await textsOf("/admin")).toContain('"page.console.today"');
  });
});
