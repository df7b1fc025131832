import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import type { Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAs, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const newAddress = () => `a${uuid().slice(-12)}@example.org`;

/** The page of security settings, after another address was asked for there. */
async function asked(person: Person, newEmail: string): Promise<Page> {
  const page = await openAs(system, person, "/settings/security");
  await page.getByLabel("New email address").fill(newEmail);
  await button(page, "Change address").click();
  await page.getByText(`${newEmail} becomes your address once you confirm it`).waitFor();
  return page;
}

/** Follows the link of a mail, and presses the button of its page. */
async function follow(path: string, email: string, kind: string, label: string): Promise<Page> {
  const page = await system.open(`${path}#token=${await system.mailedToken(email, kind)}`);
  await button(page, label).click();
  return page;
}

describe("the address of an account", () => {
  it("SGN-19 is changed by pages: asked for, confirmed by mail, seen while it waits, and stopped by its owner", async () => {
    const [person, newEmail] = [await system.newUser(), newAddress()];
    const page = await asked(person, newEmail);
    expect(await accessibilityProblems(page)).toEqual([]);
    const confirmation = await follow("/confirm-email-change", newEmail, "email_change_confirm", "Confirm address");
    await confirmation.getByRole("heading", { name: "Your new address is confirmed" }).waitFor();
    await confirmation.getByText(/^Until .+ you sign in with the old one\.$/).waitFor();
    const again = await follow("/confirm-email-change", newEmail, "email_change_confirm", "Confirm address");
    await again.getByRole("heading", { name: "This link no longer works" }).waitFor();

    await page.reload();
    await page.getByText(`${newEmail} becomes your address:`).waitFor();
    await button(page, "Keep this address").click();
    await page.getByLabel("New email address").waitFor();
    expect(await page.getByText(person.email).count()).toBe(1);
    expect(problemsOf(confirmation)).toEqual([]);
  });

  it("SGN-19 stays as it is by the link of the mail to the old address, and the one who asked is signed out", async () => {
    const [person, newEmail] = [await system.newUser(), newAddress()];
    const page = await asked(person, newEmail);
    const stopped = await follow("/undo-email-change", person.email, "email_change_asked", "Keep this address");
    await stopped.getByRole("heading", { name: "Your address stays as it is" }).waitFor();
    expect([await accessibilityProblems(stopped), problemsOf(stopped)]).toEqual([[], []]);
    await page.reload();
    await page.waitForURL((url) => url.pathname === "/login");
  });

  it("SGN-19 staff see on the page of a user what waits, and until when", async () => {
    const [person, newEmail] = [await system.newUser(), newAddress()];
    await asked(person, newEmail);
    const admin = await newAdmin(system, "ADMIN");
    const page = await openAsStaff(system, admin, `/admin/users/${person.userId}`);
    await page.getByText("Address changes").waitFor();
    expect(await page.getByText(newEmail).count()).toBe(0);
  });
});
