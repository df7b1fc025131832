import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, openAs, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

/** Vertical room between the balance and the movements, in pixels. */
const GAP = `document.querySelector(".cols > div:last-child h2").getBoundingClientRect().top
  - document.querySelector(".vault").getBoundingClientRect().bottom`;

it("VIS-04 VIS-05 VIS-06 the wallet names each held message with its ring, offers usual amounts, and has no hole below the balance", async () => {
  const [fan, creator] = await Promise.all([system.newFan("60.00"), system.newCreator({ dmType: "SINGLE_PAY", price: "7.00" })]);
  const page = await openAs(system, fan, "/wallet");
  expect(await page.locator(".purse .held").isVisible()).toBe(false);
  const message = { receiverId: creator.userId, content: "How long does the rye rest?", dmType: "SINGLE_PAY", price: "7.00" };
  dataOf(await fan.send("POST", "/messages", message), 201);
  await page.reload();

  const held = page.locator(".note.held");
  await held.getByRole("link", { name: "Cleo" }).waitFor();
  expect(await held.getByRole("link").textContent()).toMatch(/How long does the rye rest\?.*€7\.00.*48 h left/);
  expect(await held.locator(".timed .ring[data-state='held']").count()).toBe(1);
  await page.locator(".purse").getByText("€7.00").waitFor();
  expect(await page.locator("main li.item .mark-box svg").count()).toBe(2);
  expect(await page.evaluate(GAP)).toBeLessThan(40);

  await page.getByRole("button", { name: "€25.00" }).click();
  const form = page.locator("form").filter({ hasText: "Add money" });
  expect(await form.getByLabel("Amount").inputValue()).toBe("25.00");
  expect(await form.locator("[aria-pressed='true']").allInnerTexts()).toEqual(["€25.00"]);
  await form.getByLabel("Amount").fill("26");
  expect(await form.locator("[aria-pressed='true']").count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
});
