import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { eventually } from "../support/eventually.ts";
import { button, fillSignIn, problemsOf } from "./fixture.ts";
import { type NamedSystem, plugIn, startNamedSystem } from "./passkey-steps.ts";

const FIRST = { email: "admin@example.org", password: "correct horse battery" };
const PASSWORD = "fifteen letters and more";
const LINK = /https?:\/\/\S+#token=\S+/;

let system: NamedSystem;
beforeAll(async () => {
  system = await startNamedSystem();
});
afterAll(() => system?.stop());

const newAddress = () => `s${uuid().slice(-12)}@example.org`;
const newWindow = async () => (await system.visitor()).newPage();
const at = (path: string) => `${system.site}${path}`;
const dialog = (page: Page) => page.getByRole("dialog");
const codesOn = (page: Page) => page.getByRole("region", { name: "Recovery codes" }).locator("code");

/** Opens the link of the last mail of a kind. */
async function follow(page: Page, email: string, kind: string): Promise<void> {
  const link = await eventually(() => {
    const mail = mailboxOf(system.runtime)
      .of(email)
      .findLast((each) => each.kind === kind);
    const found = LINK.exec(mail?.text ?? "")?.[0];
    if (found === undefined) throw new Error(`no mail ${kind} with a link`);
    return found;
  });
  await page.goto(link);
}

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.goto(at("/admin/staff"));
  await button(page, "Invite").click();
  await dialog(page).getByLabel("Email address").fill(email);
  await dialog(page).getByLabel(role, { exact: true }).check();
  await dialog(page).getByRole("button", { name: "Invite", exact: true }).click();
  await page.locator("li", { hasText: email }).waitFor();
}

/** Accepts an invitation as a person without account. */
async function join(page: Page, email: string, name: string): Promise<void> {
  await follow(page, email, "staff_invitation");
  await page.getByLabel("Your name (optional)").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await button(page, "Accept invitation").click();
  await page.getByRole("heading", { name: "You belong to the staff now" }).waitFor();
}

/** Adds a passkey at the settings, and keeps the recovery codes. */
async function addPasskey(page: Page, name: string): Promise<string[]> {
  await button(page, "Add passkey").click();
  await page.getByLabel("Name, for example of the device").fill(name);
  await button(page, "Save").click();
  await codesOn(page).first().waitFor();
  const codes = await codesOn(page).allTextContents();
  await button(page, "I have stored them").click();
  await page.getByRole("listitem").filter({ hasText: name }).waitFor();
  return codes;
}

async function recover(page: Page, path: string, email: string, code = ""): Promise<void> {
  await page.goto(at(path));
  await fillSignIn(page, { email, password: PASSWORD });
  await page.getByLabel("Recovery code").fill(code);
  await button(page, "Sign in").click();
}

describe("the story of a member of the staff", () => {
  it("STF-28 by pages and mails alone a person joins, invites, loses the phone and comes back, moves to another address and is removed", async () => {
    const [ida, fred, moved] = [newAddress(), newAddress(), newAddress()];
    const first = await system.empty();
    await first.goto(at("/admin/login?next=/admin/settings/auth.hold_hours"));
    await fillSignIn(first, FIRST);
    await first.getByLabel("New value").fill("0");
    await button(first, "Save").click();
    await dialog(first).getByRole("button", { name: "Save" }).click();
    await dialog(first).waitFor({ state: "detached" });
    await invite(first, ida, "Super admin");

    const phone = await newWindow();
    await plugIn(phone);
    await join(phone, ida, "Ida Invited");
    await phone.goto(at("/login?next=/settings/security"));
    await fillSignIn(phone, { email: ida, password: PASSWORD });
    const codes = await addPasskey(phone, "Phone");
    expect(codes).toHaveLength(10);
    await phone.goto(at("/admin/login?next=/admin/staff"));
    await phone.waitForURL(at("/admin/staff"));
    await invite(phone, fred, "Finance");

    const office = await newWindow();
    await join(office, fred, "Fred Finance");
    await office.goto(at("/admin/login?next=/admin/payouts"));
    await fillSignIn(office, { email: fred, password: PASSWORD });
    await office.getByRole("heading", { level: 1, name: "Payouts" }).waitFor();

    // The phone is lost, and with it the passkey.
    await phone.context().close();
    const laptop = await newWindow();
    await recover(laptop, "/login?next=/settings/security", ida, codes[0]);
    await laptop.getByRole("listitem").filter({ hasText: "Phone" }).getByRole("button", { name: "Remove" }).click();
    await laptop.getByRole("listitem").filter({ hasText: "Phone" }).waitFor({ state: "detached" });
    await plugIn(laptop);
    const [, code] = await addPasskey(laptop, "Laptop");

    await laptop.getByLabel("New email address").fill(moved);
    await button(laptop, "Change address").click();
    await laptop.getByText(`${moved} becomes your address once you confirm it`).waitFor();
    const mail = await newWindow();
    await follow(mail, moved, "email_change_confirm");
    await button(mail, "Confirm address").click();
    await mail.getByRole("heading", { name: "Your new address is in force" }).waitFor();
    await recover(mail, "/admin/login?next=/admin/staff", moved, code);
    await mail.locator("li", { hasText: fred }).waitFor();

    await first.goto(at("/admin/staff"));
    await first.locator("li", { hasText: moved }).getByRole("button", { name: "Remove from the staff" }).click();
    await dialog(first).getByRole("heading", { name: "Remove from the staff: Ida Invited" }).waitFor();
    await dialog(first).getByLabel("Reason").fill("Ida leaves us.");
    await dialog(first).getByRole("button", { name: "Remove from the staff" }).click();
    await first.locator("li", { hasText: moved }).waitFor({ state: "detached" });
    await mail.getByLabel("Password").first().waitFor();
    await fillSignIn(mail, { email: moved, password: PASSWORD });
    await mail.getByText("The email address or the password is wrong.").waitFor();
    expect(problemsOf(first)).toEqual([]);
  });
});
