import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page, Request } from "playwright-core";
import type { StaffKind } from "#libs/contracts/config/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { makeOneOfEach } from "../spec/one-of-each.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, openAsStaff, startBrowserSystem } from "./fixture.ts";

/** Its pages are scripts for browsers, which the types of this test do not know. */
const TABLE: string = "#gateway/app/staff/index.ts";

interface Table {
  readonly routes: readonly Route[];
}

interface Route {
  readonly path: string;
  readonly signedOut?: true;
  readonly kinds?: readonly StaffKind[];
  readonly texts?: string;
}

const { routes } = (await import(TABLE)) as Table;

/** The shortest time that the setting takes. */
const MAX_CALLS = 4;
const SECOND = 1_000;
const USE_MS = 5 * MINUTE;
/** The shortest time that the setting takes. */
const IDLE_MINUTES = 10;
/** The pages of signed-in staff, by their texts. */
const byTexts = Map.groupBy(
  routes.filter(({ signedOut }) => signedOut !== true),
  ({ texts = "none" }) => texts,
);

let system: BrowserSystem;
let admin: Person;
let ids: ReadonlyMap<StaffKind, string>;
beforeAll(async () => {
  system = await startBrowserSystem();
  ({ admin, ids } = await makeOneOfEach(system));
});
afterEach(async () => {
  system.runtime.clock.reset();
  await system.closeWindows();
});
afterAll(() => system?.stop());

const isCall = (request: Request): boolean => {
  const { pathname } = new URL(request.url());
  return pathname.startsWith("/api/") && !pathname.endsWith("/stream");
};

interface Calls {
  /** Addresses since it was emptied. */
  readonly made: string[];
  /** Calls without an answer. */
  readonly open: Set<Request>;
}

/** The calls of a page beside the stream, from now on. */
function callsOf(page: Page): Calls {
  const calls: Calls = { made: [], open: new Set() };
  page.on("request", (request) => {
    if (!isCall(request)) return;
    calls.made.push(request.url().replace(/^.*\/api\/v1/, ""));
    calls.open.add(request);
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => calls.open.delete(request));
  return calls;
}

const isLive = (page: Page) => page.locator("#live").getByText("Live", { exact: true }).waitFor();

/** Each call has its answer, and nothing is being loaded. */
async function isDrawn(page: Page, { open }: Calls): Promise<void> {
  await page.locator("#main h1").first().waitFor();
  await eventually(async () => expect([open.size, await page.locator("#main .skeleton").count()]).toEqual([0, 0]));
}

describe("the calls of a console", () => {
  it.each([...byTexts.keys()])("CON-33 each page opens with at most four calls (%s)", async (place) => {
    const page = await openAsStaff(system, admin, "/admin/login", { viewport: { width: 1440, height: 900 } });
    const calls = callsOf(page);
    const many: Record<string, readonly string[]> = {};
    for (const { path, kinds: [kind] = [] } of byTexts.get(place) ?? []) {
      const address = path.replace("{kind}", "terms").replace(/\{\w+\}/, encodeURIComponent((kind && ids.get(kind)) ?? ""));
      calls.made.length = 0;
      await page.goto(address);
      await isLive(page);
      await isDrawn(page, calls);
      if (calls.made.length > MAX_CALLS) many[path] = [...calls.made];
    }
    expect(many).toEqual({});
  });

  it("CON-33 a list beside an object that it does not hold names the users of both by one call", async () => {
    const page = await openAsStaff(system, admin, "/admin/login", { viewport: { width: 1440, height: 900 } });
    const calls = callsOf(page);
    const leaver = await system.newUser();
    dataOf(await leaver.send("POST", "/gdpr/delete"), 201);
    await page.goto(`/admin/privacy/${ids.get("PRIVACY_REQUEST")}`);
    await isDrawn(page, calls);
    await page.locator("#main .facts").getByRole("link").first().waitFor();
    const names = calls.made.filter((call) => call.startsWith("/admin/names"));
    expect([calls.made.length, names.length]).toEqual([4, 1]);
    expect(await page.locator("#main li[data-id]").count()).toBe(1);
    calls.made.length = 0;
    await page.goto(`/admin/privacy/${uuid()}`);
    await isDrawn(page, calls);
    await page.locator("#main").getByText("There is no such").first().waitFor();
    expect(calls.made).toHaveLength(4);
  });

  it("CON-33 three tabs of Today that are left for a minute ask for nothing beside their streams", async () => {
    const first = await openAsStaff(system, admin, "/admin/login");
    const tabs = [first, await first.context().newPage(), await first.context().newPage()];
    const made: string[][] = [];
    for (const tab of tabs) {
      const calls = callsOf(tab);
      await tab.clock.install();
      await tab.goto("/admin");
      await isLive(tab);
      await isDrawn(tab, calls);
      made.push(calls.made);
    }
    for (const calls of made) calls.length = 0;
    for (const tab of tabs) await tab.clock.runFor(MINUTE);
    expect(made).toEqual([[], [], []]);
  });
});

describe("a console and its session", () => {
  it("CON-32 keys, pointer and wheel keep the shortest session for an hour, by a call in five minutes; left alone it ends", async () => {
    await system.setConfig("auth.admin_idle_minutes", IDLE_MINUTES);
    const page = await openAsStaff(system, admin, "/admin/login");
    const calls = callsOf(page);
    await page.clock.install();
    await page.goto("/admin");
    await isLive(page);
    await isDrawn(page, calls);
    const pass = async (ms: number) => {
      system.runtime.clock.advance(ms);
      await page.clock.fastForward(ms);
    };
    const hands = [
      () => page.keyboard.type("still here"),
      () => page.mouse.move(Math.random() * 300, 200, { steps: 5 }),
      () => page.mouse.wheel(0, 10),
    ];
    for (let turn = 0; turn < 12; turn += 1) {
      calls.made.length = 0;
      await pass(USE_MS + SECOND);
      const used = page.waitForResponse((response) => response.url().endsWith("/auth/me"));
      await hands[turn % hands.length]?.();
      expect((await used).status()).toBe(200);
      for (const hand of hands) await hand();
      await isDrawn(page, calls);
      expect(calls.made.filter((call) => call === "/admin/auth/me")).toHaveLength(1);
    }
    await pass((IDLE_MINUTES + 1) * MINUTE + SECOND);
    await page
      .locator("#live")
      .getByText(/^Not live since /)
      .waitFor();
    expect((await page.request.get("/api/v1/admin/auth/me")).status()).toBe(401);
  });

  it("CON-32 what a page asks by itself, since a colleague has done something, says that its reader is away", async () => {
    const page = await openAsStaff(system, admin, "/admin/login");
    const calls = callsOf(page);
    await page.clock.install();
    await page.goto("/admin/support");
    await isLive(page);
    await isDrawn(page, calls);
    await page.clock.fastForward(2 * MINUTE);
    const colleague = await newAdmin(system, "SUPPORT");
    const asked = page.waitForRequest((request) => isCall(request) && request.url().includes(colleague.userId));
    dataOf(await colleague.send("POST", `/admin/support/tickets/${ids.get("TICKET")}/close`, {}), 200);
    expect((await asked).headers()["x-unattended"]).toBe("1");
    await page.locator("#main .item.gone").waitFor();
    const pressed = page.waitForRequest(isCall);
    await page.locator("#main li[data-id] a").first().click();
    expect((await pressed).headers()["x-unattended"]).toBeUndefined();
  });
});
