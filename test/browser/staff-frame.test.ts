import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type { RoutedAction } from "#libs/contract-kit/contract.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { RoutePermission } from "#libs/policies/permissions.ts";
import { hasPermission, STAFF_ROLES } from "#libs/policies/roles.ts";
import { newAdmin, setRoles } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, button, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";
import { hasFocus } from "./focus.ts";
import { earningCreator } from "./paid-messages.ts";

/** Its pages are scripts for browsers, which the types of this test do not know. */
const TABLE: string = "#gateway/app/staff/index.ts";

interface Table {
  readonly routes: readonly { readonly path: string; readonly group: string | null; readonly actions: readonly RoutedAction[] }[];
}

const { routes } = (await import(TABLE)) as Table;

let system: BrowserSystem;
let finance: Person;
beforeAll(async () => {
  system = await startBrowserSystem();
  finance = await newAdmin(system, "FINANCE");
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

/** Payouts of 20.00, four of each creator. */
async function requestPayouts(creators: readonly CreatorPerson[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const creator of creators) {
    const method = await creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "My bank, 42" });
    const body = { amount: "20.00", methodId: dataOf<{ methodId: string }>(method, 201).methodId };
    for (let turn = 0; turn < 4; turn += 1) {
      const reply = await creator.send("POST", "/payouts", body, { headers: { "idempotency-key": uuid() } });
      ids.push(dataOf<{ payoutId: string }>(reply, 201).payoutId);
    }
  }
  return ids;
}

const field = (page: Page) => page.getByRole("searchbox", { name: "Go to" });

describe("keys", () => {
  it("CON-03 ten payouts are decided without a pointer, and the focus is never lost", async () => {
    await requestPayouts(await Promise.all([earningCreator(system), earningCreator(system), earningCreator(system)]));
    const page = await openAsStaff(system, finance, "/admin/payouts");
    const rows = page.locator("li[data-id]");
    await eventually(async () => expect(await rows.count()).toBe(12));
    for (let turn = 0; turn < 10; turn += 1) {
      await page.keyboard.press("j");
      await hasFocus(page, "a", "on.localName");
      await page.keyboard.press("Enter");
      await hasFocus(page, "h1", "on.localName");
      await page.getByRole("button", { name: "Approve" }).waitFor();
      await page.keyboard.press(turn === 0 ? "x" : "a");
      if (turn === 0) await page.keyboard.type("Not now, j k a x /");
      if (turn === 0) await page.keyboard.press("Tab");
      await hasFocus(page, "button", "on.localName");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page
        .locator("#main .facts")
        .getByText(/Failed|Paid/)
        .waitFor();
      await hasFocus(page, "h1", "on.localName");
    }
    await eventually(async () => expect(await page.locator(".item.gone").count()).toBe(10));
    expect(await rows.count()).toBe(12);
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Next and previous row").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("summary", { hasText: "Account" }).click();
    await page.getByLabel("Single keys work").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await hasFocus(page, "summary", "on.localName");
    expect(problemsOf(page)).toEqual([]);
  });
});

