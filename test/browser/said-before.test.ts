import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { accessibilityProblems, type BrowserSystem, button, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { creatorWithLinks } from "./numbers.ts";
import { goToLastStep } from "./steps.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const PAGES = [
  "/page",
  "/payouts",
  "/wallet",
  "/dashboard",
  "/messages",
  "/notifications",
  "/following",
  "/support",
  "/settings/profile",
  "/settings/security",
  "/settings/notifications",
  "/settings/messages",
  "/settings/vacation",
  "/settings/identity",
  "/settings/privacy",
];

/** Controls of the page that cannot be used and do not say why. */
const SILENT = `[...document.querySelectorAll("main :is(:disabled, [aria-disabled=true])")].filter((control) => {
  const ids = (control.getAttribute("aria-describedby") ?? "").split(" ");
  return !ids.some((id) => document.getElementById(id)?.textContent.trim());
}).map((control) => control.outerHTML)`;

describe("what is said before", () => {
  it("EAS-09 the fee stands at the price, for what is typed, in the steps to a page and in the settings", async () => {
    const page = await openAs(system, await system.newUser(), "/become-creator");
    await page.getByLabel("Username").fill("mara.of.before");
    await goToLastStep(page);
    await page.getByText("Of €10.00 you get €8.00.").waitFor();
    await page.locator("[name=price]").fill("5");
    await page.getByText("Of €5.00 you get €4.00.").waitFor();
    const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "7.00" });
    const settings = await openAs(system, creator, "/settings/messages");
    await settings.getByText("Of €7.00 you get €5.60.").waitFor();
  });

  it("EAS-09 minimum and fee stand on the earnings from the first day, and the button says what is missing", async () => {
    const page = await openAs(system, await system.newCreator(), "/payouts");
    await page.getByText("at any time, from €20.00 on").waitFor();
    await page.getByText("The fee of the platform is 20%").waitFor();
    const payOut = button(page, "Pay out");
    await page.getByText("You can ask for a payout once €20.00 is available.").waitFor();
    expect(await payOut.getAttribute("aria-disabled")).toBe("true");
    await payOut.focus();
    await page.keyboard.press("Enter");
    await page.locator("[name=amount]").press("Enter");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(problemsOf(page)).toEqual([]);
  });

  it("EAS-09 limits stand at their fields, and a text that is too long is counted and not cut", async () => {
    const { username } = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    const page = await openAs(system, await system.newFan("20.00"), `/${username}/message`);
    const text = page.locator("[name=content]");
    await text.fill("x".repeat(2_014));
    await page.getByText("2,014 of 2,000").waitFor();
    await button(page, "Send for €5.00").click();
    await page.locator("[name=content]:focus[aria-invalid=true]").waitFor();
    expect(await text.inputValue()).toHaveLength(2_014);
    await text.fill("x".repeat(2_000));
    await page.getByText("2,000 of 2,000").first().waitFor();
    expect(await text.getAttribute("aria-invalid")).toBe("false");
    await page.goto("/wallet");
    const topUp = page.locator("form", { has: page.getByRole("button", { name: "Add money" }) });
    await topUp.getByText(/^From €/).waitFor();
  });

  it("EAS-09 the wallet says that adding money is switched off before an amount is typed", async () => {
    const admin = await system.admin();
    const path = "/admin/config/kill-switches/PAYMENTS";
    expect((await admin.send("PATCH", path, { active: true, reason: "The provider is down" })).status).toBe(200);
    const page = await openAs(system, await system.newUser(), "/wallet");
    await page.locator("form").getByText("Adding money is switched off for the moment.").waitFor();
    expect((await admin.send("PATCH", path, { active: false })).status).toBe(200);
    await page.reload();
    await button(page, "Add money").waitFor();
    expect(await page.getByText("Adding money is switched off").count()).toBe(0);
  });

  it("EAS-09 each control that cannot be used says why, on every page", async () => {
    const creator = await creatorWithLinks(system, "First", "Second");
    const page = await openAs(system, creator, "/page");
    for (const path of PAGES) {
      await page.goto(path);
      await page.locator("main :is(form, section, .card, .list, .empty)").first().waitFor();
      expect([path, await page.evaluate(SILENT), await accessibilityProblems(page)]).toEqual([path, [], []]);
    }
    await page.goto("/page");
    expect(await button(page, "Move First up").getAttribute("title")).toBe("It is the first one already");
  });
});
