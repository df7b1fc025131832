import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

interface Stored {
  readonly preferences: readonly { readonly eventKey: string; readonly channels: Readonly<Record<string, boolean>> }[];
}

const mailsOf = async (person: Person) => {
  const { preferences } = dataOf<Stored>(await person.send("GET", "/notifications/preferences"), 200);
  return new Map(preferences.map(({ eventKey, channels }) => [eventKey, channels.EMAIL]));
};

describe("the settings of notifications", () => {
  it("boxes change at once, each change is stored in its order, and the page says when all are", async () => {
    const person = await system.newUser();
    const page = await openAs(system, person, "/settings/notifications");
    await page.locator("fieldset").first().waitFor();
    let open = () => undefined as void;
    const isOpen = new Promise<void>((resolve) => {
      open = resolve;
    });
    await page.route("**/notifications/preferences", async (route) => {
      if (route.request().method() === "PUT") await isOpen;
      await route.continue();
    });
    const boxes = page.locator("fieldset input:enabled");
    const [first, second] = [boxes.nth(0), boxes.nth(1)];
    const [before, beside] = [await first.isChecked(), await second.isChecked()];
    await first.click();
    await second.click();
    await first.click();
    expect([await first.isChecked(), await second.isChecked()]).toEqual([before, !beside]);
    expect(await page.getByText("Saved", { exact: true }).count()).toBe(0);
    open();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.reload();
    await first.waitFor();
    expect([await first.isChecked(), await second.isChecked()]).toEqual([before, !beside]);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problemsOf(page)).toEqual([]);
  });

  it("a change that was not stored goes back with the reason, and what cannot be switched off says why", async () => {
    const person = await system.newUser();
    const page = await openAs(system, person, "/settings/notifications");
    const box = page.locator("fieldset input:enabled").first();
    const before = await box.isChecked();
    await page.route("**/notifications/preferences", (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
    const stored = await mailsOf(person);
    await box.click();
    await page.getByText("No connection").waitFor();
    await eventually(async () => expect(await box.isChecked()).toBe(before));
    expect(await mailsOf(person)).toEqual(stored);
    const always = page.getByRole("group").filter({ hasText: "Important, and cannot be switched off." });
    expect(await always.locator("input:disabled").count()).toBe(2);
  });
});
