import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { MINUTE } from "#libs/kernel/clock.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { accessibilityProblems, button, fillSignIn, problemsOf } from "./fixture.ts";
import { hasFocus } from "./focus.ts";
import { forget, leaveOffers, type NamedSystem, offerIsHeld, plugIn, startNamedSystem } from "./passkey-steps.ts";

let system: NamedSystem;
beforeAll(async () => {
  system = await startNamedSystem();
});
afterEach(async () => {
  await system.closeWindows();
  system.runtime.clock.reset();
});
afterAll(() => system?.stop());

/** A member of the staff with a passkey without a name, at the settings. */
async function withPasskey() {
  const person = await newAdmin(system, "SUPPORT");
  const page = await system.empty();
  await plugIn(page);
  await page.goto(`${system.site}/login?next=/settings/security`);
  await fillSignIn(page, person);
  await button(page, "Add passkey").click();
  await button(page, "Cancel").click();
  await button(page, "I have stored them").click();
  await page.getByRole("listitem").filter({ hasText: "A passkey" }).waitFor();
  return { page, person };
}

describe("passkeys", () => {
  it("MFA-21 MFA-10 a passkey is added by page, and signs in alone, as second step and in a step-up, at both doors", async () => {
    const person = await newAdmin(system, "SUPPORT");
    const { site } = system;
    const page = await system.empty();
    await plugIn(page);
    await leaveOffers(page);
    await page.goto(`${site}/login?next=/settings/security`);
    await fillSignIn(page, person);
    await button(page, "Add passkey").click();
    await page.getByLabel("Name, for example of the device").fill("Work phone");
    await button(page, "Save").click();
    await button(page, "I have stored them").click();
    await page.getByText("Recovery codes left: 10").waitFor();
    await page.getByRole("listitem").filter({ hasText: "Work phone" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    system.runtime.clock.advance(16 * MINUTE);
    await button(page, "Make new recovery codes").click();
    await page.getByRole("dialog", { name: "Confirm that it is you" }).getByRole("button", { name: "Use a passkey" }).click();
    await button(page, "I have stored them").click();
    system.runtime.clock.reset();

    await forget(page);
    await page.goto(`${site}/login?next=/settings/security`);
    await fillSignIn(page, person);
    await page.getByRole("heading", { name: "Second step" }).waitFor();
    await button(page, "Use a passkey").click();
    await page.waitForURL(`${site}/settings/security`);

    await page.goto(`${site}/admin/login`);
    await button(page, "Use a passkey").click();
    await page.waitForURL("**/admin");

    // The session ends under the open page, and the sign-in above it takes the passkey as well.
    await page.goto(`${site}/admin/users`);
    const user = page.locator("li[data-id] a").first();
    await user.waitFor();
    await page.context().clearCookies();
    await user.click();
    await page.getByRole("dialog").getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toMatch(/^\/admin\/users\/./);

    await forget(page);
    await page.goto(`${site}/login?next=/settings/security`);
    await button(page, "Use a passkey").press("Enter");
    await page.waitForURL(`${site}/settings/security`);
    await page.getByRole("listitem").filter({ hasText: "Work phone" }).getByRole("button", { name: "Remove" }).click();
    await page.getByText("Recovery codes left").waitFor({ state: "detached" });
    expect(problemsOf(page)).toEqual([]);
  });

  it("MFA-21 a passkey signs in from the field at both doors; a refused password gives the field its offer back", async () => {
    const { page, person } = await withPasskey();
    await forget(page);
    await page.goto(`${system.site}/login?next=/settings/security`);
    await page.waitForURL(`${system.site}/settings/security`);
    await page.goto(`${system.site}/admin/login?next=/admin/users`);
    await page.waitForURL(`${system.site}/admin/users`);

    await forget(page);
    await leaveOffers(page);
    await page.goto(`${system.site}/login?next=/settings/security`);
    expect(await page.getByLabel("Email address").getAttribute("autocomplete")).toBe("username webauthn");
    await offerIsHeld(page);
    await fillSignIn(page, { ...person, password: "another password" });
    await page.waitForURL(`${system.site}/settings/security`);
    expect(problemsOf(page)).toEqual([]);
  });

  it("MFA-21 a passkey that was named gets another name by page and keys, and the focus comes back", async () => {
    const { page } = await withPasskey();
    const rename = page.getByRole("listitem").filter({ hasText: "A passkey" }).getByRole("button", { name: "Rename" });
    await rename.press("Enter");
    await page.keyboard.type("Key ring");
    await page.keyboard.press("Enter");
    const item = page.getByRole("listitem").filter({ hasText: "Key ring" });
    await item.waitFor();
    await page.reload();
    await item.getByRole("button", { name: "Rename" }).click();
    expect(await page.getByLabel("Name, for example of the device").inputValue()).toBe("Key ring");
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Cancel").press("Enter");
    await hasFocus(page, "Rename");
    expect(problemsOf(page)).toEqual([]);
  });

  it("MFA-21 a bare address names the one to open", async () => {
    const person = await system.newUser();
    const page = await system.open("/login?next=/settings/security");
    await fillSignIn(page, person);
    await button(page, "Add passkey").click();
    const port = new URL(system.base).port;
    await page
      .getByRole("status")
      .getByRole("link", { name: `http://localhost:${port}` })
      .waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
