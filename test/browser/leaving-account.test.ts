import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { newAdmin } from "../support/admin-browser.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, fillSignIn, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { earningCreator } from "./paid-messages.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const statusOf = async ({ email, password }: Person) => {
  const reply = await system.send("POST", "/auth/login", { body: { email, password } });
  return dataOf<{ accountStatus: string }>(reply, 200).accountStatus;
};

/** A creator with 3.00 in the wallet, 2.00 held, 50.00 of earnings, 30.00 on their way and 4.00 in an open message. */
async function wealthyCreator() {
  const [creator, other, fan] = [
    await earningCreator(system),
    await system.newCreator({ dmType: "PER_MESSAGE", price: "2.00" }),
    await system.newFan("100.00"),
  ];
  const idempotent = () => ({ headers: { "idempotency-key": crypto.randomUUID() } });
  const topUp = dataOf<{ topupId: string }>(await creator.send("POST", "/wallet/topups", { amount: "5.00" }, idempotent()), 201);
  dataOf(await creator.send("POST", `/wallet/topups/${topUp.topupId}/confirm`, {}), 200);
  const message = { dmType: "PER_MESSAGE", content: "Which lens?" };
  dataOf(await creator.send("POST", "/messages", { ...message, receiverId: other.userId, price: "2.00" }), 201);
  const { methodId } = dataOf<{ methodId: string }>(await creator.send("POST", "/payouts/methods", { kind: "bank", label: "Mine" }), 201);
  dataOf(await creator.send("POST", "/payouts", { amount: "30.00", methodId }, idempotent()), 201);
  await creator.send("PATCH", `/creators/${creator.creatorId}/dm-settings`, { price: "5.00" });
  dataOf(await fan.send("POST", "/messages", { ...message, receiverId: creator.userId, price: "5.00" }), 201);
  return creator;
}

describe("deleting an account", () => {
  it("EAS-13 names the sums that would be lost, asks for the password at its field, and ends on a page of its own", async () => {
    const creator = await wealthyCreator();
    const page = await openAs(system, creator, "/settings/privacy?lang=de");
    await page.locator("main").getByRole("button", { name: "Konto löschen" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("[data-part=closing] li").first().waitFor();
    const sums = await dialog.locator("[data-part=closing] li").allTextContents();
    const amounts = sums.map((sum) => /[\d.,]+\s€/.exec(sum)?.[0].replace(/\s/, " "));
    expect(amounts).toEqual(["3,00 €", "2,00 €", "50,00 €", "4,00 €", "30,00 €"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.locator("[name=password]").fill("not the password");
    await dialog.getByRole("button", { name: "Konto löschen" }).click();
    await page.locator("[name=password]:focus[aria-invalid=true]").waitFor();
    expect(await statusOf(creator)).toBe("ACTIVE");
    await dialog.locator("[name=password]").fill(creator.password);
    await dialog.getByRole("button", { name: "Konto löschen" }).click();
    await page.waitForURL((url) => url.pathname === "/farewell");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("main time").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate("localStorage.getItem('signed-in')")).toBeNull();
    expect(await statusOf(creator)).toBe("DEACTIVATED");
    await page.goto("/settings/privacy");
    await page.waitForURL((url) => url.pathname === "/login");
    expect(problemsOf(page)).toEqual([]);
  });

  it("PMT-27 LVR-01 says where each sum goes before the deletion is asked for, and to who signs in while it waits", async () => {
    const fan = await system.newFan("12.00");
    const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "2.00" });
    const message = { dmType: "PER_MESSAGE", content: "Which lens?", receiverId: creator.userId, price: "2.00" };
    dataOf(await fan.send("POST", "/messages", message), 201);
    const [one, other] = [await newAdmin(system, "FINANCE"), await newAdmin(system, "FINANCE")];
    const present = { userId: fan.userId, kind: "FAN", amount: "5.00", reason: "a present" };
    const { adjustmentId } = dataOf<{ adjustmentId: string }>(await one.send("POST", "/admin/ledger/adjustments", present), 201);
    dataOf(await other.send("POST", `/admin/ledger/adjustments/${adjustmentId}/approve`), 200);
    const page = await openAs(system, fan, "/settings/privacy");
    await button(page, "Delete account").click();
    const said = async (place: Page) => {
      await place.locator("[data-part=closing] li").first().waitFor();
      return place.locator("[data-part=closing] li").allTextContents();
    };
    const sums = [
      "€12.00 in your wallet goes back to where it came from.",
      "€3.00 in your wallet cannot go back. Your last email has a code with which it can be claimed.",
      "€2.00 is held for open messages. It comes back to your wallet first.",
    ];
    expect(await said(page)).toEqual(sums);
    const dialog = page.getByRole("dialog");
    await dialog.locator("[name=password]").fill(fan.password);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await page.waitForURL((url) => url.pathname === "/farewell");
    await page.goto("/login");
    await fillSignIn(page, fan);
    await button(page, "Keep my account").waitFor();
    expect(await said(page)).toEqual(sums);
    expect([await accessibilityProblems(page), problemsOf(page)]).toEqual([[], []]);
  });

  it("EAS-13 lists no sums where there are none, and asks an account without a password for none", async () => {
    const person = await system.newUser();
    const page = await openAs(system, person, "/settings/privacy");
    const users = system.runtime.database("account").connection.collection<{ _id: string }>("users");
    await users.updateOne({ _id: person.userId }, { $unset: { passwordHash: 1 } });
    await button(page, "Delete account").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Your account will be deleted on").waitFor();
    expect(await dialog.locator("[data-part=closing], input").count()).toBe(0);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await page.getByRole("heading", { name: "Your account is closed. Goodbye!" }).waitFor();
    expect(await users.findOne({ _id: person.userId })).toMatchObject({ status: "DEACTIVATED" });
  });

  it.each(["", "?on=", "?on=soon", "?on=2026-13-45", "?on=%3Cb%3E"])(
    "EAS-13 the farewell page names no day that is none: %s",
    async (query) => {
      const page = await system.open(`/farewell${query}`);
      await page.getByRole("heading", { name: "Your account is closed. Goodbye!" }).waitFor();
      expect(await page.locator("main time").count()).toBe(0);
    },
  );
});
