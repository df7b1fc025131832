import { createRequire } from "node:module";
import type { Test } from "@jest/test-result";

// Required, because its types describe what `require` returns.
const { default: TestSequencer } = createRequire(import.meta.url)("@jest/test-sequencer") as typeof import("@jest/test-sequencer");

const IN_BROWSER = /\/test\/browser\//;

/** Longest files first, as Jest does, but the browser only now and then: it waits so much that several at a time leave processors idle. */
export default class SpreadBrowsers extends TestSequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    const sorted = await super.sort(tests);
    const inBrowser = sorted.filter(({ path }) => IN_BROWSER.test(path));
    const others = sorted.filter(({ path }) => !IN_BROWSER.test(path));
    // The second half of the list are files of a second or less.
    const distance = Math.max(1, Math.floor(others.length / 2 / inBrowser.length));
    const spread = others.flatMap((test, index) => [...(index % distance === 0 ? inBrowser.splice(0, 1) : []), test]);
    return [...spread, ...inBrowser];
  }
}
