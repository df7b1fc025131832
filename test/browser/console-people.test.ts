import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
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

const main = (page: Page) => page.locator("#main");
const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, id: string) => page.locator(`li[data-id="${id}"] a`);
const find = (page: Page) => button(page, "Find").click();
const decisions = async (page: Page) => {
  const buttons = await main(page).locator(".actions button").allTextContents();
  return buttons.filter((text) => text !== "Find");
};

/** The calls that a page makes, as `METHOD path`, from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/v1/admin/")) calls.push(`${request.method()} ${pathname.slice("/api/v1/admin".length)}`);
  });
  return calls;
}

describe("users", () => {
  it("CON-14 a user is found by beginnings and by a pasted id, suspended by name with a reason, signed out at once, and reinstated", async () => {
    const user = await system.newUser({ displayName: "Ulla Unten" });
    const page = await openAsStaff(system, staff, "/admin/users");
    await page.locator("li[data-id]").first().waitFor();
    const calls = callsOf(page);
    await page.getByLabel("Email address begins with").fill(user.email.slice(0, -4));
    await find(page);
    await page.waitForURL("**/admin/users?email=*");
    await row(page, user.userId).getByText("Ulla Unten").waitFor();
    // The list before the search shows the newest user as well.
    await eventually(async () => expect(await page.locator("li[data-id]").count()).toBe(1));
    expect(calls).toEqual(["GET /users", "GET /names"]);
    await page.getByRole("searchbox", { name: "Go to" }).fill(user.email);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/admin/users?email=${encodeURIComponent(user.email)}`);
    // The address changes before the list does, and the earlier search shows this user too.
    const email = page.getByLabel("Email address begins with");
    await eventually(async () => expect(await email.inputValue()).toBe(user.email));
    await row(page, user.userId).waitFor();
    await email.fill("x");
    await find(page);
    await page.getByText("At least 3 characters").waitFor();
    await page.getByLabel("Email address begins with").fill("");
    await page.getByLabel("Username begins with").fill("zz-nobody");
    await find(page);
    await page.getByText("Nobody was found.").waitFor();
    await page.getByLabel("Username begins with").fill(` ${user.userId.toUpperCase()} `);
    await find(page);
    await page.getByRole("heading", { level: 1, name: "Ulla Unten" }).waitFor();
    await main(page).locator(".facts").getByText(user.email).waitFor();
    expect(await decisions(page)).toEqual(["Suspend", "Ban", "Remove picture"]);
    expect(await accessibilityProblems(page)).toEqual([]);

    await button(page, "Suspend").click();
    await dialog(page).getByRole("heading", { name: "Suspend: Ulla Unten" }).waitFor();
    await dialog(page).getByText("All sessions of Ulla Unten end at once.").waitFor();
    await dialog(page).getByText("Only staff read the reason.").waitFor();
    calls.length = 0;
    await dialog(page).getByRole("button", { name: "Suspend" }).click();
    await dialog(page).locator(".problem").waitFor();
    expect(calls).toEqual([]);
    await page.getByLabel("Reason").fill("The account was stolen.");
    await dialog(page).getByRole("button", { name: "Suspend" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await main(page).locator(".facts").getByText("Suspended").waitFor();
    await eventually(async () => expect((await user.send("GET", "/auth/me")).status).toBe(401));
    expect(await decisions(page)).toEqual(["Reinstate", "Ban", "Remove picture"]);
    await button(page, "Reinstate").click();
    // The reason of another act is not offered.
    await page.getByLabel("Reason").fill("The account is back.");
    expect(await dialog(page).getByRole("button", { name: "The account was stolen." }).count()).toBe(0);
    await dialog(page).getByRole("button", { name: "Reinstate" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await main(page).locator(".facts").getByText("Active").waitFor();
    await system.signIn(user.email, user.password);
    expect(problemsOf(page)).toEqual([]);
  });

  it("CON-14 the own account and that of a colleague have a sentence; a super admin has the buttons, and others nothing", async () => {
    const [finance, superAdmin] = [await newAdmin(system, "FINANCE"), await system.admin()];
    const page = await openAsStaff(system, staff, `/admin/users/${staff.userId}`);
    await page.getByText("This is your own account. Only a colleague can change its state.").waitFor();
    expect(await decisions(page)).toEqual([]);
    await page.goto(`/admin/users/${finance.userId}`);
    await page.getByText("Only a super admin can change its state.").waitFor();
    expect(await decisions(page)).toEqual([]);
    const above = await openAsStaff(system, superAdmin, `/admin/users/${finance.userId}`);
    await above.getByRole("button", { name: /^Change roles/ }).waitFor();
    expect(await decisions(above)).toEqual(["Suspend", "Ban", "Remove picture", "Change roles", "Remove from the staff"]);
    const reader = await openAsStaff(system, finance, `/admin/users/${staff.userId}`);
    await reader.getByRole("heading", { level: 1 }).waitFor();
    await reader.locator("#main summary", { hasText: "Wallets" }).waitFor();
    expect(await decisions(reader)).toEqual([]);
    expect(await reader.locator("#main summary").allTextContents()).toEqual(["Open sessions", "Wallets", "Payouts", "Escrows"]);
  });

  it("CON-14 each part of a user is asked for when it is opened, and shows what there is", async () => {
    const user = await system.newFan("12.00");
    dataOf(await user.send("POST", "/support/tickets", { subject: "Lost card", message: "Where is it?" }), 201);
    const page = await openAsStaff(system, await system.admin(), `/admin/users/${user.userId}`);
    await page.getByRole("heading", { level: 1, name: "Finn" }).waitFor();
    const calls = callsOf(page);
    const open = async (part: string, shows: string | RegExp) => {
      const details = main(page).locator("details", { hasText: part });
      await details.locator("summary").click();
      await details.getByText(shows).first().waitFor();
    };
    await open("Wallets", /12\.00/);
    await open("Support tickets", "Lost card");
    for (const part of ["Payouts", "Escrows", "Reported messages", "Privacy requests"]) await open(part, "Nothing here.");
    await open("What staff did", "User looked at");
    expect(calls.filter((call) => !call.endsWith("/names"))).toEqual([
      `GET /wallets/${user.userId}`,
      ...["GET /support/tickets", "GET /payouts", "GET /escrows", "GET /moderation/reports", "GET /gdpr/requests", "GET /audit"],
    ]);
    await main(page).getByRole("link", { name: "Lost card" }).click();
    await page.getByText("Where is it?").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("CON-17 EDITOR is told the missing permission, and ANALYST has no entry for users", async () => {
    const [editor, analyst] = await Promise.all([newAdmin(system, "EDITOR"), newAdmin(system, "ANALYST")]);
    const page = await openAsStaff(system, editor, "/admin/users");
    await page.getByText("users:read").waitFor();
    const other = await openAsStaff(system, analyst, "/admin/creators");
    await other.locator("li[data-id]").or(other.locator(".empty")).first().waitFor();
    expect(await other.locator("#side").getByRole("link", { name: "Users", exact: true }).count()).toBe(0);
  });
});

describe("support", () => {
  it("CON-29 shows the person beside a ticket on a press; closed meanwhile, it says so and keeps the text", async () => {
    const user = await system.newUser({ displayName: "Ulla" });
    const { id } = dataOf<{ id: string }>(await user.send("POST", "/support/tickets", { subject: "Card", message: "Where?" }), 201);
    const page = await openAsStaff(system, staff, `/admin/support/${id}`);
    await main(page).getByRole("link", { name: "Ulla", exact: true }).waitFor();
    const calls = callsOf(page);
    await main(page).locator("details summary").click();
    await main(page).locator(".facts").getByText(user.email).waitFor();
    await main(page).locator(".facts").getByText("Active").waitFor();
    expect(calls).toEqual([`GET /users/${user.userId}`]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("Your reply").fill("It is on its way.");
    dataOf(await (await system.admin()).send("POST", `/admin/support/tickets/${id}/close`, {}), 200);
    await page.getByText("This ticket is closed: nobody can write in it any more.").waitFor();
    await main(page).locator(".written").getByText("It is on its way.").waitFor();
    expect(await page.getByLabel("Your reply").count()).toBe(0);
    await main(page).getByRole("link", { name: "Ulla", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Ulla" }).waitFor();
    expect(problemsOf(page)).toEqual([]);
  });
});
