import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";
import { systemRandom, useRandom } from "#libs/kernel/random.ts";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";
import { makePasswordHashesCheap } from "./password-hashes.ts";
import { setTestGlobals, type TestGlobals } from "./test-globals.ts";

/** The part of a project's configuration that this runtime uses. */
type ProjectConfig = ConstructorParameters<typeof ModernFakeTimers>[0]["config"];

const GLOBALS = new URL("./test-globals.ts", import.meta.url).href;
const ROOT = new URL("../../", import.meta.url).href;
/** Modules of test/support keep nothing that a file could leave for the next one, so they are loaded once, as the product is. */
const isOfTests = (url: string): boolean =>
  url.startsWith(ROOT) && /^(?!test\/support\/)(libs\/[^/]+\/)?test\/.*\.ts$/.test(url.slice(ROOT.length));
/** Where Jest keeps who listens to the events of a run. */
const LISTENERS = Symbol.for("EVENT_HANDLERS");

const require = createRequire(import.meta.url);
let runs = 0;

makePasswordHashesCheap();

/** What a test file imports from the tests is loaded anew for it: it carries the number of the run that its importer carries. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === "@jest/globals") return { url: GLOBALS, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const run = /\?run=\d+$/.exec(context.parentURL ?? "")?.[0];
    return run && isOfTests(resolved.url) ? { ...resolved, url: resolved.url + run } : resolved;
  },
});

/**
 * Loads test files as Node loads the product: the modules of the product and its libraries once in a worker. Jest's own runtime
 * loads and compiles each of them anew for each file, which took a third of the processor time of the suite.
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
    runs += 1;
    await import(`${pathToFileURL(path).href}?run=${runs}`);
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  /** What collects and runs the tests of a file: a new one for each, which knows nothing of the file before. */
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

  /** What a file has replaced would reach the next one. */
  teardown(): void {
    this.#mocks.restoreAllMocks();
    this.#timers.dispose();
    useTimers(systemTimers);
    useRandom(systemRandom);
  }
}
