import { mkdirSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { chooseStore } from "#deploy/launch/choose-store.ts";
import { eventually } from "../support/eventually.ts";
import { type BrowserSystem, openAs, openAsStaff, startBrowserSystem } from "./fixture.ts";
import { type Picture, picturesOf } from "./screenshot-story.ts";

// `npm run screenshots`: pictures of the main pages for the README, of a system with a few people in it.
// `npm run screenshots -- --every-look`: whole pages in each scheme, direction and width, to look at. `-- --only NAME,NAME` takes some pages.

const FOLDER = "deploy/screenshots";
const FOLDER_OF_LOOKS = ".data/screenshots";
/** The description of the interface is a hundred times as high. */
const MAX_HEIGHT = 4000;
const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true };

/** A hidden picture may never be loaded. */
const LOADING = `document.querySelector("main .skeleton") !== null ||
  [...document.images].some((image) => image.checkVisibility() && !image.complete)`;
/** With a stored answer, the consent dialog does not appear. */
const CONSENT = "localStorage.setItem('consent', JSON.stringify({ answer: 'denied', until: Date.now() + 1e9 }))";

const EVERY_LOOK = process.argv.includes("--every-look");
const ONLY = process.argv.includes("--only") ? process.argv.at(process.argv.indexOf("--only") + 1)?.split(",") : undefined;

const store = await chooseStore({ production: false, url: process.env.MONGO_URL ?? null, dataDir: null });
process.env.MONGO_URL = store.url;
const system = await startBrowserSystem();
try {
  for (const folder of [FOLDER, FOLDER_OF_LOOKS]) mkdirSync(folder, { recursive: true });
  const pictures = (await picturesOf(system)).filter(({ name }) => ONLY?.includes(name) ?? true);
  for (const picture of pictures) await (EVERY_LOOK ? takeEveryLook(picture) : takeForReadme(picture));
} finally {
  await system.stop();
  await globalThis.closeBrowser?.();
  await store.stop();
}

async function takeForReadme(picture: Picture): Promise<void> {
  for (const { suffix = "", isPhone = false, colorScheme = "light" } of picture.readme ?? []) {
    const page = await open(system, picture, { ...(isPhone ? PHONE : WIDE), colorScheme });
    await show(page, picture.path);
    await page.screenshot({ path: `${FOLDER}/${picture.name}${suffix}.png` });
    await system.closeWindows();
  }
}

async function takeEveryLook(picture: Picture): Promise<void> {
  for (const [width, options] of Object.entries({ wide: WIDE, phone: PHONE })) {
    const page = await open(system, picture, options);
    for (const lang of ["en", "ar"]) {
      await show(page, `${picture.path}${picture.path.includes("?") ? "&" : "?"}lang=${lang}`);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        const height = await page.evaluate<number>("document.documentElement.scrollHeight");
        await page.screenshot({
          path: `${FOLDER_OF_LOOKS}/${picture.name}-${width}-${lang}-${colorScheme}.png`,
          fullPage: true,
          animations: "disabled",
          clip: { x: 0, y: 0, width: options.viewport?.width ?? 0, height: Math.min(height, MAX_HEIGHT) },
        });
      }
    }
    await system.closeWindows();
  }
}

/** The display face is there on the second page only. */
async function open({ open: visit }: BrowserSystem, { as, isConsole = false }: Picture, options: BrowserContextOptions): Promise<Page> {
  const page = as ? await (isConsole ? openAsStaff : openAs)(system, as, "/help", options) : await visit("/help", options);
  await page.evaluate(CONSENT);
  return page;
}

async function show(page: Page, path: string): Promise<void> {
  await page.setExtraHTTPHeaders({ accept: "text/html" });
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await eventually(async () => {
    const isLoading = await page.evaluate(LOADING);
    if (isLoading) throw new Error(`${path} is still loading`);
  });
}
