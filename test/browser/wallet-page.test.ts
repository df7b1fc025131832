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
  await page.locator(".note.held .figures").waitFor();
  expect(await page.locator(".note.held .ring").count()).toBe(0);
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

it("PMT-27 the wallet asks for the payments that are not in it by one call, and shows an open and an unpaid one", async () => {
  const fan = await system.newFan("10.00");
  const begin = async (amount: string) =>
    dataOf<{ topupId: string }>(await fan.send("POST", "/wallet/topups", { amount }, { headers: { "idempotency-key": amount } }), 201);
  const { topupId } = await begin("6.00");
  dataOf(await fan.send("POST", `/wallet/topups/${topupId}/cancel`), 200);
  await begin("7.00");
  const page = await openAs(system, fan, "/");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/wallet");
  await page.getByText("€6.00").waitFor();
  await page.getByText("€7.00").waitFor();
  expect(asked.filter((path) => path === "/api/v1/wallet/topups")).toHaveLength(1);
});
