import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { beginTopUp } from "../spec/tour-payments.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAs, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const balanceOf = async (fan: Person) => dataOf<{ balance: string }>(await fan.send("GET", "/wallet"), 200).balance;
const happens = async (fan: Person, topupId: string, outcome: object) =>
  void dataOf(await fan.send("POST", `/payments/sandbox/sandbox:${topupId}`, outcome), 200);

it("PMT-27 the page of a top-up leads to the payment, and cancels it", async () => {
  const fan = await system.newUser();
  const topupId = await beginTopUp(fan);
  const page = await openAs(system, fan, `/wallet/topups/${topupId}`);
  await page.getByRole("link", { name: "Go on to the payment" }).waitFor();
  await button(page, "Cancel the payment").click();
  await page.getByText("You cancelled the payment. No money has moved.").waitFor();
  expect(dataOf(await fan.send("GET", `/wallet/topups/${topupId}`), 200)).toMatchObject({ status: "CANCELLED", reason: "BY_PAYER" });
  expect(await page.getByRole("link", { name: "Go on to the payment" }).count()).toBe(0);
  expect([await accessibilityProblems(page), problemsOf(page)]).toEqual([[], []]);
});

it("PMT-27 PMT-24 CNS-14 another sum is said to be looked into, staff credit what came, and the receipt has the number and sum of the books", async () => {
  const fan = await system.newUser();
  const topupId = await beginTopUp(fan);
  await happens(fan, topupId, { outcome: "SUCCEEDED", amount: "7.00" });
  const page = await openAs(system, fan, `/wallet/topups/${topupId}`);
  await page.getByText("Another sum or currency arrived than was asked for.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const finance = await newAdmin(system, "FINANCE");
  const staff = await openAsStaff(system, finance, "/admin/topups");
  await staff.locator(`li[data-id="${topupId}"] a`).click();
  await staff.getByText("Another sum arrived").waitFor();
  expect(await accessibilityProblems(staff)).toEqual([]);
  await button(staff, "Credit it").first().click();
  await staff.getByRole("dialog").getByLabel("Reason").fill("the bank took the rest");
  await staff.getByRole("dialog").getByRole("button", { name: "Credit it" }).click();
  // The dialog names the state that follows, too.
  await staff.getByRole("dialog").waitFor({ state: "hidden" });
  await staff.getByText("Credited").first().waitFor();
  await page.reload();
  await page.getByText("The money is in your wallet.").waitFor();
  expect(await balanceOf(fan)).toBe("7.00");
  const { number } = dataOf<{ number: string }>(await fan.send("GET", `/wallet/topups/${topupId}`), 200);
  await page.goto(`/wallet/topups/${topupId}/receipt`);
  await page.getByText(number, { exact: true }).waitFor();
  await page.getByText("€7.00").first().waitFor();
  expect([problemsOf(page), problemsOf(staff)]).toEqual([[], []]);
});

it("PMT-27 a payment that staff send back is said to be returned", async () => {
  const fan = await system.newUser();
  const topupId = await beginTopUp(fan);
  await happens(fan, topupId, { outcome: "SUCCEEDED", currency: "USD" });
  const finance = await newAdmin(system, "FINANCE");
  const staff = await openAsStaff(system, finance, `/admin/topups/${topupId}`);
  await staff.getByText("Another currency arrived").waitFor();
  expect(await button(staff, "Credit it").count()).toBe(0);
  await button(staff, "Send it back").click();
  await staff.getByRole("dialog").getByLabel("Reason").fill("we take euros only");
  await staff.getByRole("dialog").getByRole("button", { name: "Send it back" }).click();
  await staff.getByRole("dialog").waitFor({ state: "hidden" });
  await staff.getByText("Sent back").first().waitFor();
  const page = await openAs(system, fan, `/wallet/topups/${topupId}`);
  await page.getByText("What you paid was sent back to where it came from.").waitFor();
  expect([await balanceOf(fan), problemsOf(page), problemsOf(staff)]).toEqual(["0.00", [], []]);
});
