import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { codeAt } from "../people/factors.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
let staff: Person;
beforeAll(async () => {
  system = await startBrowserSystem();
  staff = await newAdmin(system, "ADMIN");
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const dialog = (page: Page) => page.getByRole("dialog");
const facts = (page: Page) => page.locator("#main .facts");

async function enrolled(displayName: string): Promise<Person> {
  const user = await system.newUser({ displayName });
  const { factorId, secret } = dataOf<{ factorId: string; secret: string }>(await user.send("POST", "/auth/mfa/totp"), 201);
  dataOf(await user.send("POST", "/auth/mfa/totp/confirm", { factorId, code: codeAt(secret, system.runtime.clock.now()) }), 200);
  return user;
}

describe("second factors that were lost", () => {
  it("MFA-17 staff ask for their reset in a dialog that says whom, what and when; the link of the mail keeps them", async () => {
    const user = await enrolled("Lotte Los");
    const page = await openAsStaff(system, staff, `/admin/users/${user.userId}`);
    await button(page, "Reset second factors").click();
    await dialog(page).getByRole("heading", { name: "Reset second factors: Lotte Los" }).waitFor();
    await dialog(page).getByText("Lotte Los gets an email and can stop it").waitFor();
    await dialog(page).getByText("Second factors are removed").waitFor();
    await dialog(page).getByText("Only staff read the reason.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("Reason").fill("The phone is lost; the passport was shown.");
    await dialog(page).getByRole("button", { name: "Reset second factors" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await facts(page).getByText("Second factors are removed").waitFor();

    const token = await system.mailedToken(user.email, "second_factor_reset");
    const own = await system.open(`/cancel-factor-reset#token=${token}`);
    await button(own, "Keep the second step").click();
    await own.getByRole("heading", { name: "The second step stays" }).waitFor();
    expect([await accessibilityProblems(own), problemsOf(own)]).toEqual([[], []]);
    await page.reload();
    await facts(page).getByText("Second step at sign-in").waitFor();
    expect(await facts(page).getByText("Second factors are removed").count()).toBe(0);
  });

  it("MFA-17 a press that the state refuses says why, and people without factors, colleagues and oneself have no button", async () => {
    const user = await enrolled("Rita Rest");
    const page = await openAsStaff(system, staff, `/admin/users/${user.userId}`);
    await button(page, "Reset second factors").click();
    await page.getByLabel("Reason").fill("The phone is lost.");
    const [factor] = dataOf<{ factors: { id: string }[] }>(await user.send("GET", "/auth/mfa"), 200).factors;
    dataOf(await user.send("DELETE", `/auth/mfa/factors/${factor?.id}`), 200);
    await dialog(page).getByRole("button", { name: "Reset second factors" }).click();
    await dialog(page).getByText("The account has no second factor").waitFor();
    const colleague = await newAdmin(system, "SUPPORT");
    for (const { userId } of [user, colleague, staff]) {
      await page.goto(new URL(`/admin/users/${userId}`, page.url()).href);
      await facts(page).getByText("Second step at sign-in").waitFor();
      expect(await button(page, "Reset second factors").count()).toBe(0);
    }
  });

  it("MFA-17 CON-14 support, who may not reset them, reads who does", async () => {
    const user = await enrolled("Pia Phone");
    const page = await openAsStaff(system, await newAdmin(system, "SUPPORT"), `/admin/users/${user.userId}`);
    await page.getByText("An administrator resets second factors. Ask one, and leave the ticket open until then.").waitFor();
    expect(await button(page, "Reset second factors").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
