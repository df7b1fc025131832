import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import type { BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { theBrowser } from "../support/browser.ts";
import { type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { windowsOf } from "./windows.ts";

/** A system with pages, and a browser in front of it. */
export interface BrowserSystem extends TestSystem {
  /** A new window of a first-time visitor, with an empty cache. It is closed at the end. */
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** An empty page of a first-time visitor. Its window may have been that of an earlier test. */
  empty(options?: BrowserContextOptions): Promise<Page>;
  /** The page at a path, in such a window. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Empties or closes all windows: those of a finished test would go on polling and slow down the next test. */
  closeWindows(): Promise<void>;
}

const HERE: BrowserContextOptions = { locale: "en-GB", timezoneId: "Europe/Berlin" };

/** Starts the system; the browser is that of the process. Violations of the content security policy and errors of scripts fail the test that reads {@link problemsOf}. */
export async function startBrowserSystem(settings: Readonly<Record<string, string>> = {}): Promise<BrowserSystem> {
  const system = await startTestSystem({ configOverrides: new Map([["CONFIG_PAGES_ENABLED", "true"], ...Object.entries(settings)]) });
  const browser = await theBrowser();
  const windows = windowsOf(browser, system.base);
  const empty = async (options?: BrowserContextOptions) => {
    const page = await windows.take({ ...HERE, ...options });
    watch(page);
    return page;
  };
  const opened = new Set<BrowserContext>();
  return {
    ...system,
    empty,
    async visitor(options) {
      const context = await browser.newContext({ baseURL: system.base, ...HERE, ...options });
      opened.add(context);
      return context;
    },
    async open(path, options) {
      const page = await empty(options);
      await page.goto(path);
      return page;
    },
    async closeWindows() {
      await Promise.all([windows.empty(), ...[...opened].map((context) => context.close())]);
      opened.clear();
    },
    async stop() {
      await Promise.all(browser.contexts().map((context) => context.close()));
      await system.stop();
    },
  };
}

const problems = new WeakMap<Page, string[]>();

function watch(page: Page): void {
  const found: string[] = [];
  problems.set(page, found);
  page.on("pageerror", (error) => found.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|Trusted/.test(message.text())) found.push(message.text());
  });
}

const WIDE = 1280;
const NARROW = 320;
const EVERY_LOOK = process.env.EVERY_LOOK === "1";

/** The looks that pages are checked in. Two looks cover each scheme, direction and width; EVERY_LOOK=1 checks all eight. */
export const LOOKS = (["light", "dark"] as const)
  .flatMap((colorScheme) => [WIDE, NARROW].flatMap((width) => ["en", "ar"].map((lang) => ({ colorScheme, width, lang }))))
  .filter(
    ({ colorScheme, width, lang }) =>
      EVERY_LOOK || ((colorScheme === "light") === (width === WIDE) && (width === WIDE) === (lang === "en")),
  );

/** The pages to check in a look: each page in one of the two, or in all with EVERY_LOOK=1. */
export function checkedIn<P>({ width }: (typeof LOOKS)[number], pages: readonly P[]): readonly P[] {
  return EVERY_LOOK ? pages : pages.filter((_page, index) => (index % 2 === 0) === (width === WIDE));
}

/** The minified form: a browser parses it in half the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** The violations that axe finds on a page (WCAG 2.2 A and AA): rule and element. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // The page's policy blocks foreign scripts; code that the debugger evaluates is exempt.
  await page.evaluate(AXE);
  const violations = (await page.evaluate(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'] }).then((found) => found.violations)",
  )) as AxeResults["violations"];
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Errors of scripts and violations of the policy on a page of {@link BrowserSystem.open}. */
export function problemsOf(page: Page): readonly string[] {
  return problems.get(page) ?? [];
}

/** A button by its whole name. */
export const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

/** Signs out by the menu of the header. */
export async function signOut(page: Page): Promise<void> {
  await page.locator("summary", { hasText: "Account" }).click();
  await button(page, "Sign out").click();
}

/** Holds the first requests of a page to a route back on their way. */
export async function hold(page: Page, path: string, method = "POST") {
  const [held, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    asked.resolve();
    await held.promise;
    await route.fallback().catch(() => undefined);
  });
  return { asked: asked.promise, release: held.resolve };
}

/** Signs in on the open page, and waits for the page that follows. */
export async function signIn(page: Page, person: Pick<Person, "email" | "password">): Promise<void> {
  await fillSignIn(page, person);
  await page.waitForURL((url) => url.pathname !== "/login");
}

/** Submits the form of the sign-in page and does not wait for the result. */
export async function fillSignIn(page: Page, { email, password }: Pick<Person, "email" | "password">): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
}

type Credentials = Pick<Person, "email" | "password">;

/** A page of a person in a window of their own, signed in from the start. The sign-in form has tests of its own. */
export async function openAs(system: BrowserSystem, person: Credentials, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const { page, body } = await newSession(system, person, "/auth/login", options);
  await page.evaluate(`localStorage.setItem('signed-in', 'here ${(body.data as { user: { id: string } }).user.id}')`);
  await page.goto(path);
  return page;
}

/** A page of the console as a member of the staff, in a window of their own. */
export async function openAsStaff(
  system: BrowserSystem,
  person: Credentials,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const { page } = await newSession(system, person, "/admin/auth/login", options);
  await page.goto(path);
  return page;
}

/** An empty page in a window that has the cookie of a sign-in. */
async function newSession(system: BrowserSystem, { email, password }: Credentials, login: string, options: BrowserContextOptions) {
  const [reply, page] = await Promise.all([system.send("POST", login, { body: { email, password } }), system.empty(options)]);
  await page.context().addCookies(reply.cookies.map((cookie) => cookieOf(cookie, system.base)));
  return { page, body: reply.body };
}

/** A cookie of a response, for a window. */
export function cookieOf(header: string, base: string) {
  const [, name = "", value = "", path = ""] = /^([^=]+)=([^;]*);.*\bPath=([^;]+)/i.exec(header) ?? [];
  return { name, value, path, domain: new URL(base).hostname, httpOnly: true, sameSite: "Strict" as const };
}

/** The layout shift of the page since it was drawn: the sum of all its shifts. */
export const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => resolve(sum)));
})`;
/** The maximum layout shift of a page. */
export const MAX_SHIFT = 0.05;
