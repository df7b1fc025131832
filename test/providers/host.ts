import { Writable } from "node:stream";
import { pino } from "pino";
import { configReader } from "#libs/config/reader.ts";
import { memoryCounters } from "#libs/counters/memory-counters.ts";
import type { Env } from "#libs/env/env.ts";
import { type ShiftableClock, shiftableClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { ProviderHost } from "#libs/providers/host.ts";
import { testEnv } from "#test/support/runtime.ts";

export interface TestHost extends ProviderHost {
  readonly clock: ShiftableClock;
  /** Everything that was logged. */
  logged(): string;
  /** Overrides settings, as an admin would. */
  configure(values: Readonly<Record<string, unknown>>): void;
}

/** What a process lends to its providers. @param variables environment of settings that only it sets */
export function testHost(env: Partial<Env> = {}, variables: Readonly<Record<string, string>> = {}): TestHost {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const clock = shiftableClock();
  const config = configReader(new Map(Object.entries(variables)));
  return {
    clock,
    config,
    env: testEnv(env),
    counters: memoryCounters({ clock }),
    logger: pino({ level: "trace" }, sink),
    logged: () => lines.join(""),
    configure(values) {
      const overrides = Object.entries(values).map(([key, value]) => ({ key, value, scope: null }));
      config.update({ revision: uuid(), values: overrides, flags: [], killSwitches: [] });
    },
  };
}

/** The environment of systems whose providers are on the machine itself. */
export const PRIVATE_ADDRESSES = { CONFIG_PROVIDER_PRIVATE_ADDRESSES: "true" } as const;
