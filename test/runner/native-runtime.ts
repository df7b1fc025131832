import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";
import { systemRandom, useRandom } from "#libs/kernel/random.ts";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";
import { makePasswordHashesCheap } from "./password-hashes.ts";
import { setTestGlobals, type TestGlobals } from "./test-globals.ts";

/** The part of the project configuration that this runtime uses. */
type ProjectConfig = ConstructorParameters<typeof ModernFakeTimers>[0]["config"];

const GLOBALS = new URL("./test-globals.ts", import.meta.url).href;
const ROOT = new URL("../../", import.meta.url).href;
/**
 * Files of tests are loaded anew for each test file. Modules of test/support have no state between files, so they are loaded once, like the
 * product.
 */
const isOfTests = (url: string): boolean =>
  url.startsWith(ROOT) && /^(?!test\/support\/)(libs\/[^/]+\/)?test\/.*\.ts$/.test(url.slice(ROOT.length));
/** The property in which Jest stores the listeners of a run. */
const LISTENERS = Symbol.for("EVENT_HANDLERS");

const require = createRequire(import.meta.url);
let runs = 0;

makePasswordHashesCheap();

/** Loads a test file's own imports from the tests anew: their URLs carry the run number of their importer. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === "@jest/globals") return { url: GLOBALS, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const run = /\?run=\d+$/.exec(context.parentURL ?? "")?.[0];
    return run && isOfTests(resolved.url) ? { ...resolved, url: resolved.url + run } : resolved;
  },
});

/**
 * Loads test files as Node loads the product, so the modules of product and libraries are loaded once per worker. Jest's own runtime loads
 * and compiles them anew for each file. That took a third of the processor time of the suite.
 */
export default class NativeRuntime {
  readonly #mocks = new ModuleMocker(globalThis);
  readonly #timers: ModernFakeTimers;

  constructor(config: ProjectConfig) {
    this.#timers = new ModernFakeTimers({ config, global: globalThis });
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  async unstable_importModule(path: string): Promise<void> {
    // Jest installs a formatter of stacks for compiled code. Node strips types in place, so positions are right without it.
    Reflect.deleteProperty(Error, "prepareStackTrace");
    runs += 1;
    await import(`${pathToFileURL(path).href}?run=${runs}`);
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  /** Loads the code that collects and runs the tests of a file. Each file gets a new copy, without state of earlier files. */
  requireInternalModule(path: string): unknown {
    Reflect.deleteProperty(globalThis, LISTENERS);
    delete require.cache[path];
    return require(path);
  }

  setGlobalsForRuntime(globals: Omit<TestGlobals, "jest">): void {
    const [mocks, timers] = [this.#mocks, this.#timers];
    const jest = {
      fn: mocks.fn.bind(mocks),
      spyOn: mocks.spyOn.bind(mocks),
      restoreAllMocks: () => mocks.restoreAllMocks(),
      useFakeTimers: () => timers.useFakeTimers(),
      useRealTimers: () => timers.useRealTimers(),
      advanceTimersByTimeAsync: (milliseconds: number) => timers.advanceTimersByTimeAsync(milliseconds),
    };
    setTestGlobals({ ...globals, jest: jest as unknown as TestGlobals["jest"] });
  }

  getSourceMaps(): Map<string, string> {
    return new Map();
  }

  getAllCoverageInfoCopy(): undefined {
    return undefined;
  }

  enterTestCode(): void {}

  leaveTestCode(): void {}

  /** Without this, the mocks of a file would reach the next file. */
  teardown(): void {
    this.#mocks.restoreAllMocks();
    this.#timers.dispose();
    useTimers(systemTimers);
    useRandom(systemRandom);
  }
}
