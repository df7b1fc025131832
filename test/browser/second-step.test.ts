import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { codeAt } from "../people/factors.ts";
import { newAdmin } from "../support/admin-browser.ts";
import type { Person } from "../support/test-system.ts";
import { type BrowserSystem, button, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

async function giveFirstStep(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
}

describe("the second step", () => {
  it("MFA-02 MFA-03 an authenticator is added by page, with codes shown once, and both doors ask for the second step", async () => {
    const person = await newAdmin(system, "SUPPORT");
    const page = await system.open("/login?next=/settings/security");
    await giveFirstStep(page, person);
    await button(page, "Add authenticator app").click();
    await page.getByRole("img", { name: "QR code with the key" }).waitFor();
    const secret = (await page.locator("[data-secret]").textContent()) ?? "";
    await page.getByLabel("Authenticator code").fill(codeAt(secret, system.runtime.clock.now()));
    await button(page, "Save").last().click();
    const codes = page.getByRole("region", { name: "Recovery codes" }).locator("code");
    await codes.first().waitFor();
    const [first = "", second = "", ...others] = await codes.allTextContents();
    expect(others).toHaveLength(8);
    await button(page, "I have stored them").click();
    await page.getByText("Recovery codes left: 10").waitFor();
    expect(await codes.count()).toBe(0);
    expect(problemsOf(page)).toEqual([]);

    const door = await (await system.visitor()).newPage();
    await door.goto(`${system.base}/login`);
    await giveFirstStep(door, person);
    await door.getByRole("heading", { name: "Second step" }).waitFor();
    await door.getByLabel("Authenticator code").fill("000000");
    await button(door, "Sign in").click();
    await door.locator("[name=code][aria-invalid=true]").waitFor();
    await button(door, "Recovery code").click();
    await door.getByLabel("Recovery code").fill(first.toLowerCase());
    await button(door, "Sign in").click();
    await door.waitForURL("**/messages");

    const staff = await (await system.visitor()).newPage();
    await staff.goto(`${system.base}/admin/login`);
    await giveFirstStep(staff, person);
    await button(staff, "Recovery code").click();
    await staff.getByLabel("Recovery code").fill(second);
    await button(staff, "Sign in").click();
    await staff.waitForURL("**/admin");
  });
});
