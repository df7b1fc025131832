import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { accessibilityProblems, type BrowserSystem, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterAll(() => system.stop());

describe("the documentation of the interface", () => {
  it("EAS-22 is reached from the foot of the front page", async () => {
    const page = await system.open("/");
    await page.getByRole("contentinfo").getByRole("link", { name: "API" }).click();
    await page.waitForURL("**/docs");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await system.closeWindows();
  });

  it.each([320, 1280])("EAS-22 fits a window of %i pixels, has no accessibility problem, and works without script", async (width) => {
    const context = await system.visitor({ viewport: { width, height: 800 }, isMobile: width === 320, javaScriptEnabled: width !== 320 });
    const page = await context.newPage();
    for (const path of ["/docs", "/docs/admin", "/api/v1/docs/events"]) {
      await page.goto(path);
      expect([path, await page.locator("h1").count()]).toEqual([path, 1]);
      expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([path, width]);
      // The other page has the same parts.
      if (width !== 320 && path !== "/docs/admin") expect([path, await accessibilityProblems(page)]).toEqual([path, []]);
    }
    await page.goto("/docs");
    await page.getByRole("link", { name: "Send a direct message to a creator" }).click();
    expect(new URL(page.url()).hash).toBe("#messaging.sendMessage");
  });
});
