import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { adminLogin, newAdmin } from "../support/admin-browser.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAs, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";

const PASSWORD = "fifteen letters and more";

let system: BrowserSystem;
let admin: Person;
beforeAll(async () => {
  system = await startBrowserSystem();
  admin = await newAdmin(system, "SUPER_ADMIN");
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, id: string) => page.locator(`li[data-id="${id}"]`);

/** Invites an address by the page of the staff; the path of the link in the mail. */
async function inviteByPage(page: Page, email: string): Promise<string> {
  await button(page, "Invite").click();
  await dialog(page).getByLabel("Email address").fill(email);
  await dialog(page).getByLabel("Moderator").check();
  await dialog(page).getByRole("button", { name: "Invite", exact: true }).click();
  await page.locator("li", { hasText: email }).getByText("Moderator").waitFor();
  return `/accept-invitation#token=${await system.mailedToken(email, "staff_invitation")}`;
}

/** Decides in the open dialog. */
async function decide(page: Page, verb: string): Promise<void> {
  await dialog(page).getByLabel("Reason").fill("A test of the pages");
  await dialog(page).getByRole("button", { name: verb, exact: true }).click();
  await dialog(page).waitFor({ state: "detached" });
}

describe("pages of the staff", () => {
  it("STF-28 a person is invited, joins, gets other roles, is signed out and removed by pages whose dialogs name the person", async () => {
    const email = `p${uuid().slice(-12)}@example.org`;
    const page = await openAsStaff(system, admin, "/admin/staff");
    const link = await inviteByPage(page, email);
    expect(await accessibilityProblems(page)).toEqual([]);

    const theirs = await system.open(link);
    await theirs.getByLabel("Your name (optional)").fill("Ida Invited");
    await theirs.getByLabel("Password").fill("too short");
    await button(theirs, "Accept invitation").click();
    expect(await theirs.getByRole("checkbox").getAttribute("aria-invalid")).toBe("true");
    expect(await theirs.locator("main").getByRole("link", { name: "Terms" }).getAttribute("href")).toBe("/legal/terms");
    await theirs.getByRole("checkbox").check();
    await button(theirs, "Accept invitation").click();
    await theirs.getByText("The password needs at least 15 characters.").waitFor();
    await theirs.getByLabel("Password").fill(PASSWORD);
    expect(await accessibilityProblems(theirs)).toEqual([]);
    await button(theirs, "Accept invitation").click();
    await theirs.getByRole("heading", { name: "You belong to the staff now" }).waitFor();
    const colleague = await system.signIn(email, PASSWORD);
    const work = await openAsStaff(system, { ...colleague, password: PASSWORD }, "/admin/users");
    await work.locator("li[data-id]").first().waitFor();

    await page.reload();
    await row(page, colleague.userId).getByRole("button", { name: "Change roles" }).click();
    await dialog(page).getByRole("heading", { name: "Change roles: Ida Invited" }).waitFor();
    await dialog(page).getByText("All sessions of Ida Invited end at once.").waitFor();
    await dialog(page).getByLabel("Analyst").check();
    await decide(page, "Change roles");
    await row(page, colleague.userId).getByText("Moderator and Analyst").waitFor();
    // The open tab of the colleague ends, too.
    await work.getByLabel("Password").first().waitFor();

    const again = await system.signIn(email, PASSWORD);
    await page.goto(`/admin/users/${colleague.userId}`);
    await page.locator("summary", { hasText: "Open sessions" }).click();
    await button(page, "End all sessions").click();
    await dialog(page).getByRole("heading", { name: "End all sessions: Ida Invited" }).waitFor();
    await decide(page, "End all sessions");
    await page.getByText("Nothing here.").waitFor();
    expect((await again.send("GET", "/auth/me")).status).toBe(401);

    await page.goto("/admin/staff");
    await row(page, colleague.userId).getByRole("button", { name: "Remove from the staff" }).click();
    await dialog(page).getByRole("heading", { name: "Remove from the staff: Ida Invited" }).waitFor();
    await decide(page, "Remove from the staff");
    await row(page, colleague.userId).waitFor({ state: "detached" });
    const left = await system.signIn(email, PASSWORD);
    expect(dataOf(await left.send("GET", "/auth/me"), 200)).toMatchObject({ roles: [] });
    expect(problemsOf(page)).toEqual([]);
  });

  it("STF-28 the owner of an account joins signed in; a visitor reads what to do first; an open invitation is withdrawn", async () => {
    const owner = await system.newUser();
    const page = await openAsStaff(system, admin, "/admin/staff");
    const link = await inviteByPage(page, owner.email);
    const visitor = await system.open(link);
    await visitor.getByLabel("Password").fill(PASSWORD);
    await visitor.getByRole("checkbox").check();
    await button(visitor, "Accept invitation").click();
    await visitor.getByText("After that, open the link in the email once more.").waitFor();

    const theirs = await openAs(system, owner, link);
    await theirs.getByText("You accept with the account that you are signed in with.").waitFor();
    await button(theirs, "Accept invitation").click();
    await theirs.getByRole("heading", { name: "You belong to the staff now" }).waitFor();

    const email = `p${uuid().slice(-12)}@example.org`;
    await inviteByPage(page, email);
    const waiting = page.locator("li", { hasText: email });
    await waiting.getByRole("button", { name: "Withdraw" }).click();
    await dialog(page)
      .getByRole("heading", { name: `Withdraw: ${email}` })
      .waitFor();
    await dialog(page).getByRole("button", { name: "Withdraw" }).click();
    await waiting.waitFor({ state: "detached" });
    expect(problemsOf(page)).toEqual([]);
  });

  it("CON-27 the page of a colleague leads to what the colleague did", async () => {
    const colleague = await newAdmin(system, "EDITOR");
    await adminLogin(system, colleague);
    const page = await openAsStaff(system, admin, `/admin/users/${colleague.userId}`);
    await page.getByRole("link", { name: "What this colleague did, in the audit" }).click();
    await page.waitForURL(`**/admin/audit?actor=${colleague.userId}`);
    await page.locator("#main li", { hasText: "Signed in" }).waitFor();
    await page.getByText("1 in all").waitFor();
  });

  it("STF-20 staff see where they are signed in as staff, and end another session of theirs", async () => {
    const colleague = await newAdmin(system, "EDITOR");
    const page = await openAsStaff(system, colleague, "/admin");
    const other = await openAsStaff(system, colleague, "/admin");
    await page.getByText("Where you are signed in as staff").click();
    await page.getByText("This device").waitFor();
    await button(page, "End session").click();
    await button(page, "End session").waitFor({ state: "detached" });
    await other.reload();
    await other.getByLabel("Password").first().waitFor();
    expect(problemsOf(page)).toEqual([]);
  });
});
