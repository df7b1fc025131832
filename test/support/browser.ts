import { type Browser, chromium } from "playwright-core";
import { ensureBrowser } from "#deploy/launch/ensure-binaries.ts";

declare global {
  /** Closes the browser of this process; undefined until one was started. */
  var closeBrowser: (() => Promise<void>) | undefined;
}

// Root may not use the sandbox, and containers have little shared memory. A page made by a test has no address, so the local network check
// would block a frame with a page of this machine.
// A host name without TLS is this machine too, and no secure context.
const ARGS = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-features=LocalNetworkAccessChecks",
  "--host-resolver-rules=MAP plain-http.test 127.0.0.1",
];
// The browser's own user agent says that it has no window, so that its visits would not count.
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

let started: Promise<Browser> | null = null;

/**
 * The browser of this process. All files of a worker share it, and it ends with the worker's process. A test opens a context of its own and
 * closes it.
 */
export function theBrowser(): Promise<Browser> {
  started ??= start();
  return started;
}

async function start(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...ARGS, `--user-agent=${USER_AGENT}`] });
  browser.once("disconnected", () => {
    started = null;
  });
  globalThis.closeBrowser = () => browser.close();
  return browser;
}
