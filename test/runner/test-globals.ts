import type * as JestGlobals from "@jest/globals";

/** The exports of `@jest/globals` for test files. Of `jest` it has only the parts in {@link import("./native-runtime.ts")}. */
export type TestGlobals = Pick<
  typeof JestGlobals,
  "afterAll" | "afterEach" | "beforeAll" | "beforeEach" | "describe" | "expect" | "it" | "jest"
>;

let current: TestGlobals | null = null;

export function setTestGlobals(globals: TestGlobals): void {
  current = globals;
}

/** A proxy for the global of the running file. Jest creates new globals for each file, while a module retains its imports. */
function standIn<K extends keyof TestGlobals>(name: K): TestGlobals[K] {
  const global = (): object => {
    if (!current) throw new Error(`${name} is for test files`);
    return current[name];
  };
  return new Proxy<object>(() => undefined, {
    apply: (_target, self, args) => Reflect.apply(global() as () => unknown, self, args),
    get: (_target, property) => Reflect.get(global(), property),
  }) as TestGlobals[K];
}

export const afterAll = standIn("afterAll");
export const afterEach = standIn("afterEach");
export const beforeAll = standIn("beforeAll");
export const beforeEach = standIn("beforeEach");
export const describe = standIn("describe");
export const expect = standIn("expect");
export const it = standIn("it");
export const jest = standIn("jest");
