import { mkdirSync } from "node:fs";
import type { BrowserContextOptions } from "playwright-core";
import { chooseStore } from "#deploy/launch/choose-store.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, signIn, startBrowserSystem } from "./fixture.ts";

// `npm run screenshots`: pictures of the main pages for the README, of a system with a few people in it.

const FOLDER = "deploy/screenshots";
const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true };
const DARK: BrowserContextOptions = { colorScheme: "dark" };

/** A hidden picture may never be loaded. */
const LOADING = `document.querySelector("main .skeleton") !== null ||
  [...document.images].some((image) => image.checkVisibility() && !image.complete)`;

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly as?: Person;
  readonly options: BrowserContextOptions;
}

const store = await chooseStore({ production: false, url: process.env.MONGO_URL ?? null, dataDir: null });
process.env.MONGO_URL = store.url;
const system = await startBrowserSystem();
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const picture of await story(system)) await take(system, picture);
} finally {
  await system.stop();
  await globalThis.closeBrowser?.();
  await store.stop();
}

/** Cleo sells messages, and Finn has written to her. */
async function story({ newUser, newFan }: BrowserSystem): Promise<readonly Picture[]> {
  const cleo = await newUser({ displayName: "Cleo Marchetti" });
  const { creatorId } = dataOf<{ creatorId: string }>(
    await cleo.send("POST", "/creators/upgrade", {
      username: "cleo",
      bio: "Light, lenses and borrowed cameras. I answer everything about them.",
    }),
    201,
  );
  await cleo.send("PATCH", `/creators/${creatorId}/dm-settings`, { dmType: "SINGLE_PAY", price: "5.00" });
  for (const title of ["My prints", "Where I borrow cameras"]) {
    await cleo.send("POST", `/creators/${creatorId}/links`, { kind: "LINK", title, url: "https://www.example.org/" });
  }
  const finn = await newFan("25.00");
  const message = {
    receiverId: cleo.userId,
    content: "Which lens would you take to a wedding in a dark church?",
    dmType: "SINGLE_PAY",
    price: "8.00",
  };
  dataOf(await finn.send("POST", "/messages", message, { headers: { "idempotency-key": uuid() } }), 201);
  const { items } = dataOf<{ items: readonly { id: string }[] }>(await finn.send("GET", "/messages/sessions"), 200);
  for (const person of [cleo, finn]) await person.send("PATCH", "/auth/me", { timezone: "Europe/Berlin" });
  return [
    { name: "home", path: "/", options: WIDE },
    { name: "creator", path: "/cleo", options: { ...WIDE, ...DARK } },
    { name: "creator-phone", path: "/cleo", options: PHONE },
    { name: "compose-phone", path: "/cleo/message", as: await newFan("25.00"), options: PHONE },
    { name: "conversation", path: `/messages/${items[0]?.id}`, as: finn, options: WIDE },
    { name: "inbox", path: "/messages", as: cleo, options: WIDE },
    { name: "wallet-phone", path: "/wallet", as: finn, options: { ...PHONE, ...DARK } },
    { name: "privacy", path: "/settings/privacy", as: finn, options: WIDE },
  ];
}

async function take({ visitor }: BrowserSystem, { name, path, as, options }: Picture): Promise<void> {
  const context = await visitor({ ...options, extraHTTPHeaders: { accept: "text/html" } });
  // With a stored answer, the consent dialog does not appear.
  await context.addInitScript("localStorage.setItem('consent', JSON.stringify({ answer: 'denied', until: Date.now() + 1e9 }))");
  const page = await context.newPage();
  if (as) {
    await page.goto("/login");
    await signIn(page, as);
  }
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await eventually(async () => {
    const isLoading = await page.evaluate(LOADING);
    if (isLoading) throw new Error(`${path} is still loading`);
  });
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  await context.close();
}
