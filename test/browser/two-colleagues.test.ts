import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, button, fillSignIn, openAsStaff, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const dialog = (page: Page) => page.getByRole("dialog");

describe("two colleagues who use one browser", () => {
  const signInAsStaff = async (page: Page, person: Person) => {
    await page.goto("/admin/login");
    await fillSignIn(page, person);
    await page.waitForURL("**/admin");
  };
  const suspending = async (page: Page) => {
    await button(page, "Suspend").click();
    await dialog(page).locator("textarea").fill("typed by the first colleague");
  };
  const statusOf = async ({ userId }: Person) =>
    dataOf<{ status: string }>(await (await system.admin()).send("GET", `/admin/users/${userId}`), 200).status;

  it.each(["a colleague", "one who is removed meanwhile"])(
    "STF-28 CNS-10 an open page of %s is drawn anew once another signs in",
    async (who) => {
      const [first, second] = [await newAdmin(system, "ADMIN"), await newAdmin(system, "SUPER_ADMIN")];
      const fan = await system.newUser();
      const page = await openAsStaff(system, first, `/admin/users/${fan.userId}`);
      await suspending(page);
      if (who !== "a colleague") {
        const body = { reason: "has left" };
        dataOf(await (await system.admin()).send("POST", `/admin/staff/${first.userId}/remove`, body), 200);
      }
      await signInAsStaff(await page.context().newPage(), second);
      await eventually(async () => expect(await page.getByText("typed by the first colleague").count()).toBe(0));
      await button(page, "Suspend").waitFor();
      expect(await dialog(page).count()).toBe(0);
      expect(await statusOf(fan)).toBe("ACTIVE");
    },
  );

  it("STF-28 a tab that has not heard of it gets no CSRF token of the other", async () => {
    const [first, second] = [await newAdmin(system, "ADMIN"), await newAdmin(system, "SUPER_ADMIN")];
    const fan = await system.newUser();
    const page = await openAsStaff(system, first, "/admin");
    await page.addInitScript("BroadcastChannel.prototype.addEventListener = () => undefined");
    await page.goto(`/admin/users/${fan.userId}`);
    await suspending(page);
    await signInAsStaff(await page.context().newPage(), second);
    await dialog(page).getByRole("button", { name: "Suspend" }).click();
    await eventually(async () => expect(await dialog(page).count()).toBe(0));
    await button(page, "Suspend").waitFor();
    expect(await statusOf(fan)).toBe("ACTIVE");
  });
});
