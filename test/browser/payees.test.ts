import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { newOwnFan } from "../spec/tour-money-back.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { dataOf } from "../support/test-system.ts";
import { type BrowserSystem, button, openAs, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";
import { earningCreator } from "./paid-messages.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

describe("PYO-05 the page of payouts", () => {
  it("PYO-05 leads a creator to the payment provider, names what it lacks, and pays out once it can pay", async () => {
    const creator = await earningCreator(system);
    await system.setConfig("provider.kyc", "payee");
    const page = await openAs(system, creator, "/payouts");
    await page.getByText("First complete the account at the payment provider below.").waitFor();
    await page.getByLabel("Country of the bank account").selectOption("DE");
    await button(page, "Set up the account").click();
    const account = page.locator("[data-part=payee]");
    await account.getByText("Not complete yet").waitFor();
    await account.getByText("identity_document").waitFor();
    const path = `/payments/sandbox/sandbox:payee:${creator.userId}`;
    dataOf(await creator.send("POST", path, { outcome: "ENABLED" }), 200);
    await page.reload();
    await account.getByText("Ready").waitFor();
    await page.locator("form").getByRole("button", { name: "Pay out" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Pay out" });
    await dialog.getByText("goes to Account at the payment provider.").waitFor();
    await dialog.getByRole("button", { name: "Pay out" }).click();
    await page.locator("ul.list").getByText("Account at the payment provider").waitFor();
    await system.setConfig("provider.kyc", "manual");
    expect(problemsOf(page)).toEqual([]);
  });
});

describe("PYO-09 the page of held earnings", () => {
  it("PYO-09 shows why earnings are held, and frees them with a reason", async () => {
    await newOwnFan(system);
    const page = await openAsStaff(system, await newAdmin(system, "FINANCE"), "/admin/held-earnings");
    await page.getByText("Same card or bank account").waitFor();
    await button(page, "Free").click();
    const dialog = page.getByRole("dialog");
    await page.getByLabel("Reason").fill("Known to us");
    await dialog.getByRole("button", { name: "Free" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Known to us").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });
});
