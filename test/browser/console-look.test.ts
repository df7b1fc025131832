import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import type { StaffKind } from "#libs/contracts/config/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { makeOneOfEach } from "../spec/one-of-each.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, checkedIn, LOOKS, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";
import { pressUntilFocus } from "./focus.ts";

/** Its pages are scripts for browsers, which the types of this test do not know. */
const TABLE: string = "#gateway/app/staff/index.ts";

interface Table {
  readonly routes: readonly { readonly path: string; readonly group: string | null; readonly kinds?: readonly StaffKind[] }[];
}

const { routes } = (await import(TABLE)) as Table;

const LONG_NAME = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz";
const LONG_WORD = `Unbreakable${"x".repeat(150)}`;

/** Lists whose rows are not cases of a queue. */
const LISTS = ["escrows", "ledger", "staff", "content/categories", "settings", "audit"].map((page) => `/admin/${page}`);

let system: BrowserSystem;
let admin: Person;
beforeAll(async () => {
  system = await startBrowserSystem();
  admin = await system.admin();
});
afterAll(() => system?.stop());

/** What is wrong with each page in a look, by its path. */
async function problemsIn({ colorScheme, width, lang }: (typeof LOOKS)[number], person: Person, paths: readonly string[]) {
  const page = await openAsStaff(system, person, "/admin", { colorScheme, viewport: { width, height: 800 } });
  const found = new Map<string, readonly string[]>();
  for (const path of paths) {
    const problems = await problemsOn(page, `${path}${path.includes("?") ? "&" : "?"}lang=${lang}`);
    if (problems.length > 0) found.set(path, problems);
  }
  await system.closeWindows();
  return [...found];
}

async function problemsOn(page: Page, path: string): Promise<readonly string[]> {
  const known = problemsOf(page).length;
  await page.goto(path);
  await page.locator("main h1").first().waitFor();
  await eventually(async () => expect(await page.locator(".skeleton").count()).toBe(0));
  const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  return [...(await accessibilityProblems(page)), ...(isWide ? ["scrolls sideways"] : []), ...problemsOf(page).slice(known)];
}

describe("each page of the console", () => {
  it.each(LOOKS)("CON-35 nothing is wrong while there is nothing to show ($colorScheme, $width px, $lang)", async (look) => {
    const paths = routes.flatMap(({ path, group }) => (path.includes("{") || (group === null && path.endsWith("/new")) ? [] : [path]));
    const unknown = routes.flatMap(({ path, kinds }) => (kinds ? [path.replace(/\{\w+\}/, uuid())] : []));
    expect(await problemsIn(look, admin, checkedIn(look, [...paths, ...unknown]))).toEqual([]);
  });

  describe("of a busy platform", () => {
    let owner: Person;
    let paths: readonly string[];
    beforeAll(async () => {
      const { fan, admin: person, ids } = await makeOneOfEach(system);
      owner = person;
      const ticket = { subject: LONG_WORD, message: "لماذا؟" };
      const { id } = dataOf<{ id: string }>(await fan.send("POST", "/support/tickets", ticket), 201);
      const people = system.runtime.database("account").connection.collection("users");
      await people.updateMany({}, { $set: { displayName: LONG_NAME } });
      const pages = routes.flatMap(({ path, kinds: [kind] = [] }) =>
        kind ? [path.replace(/\{\w+\}/, encodeURIComponent(ids.get(kind) ?? ""))] : path.includes("{") ? [] : [path],
      );
      paths = [...pages, `/admin/support/${id}`, "/admin/content/legal/terms"];
    });

    it("CNS-11 j moves to a row of each list that is the page, also where rows lead nowhere", async () => {
      const page = await openAsStaff(system, owner, "/admin");
      for (const path of LISTS) {
        await page.goto(path);
        await page.locator("#main .list > li").first().waitFor();
        await pressUntilFocus(page, "j", [path, true], `["${path}", on.closest("#main .list > li") !== null]`);
      }
    });

    it.each(LOOKS)("CON-35 nothing is wrong with long names and foreign texts ($colorScheme, $width px, $lang)", async (look) => {
      expect(await problemsIn(look, owner, checkedIn(look, paths))).toEqual([]);
    });
  });
});
