import type { Page } from "playwright-core";
import { setRoles } from "../support/admin-browser.ts";
import type { Person, TestSystem } from "../support/test-system.ts";
import { button } from "./fixture.ts";

/** A moderator with a name, for lists that name colleagues. */
export async function newModerator(system: TestSystem, displayName: string): Promise<Person> {
  const { email, password, userId } = await system.newUser({ displayName });
  await setRoles(system, userId, ["MODERATOR"]);
  return system.signIn(email, password);
}

/** The calls of a page whose path has a part, as `METHOD path`. */
export function callsOf(page: Page, part: RegExp): readonly string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && part.test(pathname)) sent.push(`${request.method()} ${pathname.replace("/api/v1/admin", "")}`);
  });
  return sent;
}

export const READS_TEXT = /\/moderation\/messages\/[^/]+$/;
export const dialog = (page: Page) => page.getByRole("dialog");
export const row = (page: Page, id: string) => page.locator(`li[data-id="${id}"] a`);
export const facts = (page: Page) => page.locator("#main .facts");

export async function decide(page: Page, verb: string, reason: string): Promise<void> {
  await button(page, verb).click();
  await page.getByLabel("Reason", { exact: true }).fill(reason);
  await dialog(page).getByRole("button", { name: verb, exact: true }).click();
  await dialog(page).waitFor({ state: "detached" });
}

/** Waits until the page of a message that was held back is open. */
export const opened = (page: Page, messageId: string) => page.waitForURL(`**/admin/moderation/messages/${messageId}`);

/** What the audit log says about an object of messaging. */
export const auditOf = (system: TestSystem, target: string) =>
  system.runtime
    .database("messaging")
    .connection.collection("audit_log")
    .find({ target }, { sort: { at: 1 } })
    .toArray();
