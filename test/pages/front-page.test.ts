import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { startTestSystem, type TestSystem } from "../support/test-system.ts";
import { type GetPage, pageClient } from "./page-client.ts";

let system: TestSystem;
let get: GetPage;
beforeAll(async () => {
  system = await startTestSystem({ configOverrides: new Map([["CONFIG_PAGES_ENABLED", "true"]]) });
  get = pageClient(system.base);
});
afterAll(() => system.stop());

describe("the pages that a stranger sees first", () => {
  it.each(["/", "/discover", "/help"])(
    "PGE-11 %s says to search engines and messengers what it is, once for all its addresses",
    async (path) => {
      const { html } = await get(`${path}?lang=en`);
      const address = system.runtime.config.read("site.public_host") + path;
      expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
      expect(html).toContain(`<meta property="og:url" content="${address}"/>`);
      const texts = [...html.matchAll(/(?:name="description"|property="og:(?:title|description)") content="([^"]{4,300})"/g)];
      expect(texts).toHaveLength(3);
    },
  );

  it("PGE-03 the start shows what a creator earns of ten answers, after the share of the operator", async () => {
    const { html } = await get("/?lang=en");
    for (const amount of ["120.00", "-24.00", "96.00"]) expect(html).toContain(`<data value="${amount}"`);
    expect(html).toContain("keeps 20%");
  });

  it("PGE-04 only a paid creator's page explains how money is held", async () => {
    const paid = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    const free = await system.newCreator({ dmType: "FREE" });
    const explains = async (username: string) => (await get(`/${username}?lang=en`)).html.includes("Your money is held until they reply.");
    expect([await explains(paid.username), await explains(free.username)]).toEqual([true, false]);
  });
});
