import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { MINUTE } from "#libs/kernel/clock.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAs, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";
import { earningCreator } from "./paid-messages.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(async () => {
  await system.closeWindows();
  system.runtime.clock.reset();
});
afterAll(() => system?.stop());

describe("a proof that is too old", () => {
  it("STF-21 a creator proves in place who it is, after a wrong password, and the payout goes on as it was typed", async () => {
    const creator = await earningCreator(system);
    dataOf(await creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "My bank, 42" }), 201);
    const page = await openAs(system, creator, "/payouts");
    await page.getByLabel("Amount").fill("30");
    system.runtime.clock.advance(16 * MINUTE);
    await page.locator("form").getByRole("button", { name: "Pay out" }).first().click();
    await page.getByRole("dialog", { name: "Pay out" }).getByRole("button", { name: "Pay out" }).click();
    const stepUp = page.getByRole("dialog", { name: "Confirm that it is you" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await stepUp.getByLabel("Password").fill("a wrong password");
    await stepUp.getByRole("button", { name: "Confirm" }).click();
    await stepUp.getByText("That did not prove that it is you.").waitFor();
    await stepUp.getByLabel("Password").fill(creator.password);
    await page.keyboard.press("Enter");
    await page.getByText("Requested. We tell you when it is paid.").waitFor();
    await stepUp.waitFor({ state: "detached" });
    expect(problemsOf(page)).toEqual([]);
  });

  it("STF-21 staff who cancel keep their dialog with its text; with the password the decision is sent once", async () => {
    const creator = await earningCreator(system);
    const method = dataOf<{ methodId: string }>(
      await creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "My bank, 42" }),
      201,
    );
    const request = { amount: "20.00", methodId: method.methodId };
    const { payoutId } = dataOf<{ payoutId: string }>(
      await creator.send("POST", "/payouts", request, { headers: { "idempotency-key": "step-up" } }),
      201,
    );
    const finance = await newAdmin(system, "FINANCE");
    const page = await openAsStaff(system, finance, `/admin/payouts/${payoutId}`);
    await button(page, "Refuse").click();
    const decision = page.getByRole("dialog", { name: /Refuse/ });
    await decision.getByLabel("Reason").fill("The account has another name.");
    system.runtime.clock.advance(16 * MINUTE);
    await decision.getByRole("button", { name: "Refuse" }).click();
    const stepUp = page.getByRole("dialog", { name: "Confirm that it is you" });
    await stepUp.getByRole("button", { name: "Cancel" }).click();
    await stepUp.waitFor({ state: "detached" });
    expect(await decision.getByLabel("Reason").inputValue()).toBe("The account has another name.");
    await decision.getByRole("button", { name: "Refuse" }).click();
    await stepUp.getByLabel("Password").fill(finance.password);
    await stepUp.getByRole("button", { name: "Confirm" }).click();
    await decision.waitFor({ state: "detached" });
    system.runtime.clock.reset();
    const { status, reason } = dataOf<{ status: string; reason: string }>(await creator.send("GET", `/payouts/${payoutId}`), 200);
    expect([status, reason]).toEqual(["FAILED", "The account has another name."]);
    expect(problemsOf(page)).toEqual([]);
  });
});
