import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { dataOf } from "../support/test-system.ts";
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

it("a name that was emptied is refused at its field, and the account keeps it", async () => {
  const fan = await system.newUser({ displayName: "Finn" });
  const page = await openAs(system, fan, "/settings/profile");
  await page.locator("[name=displayName]").fill("  ");
  await button(page, "Save").click();
  await page.locator("[name=displayName]:focus[aria-invalid=true]").waitFor();
  expect(await page.getByText("Saved").count()).toBe(0);
  expect(dataOf<{ displayName: string }>(await fan.send("GET", "/auth/me"), 200).displayName).toBe("Finn");
});

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
      for (const text of [
        'href="tel:+491701234567"',
        'href="mailto:jos%C3%A9@m%C3%BCnchen.de?subject=Hi%20there"',
        ">josé@münchen.de<",
        'data-copy="josé@münchen.de"',
        'data-copy="+491701234567"',
      ]) {
        expect(html).toContain(text);
      }
    }, PUBLIC_WITHIN_MS);
    expect(problemsOf(page)).toEqual([]);
  });
});

describe("amounts as people paste them", () => {
  it("FLD-19 the field says what is wrong, nothing is saved until it is right, and the amount is the one that was meant", async () => {
    const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    const page = await openAs(system, creator, "/page");
    const html = async () => (await fetch(`${system.base}/${creator.username}`)).text();
    for (const [typed, sentence] of [
      ["$9", "Enter the amount in €"],
      ["1.234.567", "This can be read in two ways. Write the amount without grouping its digits, for example 1234.50"],
      ["9.005", "Amounts have at most two decimals"],
      ["nine", "Enter an amount, for example 5.00"],
    ] as const) {
      await page.getByLabel("Price").fill(typed);
      await button(page, "Save").last().click();
      await page.locator("[name=price]:focus[aria-invalid=true]").waitFor();
      await page.locator(".problem").getByText(sentence, { exact: true }).waitFor();
    }
    expect(await html()).toContain("€5.00");
    await page.getByLabel("Price").fill("EUR\u00a07.-");
    await button(page, "Save").last().click();
    await eventually(async () => expect(await html()).toContain("€7.00"), PUBLIC_WITHIN_MS);
    expect(problemsOf(page)).toEqual([]);
  });
});
