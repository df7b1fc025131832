import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { dialog, historyOf, inDialog, keyPath, looksRight, row, setAs, writesOf } from "./console-steps.ts";
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

const entryOf = async (key: string) => dataOf<{ value: unknown; version: number }>(await admin.send("GET", keyPath(key)), 200);
const facts = (page: Page) => page.locator("#main > .facts, #main .beside .facts").first();
const value = (page: Page) => page.getByLabel("New value");

describe("settings", () => {
  it("CNS-03 out of range is refused at the field; both values stand in the dialog; saved and rolled back, both are audited", async () => {
    const page = await openAsStaff(system, admin, "/admin/settings?search=reply+window");
    const writes = writesOf(page);
    await row(page, "dm.timeout_hours").getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: "dm.timeout_hours" }).waitFor();
    await value(page).fill("721");
    await button(page, "Save").click();
    await page.locator(".problem", { hasText: "From 1 to 720" }).waitFor();
    await value(page).fill("24");
    await looksRight(page);
    await button(page, "Save").click();
    await dialog(page).getByText("48 hours").first().waitFor();
    await dialog(page).getByText("24 hours").waitFor();
    expect(writes).toEqual([]);
    await inDialog(page, "Save").click();
    await dialog(page).waitFor({ state: "detached" });
    await facts(page).getByText("24 hours").waitFor();
    await facts(page).getByText("Set by staff").waitFor();
    expect((await entryOf("dm.timeout_hours")).value).toBe(24);

    await setAs(colleague, "dm.timeout_hours", 36);
    await page.getByText("History", { exact: true }).click();
    const [, first] = await historyOf(admin, "dm.timeout_hours");
    await row(page, first?.id ?? "")
      .getByRole("button", { name: "Roll back" })
      .click();
    await dialog(page).getByText("36 hours").first().waitFor();
    await dialog(page).getByText("48 hours").waitFor();
    await dialog(page).getByText("Later changes that go too").waitFor();
    await inDialog(page, "Roll back").click();
    await dialog(page).waitFor({ state: "detached" });
    await facts(page).getByText("48 hours").first().waitFor();
    const history = await historyOf(admin, "dm.timeout_hours");
    expect(history.map(({ action }) => action)).toEqual(["ROLLBACK", "SET", "SET"]);
    expect((await entryOf("dm.timeout_hours")).value).toBe(48);
    expect(writes).toEqual(["PATCH /config/keys/dm.timeout_hours", "POST /config/rollback"]);
  });

  it("CNS-03 a refusal of the interface stands at the field, and a reset names the value after it", async () => {
    await setAs(admin, "siteName", "Stage");
    const page = await openAsStaff(system, admin, "/admin/settings/siteName");
    await value(page).fill("My placeholder");
    await button(page, "Save").click();
    await inDialog(page, "Save").click();
    await page.locator(".problem", { hasText: "must not contain" }).waitFor();
    expect(await value(page).inputValue()).toBe("My placeholder");
    await button(page, "Reset").click();
    await dialog(page).getByText("Stage").waitFor();
    await setAs(colleague, "siteName", "Scene");
    await inDialog(page, "Reset").click();
    await dialog(page).getByText("It was changed meanwhile. Nothing was sent.").waitFor();
    expect(await dialog(page).getByRole("status").textContent()).toContain("Changed meanwhile: Scene");
    expect((await entryOf("siteName")).value).toBe("Scene");
    await inDialog(page, "Close").click();
    await facts(page).getByText("Scene").waitFor();
    await button(page, "Reset").click();
    await page.getByLabel("Reason").fill("The old name");
    await inDialog(page, "Reset").click();
    await dialog(page).waitFor({ state: "detached" });
    await facts(page).getByText("Default").first().waitFor();
    await eventually(async () =>
      expect((await historyOf(admin, "siteName"))[0]).toMatchObject({ action: "RESET", reason: "The old name" }),
    );
  });

  it("CNS-03 the dialogs of an address name the secrets that go with it", async () => {
    const page = await openAsStaff(system, admin, "/admin/settings/provider.payment_base_url");
    await value(page).fill("https://pay.example.net");
    await button(page, "Save").click();
    for (const key of ["provider.payment_secret", "provider.payment_callback_secret"]) await dialog(page).getByText(key).waitFor();
    await dialog(page).getByText("Removed with it").waitFor();
  });

  it("CNS-05 a setting that a colleague changed meanwhile shows both values, keeps the own one, and sends nothing over it", async () => {
    const key = "dm.free_daily_limit";
    const page = await openAsStaff(system, admin, `/admin/settings/${key}`);
    await value(page).fill("9");
    await button(page, "Save").click();
    await dialog(page).waitFor();
    await setAs(colleague, key, 7);
    await inDialog(page, "Save").click();
    expect(await dialog(page).getByRole("status").textContent()).toContain("Changed meanwhile: 7");
    await dialog(page).locator(".facts").getByText("9", { exact: true }).waitFor();
    expect((await entryOf(key)).value).toBe(7);
    await inDialog(page, "Close").click();
    await page.locator("form").getByText("Changed meanwhile: 7").waitFor();
    expect(await value(page).inputValue()).toBe("9");
    await button(page, "Take this value").click();
    expect(await value(page).inputValue()).toBe("7");
    await value(page).fill("8");
    await button(page, "Save").click();
    await inDialog(page, "Save").click();
    await dialog(page).waitFor({ state: "detached" });
    expect((await entryOf(key)).value).toBe(8);
  });

  it("CON-19 a value for DE is added, holds for DE, and is removed; scopes that the key lacks are not offered", async () => {
    const key = "dm.free_per_creator_daily";
    const effective = async () => dataOf<{ active: number }>(await admin.send("GET", `${keyPath(key)}/effective?region=DE`), 200).active;
    const before = await effective();
    const page = await openAsStaff(system, admin, `/admin/settings/${key}`);
    await page.getByText("Values for platforms, regions and tiers").click();
    await page.getByText("None. The value above holds everywhere.").waitFor();
    await button(page, "Add").click();
    await dialog(page).getByLabel("Holds for").selectOption("region");
    await dialog(page).getByLabel("Region").fill("de");
    await dialog(page).getByLabel("New value").fill("3");
    await inDialog(page, "Add").click();
    await row(page, "region DE").getByText("3", { exact: true }).waitFor();
    expect(await effective()).toBe(3);
    await page.getByLabel("Region").fill("DE");
    await button(page, "Find").last().click();
    await page.locator("form [role=status]", { hasText: "3" }).waitFor();
    await looksRight(page);
    await row(page, "region DE").getByRole("button", { name: "Remove" }).click();
    await inDialog(page, "Remove").click();
    await row(page, "region DE").waitFor({ state: "detached" });
    expect(await effective()).toBe(before);
    await page.goto("/admin/settings/messaging.expire_batch");
    await page.getByRole("heading", { level: 1, name: "messaging.expire_batch" }).waitFor();
    expect(await page.getByText("Values for platforms, regions and tiers").count()).toBe(0);
  });

  it("CON-20 a secret is never in the page, its address or its history; what only the environment sets has no field", async () => {
    const secrets = dataOf<{ categories: { configs: { key: string; sensitive: boolean; envOnly: boolean; type: string }[] }[] }>(
      await admin.send("GET", "/admin/config/domains/provider"),
      200,
    ).categories.flatMap(({ configs }) => configs);
    const secret = secrets.find((entry) => entry.sensitive && !entry.envOnly)?.key ?? "";
    await setAs(admin, secret, "correct-horse-battery");
    const page = await openAsStaff(system, admin, `/admin/settings/${secret}`);
    await facts(page).getByText("Set, not shown").waitFor();
    expect(await value(page).inputValue()).toBe("");
    await value(page).fill("another-horse");
    await button(page, "Save").click();
    expect(await dialog(page).textContent()).not.toContain("horse");
    await inDialog(page, "Save").click();
    await dialog(page).waitFor({ state: "detached" });
    expect(await value(page).inputValue()).toBe("");
    await page.getByText("History", { exact: true }).click();
    await page.locator("details li[data-id]").first().waitFor();
    expect(await page.content()).not.toContain("horse");
    expect(page.url()).not.toContain("horse");

    await page.goto("/admin/settings?only=environment");
    const only = page.locator("li[data-id]", { hasText: "By environment" }).first();
    await only.waitFor();
    const all = await page.locator("#main li[data-id]").evaluateAll((rows) => rows.map((each) => each.getAttribute("data-id") ?? ""));
    const entries = await Promise.all(
      all.map(async (key) => ({ key, ...dataOf<{ envOnly: boolean }>(await admin.send("GET", keyPath(key)), 200) })),
    );
    const { key = "" } = entries.find(({ envOnly }) => envOnly) ?? {};
    await page.goto(`/admin/settings/${key}`);
    await page.getByText(/^Only the environment variable CONFIG_\w+ sets it\.$/).waitFor();
    expect(await value(page).count()).toBe(0);
  });

  it("STF-27 a setting of sign-in or providers has no form for who does not manage staff, and says which permission it needs", async () => {
    const page = await openAsStaff(system, colleague, "/admin/settings/auth.reset_token_minutes");
    await page.getByText("Only staff with the permission admins:manage can change this setting.").waitFor();
    expect([await value(page).count(), await button(page, "Save").count()]).toEqual([0, 0]);
    await page.goto("/admin/settings/dm.timeout_hours");
    await value(page).waitFor();
    const above = await openAsStaff(system, admin, "/admin/settings/auth.reset_token_minutes");
    await value(above).waitFor();
    const plain = await openAsStaff(system, reader, "/admin/settings/auth.reset_token_minutes");
    await facts(plain).waitFor();
    expect(await plain.getByText("Only staff with the permission").count()).toBe(0);
  });

  it("STF-01 the page of roles shows what each role may do and which routes a permission opens", async () => {
    const page = await openAsStaff(system, reader, "/admin/roles");
    await row(page, "EDITOR").getByText("content:write", { exact: true }).waitFor();
    await row(page, "cache:clear").getByText("Routes: 1").click();
    await row(page, "cache:clear").getByText("POST /admin/config/cache/clear").waitFor();
    await looksRight(page);
  });

  it("CON-34 the domains lead to their settings, and a search without a result says so", async () => {
    const page = await openAsStaff(system, reader, "/admin/settings");
    await looksRight(page);
    await page.getByLabel("Search in key, words and value").fill("no such words");
    await button(page, "Find").click();
    await page.getByText(/^No setting fits\./).waitFor();
    await page.getByLabel("Search in key, words and value").fill("window timeout");
    await button(page, "Find").click();
    await row(page, "dm.timeout_hours").waitFor();
    await page.getByRole("link", { name: "Show all" }).first().click();
    await row(page, "messaging").getByRole("link").click();
    await page.waitForURL("**/admin/settings?domain=messaging");
    await row(page, "dm.timeout_hours").getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: "dm.timeout_hours" }).waitFor();
    expect(await value(page).count()).toBe(0);
    await page.goto("/admin/settings/no.such_key");
    await page.getByText("There is no such setting.").waitFor();
  });
});
