import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { type BrowserSystem, button, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

describe("the page about security", () => {
  it("SGN-03 a reader signs out everywhere after a question, and the list of sessions stays until then", async () => {
    const fan = await system.newUser();
    const page = await openAs(system, fan, "/settings/security");
    await page.getByText("This device").waitFor();
    await button(page, "Sign out everywhere").click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    expect((await fan.send("GET", "/auth/me")).status).toBe(200);
    await button(page, "Sign out everywhere").click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await page.waitForURL("**/login");
    await eventually(async () => expect((await fan.send("GET", "/auth/me")).status).toBe(401));
    expect(problemsOf(page)).toEqual([]);
  });
});