describe("Go to", () => {
  it("CNS-11 opens a page by a part of its name, offers no page that one may not open, and a slash inside a field types", async () => {
    const page = await openAsStaff(system, finance, "/admin");
    await field(page).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("yout");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/payouts");
    await hasFocus(page, "h1", "on.localName");
    await page.keyboard.press("/");
    await page.keyboard.type("a/b");
    expect(await field(page).inputValue()).toBe("a/b");
    await page.keyboard.press("Enter");
    await page.locator("#go-to").getByText("Nothing fits.").waitFor();
    await page.keyboard.press("Escape");
    expect([await field(page).inputValue(), new URL(page.url()).pathname]).toEqual(["", "/admin/payouts"]);

    const creator = await earningCreator(system);
    const [payoutId = ""] = await requestPayouts([creator]);
    await page.keyboard.press("/");
    await page.keyboard.insertText(payoutId);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/admin/payouts/${payoutId}`);

    const other = await openAsStaff(system, await newAdmin(system, "MODERATOR"), "/admin");
    await field(other).waitFor();
    await other.keyboard.press("/");
    for (const typed of ["Payouts", payoutId]) {
      await field(other).fill(typed);
      await other.keyboard.press("Enter");
      await other.locator("#go-to").getByText("Nothing fits.").waitFor();
      expect(await other.locator("#go-to a").count()).toBe(0);
    }
    expect(await button(other, "Menu").isVisible()).toBe(false);
  });
});

describe("what colleagues do", () => {
  it("CNS-02 a colleague's decision marks its row where it stands, takes the buttons, and new payouts wait behind a button", async () => {
    const creator = await earningCreator(system);
    await requestPayouts([creator]);
    const max = await system.newUser({ displayName: "Max" });
    await setRoles(system, max.userId, ["FINANCE"]);
    const colleague = await system.signIn(max.email, max.password);
    const page = await openAsStaff(system, finance, `/admin/payouts?userId=${creator.userId}`);
    const rows = page.locator("li[data-id]");
    await eventually(async () => expect(await rows.count()).toBe(4));
    const ids = await Promise.all((await rows.all()).map((row) => row.getAttribute("data-id")));
    await rows.nth(1).locator("a").click();
    await page.getByRole("button", { name: "Approve" }).waitFor();
    await hasFocus(page, "h1", "on.localName");
    dataOf(await colleague.send("POST", `/admin/payouts/${ids[1]}/fail`, { reason: "No" }), 200);
    await rows.nth(1).getByText("Changed by Max").waitFor();
    await page.getByRole("button", { name: "Approve" }).waitFor({ state: "detached" });
    await hasFocus(page, "h1", "on.localName");
    expect(await rows.count()).toBe(4);
    expect(await Promise.all((await rows.all()).map((row) => row.getAttribute("data-id")))).toEqual(ids);
    await page.reload();
    await eventually(async () => expect(await rows.count()).toBe(3));

    await page.goto("/admin/payouts");
    await rows.first().waitFor();
    const before = await rows.count();
    const another = await earningCreator(system);
    await requestPayouts([another]);
    await button(page, "New: 4").click();
    await eventually(async () => expect(await rows.count()).toBe(before + 4));
    expect(problemsOf(page)).toEqual([]);
  });
});

describe("a console that is left alone", () => {
  it("CON-32 CON-33 opens with few calls, asks for nothing by itself, and its session ends", async () => {
    const calls: string[] = [];
    const page = await openAsStaff(system, finance, "/admin/login");
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/") && !pathname.endsWith("/stream")) calls.push(pathname);
    });
    for (const path of ["/admin", "/admin/payouts"]) {
      calls.length = 0;
      await page.goto(path);
      await page.locator("#live").getByText("Live", { exact: true }).waitFor();
      await eventually(async () => expect(await page.locator(".skeleton").count()).toBe(0));
      expect(calls.length).toBeLessThanOrEqual(4);
    }
    calls.length = 0;
    system.runtime.clock.advance(24 * 3_600_000);
    await page
      .locator("#live")
      .getByText(/^Not live since /)
      .waitFor({ timeout: 15_000 });
    expect(calls).toEqual([]);
    await page.locator("h1").click();
    await page.getByRole("dialog").getByText("You have been signed out.").waitFor();
  });
});

describe("roles", () => {
  it("CON-31 when a role is taken, the next press names the permission", async () => {
    const own = await newAdmin(system, "FINANCE");
    const creator = await earningCreator(system);
    await requestPayouts([creator]);
    const page = await openAsStaff(system, own, `/admin/payouts?userId=${creator.userId}`);
    await page.locator("li[data-id] a").first().click();
    await page.getByRole("button", { name: "Approve" }).click();
    await setRoles(system, own.userId, ["ANALYST"]);
    // The gateway knows a role for up to a second more, and an analyst may not read users.
    await eventually(async () => expect((await page.request.get("/api/v1/admin/users?limit=1")).status()).toBe(403));
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page
      .getByRole("dialog")
      .getByText(/^You need the permission .*finance:write.* for this\.$/)
      .waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#main").getByRole("link", { name: "Payouts" }).click();
    await page.locator("li[data-id] a").first().click();
    await page.getByRole("heading", { level: 1, name: /Payout of/ }).waitFor();
    await eventually(async () => expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(0));
  });

  it.each(STAFF_ROLES)(
    "CON-02 %s sees the entries and controls of the own permissions, none that ends in a refusal, and misses none",
    async (role) => {
      const person = await newAdmin(system, role);
      const page = await openAsStaff(system, person, "/admin");
      const refused: string[] = [];
      page.on("response", (response) => {
        if (response.status() === 403) refused.push(response.url());
      });
      await field(page).waitFor();
      const granted = (permission: RoutePermission) => hasPermission([role], permission);
      const entries = page.locator("#side a:visible");
      const paths = await entries.evaluateAll((links) => links.map((link) => (link as { pathname?: string }).pathname ?? ""));
      const own = routes.filter(
        ({ group, actions: [first] }) => group !== null && (first?.http.permission === undefined || granted(first.http.permission)),
      );
      expect([...paths].sort()).toEqual(own.map(({ path }) => path.replace(/\?.*/, "")).sort());
      for (const path of new Set(paths)) {
        await page.locator(`#side a[href="${path}"]`).click();
        await page.locator("#main h1").waitFor();
        await page.locator("#main .skeleton").first().waitFor({ state: "detached" });
      }
      if (granted("finance:read")) {
        const creator = await earningCreator(system);
        const [payoutId] = await requestPayouts([creator]);
        await page.goto(`/admin/payouts?userId=${creator.userId}`);
        await page.locator(`li[data-id="${payoutId}"] a`).click();
        await page.locator("#main .facts").first().waitFor();
        await eventually(async () =>
          expect(await page.getByRole("button", { name: "Approve" }).count()).toBe(granted("finance:write") ? 1 : 0),
        );
      }
      expect(refused).toEqual([]);
    },
  );
});
