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
  closeWhenWorkerEnds(browser);
  return browser;
}

/** The first value of Jest's message that asks a worker to end (CHILD_MESSAGE_END of jest-worker). */
const WORKER_END = 2;

/** Jest waits half a second for a worker to end, then kills it with a warning. An open browser keeps its worker running. */
function closeWhenWorkerEnds(browser: Browser): void {
  const listen = (message: unknown) => {
    if (!Array.isArray(message) || message[0] !== WORKER_END) return;
    process.off("message", listen);
    void browser.close();
  };
  process.on("message", listen);
  browser.once("disconnected", () => process.off("message", listen));
}
