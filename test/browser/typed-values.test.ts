import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { type BrowserSystem, button, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { creatorWithLinks } from "./numbers.ts";

const PUBLIC_WITHIN_MS = 5_000;

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const rowOf = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });

describe("addresses as people type them", () => {
  it("FLD-18 FLD-17 the field says that a number wants its country code, and shows addresses as people write them", async () => {
    const creator = await creatorWithLinks(system);
    const page = await openAs(system, creator, "/page");
    const add = async (kind: string, label: string, address: string) => {
      await button(page, "Add a link").click();
      await page.getByLabel("Kind").selectOption(kind);
      await page.getByLabel(label).fill(address);
      await button(page, "Save").first().click();
    };
    await add("Phone number", "Phone number", "0170 1234567");
    await page.locator("[name=url]:focus[aria-invalid=true]").waitFor();
    await page.locator(".problem").getByText("The number needs its country code, for example +49 170 1234567.").waitFor();
    await page.getByLabel("Phone number").fill("+49 (0)170 1234567");
    await button(page, "Save").first().click();
    await rowOf(page, "+491701234567").waitFor();
    await add("Email address", "Email address", "josé@münchen.de?subject=Hi there");
    await rowOf(page, "josé@münchen.de?subject=Hi%20there").waitFor();
    await eventually(async () => {
      const html = await (await fetch(`${system.base}/${creator.username}`)).text();
      for (const text of ['href="tel:+491701234567"', 'href="mailto:jos%C3%A9@m%C3%BCnchen.de?subject=Hi%20there"', ">josé@münchen.de<"]) {
        expect(html).toContain(text);
      }
    }, PUBLIC_WITHIN_MS);
    expect(problemsOf(page)).toEqual([]);
  });
});
