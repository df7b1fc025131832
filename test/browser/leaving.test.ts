import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { hasFocus } from "./focus.ts";
import { paidMessage } from "./paid-messages.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const PHONE = { viewport: { width: 390, height: 844 } };

const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });

/** Whether the browser itself asks before it loads another document. The answer is to stay. */
async function browserAsks(page: Page): Promise<boolean> {
  const asked = page.waitForEvent("dialog");
  await page.evaluate("setTimeout(() => location.reload())");
  const dialog = await asked;
  await dialog.dismiss();
  return dialog.type() === "beforeunload";
}

/** Follows a link of the page. */
const FOLLOW = `(href) => {
  const link = Object.assign(document.createElement("a"), { href });
  document.getElementById("main").append(link);
  link.click();
  link.remove();
}`;

interface Edited {
  readonly path: string;
  readonly field: string;
  readonly save: (page: Page) => Promise<void>;
}

const EDITED: readonly Edited[] = [
  { path: "/page", field: "headline", save: (page) => page.locator("section[aria-labelledby=about] button[type=submit]").click() },
  { path: "/page", field: "price", save: (page) => page.locator("section[aria-labelledby=terms] button[type=submit]").click() },
  { path: "/settings/profile", field: "displayName", save: (page) => button(page, "Save").click() },
  { path: "/settings/messages", field: "price", save: (page) => button(page, "Save").click() },
];

describe("what is not saved yet", () => {
  it.each(EDITED)("EAS-17 leaving $path with another $field asks first, however one leaves; once saved, nothing asks", async (edited) => {
    const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    dataOf(await creator.send("PATCH", "/auth/me", { timezone: "Europe/Berlin" }), 200);
    const page = await openAs(system, creator, "/wallet");
    await page.locator("main [name=amount]").waitFor();
    await page.evaluate(`(${FOLLOW})("${edited.path}")`);
    const field = page.locator(`main [name=${edited.field}]`);
    await field.fill("7.50");
    const isStill = async () => {
      expect([new URL(page.url()).pathname, await field.inputValue()]).toEqual([edited.path, "7.50"]);
    };
    await page.evaluate(`(${FOLLOW})("/wallet")`);
    await question(page).waitFor();
    await button(page, "Stay here").click();
    await isStill();
    await page.evaluate("history.back()");
    await question(page).waitFor();
    await page.keyboard.press("Escape");
    await question(page).waitFor({ state: "detached" });
    await isStill();
    expect(await browserAsks(page)).toBe(true);
    await isStill();
    await edited.save(page);
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.evaluate("history.back()");
    await page.waitForURL("**/wallet");
    expect(problemsOf(page)).toEqual([]);
  });

  it("EAS-17 a reader who leaves all the same arrives, and finds the page as it was", async () => {
    const page = await openAs(system, await system.newCreator(), "/settings/messages");
    const open = page.locator("main input[type=checkbox]").first();
    await open.uncheck();
    await page.getByRole("link", { name: "Security" }).click();
    await question(page).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await button(page, "Leave").click();
    await page.locator("[name=currentPassword]").waitFor();
    await page.goBack();
    await page.locator("[name=price]").or(page.locator("[name=paid]")).first().waitFor();
    expect(await open.isChecked()).toBe(true);
    await page.getByRole("link", { name: "Security" }).click();
    await page.waitForURL("**/settings/security");
  });
});

describe("the menu of a conversation", () => {
  it("EAS-17 moves nothing, closes like a menu, names what it reports, and says only what it has done last", async () => {
    const { creator, sessionId } = await paidMessage(system, "Buy my watches, only today.");
    const page = await openAs(system, creator, `/messages/${sessionId}`, PHONE);
    const more = page.locator("summary", { hasText: "More" });
    const isOpen = () => page.locator("details.menu").evaluate((menu) => (menu as unknown as { open: boolean }).open);
    const place = () => page.getByRole("article").first().boundingBox();
    await more.waitFor();
    const before = await place();
    await more.click();
    await button(page, "Block").waitFor();
    expect(await place()).toEqual(before);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await hasFocus(page, "SUMMARY", "on.tagName");
    expect(await isOpen()).toBe(false);
    await more.click();
    await page
      .getByRole("article")
      .first()
      .click({ position: { x: 5, y: 5 } });
    expect(await isOpen()).toBe(false);

    await more.click();
    await button(page, "Report").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The message that you report").waitFor();
    await dialog.getByText("Buy my watches, only today.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Report" }).click();
    await page.getByText("Thank you. We look at it").waitFor();
    await hasFocus(page, "SUMMARY", "on.tagName");
    expect(await isOpen()).toBe(false);

    await more.click();
    await button(page, "Report").click();
    await dialog.getByRole("button", { name: "Report" }).click();
    await dialog.getByText("You have reported this message already.").waitFor();
    expect(await page.getByText("Thank you. We look at it").count()).toBe(0);
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await more.click();
    await button(page, "Block").click();
    await dialog.getByRole("button", { name: "Block" }).click();
    await page.getByText("Blocked.", { exact: true }).waitFor();
    expect(await page.locator(".person .notice").count()).toBe(1);
    await page.reload();
    await more.click();
    await button(page, "Unblock").click();
    await dialog.getByRole("button", { name: "Unblock" }).click();
    await page.getByText("Not blocked any more.").waitFor();
    await more.click();
    await button(page, "Block").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });
});
