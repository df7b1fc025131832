import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { SWITCHED_ROUTES } from "#libs/contracts/switched-routes.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { dialog, historyOf, inDialog, looksRight, row, setAs, writesOf } from "./console-steps.ts";
import { type BrowserSystem, button, openAsStaff, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
let admin: Person;
let colleague: Person;
let reader: Person;
beforeAll(async () => {
  system = await startBrowserSystem();
  [admin, colleague, reader] = await Promise.all([newAdmin(system, "SUPER_ADMIN"), newAdmin(system, "ADMIN"), newAdmin(system, "ANALYST")]);
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const auditOf = async (domain: string, key: string) => {
  const audit = await admin.send("GET", `/admin/config/audit-log?domain=${domain}`);
  const { items } = dataOf<{ items: { key: string; action: string }[] }>(audit, 200);
  return items.filter((change) => change.key === key).map(({ action }) => action);
};

describe("switches", () => {
  it("CON-22 the dialog names the routes and wants a reason; off means 503, and on again serves them", async () => {
    const page = await openAsStaff(system, admin, "/admin/switches");
    const writes = writesOf(page);
    await row(page, "DISCOVER").getByRole("button", { name: "Switch off" }).click();
    for (const route of SWITCHED_ROUTES.DISCOVER) await dialog(page).getByText(route, { exact: true }).waitFor();
    expect(SWITCHED_ROUTES.DISCOVER.length).toBeGreaterThan(1);
    await dialog(page).getByText(`Routes: ${SWITCHED_ROUTES.DISCOVER.length}`, { exact: true }).waitFor();
    await inDialog(page, "Switch off").click();
    await dialog(page).locator(".problem").waitFor();
    expect(writes).toEqual([]);
    await page.getByLabel("Reason").fill("The search is broken");
    await inDialog(page, "Switch off").click();
    await dialog(page).waitFor({ state: "detached" });
    await row(page, "DISCOVER").getByText("The search is broken").waitFor();
    await row(page, "DISCOVER").getByText("Off", { exact: true }).waitFor();
    expect((await system.send("GET", "/discover/creators")).status).toBe(503);
    await looksRight(page);

    const others = await openAsStaff(system, reader, "/admin/switches");
    await row(others, "DISCOVER").getByText("The search is broken").waitFor();
    expect(await others.locator("#main").getByRole("button").count()).toBe(0);

    await row(page, "DISCOVER").getByRole("button", { name: "Switch on" }).click();
    await dialog(page).getByText("These routes answer as usual again.").waitFor();
    await inDialog(page, "Switch on").click();
    await dialog(page).waitFor({ state: "detached" });
    await row(page, "DISCOVER").getByText("On", { exact: true }).waitFor();
    expect((await system.send("GET", "/discover/creators")).status).toBe(200);
  });
});

describe("flags", () => {
  it("CON-21 a flag is made, switched on, undone by the toast and by its own button, each with a line of the audit", async () => {
    const page = await openAsStaff(system, admin, "/admin/flags");
    await page.getByText(/^There are no flags yet\./).waitFor();
    await button(page, "New flag").click();
    await dialog(page).getByLabel("Key").fill("Has Spaces");
    await inDialog(page, "Add").click();
    await dialog(page).locator(".problem").waitFor();
    await dialog(page).getByLabel("Key").fill("new.look");
    await page.getByLabel("What it is for").fill("The look of next year");
    await inDialog(page, "Add").click();
    await row(page, "new.look").getByText("The look of next year").waitFor();
    await looksRight(page);

    await button(page, "New flag").click();
    await dialog(page).getByLabel("Key").fill("new.look");
    await inDialog(page, "Add").click();
    await dialog(page)
      .getByText(/A feature flag .*new\.look.* exists already\./)
      .waitFor();
    await page.keyboard.press("Escape");

    const item = row(page, "new.look");
    await item.getByRole("button", { name: /^Switch on/ }).click();
    await item.getByText("On", { exact: true }).waitFor();
    await button(page, "Undo").click();
    await item.getByText("Off", { exact: true }).waitFor();
    expect(await auditOf("flags", "flag.new.look")).toEqual(["TOGGLE", "TOGGLE", "CREATE"]);
    await item.getByRole("button", { name: /^Switch on/ }).click();
    await item.getByText("On", { exact: true }).waitFor();
    await item.getByRole("button", { name: /^Switch off/ }).click();
    await item.getByText("Off", { exact: true }).waitFor();
    expect(await auditOf("flags", "flag.new.look")).toHaveLength(5);
  });
});

describe("the audit", () => {
  it("CON-27 filters stand in the address, a line leads to its object, and a change is rolled back", async () => {
    await setAs(colleague, "dm.timeout_hours", 30);
    const page = await openAsStaff(system, admin, "/admin/audit");
    await page.getByLabel("Target (id or key)").fill("dm.timeout_hours");
    await button(page, "Find").click();
    await page.waitForURL("**/admin/audit?target=dm.timeout_hours");
    await page.locator("#main li[data-id]").first().getByText("Setting changed").waitFor();
    await looksRight(page);
    await page.locator("#main li[data-id]").first().getByRole("link", { name: "dm.timeout_hours" }).click();
    await page.waitForURL("**/admin/settings/dm.timeout_hours");
    await page.goto(`/admin/audit/settings?domain=messaging&changedBy=${colleague.userId}`);
    const change = page.locator("#main li[data-id]").first();
    await change.getByText("30 hours").waitFor();
    await change.getByText("Setting changed").waitFor();
    await looksRight(page);
    await change.getByRole("button", { name: "Roll back" }).click();
    await inDialog(page, "Roll back").click();
    await dialog(page).waitFor({ state: "detached" });
    expect((await historyOf(admin, "dm.timeout_hours"))[0]?.action).toBe("ROLLBACK");
    await page.goto("/admin/audit");
    await page.getByLabel("Action").selectOption({ label: "Setting changed" });
    await button(page, "Find").click();
    await page.waitForURL("**/admin/audit?action=config.SET");
    await page.locator("#main li[data-id]").first().getByText("Setting changed").waitFor();
    await page.goto("/admin/audit?target=killswitch.DISCOVER");
    const off = page.locator("#main li[data-id]", { hasText: "The search is broken" });
    await off.getByRole("link", { name: "Discovery" }).waitFor();
    await off.getByText(/On\s*→\s*Off/).waitFor();
    await page.goto("/admin/audit/settings?domain=killswitches");
    await page
      .locator("#main li[data-id]", { hasText: "The search is broken" })
      .getByText(/On\s*→\s*Off/)
      .waitFor();
    await page.goto("/admin/audit?action=no.such");
    await page.getByText("Nothing of the kind is recorded.").waitFor();
    expect(await page.getByLabel("Action").inputValue()).toBe("no.such");
  });
});

describe("services", () => {
  it("CON-23 a test says in words whether a service works, missing settings lead there, and only super admins clear the cache", async () => {
    const page = await openAsStaff(system, admin, "/admin/system");
    await row(page, "email").getByRole("button", { name: /^Test/ }).click();
    await row(page, "email").getByText("Works").waitFor();
    await row(page, "oauth").getByRole("button", { name: /^Test/ }).click();
    await row(page, "oauth").getByRole("status").getByText("Off").waitFor();
    await looksRight(page);
    await button(page, "Clear cache").click();
    await dialog(page)
      .getByText(/No value changes\./)
      .waitFor();
    await inDialog(page, "Clear cache").click();
    await page.getByText("Done", { exact: true }).waitFor();
    await setAs(admin, "provider.oauth", "oidc");
    const others = await openAsStaff(system, colleague, "/admin/system");
    await row(others, "oauth").getByRole("button", { name: /^Test/ }).click();
    await row(others, "oauth").getByText("Settings are missing").waitFor();
    expect(await button(others, "Clear cache").count()).toBe(0);
    await row(others, "oauth").getByRole("link", { name: "provider.oauth_issuer" }).click();
    await others.waitForURL("**/admin/settings/provider.oauth_issuer");
  });
});
