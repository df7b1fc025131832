import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { HOUR } from "#libs/kernel/clock.ts";
import { eventually } from "../support/eventually.ts";
import { type BrowserSystem, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { paidMessage } from "./paid-messages.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

describe("a device whose clock is wrong", () => {
  it.each([-5, 5])("by %d hours shows how long a message is still held", async (hours) => {
    const { fan, creator, sessionId } = await paidMessage(system);
    for (const [person, path] of [
      [fan, `/messages/${sessionId}`],
      [creator, "/messages"],
    ] as const) {
      const page = await openAs(system, person, "/help");
      await page.clock.install({ time: Date.now() + hours * HOUR });
      await page.goto(path);
      await page.locator(".left").first().waitFor();
      await eventually(async () => expect(await page.locator(".left").allTextContents()).toContain("48 h left"));
      // The clock goes on from there.
      await page.clock.fastForward("01:00:00");
      await eventually(async () => expect(await page.locator(".left").allTextContents()).toContain("48 h left"));
      expect(problemsOf(page)).toEqual([]);
    }
  });
});
