import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { after } from "#libs/kernel/timers.ts";

/** Methods whose effect on a window cannot be taken back. A window on which a test has called one of them is not used again. */
const LASTING = [
  "addInitScript",
  "emulateMedia",
  "exposeBinding",
  "exposeFunction",
  "grantPermissions",
  "install",
  "newCDPSession",
  "setExtraHTTPHeaders",
  "setFixedTime",
  "setOffline",
  "setSystemTime",
] as const;
const HEARD = ["console", "dialog", "pageerror", "request", "requestfailed", "requestfinished", "response"] as const;
/** A page without scripts. A navigation within a site needs no new process of the browser. */
const EMPTY_PAGE = "/robots.txt";
const STORED = "cookies,local_storage,indexeddb,cache_storage,service_workers";
const PATIENCE_MS = 10_000;
const VIEWPORT = { width: 1280, height: 720 };

interface Window {
  readonly page: Page;
  readonly session: CDPSession;
  readonly options: BrowserContextOptions;
  isFree: boolean;
  isChanged: boolean;
}

/** Windows of one system that tests use one after another. A new window costs three times the processor time of a page in a used one. */
export interface Windows {
  /** A window of a first-time visitor, at an empty page of the site. */
  take(options: BrowserContextOptions): Promise<Page>;
  /** Empties all windows for the next test; closes those that cannot be used again. */
  empty(): Promise<void>;
}

/** The windows of a browser for the site at an address. */
export function windowsOf(browser: Browser, base: string): Windows {
  let windows: Window[] = [];

  async function create(options: BrowserContextOptions): Promise<Window> {
    const context = await browser.newContext({ baseURL: base, ...options });
    const page = await context.newPage();
    await page.goto(EMPTY_PAGE);
    const window: Window = { page, session: await context.newCDPSession(page), options, isFree: false, isChanged: false };
    for (const part of [page, context, context.clock]) noteChanges(part as unknown as Methods, window);
    windows.push(window);
    return window;
  }

  return {
    async take(options) {
      const key = JSON.stringify(options);
      const free = windows.find((window) => window.isFree && JSON.stringify(window.options) === key);
      if (free) free.isFree = false;
      return (free ?? (await create(options))).page;
    },
    async empty() {
      await Promise.all(windows.map(empty));
      windows = windows.filter(({ isFree }) => isFree);
    },
  };
}

type Methods = Record<string, unknown>;

function noteChanges(part: Methods, window: Window): void {
  for (const name of LASTING) {
    const method = part[name];
    if (typeof method !== "function") continue;
    part[name] = (...given: unknown[]) => {
      window.isChanged = true;
      return Reflect.apply(method, part, given);
    };
  }
}

/**
 * A window that refuses to leave its page, or does not answer, is closed. So is one with several tabs: to close a single tab while it is being
 * loaded anew takes for ever now and then, which does not happen to a whole window.
 */
async function empty(window: Window): Promise<void> {
  const { page } = window;
  const context = page.context();
  const isWhole = !(window.isChanged || page.isClosed()) && context.pages().length === 1;
  window.isFree = isWhole && (await answered(isEmptied(window)).catch(() => false));
  if (!window.isFree) await context.close();
}

/** Rejects when the browser does not answer: it holds answers back while a page is being loaded. */
function answered<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(PATIENCE_MS, () => reject(new Error("the window does not answer")));
    void work.then(resolve, reject).finally(cancel);
  });
}

async function isEmptied({ page, session, options }: Window): Promise<boolean> {
  const context = page.context();
  for (const kind of HEARD) page.removeAllListeners(kind);
  await Promise.all([page.unrouteAll({ behavior: "ignoreErrors" }), context.unrouteAll({ behavior: "ignoreErrors" })]);
  await page.goto(EMPTY_PAGE, { timeout: 5_000 });
  await Promise.all([
    session.send("Storage.clearDataForOrigin", { origin: new URL(page.url()).origin, storageTypes: STORED }),
    session.send("Page.resetNavigationHistory"),
    context.clearCookies(),
    page.evaluate("sessionStorage.clear()"),
    page.mouse.move(-1, -1),
    page.setViewportSize(options.viewport ?? VIEWPORT),
  ]);
  return true;
}
